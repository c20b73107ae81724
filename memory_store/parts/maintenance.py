"""``store.maintenance``: the lease under which a group is maintained, what is due, what waits for a person."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.statements import dialects

Marks = dict[str, int]
"""Position of each reader of the change log, by its name."""


@dataclass(frozen=True)
class Lease:
    """Permission to maintain the group, the present holder, the position in the log, and its last entry."""

    held: bool
    holder: str | None
    marks: Marks
    last: int


class KeptLease:
    """A lease that is renewed as long as its block runs; ``busy`` names another holder when it could not be had."""

    def __init__(self, group_id: str, busy: str | None) -> None:
        self.group_id = group_id
        self.busy = busy
        self.lost = False

    def check(self) -> None:
        """Raise :class:`Conflict` when the lease was lost: another worker has taken over."""
        if self.lost:
            raise Conflict(
                f"group {self.group_id}: another worker took over, because this one was silent for longer than its "
                "lease; what it has done stays, run it again for the rest",
                ids=[self.group_id],
            )


class Maintenance:
    """Each call is one statement, whatever the size of the memory, and concerns all agents of a group."""

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self._statements = dialects.PROMOTION[connection.database.dialect]

    async def take_lease(self, group_id: str, holder: str, seconds: float) -> Lease:
        """Take or renew the group's lease; ``held`` is false while somebody else has it."""
        if not await self._connection.known(group_id):
            return Lease(held=True, holder=holder, marks={}, last=0)
        given = {"group": group_id, "holder": holder, "milliseconds": int(seconds * 1000)}
        return _lease(await self._connection.database.write(group_id, self._statements.lease, given))

    async def peek_lease(self, group_id: str) -> Lease:
        """Return the result that :meth:`take_lease` would have, without taking it."""
        return _lease(await self._connection.read(group_id, self._statements.peek))

    async def mark(self, group_id: str, holder: str, seconds: float, marks: Marks) -> bool:
        """Note how far the log has been worked through, and renew the lease; false if it is lost."""
        if not await self._connection.known(group_id):
            return True
        given = {"group": group_id, "holder": holder, "milliseconds": int(seconds * 1000), "marks": json.dumps(marks)}
        rows = await self._connection.database.write(group_id, self._statements.mark, given)
        return bool(rows and rows[0]["held"])

    async def release_lease(self, group_id: str, holder: str) -> None:
        """Give the lease back; one that is not held is left alone."""
        if await self._connection.known(group_id):
            await self._connection.database.write(
                group_id, self._statements.release, {"group": group_id, "holder": holder}
            )

    @asynccontextmanager
    async def leased(self, group_id: str, holder: str, seconds: float) -> AsyncGenerator[KeptLease]:
        """Hold the group's lease, renewed every third of ``seconds``, and give it back at the end.

        A process that is killed lets it run out. Whoever is told ``busy`` holds nothing.
        """
        lease = await self.take_lease(group_id, holder, seconds)
        kept = KeptLease(group_id, None if lease.held else lease.holder)
        if not lease.held:
            yield kept
            return

        async def renew() -> None:
            while not kept.lost:
                await asyncio.sleep(seconds / 3)
                kept.lost = not (await self.take_lease(group_id, holder, seconds)).held

        renewing = asyncio.create_task(renew())
        renewing.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            yield kept
        finally:
            renewing.cancel()
            await self.release_lease(group_id, holder)

    async def due(self, group_id: str, today: int, limit: int) -> list[Memory]:
        """Memories that maintenance has to look at today; :meth:`postpone` takes them off the list."""
        rows = await self._connection.read(group_id, self._statements.due, today=today, limit=limit)
        return [from_properties(row["n"]) for row in rows]

    async def due_page(self, group_id: str, today: int, after: Any, limit: int) -> tuple[list[Memory], Any]:
        """The same in a fixed order, for looks that change nothing; and where the next page begins."""
        start = self._statements.page_start if after is None else after
        rows = await self._connection.read(group_id, self._statements.due_page, today=today, after=start, limit=limit)
        return [from_properties(row["n"]) for row in rows], rows[-1]["cursor"] if rows else start

    async def postpone(self, group_id: str, looks: Mapping[str, int | None]) -> None:
        """Note on which day each is to be looked at next; null: never. An index entry, no change of the memory."""
        rows = [{"id": id_, "day": day} for id_, day in looks.items()]
        await self._connection.database.write(group_id, self._statements.postpone, {"group": group_id, "looks": rows})

    async def flagged(self, group_id: str, after: Any = None, limit: int = 100) -> tuple[list[Memory], Any]:
        """Live memories that wait for a person, a page at a time; and where the next page begins."""
        start = self._statements.page_start if after is None else after
        rows = await self._connection.read(group_id, self._statements.flagged, after=start, limit=limit)
        return [from_properties(row["n"]) for row in rows], rows[-1]["cursor"] if rows else start


def _lease(rows: Sequence[Mapping[str, Any]]) -> Lease:
    if not rows:
        return Lease(held=False, holder=None, marks={}, last=0)
    row = rows[0]
    return Lease(bool(row["held"]), row["holder"], json.loads(row["marks"] or "{}"), int(row["last"]))
