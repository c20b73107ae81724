"""A database with its embedder: what every way of reading and writing stands on."""

import asyncio
from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np

from memorist.memory_store.backends.database import Database, GroupState, Row
from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.errors import (
    EmbedderMismatch,
    GroupUnfinished,
    InvalidInput,
    SchemaTooNew,
    StoreError,
    WrongDimension,
)
from memorist.memory_store.domain.scope import group_name
from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.forgetting.tombstone import Graves
from memorist.memory_store.migrations import MIGRATIONS, Migration
from memorist.memory_store.migrations.migrate import make_room, migrate
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.schema import EXCHANGING, UNFINISHED
from memorist.memory_store.settings import Settings

REMEMBERED = 64
"""So many texts' vectors are kept at hand: a draft is embedded to be compared, and again as the memory it becomes."""


class Connection:
    """Sends statements about groups that are made sure of first."""

    migrations: ClassVar[tuple[Migration, ...]] = MIGRATIONS
    """The steps to the version that this store reads and writes."""

    def __init__(
        self, database: Database, embedder: Embedder, ontology: Ontology, settings: Settings, clock: Clock
    ) -> None:
        self.database = database
        self.embedder = embedder
        self.ontology = ontology
        self.settings = settings
        self.clock = clock
        self.connections_indexed: set[str] = set()
        """Groups whose connections are known to be found by their ids."""
        self._live: dict[str, int] = {}
        self._crowd: dict[str, int] = {}
        self._homes: dict[str, str] = {}
        self._turns: dict[str, int] = {}
        self._rule_ids: dict[str, frozenset[str]] = {}
        self._pending: set[asyncio.Task[None]] = set()
        self._graves: dict[str, Graves] = {}
        self._embedded: dict[str, Vector] = {}
        self._preparing = asyncio.Lock()

    async def known(self, group_id: str) -> bool:
        """Whether the group holds anything; it is not made by asking. One of an older version is brought up to date.

        Raises:
            InvalidInput: the name of the group is malformed.
            EmbedderMismatch: another embedder filled it.
            SchemaTooNew: a newer version of this package did.
            GroupUnfinished: it is being loaded.
        """
        if group_id in self._live:
            return True
        try:
            group_name(group_id)
        except ValueError as error:
            raise InvalidInput(f"group: {error}", field="group_id") from error
        state = await self.database.state(group_id)
        if state is None:
            return False
        live = self._accepted(group_id, state)
        if (state.schema or 0) < self.migrations[-1].version:
            await migrate(
                self.database,
                group_id,
                schema=state.schema or 0,
                at=self.clock.now(),
                migrations=self.migrations,
                ontology=self.ontology,
            )
        self._live[group_id] = live
        return True

    async def ready(self, group_id: str) -> None:
        """Make sure of a group before something is written: its indexes stand, and this embedder fills it."""
        if await self.known(group_id):
            return
        async with self._preparing:
            if group_id not in self._live:
                schema = self.migrations[-1].version
                await make_room(self.database, group_id, schema=schema, migrations=self.migrations)
                state = await self.database.prepare(
                    group_id, embedder=self.embedder.name, dimension=self.embedder.dimension, schema=schema
                )
                self._live[group_id] = self._accepted(group_id, state)

    async def reopen(self, group_id: str) -> None:
        """Look again at what a group is, after it turned out to be no longer what it was when it was opened.

        Raises :class:`EmbedderMismatch` or :class:`GroupUnfinished`, as :meth:`known` does.
        """
        self._live.pop(group_id, None)
        await self.ready(group_id)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Turn texts into vectors of the database's size; what was embedded a moment ago is not embedded again."""
        vectors = {text: self._embedded[text] for text in texts if text in self._embedded}
        if wanted := [text for text in dict.fromkeys(texts) if text not in vectors]:
            vectors |= zip(wanted, await self.embedder.embed(wanted), strict=True)
            self._embedded = dict([*self._embedded.items(), *((text, vectors[text]) for text in wanted)][-REMEMBERED:])
        return [vectors[text] for text in texts]

    def live_estimate(self, group_id: str) -> int:
        """About how many live memories a group has, without asking: as it was opened, plus what was added since."""
        return self._live.get(group_id, 0)

    def crowd_estimate(self, group_id: str) -> int:
        """About how many vectors share the group's index, without asking: as it was when the group was opened."""
        return max(self._crowd.get(group_id, 0), self.live_estimate(group_id))

    def turn_estimate(self, group_id: str) -> int:
        """About how many raw episodes a group has, without asking: as it was opened, plus what was added since."""
        return self._turns.get(group_id, 0)

    async def _read(self, group_id: str, statement: str, **parameters: Any) -> list[Row]:
        if not await self.known(group_id):
            return []
        return await self.database.read(group_id, statement, {"group": group_id, **parameters})

    async def ask(self, group_id: str, statement: str, **parameters: Any) -> list[Row]:
        """Run one reading statement of a capability that has its statements in a module of its own."""
        return await self._read(group_id, statement, **parameters)

    async def create_index(self, group_id: str, statement: str) -> None:
        """Run a statement that creates an index; that somebody else just did so is no error."""
        try:
            await self.database.write(group_id, statement, {})
        except StoreError as error:
            if "already indexed" not in str(error):
                raise

    def _accepted(self, group_id: str, state: GroupState) -> int:
        """The number of live memories of a group that this version and this embedder may use."""
        if state.schema == UNFINISHED:
            raise GroupUnfinished(
                f"group {group_id} in {self.database.url} is not loaded to the end: run the same load or copy again, "
                "or give it up with --restart",
                ids=[group_id],
            )
        if state.schema == EXCHANGING:
            raise GroupUnfinished(
                f"the vectors of group {group_id} in {self.database.url} are being exchanged for another embedder's: "
                "wait, or if that was interrupted run the same memorist re-embed again",
                ids=[group_id],
            )
        if state.embedder != self.embedder.name:
            raise EmbedderMismatch(
                f"group {group_id} in {self.database.url} was filled by the embedder {state.embedder}, but "
                f"{self.embedder.name} is set: set MEMORIST_EMBEDDER={state.embedder}, or give "
                f"it the other vectors with memorist re-embed --embedder {self.embedder.name}",
                ids=[group_id],
            )
        if (state.schema or 0) > self.migrations[-1].version:
            raise SchemaTooNew(
                f"group {group_id} in {self.database.url} has schema {state.schema}, this version knows "
                f"{self.migrations[-1].version}: upgrade memorist",
                ids=[group_id],
            )
        self._crowd[group_id] = state.crowd
        self._turns[group_id] = state.turns
        return state.live

    def checked(self, vector: Vector, *, ids: Sequence[str] = ()) -> list[float]:
        """The vector as a parameter of statements.

        Raises :class:`WrongDimension` for one of another size, or without a direction: either spoils cosine search.
        """
        numbers = np.asarray(vector, dtype=np.float64)
        if numbers.shape != (self.embedder.dimension,) or not numbers.any() or not np.isfinite(numbers).all():
            raise WrongDimension(
                f"a vector is not one of {self.embedder.name}: {self.embedder.dimension} finite numbers, not all zero, "
                f"were expected, {len(vector)} came",
                ids=ids,
            )
        return numbers.tolist()
