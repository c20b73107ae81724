"""The vector indexes of a large embedded store are left out of its files and built while it is in use already.

FalkorDB keeps no index on disk: it builds each anew when it loads its data, and answers only then. Vectors take nine
tenths of that time. So whoever leaves last drops the vector indexes of a large store, and whoever opens it next has
them built in the background. Until they stand, a search by index fails and the planner compares every vector instead.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import redis

from memorist.memory_store.backends.append_only import sizes_now
from memorist.memory_store.database import Database, Row, done_once
from memorist.memory_store.domain.errors import StoreError
from memorist.memory_store.statements.vectors import VECTOR_FIELDS, create_falkordb, drop_falkordb

_log = logging.getLogger(__name__)

LARGE = 16 * 1024 * 1024
"""Bytes of files from which on a store is large: about 5,000 memories, whose indexes are built in 1.5 seconds."""
MARK = "without_vectors"
"""The file that names the base file which was last written without vector indexes."""
REWRITING_PATIENCE = 120.0
"""Seconds a rewrite of the files may take."""
SHORT_VISIT = 5.0
"""Seconds before indexes are built: building makes writers wait, and a single command is over by then."""

INDEXES = "CALL db.indexes() YIELD label, types, status RETURN label, types, status"
"""→ label, types (kinds by property), status. An index that is extended has two rows: as it is, and as it will be."""
VECTOR = "VECTOR"
PAUSE = 0.05
"""Seconds between two looks at what the server does."""


def leave_out(server: redis.Redis, folder: Path) -> None:
    """Drop the vector indexes of a large store before its server stops. Blocking.

    The files are written anew where their base holds such indexes, or where much was appended since, which would be
    carried out again one by one.
    """
    sizes = sizes_now(folder)
    if sum(sizes.values()) < LARGE:
        return
    for group in cast("list[str]", server.execute_command("GRAPH.LIST")):
        for label in VECTOR_FIELDS:
            with suppress(redis.ResponseError):  # it has none
                server.execute_command("GRAPH.QUERY", group, drop_falkordb(label))
    base = _base(sizes)
    appended = sum(size for name, size in sizes.items() if name != base)
    mark = folder / MARK
    if appended < LARGE and mark.is_file() and mark.read_text(encoding="utf-8") == base:
        return
    if _rewritten(server):
        mark.write_text(_base(sizes_now(folder)), encoding="utf-8")


def _base(sizes: dict[str, int]) -> str:
    return next((name for name in sizes if name.endswith(".base.rdb")), "")


def _rewritten(server: redis.Redis) -> bool:
    """Have the append-only files written anew; false where that fails, and the old ones hold."""
    if not _within(REWRITING_PATIENCE, lambda: _idle(server)):
        return False
    server.execute_command("BGREWRITEAOF")
    return _within(REWRITING_PATIENCE, lambda: _idle(server)) and _about(server)["aof_last_bgrewrite_status"] == "ok"


def _idle(server: redis.Redis) -> bool:
    about = _about(server)
    return not (about["aof_rewrite_in_progress"] or about["aof_rewrite_scheduled"])


def _about(server: redis.Redis) -> dict[str, Any]:
    return server.info("persistence")


def _within(seconds: float, holds: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if holds():
            return True
        time.sleep(PAUSE)
    return False


@dataclass(frozen=True)
class Indexes:
    """The indexes of a group, each as (label, property, kind)."""

    wanted: frozenset[tuple[str, str, str]]
    built: frozenset[tuple[str, str, str]]

    @classmethod
    def of(cls, rows: Iterable[Row]) -> "Indexes":
        """From the rows of :data:`INDEXES`."""
        each = [
            ((row["label"], name, kind), row["status"] == "OPERATIONAL")
            for row in rows
            for name, kinds in row["types"].items()
            for kind in kinds
        ]
        return cls(frozenset(one for one, _ in each), frozenset(one for one, built in each if built))

    def awaited(self, *, vectors: bool) -> bool:
        """Return true if some are being built that must be waited for."""
        return any(vectors or kind != VECTOR for _, _, kind in self.wanted - self.built)

    @property
    def without_vectors(self) -> list[str]:
        """The labels whose vectors have no index, not even one that is being built."""
        return [label for label, name in VECTOR_FIELDS.items() if (label, name, VECTOR) not in self.wanted]


class LateVectors:
    """Builds the vector indexes that a group lacks, one after the other, while the group is used."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def begin(self, group_id: str) -> None:
        """Start building the missing indexes in the background, after :data:`SHORT_VISIT` seconds."""
        if group_id not in self._tasks:
            self._tasks[group_id] = asyncio.create_task(self._later(group_id))

    async def built(self, group_id: str) -> None:
        """Wait for those that were begun, without the pause before. Raises :class:`StoreError`."""
        if group_id in self._tasks:
            await self._build(group_id)

    async def _build(self, group_id: str) -> None:
        while True:
            indexes = Indexes.of(await self._database.read(group_id, INDEXES, {}))
            # One after the other: creating an index waits for those that are being built.
            if indexes.awaited(vectors=True):
                await asyncio.sleep(PAUSE)
            elif labels := indexes.without_vectors:
                if not await self._create(group_id, labels[0]):
                    return
            else:
                return

    async def _create(self, group_id: str, label: str) -> bool:
        """Have the server begin; false while the group is re-embedded, which builds its indexes in the end."""
        database = self._database
        rows = await database.read(group_id, database.statements.group_state, {"group": group_id})
        if not rows or rows[0]["schema"] is None:
            return False
        await done_once(database.write(group_id, create_falkordb(label, rows[0]["dimension"]), {}), "already indexed")
        return True

    async def close(self) -> None:
        """Stop building; what is missing is built by the next process that opens the group."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _later(self, group_id: str) -> None:
        await asyncio.sleep(SHORT_VISIT)
        try:
            await self._build(group_id)
        except StoreError as error:
            _log.warning("the vectors of group %s have no index, each search compares all: %s", group_id, error)
