"""The connection shared by the parts of a store: a database with its embedder, and the known state of its groups."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from memorist.memory_store.background import Background
from memorist.memory_store.database import Database, GroupState, Row, done_once
from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.errors import (
    EmbedderMismatch,
    GroupErased,
    GroupUnfinished,
    InvalidInput,
    SchemaTooNew,
    StoreMisused,
    WrongDimension,
)
from memorist.memory_store.domain.scope import group_name
from memorist.memory_store.embedders.base import Embedder
from memorist.memory_store.forgetting.tombstone_cache import TombstoneCache
from memorist.memory_store.log_ends import LogEnds
from memorist.memory_store.migrations import MIGRATIONS, Migration
from memorist.memory_store.migrations.migrate import make_room, migrate
from memorist.memory_store.migrations.migration import newest_version
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.rankers.base import Ranker
from memorist.memory_store.schema import EXCHANGING, UNFINISHED, is_unchained
from memorist.memory_store.settings import Settings
from memorist.memory_store.time_limit import uncounted

REMEMBERED = 64
"""Texts whose vectors are kept: a draft is embedded to be compared, and again as the memory that it becomes."""


@dataclass
class GroupCounts:
    """About how much a group holds: as it was when it was opened, plus what this process added since."""

    live: int
    """Live memories."""
    indexed: int
    """Vectors in the index that live memories are searched by; it may hold those of other groups, too."""
    turns: int
    """Raw episodes."""


NOTHING = GroupCounts(0, 0, 0)


class StoreConnection:
    """Sends statements about groups; a group is checked, migrated or created before its first statement."""

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        ontology: Ontology,
        settings: Settings,
        clock: Clock,
        migrations: Sequence[Migration] = MIGRATIONS,
        ranker: Ranker | None = None,
    ) -> None:
        self.database = database
        self.embedder = embedder
        self.ranker = ranker
        self.ontology = ontology
        self.settings = settings
        self.clock = clock
        self.background = Background()
        self.tombstones = TombstoneCache(database)
        self.log_ends = LogEnds()
        self.connections_indexed: set[str] = set()
        """Groups whose connections are known to be found by their ids."""
        self._migrations = migrations
        self._newest = newest_version(migrations)
        self._counts: dict[str, GroupCounts] = {}
        self._embedded: dict[str, Vector] = {}
        self._preparing = asyncio.Lock()
        self._loop = asyncio.get_running_loop()
        self._closed = False

    def check_usable(self) -> None:
        """Raise :class:`StoreMisused` where the store was closed, or another event loop runs than it was opened in.

        A connection that is used from two loops is lost to both.
        """
        if self._closed:
            raise StoreMisused(f"{self.database.url} was closed: use it inside its `async with`, or open it again")
        if asyncio.get_running_loop() is not self._loop:
            raise StoreMisused(
                f"{self.database.url} was opened in another event loop, to which its connections belong: open it in "
                "this one, or with memorist.open_sync, or send the call there by asyncio.run_coroutine_threadsafe"
            )

    async def close(self) -> None:
        """Give the connections back."""
        self._closed = True
        await self.database.close()

    async def known(self, group_id: str) -> bool:
        """Return true if the group holds anything; asking does not create it. A group of an older version is migrated.

        Raises:
            InvalidInput: the name of the group is malformed.
            EmbedderMismatch: another embedder filled it.
            SchemaTooNew: a newer version of this package did, or one from before the first release.
            GroupUnfinished: it is being loaded.
            GroupErased: it was erased on request.
        """
        if not await self.exists(group_id):
            return False
        if self.tombstones.get(group_id) is None:
            await self.tombstones.refresh(group_id)
        if self.tombstones.get(group_id) is None:
            raise GroupErased(
                f"group {group_id} in {self.database.url} was erased on request: use a group of another name",
                ids=[group_id],
            )
        return True

    async def exists(self, group_id: str) -> bool:
        """As :meth:`known`, also for a group that was erased on request."""
        self.check_usable()
        if group_id in self._counts:
            return True
        try:
            group_name(group_id)
        except ValueError as error:
            raise InvalidInput(f"group: {error}", field="group_id") from error
        state = await self.database.state(group_id)
        if state is None:
            return False
        counts = self._accepted(group_id, state)
        if (state.schema or 0) < self._newest:
            await migrate(
                self.database,
                group_id,
                schema=state.schema or 0,
                at=self.clock.now(),
                migrations=self._migrations,
                ontology=self.ontology,
            )
        self._counts[group_id] = counts
        return True

    async def ready(self, group_id: str) -> None:
        """Create the group if it is not there: with its indexes, filled by this embedder from now on."""
        if await self.known(group_id):
            return
        with uncounted(self.settings.prepare_timeout):
            async with self._preparing:
                if group_id in self._counts:
                    return
                await make_room(self.database, group_id, schema=self._newest, migrations=self._migrations)
                state = await self.database.prepare(
                    group_id, embedder=self.embedder.name, dimension=self.embedder.dimension, schema=self._newest
                )
                self._counts[group_id] = self._accepted(group_id, state)

    async def reopen(self, group_id: str) -> None:
        """Check a group again after a write showed that it has changed since it was opened.

        Raises :class:`EmbedderMismatch` or :class:`GroupUnfinished`, as :meth:`known` does.
        """
        self._counts.pop(group_id, None)
        await self.ready(group_id)

    async def read(self, group_id: str, statement: str, **parameters: Any) -> list[Row]:
        """Run one reading statement; a group that is not there has no rows."""
        if not await self.known(group_id):
            return []
        return await self.database.read(group_id, statement, {"group": group_id, **parameters})

    async def create_index(self, group_id: str, statement: str) -> None:
        """Run a statement that creates an index; that somebody else just did so is no error."""
        await done_once(self.database.write(group_id, statement, {}), "already indexed")

    def counts(self, group_id: str) -> GroupCounts:
        """About how much a group holds, without asking."""
        return self._counts.get(group_id, NOTHING)

    def count(self, group_id: str, *, live: int = 0, turns: int = 0) -> None:
        """Note that so many live memories and raw episodes were added to a group."""
        counts = self._counts[group_id]
        counts.live += live
        counts.turns += turns
        counts.indexed = max(counts.indexed, counts.live)

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Turn texts into vectors of the database's size; what was embedded a moment ago is not embedded again."""
        vectors = {text: self._embedded[text] for text in texts if text in self._embedded}
        if wanted := [text for text in dict.fromkeys(texts) if text not in vectors]:
            vectors |= zip(wanted, await self.embedder.embed(wanted), strict=True)
            self._embedded = dict([*self._embedded.items(), *((text, vectors[text]) for text in wanted)][-REMEMBERED:])
        return [vectors[text] for text in texts]

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

    def _accepted(self, group_id: str, state: GroupState) -> GroupCounts:
        """Return the size of a group that this version and this embedder may use; raises for any other group."""
        name, url = self.embedder.name, self.database.url
        if state.schema == UNFINISHED:
            raise GroupUnfinished(
                f"group {group_id} in {url} is not loaded to the end: run the same load or copy again, "
                "or give it up with --restart",
                ids=[group_id],
            )
        if state.schema == EXCHANGING:
            raise GroupUnfinished(
                f"the vectors of group {group_id} in {url} are being exchanged for another embedder's: "
                "wait, or if that was interrupted run the same memorist re-embed again",
                ids=[group_id],
            )
        if state.embedder != name:
            raise EmbedderMismatch(
                f"group {group_id} in {url} was filled by the embedder {state.embedder}, but {name} is set: set "
                f"MEMORIST_EMBEDDER={state.embedder}, or give it the other vectors with memorist re-embed "
                f"--embedder {name}",
                ids=[group_id],
            )
        if (state.schema or 0) > self._newest or is_unchained(state.seq, state.head):
            raise SchemaTooNew(
                f"group {group_id} in {url} has schema {state.schema}, this version knows {self._newest}: if a newer "
                "version of memorist wrote it, upgrade memorist; if a development version from before 0.1.0 did, "
                f"move it: memorist dump FILE --group {group_id}, then memorist load FILE into an empty store",
                ids=[group_id],
            )
        self.log_ends.note(group_id, state.seq, state.head)
        return GroupCounts(state.live, max(state.indexed, state.live), state.turns)
