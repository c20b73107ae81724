"""``store.operations``: the entries of one operation in the change log, and what stands upon it."""

from collections.abc import Sequence

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.domain.edges import AnyEdge
from memorist.memory_store.graphiti.edges import edge_from
from memorist.memory_store.parts.memories import the_one_id
from memorist.memory_store.reading import ChangeEntry
from memorist.memory_store.statements import dialects

LAST = 2**62
"""A place after every entry."""


class Operations:
    """Each read is one statement. An operation has the id of its first change set."""

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self._statements = dialects.OPERATIONS[connection.database.dialect]

    async def entries(self, group_id: str, ids: Sequence[str]) -> list[ChangeEntry]:
        """The entries of these operations, and those that have one of these ids themselves, in order."""
        rows = await self._connection.read(group_id, self._statements.entries, ids=list(ids))
        found = {row["c"]["uuid"]: ChangeEntry.of(row["c"]) for row in rows}
        return sorted(found.values(), key=lambda entry: entry.sequence)

    async def naming(
        self, group_id: str, ids: Sequence[str], *, after: int = 0, before: int = LAST
    ) -> list[ChangeEntry]:
        """The entries between two places of the log that name one of these ids, in order.

        The database looks through all entries between: for what a person asks for, not for agents.
        """
        if not ids:
            return []
        given = {"ids": list(ids), "after": after, "before": before}
        return [
            ChangeEntry.of(row["c"]) for row in await self._connection.read(group_id, self._statements.naming, **given)
        ]

    async def newest(self, group_id: str, *, before: int = LAST, limit: int) -> list[ChangeEntry]:
        """The last entries before a place, the newest first."""
        rows = await self._connection.read(group_id, self._statements.newest, before=before, limit=limit)
        return [ChangeEntry.of(row["c"]) for row in rows]

    async def id_of(self, group_id: str, prefix: str) -> str | None:
        """Find the one operation whose id begins so; see :func:`the_one_id`."""
        read, statement = self._connection.read, self._statements.beginning
        return await the_one_id(prefix, lambda most: read(group_id, statement, prefix=prefix, limit=most))

    async def edges(self, group_id: str, ends: Sequence[tuple[str, str]]) -> dict[str, AnyEdge]:
        """The edges between memories that are there, by id; asked for by id and source."""
        if not ends:
            return {}
        asked = [{"uuid": id_, "source": source} for id_, source in ends]
        rows = await self._connection.read(group_id, self._statements.edges, edges=asked)
        return {
            row["uuid"]: edge_from(row["r"], type_=row["type"], source=row["source"], target=row["target"])
            for row in rows
        }
