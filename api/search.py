"""Search by meaning and by words, also among what is no longer live."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memorist.api.checking import Number, When, Words, checked, timed
from memorist.api.scoped import ScopedPart
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import LIVE, Status
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.search.fuse import Fused
from memorist.nodes.promotion.bring_back import bring_back
from memorist.nodes.retrieval.attribution import memory_for, session_of, sessions_attended
from memorist.nodes.retrieval.said import MAX_SAID, Said, said_about
from memorist.nodes.retrieval.scoring import ON_TASK


@dataclass(frozen=True)
class SearchResult:
    """Result of a search, best first and as it was when it was found.

    Args:
        hits: the memories with their similarity to the query.
        how: how the search was carried out.
        brought_back: archived ones among them that are live again, under new ids.
        said: inputs that speak of it in their own words, and that none of the hits was learned from.
    """

    hits: tuple[Fused[Memory], ...]
    how: str
    brought_back: tuple[Memory, ...] = ()
    said: tuple[Said, ...] = ()


def statuses(names: Sequence[str], *, as_of: datetime | None = None) -> list[Status]:
    """The statuses that are to be searched besides the live ones, by their names.

    Raises:
        InvalidInput: a name is not a status; or ``as_of`` is given, too, which only live memories are searched by.
    """
    if unknown := [name for name in names if name not in list(Status)]:
        raise InvalidInput(
            f"search: field include: {', '.join(unknown)} is not a status; expected some of {', '.join(Status)}",
            field="include",
        )
    if names and as_of is not None:
        raise InvalidInput(
            "search: field include: what is no longer live is searched whatever its time: leave as_of out",
            field="include",
        )
    return [Status(name) for name in names]


class Searching(ScopedPart):
    """Searches the memories of a scope."""

    @checked
    @timed()
    async def search(
        self,
        query: Words,
        *,
        limit: Number = 20,
        include: Sequence[str] = (),
        as_of: When | None = None,
        known_at: When | None = None,
    ) -> SearchResult:
        """Find memories, and what was said of which no memory tells.

        If ``include`` names ``archived``, archived memories that are near enough become live again.

        Args:
            query: words, or what it is about.
            limit: at most so many.
            include: also memories of these statuses (``superseded``, ``retracted``, ``archived``), whatever their time.
            as_of: what was true then; not together with ``include``.
            known_at: what was believed then: a look into the past brings nothing back.

        Raises:
            InvalidInput: something is not what it should be; names the field.
        """
        if not query.strip():
            raise InvalidInput("search: field query: is empty: say what is looked for", field="query")
        added = statuses(include, as_of=as_of)
        [vector] = await self.store.embed([query])
        asked = Query("primary", query, vector, k=limit)
        if not added:
            moment = Moment.of(self.clock.now(), as_of=as_of, known_at=known_at)
            found, plan = await self.store.search.memories(self.scope, [asked], moment)
            found = (await self._as_shown(query, found, moment))[:limit]
            shown = [hit.memory.id for hit in found]
            said = await said_about(
                self.store, self.scope, query, vector, moment, told=shown, limit=min(limit, MAX_SAID)
            )
            return SearchResult(tuple(found), f"{plan.kind}: {plan.why}", said=tuple(said))
        wanted = [*LIVE, *added]
        found = await self.store.search.by_status(self.scope, asked, wanted, known_at=known_at)
        found = (await self._as_shown(query, found, Moment.of(self.clock.now(), known_at=known_at)))[:limit]
        how = f"every memory that is {', '.join(sorted(wanted))} was compared"
        mine = {None, self.scope.user_id}  # the hits of other users are reworded, so they cannot be written back
        own = [h for h in found if self.scope.user_id is None or h.memory.scope.user_id in mine]
        stubs = [h.memory for h in own if h.memory.status is Status.ARCHIVED and h.similarity >= ON_TASK]
        if not stubs or known_at is not None:
            return SearchResult(tuple(found), how)
        back = await bring_back(self.store, self.scope.group_id, stubs, self.clock.now())
        return SearchResult(tuple(found), how, tuple(back))

    async def _as_shown(self, query: str, found: Sequence[Fused[Memory]], moment: Moment) -> list[Fused[Memory]]:
        """Return the hits without other users' personal statements, unless the query names their author or the user of
        the scope took part in the session."""
        user = self.scope.user_id
        withheld = (session_of(hit.memory) for hit in found if memory_for(user, query, hit.memory) is None)
        heard = await sessions_attended(self.store, self.scope, withheld, moment)
        told = ((hit, memory_for(user, query, hit.memory, heard)) for hit in found)
        return [hit._replace(memory=memory) for hit, memory in told if memory is not None]
