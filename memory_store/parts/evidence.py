"""``store.evidence``: what memories stand on, what stands on them, and what agrees or competes with them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.graphiti.episodes import moment_from
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.search.planner import SearchPlanner
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.linking import HOLDERS

MAX_CLAIMANTS = 100
"""Memories with one claim that are read: agents times rungs."""
MAX_HEARD = 50
"""Raw episodes of one memory that are read, the earliest; no rule asks for more."""
MAX_SAID_CHARS = 600
"""Characters of each of them that are read."""
MAX_RIVALS = 20
MAX_ALIKE = 20
"""Experiences most like one that are read."""
MAX_DEPENDENTS = 2_000
DEEPEST = 12
"""Steps up a lineage that are followed; the ladder has six rungs."""


@dataclass(frozen=True)
class EvidenceEpisode:
    """A raw episode behind a memory, the beginning of its text, and the experience it became, if it became one."""

    memory_id: str
    episode_id: str
    at: datetime
    agent: str | None
    kind: str
    name: str
    said: str
    experience: Memory | None


@dataclass(frozen=True)
class MemoryEvidence:
    """The evidence of a memory: what it was made from, with status and raw episodes, and raw episodes of its own."""

    memory_id: str
    parents: tuple[tuple[str, str, tuple[str, ...]], ...]
    episodes: tuple[str, ...]


class Evidence:
    """Each read concerns all agents of a group and is one statement, except where a lineage is followed."""

    def __init__(self, connection: StoreConnection, planner: SearchPlanner) -> None:
        self._connection = connection
        self._planner = planner
        self._statements = dialects.PROMOTION[connection.database.dialect]

    async def claimants(self, group_id: str, ids: Sequence[str]) -> list[Memory]:
        """Everybody who claims what these memories claim, of whatever status. Two statements."""
        rows = await self._connection.read(group_id, self._statements.patterns, ids=list(ids))
        patterns = [row["pattern"] for row in rows]
        if not patterns:
            return []
        rows = await self._connection.read(group_id, self._statements.claimed, patterns=patterns, limit=MAX_CLAIMANTS)
        return [from_properties(row["n"]) for row in rows]

    async def heard(self, group_id: str, ids: Sequence[str]) -> list[EvidenceEpisode]:
        """The raw episodes behind these memories."""
        rows = await self._connection.read(
            group_id, self._statements.heard, ids=list(ids), limit=MAX_HEARD, chars=MAX_SAID_CHARS
        )
        return [
            EvidenceEpisode(
                memory_id=row["id"],
                episode_id=row["episode"],
                at=moment_from(row["at"]),
                agent=row["agent"],
                kind=row["kind"] or "",
                name=row["name"] or "",
                said=row["said"] or "",
                experience=from_properties(row["n"]) if row["n"] else None,
            )
            for row in rows
        ]

    async def rivals(self, group_id: str, slots: Sequence[str]) -> list[Memory]:
        """Return the memories that hold or held these slots."""
        rows = await self._connection.read(group_id, self._statements.rivals, slots=list(slots), limit=MAX_RIVALS)
        return [from_properties(row["n"]) for row in rows]

    async def holders(self, group_id: str, slots: Sequence[str]) -> dict[str, str | None]:
        """Return the holders of these slots; one that was never held is left out."""
        if not slots:
            return {}
        rows = await self._connection.read(group_id, HOLDERS, slots=list(slots))
        return {row["slot"]: row["holder"] for row in rows}

    async def alike(self, group_id: str, ids: Sequence[str], similarity: float) -> list[tuple[str, Memory, float]]:
        """Experiences of the same agent that are like these, by vector."""
        rows, _ = await self._planner.run(
            group_id,
            self._planner.plan(group_id, MAX_ALIKE),
            self._statements.alike_exact,
            self._statements.alike_index,
            ids=list(ids),
            k=MAX_ALIKE,
            similarity=similarity,
        )
        return [(row["id"], from_properties(row["n"]), float(row["similarity"])) for row in rows]

    async def climbed(self, group_id: str, ids: Sequence[str]) -> list[tuple[str, str]]:
        """Return the promotions at these memories, as pairs of source and target."""
        rows = await self._connection.read(group_id, self._statements.climbed, ids=list(ids))
        return [(row["source"], row["target"]) for row in rows]

    async def parents(self, group_id: str, ids: Sequence[str]) -> dict[str, list[str]]:
        """Return the sources of these memories, and the sources of those: one statement a step, at most
        :data:`DEEPEST`."""
        found: dict[str, list[str]] = {}
        asked: set[str] = set()
        waiting = set(ids)
        while waiting and len(asked) < DEEPEST * 1_000:
            rows = await self._connection.read(group_id, self._statements.parents, ids=sorted(waiting))
            asked |= waiting
            for row in rows:
                found.setdefault(row["child"], []).append(row["parent"])
            waiting = {row["parent"] for row in rows} - asked
        return found

    async def dependents(self, group_id: str, ids: Sequence[str]) -> list[Memory]:
        """Live memories that were made from these, one step."""
        return list({made.id: made for _, made in await self.made_from(group_id, ids)}.values())

    async def made_from(self, group_id: str, ids: Sequence[str]) -> list[tuple[str, Memory]]:
        """Pairs of an id among these and a live memory that was made from it, one step."""
        rows = await self._connection.read(group_id, self._statements.dependents, ids=list(ids), limit=MAX_DEPENDENTS)
        return [(row["evidence"], from_properties(row["n"])) for row in rows]

    async def stand_on(self, group_id: str, ids: Sequence[str]) -> list[MemoryEvidence]:
        """Return the evidence of these memories, one step."""
        rows = await self._connection.read(group_id, self._statements.evidence, ids=list(ids))
        return [
            MemoryEvidence(
                memory_id=row["id"],
                parents=tuple(
                    (p["id"], p["status"], tuple(p["episodes"] or ())) for p in [*row["above"], *row["beside"]]
                ),
                episodes=tuple(row["episodes"]),
            )
            for row in rows
        ]
