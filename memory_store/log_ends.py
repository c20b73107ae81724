"""The known end of each group's change log, and writing behind it.

Two writers may believe in the same end: the statement of the slower one then writes nothing and answers with the new
end, so that it is sent again. Writers of one process wait for each other instead; the database lets only one of them
write in a group at a time in any case.
"""

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from memorist.memory_store.database import Database, Row
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.log_chain import Head, chained
from memorist.memory_store.statements.log import HEAD

MAX_TRIES = 100
"""So many lost races for the end of a log mean that something else is wrong."""


class LogEnds:
    """The ends that were seen last, by group."""

    def __init__(self) -> None:
        self._heads: dict[str, Head] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def get(self, group_id: str) -> Head:
        """The end of a group's log that was seen last; the beginning, where none was."""
        return self._heads.get(group_id, Head())

    def note(self, group_id: str, sequence: int, link: str | None) -> None:
        """Note an end as a database told it; without a link the log is not chained yet."""
        self._heads[group_id] = Head(sequence, link) if link else Head(sequence)

    def lock(self, group_id: str) -> asyncio.Lock:
        """The lock under which this process writes in the group's log."""
        return self._locks[group_id]


def placed(entry: Mapping[str, Any], head: Head) -> dict[str, Any]:
    """Parameters of any statement that writes a log entry: the entry, chained to ``head``, and ``head`` itself."""
    return {"change": chained(entry, head), "seq": head.sequence, "head": head.link}


async def append(
    database: Database, group_id: str, statement: str, parameters: Mapping[str, Any], entry: Mapping[str, Any]
) -> list[Row]:
    """Send a statement that writes an entry, behind the end of the log as it is now; for rare writers.

    Two statements, and two more for each time that somebody else was faster. Returns no rows where there is no log.

    Raises:
        Conflict: others write without pause.
    """
    for _ in range(MAX_TRIES):
        ends = await database.read(group_id, HEAD, {"group": group_id})
        if not ends:
            return []
        head = Head(int(ends[0]["seq"]), str(ends[0]["head"]))
        rows = await database.write(group_id, statement, {"group": group_id, **parameters, **placed(entry, head)})
        if rows:
            return rows
    raise Conflict(f"group {group_id} changes faster than its log can be written: stop its writers", ids=[group_id])
