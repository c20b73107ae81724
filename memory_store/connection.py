"""A database with its embedder: what every way of reading and writing stands on."""

import asyncio
import re
from collections.abc import Sequence
from math import isfinite
from typing import Any

from hypomnema.memory_store.backends.database import Database, GroupState, Row
from hypomnema.memory_store.domain.change_set import Vector
from hypomnema.memory_store.domain.clock import Clock
from hypomnema.memory_store.domain.errors import EmbedderMismatch, InvalidInput, SchemaTooNew, WrongDimension
from hypomnema.memory_store.domain.scope import GROUP_PATTERN
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

    async def known(self, group_id: str) -> bool:
        """Whether the group holds anything; it is not made by asking.

        Raises:
            InvalidInput: the name of the group is malformed.
            EmbedderMismatch: another embedder filled it.
            SchemaTooNew: a newer version of this package did.
        """
        if group_id in self._live:
            return True
        if not re.fullmatch(GROUP_PATTERN, group_id):
            raise InvalidInput(f"group: {group_id!r} is no group id: letters, digits and _ only", field="group_id")
        state = await self.database.state(group_id)
        if state is None:
            return False
        self._live[group_id] = self._accepted(group_id, state)
        return True

    async def ready(self, group_id: str) -> None:
        """Make sure of a group before something is written: its indexes stand, and this embedder fills it."""
        if await self.known(group_id):
            return
        async with self._preparing:
            if group_id not in self._live:
                state = await self.database.prepare(
                    group_id, embedder=self.embedder.name, dimension=self.embedder.dimension, schema=SCHEMA_VERSION
                )
                self._live[group_id] = self._accepted(group_id, state)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Turn texts into vectors of the database's size."""
        return await self.embedder.embed(texts)

    def live_estimate(self, group_id: str) -> int:
        """About how many live memories a group has, without asking: as it was opened, plus what was added since."""
        return self._live.get(group_id, 0)

    async def _read(self, group_id: str, statement: str, **parameters: Any) -> list[Row]:
        if not await self.known(group_id):
            return []
        return await self.database.read(group_id, statement, {"group": group_id, **parameters})

    def _accepted(self, group_id: str, state: GroupState) -> int:
        """The number of live memories of a group that this version and this embedder may use."""
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

    def checked(self, vector: Vector, *, ids: Sequence[str] = ()) -> list[float]:
        """The vector in single precision, as the databases keep it, so that it is not sent twice as long.

        Raises :class:`WrongDimension` for one of another size, or without a direction: either spoils cosine search.
        """
        if len(vector) != self.embedder.dimension or not any(vector) or not all(map(isfinite, vector)):
            raise WrongDimension(
                f"a vector is not one of {self.embedder.name}: {self.embedder.dimension} finite numbers, not all zero, "
                f"were expected, {len(vector)} came",
                ids=ids,
            )
        return [round(x, 7) for x in vector]
