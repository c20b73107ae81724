"""Reads of promotion and maintenance, over all agents of a group; and the lease under which it writes."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from memorist.memory_store.domain.clock import parse_time, require_utc
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.graphiti.mapping import from_properties, plain_time
from memorist.memory_store.searching import Searching
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.promotion import PromotionStatements

Marks = dict[str, int]
"""How far each reader of the change log has come, by its name."""

MOST_CLAIMANTS = 100
"""So many memories with one claim are looked at: agents times rungs."""
MOST_HEARD = 50
"""So many raw episodes of one memory are looked at, the earliest; no rule asks for more."""
MOST_SAID = 600
"""So many characters of each of them are read."""
MOST_RIVALS = 20
MOST_ALIKE = 20
"""So many experiences that are most like one are looked at."""
MOST_DEPENDENTS = 2_000
DEEPEST = 12
"""So many steps up a lineage are followed; the ladder has six rungs."""


@dataclass(frozen=True)
class Lease:
    """Whether the caller may maintain the group, who may, how far the log was worked through, and its last entry."""

    held: bool
    holder: str | None
    marks: Marks
    last: int


@dataclass(frozen=True)
class LogEntry:
    """One entry of the change log: its place, and what was changed as JSON."""

    sequence: int
    at: datetime
    text: str

    @cached_property
    def payload(self) -> Mapping[str, Any]:
        """What was changed; read when it is asked for, because a page of the log may hold more than is wanted."""
        return json.loads(self.text)


@dataclass(frozen=True)
class Heard:
    """A raw episode behind a memory, the beginning of its text, and the experience it became, if it became one."""

    memory_id: str
    episode_id: str
    at: datetime
    agent: str | None
    user: str | None
    kind: str
    name: str
    said: str
    experience: Memory | None


@dataclass(frozen=True)
class Standing:
    """What a memory stands on: other memories with their status and raw episodes, and raw episodes of its own."""

    memory_id: str
    parents: tuple[tuple[str, str, tuple[str, ...]], ...]
    episodes: tuple[str, ...]


class Promoting(Searching):
    """Each read is one statement, whatever the size of the memory, except where a lineage is followed."""

    async def take_lease(self, group_id: str, holder: str, seconds: float) -> Lease:
        """Take or renew the group's lease; ``held`` is false while somebody else has it."""
        if not await self.known(group_id):
            return Lease(held=True, holder=holder, marks={}, last=0)
        given = {"group": group_id, "holder": holder, "milliseconds": int(seconds * 1000)}
        return _lease(await self.database.write(group_id, self._promotion.lease, given))

    async def peek_lease(self, group_id: str) -> Lease:
        """What :meth:`take_lease` would tell, without taking it."""
        return _lease(await self._read(group_id, self._promotion.peek))

    async def mark(self, group_id: str, holder: str, seconds: float, marks: Marks) -> bool:
        """Note how far the log has been worked through, and renew the lease; false if it is lost."""
        if not await self.known(group_id):
            return True
        given = {"group": group_id, "holder": holder, "milliseconds": int(seconds * 1000), "marks": json.dumps(marks)}
        rows = await self.database.write(group_id, self._promotion.mark, given)
        return bool(rows and rows[0]["held"])

    async def release_lease(self, group_id: str, holder: str) -> None:
        """Give the lease back; one that is not held is left alone."""
        if await self.known(group_id):
            await self.database.write(group_id, self._promotion.release, {"group": group_id, "holder": holder})

    async def log_entries(self, group_id: str, after: int, until: int) -> list[LogEntry]:
        """The entries of the change log after one and up to another; the log has no gaps."""
        rows = await self._read(group_id, self._promotion.log, after=after, until=until)
        return [LogEntry(int(r["seq"]), parse_time(r["at"]), r["payload"]) for r in rows]

    async def of_any_agent(self, group_id: str, ids: Sequence[str]) -> list[Memory]:
        """The memories of these ids, whichever agent of the group they belong to."""
        rows = await self._read(group_id, self._promotion.by_ids, ids=list(ids))
        return [from_properties(row["n"]) for row in rows]

    async def claimants(self, group_id: str, ids: Sequence[str]) -> list[Memory]:
        """Everybody who claims what these memories claim, of whatever status. Two statements."""
        rows = await self._read(group_id, self._promotion.patterns, ids=list(ids))
        patterns = [row["pattern"] for row in rows]
        if not patterns:
            return []
        rows = await self._read(group_id, self._promotion.claimed, patterns=patterns, limit=MOST_CLAIMANTS)
        return [from_properties(row["n"]) for row in rows]

    async def heard(self, group_id: str, ids: Sequence[str]) -> list[Heard]:
        """The raw episodes behind these memories."""
        rows = await self._read(group_id, self._promotion.heard, ids=list(ids), limit=MOST_HEARD, chars=MOST_SAID)
        return [
            Heard(
                memory_id=row["id"],
                episode_id=row["episode"],
                at=_moment(row["at"]),
                agent=row["agent"],
                user=row["user"],
                kind=row["kind"] or "",
                name=row["name"] or "",
                said=row["said"] or "",
                experience=from_properties(row["n"]) if row["n"] else None,
            )
            for row in rows
        ]

    async def rivals(self, group_id: str, slots: Sequence[str]) -> list[Memory]:
        """What holds or held these slots."""
        rows = await self._read(group_id, self._promotion.rivals, slots=list(slots), limit=MOST_RIVALS)
        return [from_properties(row["n"]) for row in rows]

    async def alike(self, group_id: str, ids: Sequence[str], similarity: float) -> list[tuple[str, Memory, float]]:
        """Experiences of the same agent that are like these, by vector."""
        rows, _ = await self._planned(
            group_id,
            self._plan(group_id, MOST_ALIKE),
            self._promotion.alike_exact,
            self._promotion.alike_index,
            ids=list(ids),
            k=MOST_ALIKE,
            similarity=similarity,
        )
        return [(row["id"], from_properties(row["n"]), float(row["similarity"])) for row in rows]

    async def climbed(self, group_id: str, ids: Sequence[str]) -> list[tuple[str, str]]:
        """What was promoted to what, at these memories."""
        rows = await self._read(group_id, self._promotion.climbed, ids=list(ids))
        return [(row["source"], row["target"]) for row in rows]

    async def parents(self, group_id: str, ids: Sequence[str]) -> dict[str, list[str]]:
        """What these were made from, and what that was made from: one statement a step, at most :data:`DEEPEST`."""
        found: dict[str, list[str]] = {}
        asked: set[str] = set()
        waiting = set(ids)
        while waiting and len(asked) < DEEPEST * 1_000:
            rows = await self._read(group_id, self._promotion.parents, ids=sorted(waiting))
            asked |= waiting
            for row in rows:
                found.setdefault(row["child"], []).append(row["parent"])
            waiting = {row["parent"] for row in rows} - asked
        return found

    async def due(self, group_id: str, today: int, limit: int) -> list[Memory]:
        """Memories that maintenance has to look at today; :meth:`postpone` takes them off the list."""
        rows = await self._read(group_id, self._promotion.due, today=today, limit=limit)
        return [from_properties(row["n"]) for row in rows]

    async def due_page(self, group_id: str, today: int, after: Any, limit: int) -> tuple[list[Memory], Any]:
        """The same in a fixed order, for looks that change nothing; and where the next page begins."""
        start = self._promotion.page_start if after is None else after
        rows = await self._read(group_id, self._promotion.due_page, today=today, after=start, limit=limit)
        return [from_properties(row["n"]) for row in rows], rows[-1]["cursor"] if rows else start

    async def postpone(self, group_id: str, looks: Mapping[str, int | None]) -> None:
        """Note on which day each is to be looked at next; null: never. An index entry, no change of the memory."""
        rows = [{"id": id_, "day": day} for id_, day in looks.items()]
        await self.database.write(group_id, self._promotion.postpone, {"group": group_id, "looks": rows})

    async def dependents(self, group_id: str, ids: Sequence[str]) -> list[Memory]:
        """Live memories that were made from these, one step."""
        rows = await self._read(group_id, self._promotion.dependents, ids=list(ids), limit=MOST_DEPENDENTS)
        return list({row["n"]["uuid"]: from_properties(row["n"]) for row in rows}.values())

    async def stand_on(self, group_id: str, ids: Sequence[str]) -> list[Standing]:
        """What these memories stand on, one step."""
        rows = await self._read(group_id, self._promotion.evidence, ids=list(ids))
        return [
            Standing(
                memory_id=row["id"],
                parents=tuple(
                    (p["id"], p["status"], tuple(p["episodes"] or ())) for p in [*row["above"], *row["beside"]]
                ),
                episodes=tuple(row["episodes"]),
            )
            for row in rows
        ]

    async def flagged(self, group_id: str, after: Any = None, limit: int = 100) -> tuple[list[Memory], Any]:
        """Live memories that wait for a person, a page at a time; and where the next page begins."""
        start = self._promotion.page_start if after is None else after
        rows = await self._read(group_id, self._promotion.flagged, after=start, limit=limit)
        return [from_properties(row["n"]) for row in rows], rows[-1]["cursor"] if rows else start

    async def holders(self, group_id: str, slots: Sequence[str]) -> dict[str, str | None]:
        """Who holds these slots; one that was never held is not in the answer."""
        rows = await self._read(group_id, self._promotion.holders, slots=list(slots))
        return {row["slot"]: row["holder"] for row in rows}

    async def archived(self, group_id: str, text: str, limit: int = 10) -> list[Memory]:
        """Archived memories whose stub has words of ``text``, the best first."""
        query = self.database.full_text_query(group_id, text)
        if not query:
            return []
        rows = await self._read(group_id, self._promotion.archived, text=query, limit=limit)
        return [from_properties(row["n"]) for row in rows]

    @property
    def _promotion(self) -> PromotionStatements:
        return dialects.PROMOTION[self.database.dialect]


def _lease(rows: Sequence[Mapping[str, Any]]) -> Lease:
    if not rows:
        return Lease(held=False, holder=None, marks={}, last=0)
    row = rows[0]
    return Lease(bool(row["held"]), row["holder"], json.loads(row["marks"] or "{}"), int(row["last"]))


def _moment(value: Any) -> datetime:
    plain = plain_time(value)
    return require_utc(plain) if isinstance(plain, datetime) else parse_time(plain)
