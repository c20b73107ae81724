"""Looks into the memory: for people, tests and checks, not for the path of an agent."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.cold import ColdStorage
from memorist.memory_store.domain.clock import parse_time, time_text
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.reading import ChangeEntry, HistoryEntry, Link, Moment, memory_of

PAGE = 500


class Looking(ColdStorage):
    """Reads that page through what is there; of archived memories the whole texts."""

    async def get(self, scope: Scope, ids: Sequence[str]) -> list[Memory]:
        """The memories of these ids that the scope may see, in the order asked for."""
        rows = await self._read(scope.group_id, self.database.statements.by_ids, ids=list(ids))
        found = {m.id: m for m in (from_properties(row["n"]) for row in rows) if scope.sees(m.scope)}
        return await self.whole(scope.group_id, [found[i] for i in ids if i in found])

    async def memories(
        self,
        scope: Scope,
        *,
        types: Sequence[str] = (),
        statuses: Sequence[Status] = (),
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> list[Memory]:
        """All memories of a scope, read page by page: for small groups, dumps and tests.

        With ``statuses`` nothing is filtered by time; without, only what is visible at the moment.
        """
        moment = Moment.of(self.clock.now(), as_of=as_of, known_at=known_at)
        found: list[Memory] = []
        after: Any = self.database.statements.page_start
        while True:
            rows = await self._read(
                scope.group_id,
                self.database.statements.page,
                agent=scope.agent_id,
                types=list(types),
                after=after,
                everything=bool(statuses),
                limit=PAGE,
                **moment.parameters(),
            )
            page = [memory_of(row, moment) for row in rows]
            found += [m for m in page if (not statuses or m.status in statuses) and scope.sees(m.scope)]
            if len(page) < PAGE:
                return await self.whole(scope.group_id, found)
            after = rows[-1]["cursor"]

    async def history(
        self,
        scope: Scope,
        *,
        names: Sequence[str] = (),
        topics: Sequence[str] = (),
        known_at: datetime | None = None,
        newest: int = PAGE,
    ) -> list[HistoryEntry]:
        """What was ever held about entities or topics, oldest first, with what superseded it and why.

        It begins with the ``newest`` memories about them and follows what they took the place of.
        """
        rows = await self._read(
            scope.group_id,
            self.database.statements.history,
            agent=scope.agent_id,
            ids=[entity_id(scope.group_id, name) for name in names],
            topics=list(topics),
            known_at=time_text(known_at or self.clock.now()),
            newest=newest,
            limit=PAGE,
        )
        memories = await self.whole(scope.group_id, [from_properties(r["n"]) for r in rows])
        entries = [HistoryEntry(m, r["new"], r["reason"]) for m, r in zip(memories, rows, strict=True)]
        return sorted(entries, key=lambda e: (e.memory.valid_from, e.memory.created_at, e.memory.id))

    async def changes(self, scope: Scope, since: datetime, *, after: int = 0) -> list[ChangeEntry]:
        """The change log from ``since`` on, in order, at most a page; go on with ``after`` = the last sequence."""
        rows = await self._read(
            scope.group_id, self.database.statements.changes, since=time_text(since), after=after, limit=PAGE
        )
        return [
            ChangeEntry(c["seq"], c["uuid"], parse_time(c["at"]), c["run"], c["reason"], json.loads(c["payload"]))
            for c in (row["c"] for row in rows)
        ]

    async def links(self, scope: Scope, ids: Sequence[str]) -> list[Link]:
        """The typed edges between these memories and others that the scope may see."""
        rows = await self._read(scope.group_id, self.database.statements.links, agent=scope.agent_id, ids=list(ids))
        return [Link(**row) for row in rows]

    async def episodes(self, scope: Scope, ids: Sequence[str]) -> list[dict[str, Any]]:
        """The raw episodes of these ids, as Graphiti keeps them."""
        rows = await self._read(scope.group_id, self.database.statements.episodes, ids=list(ids))
        return [row["e"] for row in rows]

    async def numbers(self, group_id: str) -> dict[str, int]:
        """How many of everything: ``memories semantic:fact``, ``edges SUPERSEDES``, ``episodes …``, ``changes …``."""
        rows = await self._read(group_id, self.database.statements.numbers)
        return {f"{row['what']} {row['kind']}": int(row["count"]) for row in rows}
