"""Carries out a search that could go by index or compare everything."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.database import Row
from memorist.memory_store.domain.errors import StoreError, StoreUnavailable
from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.search.fuse import SearchHit
from memorist.memory_store.search.own_words import scored_by_own_words
from memorist.memory_store.search.plan import SearchPlan, choose

Enough = Callable[[Sequence[Row]], bool]


class SearchPlanner:
    """Sends one statement, and a second one where the index failed or brought too few."""

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection

    def plan(self, group_id: str, k: int, *, historic: bool = False, turns: bool = False) -> SearchPlan:
        """The plan of a search for ``k`` memories, or raw episodes (``turns``); the past is always compared whole."""
        settings, database = self._connection.settings, self._connection.database
        counts, limits = self._connection.counts(group_id), database.exact_limits
        return choose(
            live=counts.turns if turns else counts.live,
            indexed=counts.turns if turns else counts.indexed,
            k=k,
            historic=historic,
            exact_scan_limit=_given(settings.exact_turn_limit, limits.turns)
            if turns
            else _given(settings.exact_scan_limit, limits.memories),
            over_fetch=_given(settings.over_fetch, database.over_fetch),
            what="raw episodes" if turns else "live memories",
        )

    def scored[M: (Memory, Glance)](
        self, group_id: str, hits: Sequence[SearchHit[M]], texts: Mapping[str, str]
    ) -> Sequence[SearchHit[M]]:
        """The hits with scores of the group's own, where one index of words holds all groups."""
        shared = self._connection.database.dialect == "neo4j"
        return scored_by_own_words(hits, texts, self._connection.counts(group_id).live) if shared else hits

    async def run(
        self,
        group_id: str,
        plan: SearchPlan,
        exact: str,
        indexed: str,
        enough: Enough = lambda _: True,
        **parameters: Any,
    ) -> tuple[list[Row], SearchPlan]:
        """The rows that the plan brings, and the plan that was carried out in the end.

        A vector index answers approximately, and one that many memories have left may refuse to answer at all.
        """
        if plan.kind == "index":
            try:
                rows = await self._connection.read(group_id, indexed, fetch=plan.fetch, **parameters)
            except StoreUnavailable:
                raise
            except StoreError as error:
                plan = plan.exactly(f"the index failed ({error})")
            else:
                if enough(rows):
                    return rows, plan
                plan = plan.exactly("the index brought too few")
        return await self._connection.read(group_id, exact, **parameters), plan


def _given(setting: int | None, usual: int) -> int:
    return usual if setting is None else setting
