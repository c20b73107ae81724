"""A database with its embedder: what every way of reading and writing stands on."""

import asyncio
from collections.abc import Sequence
from typing import Any

from hypomnema.memory_store.backends.database import Database, Row
from hypomnema.memory_store.domain.change_set import Vector
from hypomnema.memory_store.domain.clock import Clock
from hypomnema.memory_store.domain.errors import EmbedderMismatch, SchemaTooNew
from hypomnema.memory_store.embedders.base import Embedder
from hypomnema.memory_store.ontology.ontology import Ontology
from hypomnema.memory_store.settings import Settings

SCHEMA_VERSION = 1


class Connection:
    """Sends statements about groups that are made sure of first."""

    def __init__(
        self, database: Database, embedder: Embedder, ontology: Ontology, settings: Settings, clock: Clock
    ) -> None:
        self.database = database
        self.embedder = embedder
        self.ontology = ontology
        self.settings = settings
        self.clock = clock
        self._live: dict[str, int] = {}
        self._preparing = asyncio.Lock()

    async def ready(self, group_id: str) -> None:
        """Make sure of a group: its indexes stand, and this embedder filled it. Asked once; every call does it too.

        Raises:
            EmbedderMismatch: another embedder filled it.
            SchemaTooNew: a newer version of this package did.
        """
        if group_id in self._live:
            return
        async with self._preparing:
            if group_id not in self._live:
                self._live[group_id] = await self._prepare(group_id)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Turn texts into vectors of the database's size."""
        return await self.embedder.embed(texts)

    def live_estimate(self, group_id: str) -> int:
        """About how many live memories a group has, without asking: as it was opened, plus what was added since."""
        return self._live.get(group_id, 0)

    async def _read(self, group_id: str, statement: str, **parameters: Any) -> list[Row]:
        await self.ready(group_id)
        return await self.database.read(group_id, statement, {"group": group_id, **parameters})

    async def _prepare(self, group_id: str) -> int:
        state = await self.database.prepare(
            group_id, embedder=self.embedder.name, dimension=self.embedder.dimension, schema=SCHEMA_VERSION
        )
        if state.embedder != self.embedder.name:
            raise EmbedderMismatch(
                f"group {group_id} in {self.database.url} was filled by the embedder {state.embedder}, but "
                f"{self.embedder.name} is set: set HYPOMNEMA_EMBEDDER={state.embedder}, or use another group or store",
                ids=[group_id],
            )
        if (state.schema or 0) > SCHEMA_VERSION:
            raise SchemaTooNew(
                f"group {group_id} in {self.database.url} has schema {state.schema}, this version knows "
                f"{SCHEMA_VERSION}: upgrade hypomnema",
                ids=[group_id],
            )
        return state.live


def short_vector(vector: Vector) -> list[float]:
    """The vector in single precision, as the databases keep it, so that it is not sent twice as long."""
    return [round(x, 7) for x in vector]
