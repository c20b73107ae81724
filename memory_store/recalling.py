"""Reads for retrieval: what is visible to a reader at a moment."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from math import ceil
from typing import Any

from memorist.memory_store.backends.database import Row
from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import MODEL_TYPES
from memorist.memory_store.reading import Moment, Neighbour, Query, Standing, glance_of, memory_of
from memorist.memory_store.search.fuse import Fused, Hit, fuse
from memorist.memory_store.search.plan import Plan
from memorist.memory_store.searching import Searching

LATEST = 200
"""Of an entity that a large memory speaks of everywhere, so many of the memories about it are looked at."""
UPCOMING = timedelta(days=366)
"""What is known to begin within this time is told with what is so; until then the old holds."""


class Recalling(Searching):
    """Each read is one statement; a search by index that fails or finds too little is followed by an exact one."""

    async def standing(self, scope: Scope, moment: Moment) -> Standing:
        """Every live hard rule, the models, and what happened recently: one statement, no similarity."""
        since = moment.valid_at - timedelta(hours=self.settings.recent_hours)
        rows = await self._read(
            scope.group_id,
            self.database.statements.standing,
            agent=scope.agent_id,
            models=list(MODEL_TYPES),
            since=time_text(since),
            recent=self.settings.recent_episodes,
            **moment.parameters(),
        )
        found: dict[str, list[tuple[str, Memory]]] = {}
        for row in rows:
            found.setdefault(row["kind"], []).append((row["edge"], memory_of(row, moment)))

        def of_kind(kind: str) -> tuple[Memory, ...]:
            return tuple(memory for _, memory in found.get(kind, ()))

        return Standing(of_kind("rule"), of_kind("model"), tuple(found.get("linked", ())), of_kind("episode"))

    async def search(self, scope: Scope, queries: Sequence[Query], moment: Moment) -> tuple[list[Fused[Memory]], Plan]:
        """Hybrid search over what is visible at the moment: vector and full text in one statement, fused."""
        statements = self.database.statements
        rows, plan = await self._found(scope, queries, moment, statements.search_exact, statements.search_index)
        memories = await self.whole(scope.group_id, [memory_of(row, moment) for row in rows])
        return self._fused(scope.group_id, queries, zip(memories, rows, strict=True)), plan

    async def glance(self, scope: Scope, queries: Sequence[Query], moment: Moment) -> tuple[list[Fused[Glance]], Plan]:
        """:meth:`search`, of which no more is read than it takes to rank and to tell, with what is about to begin.

        The past is read as a whole, since the texts of what was archived since then are kept elsewhere.
        """
        if moment.historic:
            found, plan = await self.search(scope, queries, moment)
            return [Fused(Glance.of(one.memory), *one[1:]) for one in found], plan
        statements = self.database.statements
        ahead = time_text(moment.valid_at + UPCOMING)
        rows, plan = await self._found(
            scope, queries, moment, statements.glance_exact, statements.glance_index, ahead=ahead
        )
        return self._fused(scope.group_id, queries, ((glance_of(row, moment), row) for row in rows)), plan

    async def _found(
        self, scope: Scope, queries: Sequence[Query], moment: Moment, exact: str, indexed: str, **more: Any
    ) -> tuple[list[Row], Plan]:
        k = max((query.k for query in queries), default=1)
        least = min(k, self.live_estimate(scope.group_id)) if queries else 0
        plan = self._plan(scope.group_id, k, historic=moment.historic)
        return await self._planned(
            scope.group_id,
            plan,
            exact,
            indexed,
            enough=lambda rows: all(by_vector(rows, query.role) >= min(query.k, least) for query in queries),
            agent=scope.agent_id,
            queries=self._queries(scope, queries, plan),
            text_fetch=k * self.settings.over_fetch,
            **moment.parameters(),
            **more,
        )

    def _fused[M: (Memory, Glance)](
        self, group_id: str, queries: Sequence[Query], found: Iterable[tuple[M, Row]]
    ) -> list[Fused[M]]:
        hits = [Hit(m, role, how, float(score)) for m, row in found for role, how, score in row["hits"]]
        return fuse(self._scored(group_id, hits, {query.role: query.text for query in queries}))

    async def procedures(
        self, scope: Scope, queries: Sequence[Query], moment: Moment, *, k: int = 10
    ) -> list[tuple[Memory, float]]:
        """Procedures, the best first, with the similarity of their trigger to the nearest of the queries."""
        plan = self._plan(scope.group_id, k, historic=moment.historic)
        rows, _ = await self._planned(
            scope.group_id,
            plan,
            self.database.statements.procedures_exact,
            self.database.statements.procedures_index,
            agent=scope.agent_id,
            queries=self._queries(scope, queries, plan),
            k=k,
            **moment.parameters(),
        )
        return [(memory_of(row, moment), float(row["score"])) for row in rows]

    async def neighbourhood(
        self, scope: Scope, names: Sequence[str], vector: Vector, moment: Moment, *, anchors: int = 3, limit: int = 20
    ) -> list[Neighbour]:
        """What the named and the nearest entities are connected with, at most two steps away."""
        rows, _ = await self._planned(
            scope.group_id,
            self._plan(scope.group_id, anchors, historic=moment.historic),
            self.database.statements.neighbourhood_exact,
            self.database.statements.neighbourhood_index,
            agent=scope.agent_id,
            ids=[entity_id(scope.group_id, name) for name in names],
            vector=self.checked(vector),
            anchors=anchors,
            limit=limit,
            latest=LATEST,
            **moment.parameters(),
        )
        nearest: dict[str, Neighbour] = {}
        for row in rows:
            found = Neighbour(glance_of(row, moment), row["anchor"], float(row["nearness"]), int(row["hop"]))
            known = nearest.get(found.memory.id)
            if known is None or (found.hop, -found.nearness) < (known.hop, -known.nearness):
                nearest[found.memory.id] = found
        return list(nearest.values())

    def _queries(self, scope: Scope, queries: Sequence[Query], plan: Plan) -> list[dict[str, Any]]:
        """As parameters; of the plan's candidates each query gets what it needs for its own ``k``."""
        return [
            {
                "place": place,
                "role": q.role,
                "vector": self.checked(q.vector),
                "text": self.database.full_text_query(scope.group_id, q.text),
                "k": q.k,
                "fetch": ceil(plan.fetch * q.k / plan.k),
                "text_fetch": q.k * self.settings.over_fetch,
            }
            for place, q in enumerate(queries)
        ]


def by_vector(rows: Sequence[Row], role: str) -> int:
    """How many memories one query found by its vector."""
    return sum(by == role and how == "vector" for row in rows for by, how, _ in row["hits"])
