"""The part of the Python API that searches: by meaning and by words, also among what is no longer live."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from hypomnema.memory_store.domain.clock import Clock
from hypomnema.memory_store.domain.memory import Memory
from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.domain.status import LIVE, Status
from hypomnema.memory_store.reading import Moment, Query
from hypomnema.memory_store.search.fuse import Fused
from hypomnema.memory_store.store import Store
from hypomnema.nodes.promotion.bring_back import bring_back
from hypomnema.nodes.retrieval.scored import NEAR_ENOUGH


@dataclass(frozen=True)
class Search:
    """What a search found, best first and as it was when it was found.

    Args:
        hits: the memories with their similarity to the query.
        how: how the search was carried out.
        brought_back: archived ones among them that are live again, under new ids.
    """

    hits: tuple[Fused[Memory], ...]
    how: str
    brought_back: tuple[Memory, ...] = ()


class Searchable:
    """Mixed into :class:`hypomnema.graphs.memory.Memory`."""

    store: Store
    scope: Scope
    clock: Clock

    async def search(
        self,
        query: str,
        *,
        limit: int = 20,
        include: Sequence[Status] = (),
        as_of: datetime | None = None,
        known_at: datetime | None = None,
    ) -> Search:
        """Find memories. Whoever looks among what is archived has what is near enough back in the daily memory.

        Args:
            query: words, or what it is about.
            limit: at most so many.
            include: also memories of these statuses, whatever their time.
            as_of: what was true then; not together with ``include``.
            known_at: what was believed then: a look into the past brings nothing back.
        """
        [vector] = await self.store.embed([query])
        asked = Query("primary", query, vector, k=limit)
        if not include:
            moment = Moment.of(self.clock.now(), as_of=as_of, known_at=known_at)
            found, plan = await self.store.search(self.scope, [asked], moment)
            return Search(tuple(found[:limit]), f"{plan.kind}: {plan.why}")
        wanted = [*LIVE, *include]
        found = (await self.store.search_all(self.scope, asked, wanted, known_at=known_at))[:limit]
        how = f"every memory that is {', '.join(sorted(wanted))} was compared"
        stubs = [h.memory for h in found if h.memory.status is Status.ARCHIVED and h.similarity >= NEAR_ENOUGH]
        if not stubs or known_at is not None:
            return Search(tuple(found), how)
        back = await bring_back(self.store, self.scope.group_id, stubs, self.clock.now())
        return Search(tuple(found), how, tuple(back))
