"""``store.search``: what is visible to a reader at a moment, by meaning, by words, and along names."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.database import Row
from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.clock import parse_time, shifted, time_text
from memorist.memory_store.domain.episode import OBSERVATION, WITHHELD, TokenVectors
from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import MODEL_TYPES
from memorist.memory_store.domain.visibility import may_see
from memorist.memory_store.graphiti.episodes import places_in, tokens_from
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.parts.files import Files
from memorist.memory_store.reading import Moment, Neighbour, Query, Standing, TurnFound, glance_of, memory_of
from memorist.memory_store.search.fuse import Fused, SearchHit, fuse
from memorist.memory_store.search.plan import SearchPlan
from memorist.memory_store.search.planner import SearchPlanner
from memorist.memory_store.statements import dialects

LATEST = 200
"""Memories about an entity that are looked at, where a large group speaks of it everywhere."""
TEXT_OVER_FETCH = 8
"""Factor by which more full-text hits are fetched than wanted, because visibility is filtered afterwards. The setting
``over_fetch`` replaces it, too."""
UPCOMING = timedelta(days=366)
"""Memories that begin within this time are found along with valid ones; those that they replace hold until then."""
MAX_OF_A_KIND = 20
"""Standing statements of one kind that are read, where a large group has many."""
MAX_TURN_CHARS = 4_000
"""Characters of a raw episode that are read: what a person can say at once, the beginning of a document."""


class Search:
    """Each read is one statement; a search by index that fails or finds too little is followed by an exact one."""

    def __init__(self, connection: StoreConnection, files: Files, planner: SearchPlanner) -> None:
        self._connection = connection
        self._files = files
        self._planner = planner

    @property
    def _text_over_fetch(self) -> int:
        return self._connection.settings.over_fetch or TEXT_OVER_FETCH

    async def standing(self, scope: Scope, moment: Moment, *, kinds: Sequence[str] = ()) -> Standing:
        """Every live hard rule, the models, what happened recently, and standing statements: no similarity.

        A rule holds from when it is known, though a clock ahead of ours dated it (setting ``clock_skew``); one that
        another person confided is not among them. Of each of the ``kinds`` of standing statements
        (:mod:`memorist.memory_store.standing`) at most :data:`MAX_OF_A_KIND`.
        """
        since = shifted(moment.valid_at, -timedelta(hours=self._connection.settings.recent_hours))
        skew = timedelta(seconds=self._connection.settings.clock_skew)
        rows = await self._connection.read(
            scope.group_id,
            self._connection.database.statements.standing,
            agent=scope.agent_id,
            models=list(MODEL_TYPES),
            since=time_text(since),
            recent=self._connection.settings.recent_episodes,
            standing=list(kinds),
            user=scope.user_id or "",
            most=MAX_OF_A_KIND,
            ahead=time_text(moment.valid_at if moment.historic else shifted(moment.valid_at, UPCOMING)),
            rules_valid=time_text(moment.valid_at if moment.historic else shifted(moment.valid_at, skew)),
            rules_known=time_text(moment.known_at if moment.historic else shifted(moment.known_at, skew)),
            **moment.parameters(),
        )
        found: dict[str, list[tuple[str, Memory]]] = {}
        statements: list[tuple[str, Glance]] = []
        for row in rows:
            if row["kind"] == "standing":
                statements.append((row["edge"], glance_of(row["n"], moment)))
            else:
                found.setdefault(row["kind"], []).append((row["edge"], memory_of(row, moment)))

        def of_kind(kind: str) -> tuple[Memory, ...]:
            return tuple(memory for _, memory in found.get(kind, ()))

        linked = tuple(found.get("linked", ()))
        rules = tuple(rule for rule in of_kind("rule") if may_see(scope.user_id, rule))
        return Standing(rules, of_kind("model"), linked, of_kind("episode"), tuple(statements))

    async def memories(
        self, scope: Scope, queries: Sequence[Query], moment: Moment
    ) -> tuple[list[Fused[Memory]], SearchPlan]:
        """Hybrid search over what is visible at the moment: vector and full text in one statement, fused."""
        statements = self._connection.database.statements
        rows, plan = await self._found(scope, queries, moment, statements.search_exact, statements.search_index)
        memories = await self._files.whole(scope.group_id, [memory_of(row, moment) for row in rows])
        return self._fused(scope.group_id, queries, zip(memories, rows, strict=True)), plan

    async def glance(
        self, scope: Scope, queries: Sequence[Query], moment: Moment
    ) -> tuple[list[Fused[Glance]], SearchPlan]:
        """:meth:`memories`, reading no more than it takes to rank them and to tell them, with what is about to begin.

        The past is read as a whole, since the texts of what was archived since then are kept elsewhere.
        """
        if moment.historic:
            found, plan = await self.memories(scope, queries, moment)
            return [Fused(Glance.of(one.memory), *one[1:]) for one in found], plan
        statements = self._connection.database.statements
        ahead = time_text(shifted(moment.valid_at, UPCOMING))
        rows, plan = await self._found(
            scope, queries, moment, statements.glance_exact, statements.glance_index, ahead=ahead
        )
        return self._fused(scope.group_id, queries, ((glance_of(row, moment), row) for row in rows)), plan

    async def turns(
        self, scope: Scope, vector: Vector, words: list[str], moment: Moment, *, k: int = 50
    ) -> list[TurnFound]:
        """The ``k`` raw episodes nearest by vector, the ``k`` best by words, and what was said beside them.

        Everything is compared in a small group, when the question is about the past, and when filtering left too
        little of what the index gave. Observation batches are not among them: nobody said those, and what was seen
        is told by the memories of its sessions.
        """
        if not await self._connection.known(scope.group_id):
            return []
        when = moment.parameters()
        rows, _ = await self._planner.run(
            scope.group_id,
            self._planner.plan(scope.group_id, k, historic=moment.historic, turns=True),
            self._connection.database.turns.search_exact,
            self._connection.database.turns.search_index,
            enough=lambda rows: len(rows) >= k,
            agent=scope.agent_id,
            unsaid=OBSERVATION,
            vector=self._connection.checked(vector),
            text=self._connection.database.turn_text_query(scope.group_id, words),
            k=k,
            text_fetch=k * self._text_over_fetch,
            chars=MAX_TURN_CHARS,
            valid_at=when["valid_at"],
            known_at=when["known_at"],
        )
        return [_turn_of(row) for row in rows]

    async def attended(self, scope: Scope, sessions: Collection[str], moment: Moment) -> frozenset[str]:
        """Return those of several sessions in which the user of the scope spoke or was answered until the moment.

        One statement; none without a user or a session. Turns whose words were erased or withdrawn do not count.
        """
        if not sessions or scope.user_id is None or not await self._connection.known(scope.group_id):
            return frozenset()
        statement, given = (
            self._connection.database.turns.attended,
            {"user": scope.user_id, "sessions": sorted(sessions)},
        )
        return frozenset(row["session"] for row in await self._turns(scope, moment, statement, **given))

    async def overheard(self, scope: Scope, ids: Sequence[str], moment: Moment) -> frozenset[str]:
        """Return those of several raw episodes that were said in front of others: somebody else spoke in the session,
        at most two turns and ``overheard_within`` before or after. One statement; none without ids, or if that is 0.
        """
        minutes = self._connection.settings.overheard_within
        if not ids or not minutes or not await self._connection.known(scope.group_id):
            return frozenset()
        within = timedelta(minutes=minutes) // timedelta(microseconds=1)
        statement = self._connection.database.turns.overheard
        rows = await self._turns(scope, moment, statement, ids=sorted(ids), within=within)
        return frozenset(row["id"] for row in rows)

    async def _turns(self, scope: Scope, moment: Moment, statement: str, **given: Any) -> Sequence[Row]:
        """Send a statement about turns that the scope may see at a moment and that were not erased."""
        when = moment.parameters()
        return await self._connection.read(
            scope.group_id,
            statement,
            agent=scope.agent_id,
            unsaid=OBSERVATION,
            withheld=WITHHELD,
            valid_at=when["valid_at"],
            known_at=when["known_at"],
            **given,
        )

    async def tokens(self, scope: Scope, ids: Sequence[str]) -> dict[str, TokenVectors]:
        """The vectors of the tokens of these raw episodes, of those that have any: one statement."""
        statement = dialects.TOKENS[self._connection.database.dialect].of
        rows = await self._connection.read(scope.group_id, statement, ids=list(ids))
        return {row["id"]: tokens for row in rows if (tokens := tokens_from(row)) is not None}

    async def procedures(
        self, scope: Scope, queries: Sequence[Query], moment: Moment, *, k: int = 10
    ) -> list[tuple[Memory, float]]:
        """Procedures, the best first, with the similarity of their trigger to the nearest of the queries."""
        plan = self._planner.plan(scope.group_id, k, historic=moment.historic)
        rows, _ = await self._planner.run(
            scope.group_id,
            plan,
            self._connection.database.statements.procedures_exact,
            self._connection.database.statements.procedures_index,
            agent=scope.agent_id,
            queries=self._queries(scope, queries, plan),
            k=k,
            **moment.parameters(),
        )
        return [(memory_of(row, moment), float(row["score"])) for row in rows]

    async def neighbourhood(
        self, scope: Scope, names: Sequence[str], vector: Vector, moment: Moment, *, anchors: int = 3, limit: int = 20
    ) -> list[Neighbour]:
        """Return the connections of the named and the nearest entities, at most two steps away."""
        rows, _ = await self._planner.run(
            scope.group_id,
            self._planner.plan(scope.group_id, anchors, historic=moment.historic),
            self._connection.database.statements.neighbourhood_exact,
            self._connection.database.statements.neighbourhood_index,
            agent=scope.agent_id,
            ids=[entity_id(scope.group_id, name) for name in names],
            vector=self._connection.checked(vector),
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

    async def by_status(
        self, scope: Scope, query: Query, statuses: Collection[Status], *, known_at: datetime | None = None
    ) -> list[Fused[Memory]]:
        """Hybrid search among memories of these statuses, whatever their time: the explicit search for what is out.

        Every vector is compared.
        """
        rows = await self._connection.read(
            scope.group_id,
            dialects.LOOKING_BACK[self._connection.database.dialect].search_all,
            agent=scope.agent_id,
            vector=self._connection.checked(query.vector),
            text=self._connection.database.full_text_query(scope.group_id, query.text),
            statuses=[str(status) for status in statuses],
            known_at=time_text(known_at or self._connection.clock.now()),
            k=query.k,
        )
        found = await self._files.whole(scope.group_id, [from_properties(row["n"]) for row in rows])
        hits = [SearchHit(m, query.role, r["how"], float(r["score"])) for m, r in zip(found, rows, strict=True)]
        return fuse(self._planner.scored(scope.group_id, hits, {query.role: query.text}))

    async def with_words(
        self, scope: Scope, stems: Iterable[str], *, known_at: datetime | None = None, k: int = 100
    ) -> list[Memory]:
        """Return the ``k`` memories of any status and time that have most words of these stems, by full text alone.

        Its cost grows with the memories that have such a word, not with all of them.
        """
        words = self._connection.database.full_text_query(scope.group_id, " ".join(sorted(stems)), begins=True)
        if not words or not await self._connection.known(scope.group_id):
            return []
        rows = await self._connection.read(
            scope.group_id,
            dialects.LOOKING_BACK[self._connection.database.dialect].with_words,
            agent=scope.agent_id,
            text=words,
            fetch=k * self._text_over_fetch,
            known_at=time_text(known_at or self._connection.clock.now()),
            k=k,
        )
        return await self._files.whole(scope.group_id, [from_properties(row["n"]) for row in rows])

    async def _found(
        self, scope: Scope, queries: Sequence[Query], moment: Moment, exact: str, indexed: str, **more: Any
    ) -> tuple[list[Row], SearchPlan]:
        k = max((query.k for query in queries), default=1)
        least = min(k, self._connection.counts(scope.group_id).live) if queries else 0
        plan = self._planner.plan(scope.group_id, k, historic=moment.historic)
        return await self._planner.run(
            scope.group_id,
            plan,
            exact,
            indexed,
            enough=lambda rows: all(by_vector(rows, query.role) >= min(query.k, least) for query in queries),
            agent=scope.agent_id,
            queries=self._queries(scope, queries, plan),
            text_fetch=k * self._text_over_fetch,
            widest=k,
            **moment.parameters(),
            **more,
        )

    def _fused[M: (Memory, Glance)](
        self, group_id: str, queries: Sequence[Query], found: Iterable[tuple[M, Row]]
    ) -> list[Fused[M]]:
        hits = [SearchHit(m, role, how, float(score)) for m, row in found for role, how, score in row["hits"]]
        return fuse(self._planner.scored(group_id, hits, {query.role: query.text for query in queries}))

    def _queries(self, scope: Scope, queries: Sequence[Query], plan: SearchPlan) -> list[dict[str, Any]]:
        """As parameters; of the plan's candidates each query gets what it needs for its own ``k``."""
        return [
            {
                "place": place,
                "role": q.role,
                "vector": self._connection.checked(q.vector),
                "text": self._connection.database.full_text_query(scope.group_id, q.text),
                "k": q.k,
                "fetch": ceil(plan.fetch * q.k / plan.k),
                "text_fetch": q.k * self._text_over_fetch,
            }
            for place, q in enumerate(queries)
        ]


def by_vector(rows: Sequence[Row], role: str) -> int:
    """Return the number of memories that one query found by its vector."""
    return sum(by == role and how == "vector" for row in rows for by, how, _ in row["hits"])


def _turn_of(row: Row) -> TurnFound:
    return TurnFound(
        id=row["id"],
        content=row["content"],
        speaker=row["speaker"],
        session=row["session"],
        at=parse_time(row["at"]),
        before=row["before"],
        cosine=None if row["cosine"] is None else float(row["cosine"]),
        told=tuple(row["told"]),
        ended=tuple(row["ended"]),
        replaced=row["replaced"],
        kind=row["kind"] or "",
        user=row["user"],
        offset=row["offset"],
        private=places_in(row["private"]),
        sensitive=places_in(row["sensitive"]),
        confided=places_in(row["confided"]),
        role=row["role"],
    )
