"""Lists of memories: the newest, and the nearest to a query; and what forms suggest to restrict them by."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

from memorist.api.memory import AsyncMemory as MemoryApi
from memorist.app.panel.shaping import fits
from memorist.app.panel.statements import STATEMENTS
from memorist.app.panel.views import PAGE_SIZE, Beginning, Filters, Hits, ListedMemory
from memorist.memory_store.database import Row
from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.visibility import may_see
from memorist.memory_store.graphiti.mapping import plain_time
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.search.fuse import Fused
from memorist.nodes.retrieval.said import Said, said_about
from memorist.nodes.retrieval.scoring import ON_TASK

NEAREST = 200
"""So many of the memories nearest to a query are filtered and paged through."""
MAX_FAR = 20
"""So many of those that have little to do with it are shown behind the others."""
SUGGESTED = 40
FRESH = 600.0
"""Seconds for which the first days and the people of a group are known: to read them reads all of it."""


class Lists:
    """The memories of a group, as its caller may see them."""

    def __init__(self, memory: MemoryApi) -> None:
        self.store = memory.store
        self.scope = memory.scope
        self.clock = memory.clock
        self._statements = STATEMENTS[self.store.database.dialect]
        self._read_at: dict[str, tuple[float, list[Row]]] = {}

    async def find(self, filters: Filters) -> Hits:
        """A page of memories: the nearest to a query, or the newest."""
        return await (self._nearest(filters) if filters.query.strip() else self.newest(filters))

    async def newest(self, filters: Filters, *, flagged: bool = False, limit: int = PAGE_SIZE) -> Hits:
        """The newest memories that the filters let through."""
        found = await self.store.memories.newest(
            self.scope,
            types=filters.types,
            statuses=[Status(name) for name in filters.statuses],
            person=filters.person.strip(),
            named=await self.canonical(filters.person),
            about=filters.project,
            since=filters.since,
            until=filters.until,
            as_of=filters.as_of,
            flagged=flagged,
            after=filters.after,
            skip=(filters.page - 1) * limit,
            limit=limit + 1,
        )
        shown = tuple(ListedMemory(memory) for memory in found[:limit] if may_see(self.scope.user_id, memory))
        return Hits(shown, "newest first", more=len(found) > limit)

    async def _nearest(self, filters: Filters) -> Hits:
        query = " ".join(filters.query.split())
        [vector] = await self.store.embed([query])
        asked = Query("primary", query, vector, k=NEAREST)
        moment = Moment.of(self.clock.now(), as_of=filters.as_of)
        if filters.statuses and not filters.as_of:
            statuses = [Status(name) for name in filters.statuses]
            found: Sequence[Fused[Memory]] = await self.store.search.by_status(self.scope, asked, statuses)
        else:
            found, _ = await self.store.search.memories(self.scope, [asked], moment)
        names = {"named": await self.canonical(filters.person), "project": await self.canonical(filters.project)}
        kept = [one for one in found if may_see(self.scope.user_id, one.memory) and fits(one.memory, filters, **names)]
        near = [ListedMemory(one.memory, one.similarity) for one in kept if is_near(one)]
        far = [ListedMemory(one.memory, one.similarity) for one in kept if not is_near(one)]
        first = (filters.page - 1) * PAGE_SIZE
        more = len(near) > first + PAGE_SIZE
        how = f"{len(near):,} found"
        if len(found) >= NEAREST:
            how += f" among the {len(found):,} nearest"
        shown = tuple(near[first : first + PAGE_SIZE])
        said: Sequence[Said] = ()
        if filters.page == 1 and filters.words_alone:
            told = [hit.memory.id for hit in shown]
            said = await said_about(self.store, self.scope, query, vector, moment, told=told)
        return Hits(shown, how, more, () if more else tuple(far[:MAX_FAR]), tuple(said))

    async def canonical(self, name: str) -> str:
        """The name as the memory keeps it; as it was typed where it is not known."""
        if not name.strip():
            return ""
        found = await self.store.memories.get(self.scope, [entity_id(self.scope.group_id, name)])
        return found[0].content if found else name.strip()

    async def words_of(self, ids: Iterable[str]) -> dict[str, str]:
        """The words of those of these memories that the caller may see, by their ids."""
        wanted = sorted(set(ids))
        found = await self.store.memories.of_any_agent(self.scope.group_id, wanted) if wanted else []
        return {memory.id: memory.content for memory in found if may_see(self.scope.user_id, memory)}

    async def names(self) -> list[str]:
        """Return the most frequent names, as suggestions in forms."""
        rows = await self.store.connection.read(self.scope.group_id, self._statements.named, limit=SUGGESTED)
        return [str(row["name"]) for row in rows]

    async def people(self) -> list[str]:
        """Return the users with memories in the group, as suggestions in forms; one user among several sees only
        themselves."""
        if self.scope.user_id is not None:
            return [self.scope.user_id]
        return sorted(str(row["user"]) for row in await self._kept(self._statements.people, limit=SUGGESTED))

    async def agents(self, pinned: str | None = None) -> list[str]:
        """Return the agents with memories in the group; a caller pinned to an agent sees that one alone."""
        if pinned is not None:
            return [pinned]
        rows = await self.store.connection.read(self.scope.group_id, self._statements.agents, limit=SUGGESTED)
        return sorted(str(row["agent"]) for row in rows)

    async def beginning(self) -> Beginning:
        """The first days of the group: of what holds, and of what is recorded."""
        rows = await self._kept(self._statements.first)
        given = [plain_time(rows[0][name]) for name in ("held", "recorded")] if rows else []
        return Beginning(*(parse_time(str(one)) if one else None for one in given))

    async def _kept(self, statement: str, **parameters: Any) -> list[Row]:
        """The rows of a statement that reads the whole group, as of the last :data:`FRESH` seconds.

        A group that holds nothing yet is read again each time.
        """
        at, rows = self._read_at.get(statement, (-FRESH, []))
        if time.monotonic() - at > FRESH:
            rows = await self.store.connection.read(self.scope.group_id, statement, **parameters)
            if self.store.connection.counts(self.scope.group_id).live:
                self._read_at[statement] = (time.monotonic(), rows)
        return rows


def is_near(found: Fused[Memory]) -> bool:
    """Return true if what was found has to do with the query: it has its words, or means something near."""
    return found.text is not None or found.similarity >= ON_TASK
