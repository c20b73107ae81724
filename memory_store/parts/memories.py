"""``store.memories``: memories by id, all of them, along their edges, and those that a draft is compared with."""

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.database import Row, paged
from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.clock import parse_time, time_text
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import LIVE, Status
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.parts.files import Files
from memorist.memory_store.reading import Comparable, Link, Moment, memory_of
from memorist.memory_store.search.planner import SearchPlanner
from memorist.memory_store.statements import dialects

PAGE = 500
SHORTEST_PREFIX = 4
NAMED_AT_MOST = 5
"""Ids that are named when a prefix is not unique."""
MAX_COMPARED = 200
"""Live claims of one subject and predicate that are read, its speaker's own first, then the newest."""


@dataclass(frozen=True)
class Linked:
    """A memory that points to ``target``, with what the edge says."""

    target: str
    memory: Memory
    type: EdgeType
    at: datetime
    reason: str | None


async def the_one_id(prefix: str, read: Callable[[int], Awaitable[Sequence[Row]]]) -> str | None:
    """The one id that begins with ``prefix``; null when there is none. ``read`` gives so many that do.

    Raises :class:`InvalidInput` when the prefix is shorter than four characters or not unique, naming some.
    """
    if len(prefix) < SHORTEST_PREFIX:
        raise InvalidInput(f"ID: {prefix!r} is too short: give at least {SHORTEST_PREFIX} characters", field="ID")
    found = [str(row["id"]) for row in await read(NAMED_AT_MOST)]
    if prefix in found:
        return prefix
    if len(found) > 1:
        raise InvalidInput(f"ID: {prefix} is the beginning of several: {', '.join(found)}", field="ID", ids=found)
    return found[0] if found else None


class Memories:
    """Reads, one statement a page. Archived memories come with their whole texts."""

    def __init__(self, connection: StoreConnection, files: Files, planner: SearchPlanner) -> None:
        self._connection = connection
        self._files = files
        self._planner = planner

    async def get(self, scope: Scope, ids: Sequence[str]) -> list[Memory]:
        """The memories of these ids that the scope may see, whatever their time, in the order asked for."""
        rows = await self._connection.read(scope.group_id, self._connection.database.statements.by_ids, ids=list(ids))
        found = {m.id: m for m in (from_properties(row["n"]) for row in rows) if scope.sees(m.scope)}
        return await self._files.whole(scope.group_id, [found[i] for i in ids if i in found])

    async def of_any_agent(self, group_id: str, ids: Sequence[str]) -> list[Memory]:
        """The memories of these ids, whichever agent of the group they belong to."""
        if not ids:
            return []
        statement = dialects.PROMOTION[self._connection.database.dialect].by_ids
        rows = await self._connection.read(group_id, statement, ids=list(ids))
        return [from_properties(row["n"]) for row in rows]

    async def all(
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
        statements = self._connection.database.statements
        moment = Moment.of(self._connection.clock.now(), as_of=as_of, known_at=known_at)
        found: list[Memory] = []

        async def read(after: Any, limit: int) -> list[Row]:
            return await self._connection.read(
                scope.group_id,
                statements.page,
                agent=scope.agent_id,
                types=list(types),
                after=after,
                everything=bool(statuses),
                limit=limit,
                **moment.parameters(),
            )

        async for rows in paged(read, statements.page_start, PAGE):
            page = (memory_of(row, moment) for row in rows)
            found += [m for m in page if (not statuses or m.status in statuses) and scope.sees(m.scope)]
        return await self._files.whole(scope.group_id, found)

    async def newest(
        self,
        scope: Scope,
        *,
        limit: int,
        skip: int = 0,
        after: tuple[str, str] | None = None,
        types: Sequence[str] = (),
        statuses: Sequence[Status] = (),
        owner: str | None = None,
        about: str | None = None,
        person: str | None = None,
        named: str | None = None,
        tag: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: datetime | None = None,
        flagged: bool = False,
        everybodys: bool = False,
    ) -> list[Memory]:
        """The memories of a scope that fit every filter, those first that began to hold last.

        Args:
            scope: the reader's.
            limit: at most so many.
            skip: so many before them are left out; or ``after``, the time and id of the last one before them.
            after: see ``skip``; a late page costs no more than the first.
            types: of the memories; empty: all.
            statuses: as they are today, whatever the time; empty: what is live.
            owner: the user whose they are.
            about: a name that they speak of, in its stored form.
            person: the user whose they are, unless they speak of what is ``named``.
            named: the stored form of ``person``'s name; null: as it is.
            tag: that they have.
            since: the first moment at which they began to hold.
            until: the first moment that is too late.
            as_of: what was true then.
            flagged: only what waits for a person.
            everybodys: include what other users than the scope's said of themselves.
        """
        moment = Moment.of(self._connection.clock.now(), as_of=as_of)
        of = dialects.BROWSING[self._connection.database.dialect]
        if statuses and as_of is None:
            statement = of.with_status_about if about else of.with_status
        else:
            statement = of.visible_about if about else of.visible
        wanted = list(statuses) or ([] if as_of else sorted(LIVE))
        rows = await self._connection.read(
            scope.group_id,
            statement,
            about=entity_id(scope.group_id, about or ""),
            agent=scope.agent_id,
            viewer=None if everybodys else scope.user_id,
            types=list(types),
            statuses=[str(status) for status in wanted],
            owner=owner.lower() if owner else None,
            person=person.lower() if person else None,
            named=named or person or "",
            tag=tag,
            since=time_text(since) if since else None,
            until=time_text(until) if until else None,
            flagged=flagged,
            after=after[0] if after else None,
            after_id=after[1] if after else "",
            skip=0 if after else skip,
            limit=limit,
            **moment.parameters(),
        )
        return [memory_of(row, moment) for row in rows]

    async def id_of(self, scope: Scope, prefix: str) -> str | None:
        """Find the one id that begins so, among the memories and named things that the scope may see; see
        :func:`the_one_id`."""
        statement = dialects.LOOKING_BACK[self._connection.database.dialect].ids_with
        given = {"agent": scope.agent_id, "prefix": prefix}
        read = self._connection.read
        return await the_one_id(prefix, lambda most: read(scope.group_id, statement, **given, limit=most))

    async def links(self, scope: Scope, ids: Sequence[str]) -> list[Link]:
        """The typed edges between these memories and others that the scope may see."""
        rows = await self._connection.read(
            scope.group_id, self._connection.database.statements.links, agent=scope.agent_id, ids=list(ids)
        )
        return [Link(**row) for row in rows]

    async def pointing_to(
        self, scope: Scope, ids: Sequence[str], types: Sequence[EdgeType], *, live: bool = True, most: int | None = None
    ) -> list[Linked]:
        """The memories with an edge of these types to one of these, the newest edge first, page by page.

        Args:
            scope: whose edges.
            ids: the targets.
            types: of the edges.
            live: leave out what is superseded, retracted or archived.
            most: how many are wanted; null: all.
        """
        found: list[Linked] = []
        while most is None or len(found) < most:
            limit = PAGE if most is None else min(PAGE, most - len(found))
            rows = await self._connection.read(
                scope.group_id,
                dialects.LINKING[self._connection.database.dialect].incoming,
                agent=scope.agent_id,
                ids=list(ids),
                types=[str(type_) for type_ in types],
                live=live,
                skip=len(found),
                limit=limit,
            )
            found += [
                Linked(r["target"], from_properties(r["n"]), EdgeType(r["type"]), parse_time(r["at"]), r["reason"])
                for r in rows
            ]
            if len(rows) < limit:
                break
        return found

    async def holder(self, scope: Scope, slot: str) -> Memory | None:
        """The live memory that holds a slot, if the scope may see it."""
        statement = dialects.LINKING[self._connection.database.dialect].holder
        rows = await self._connection.read(scope.group_id, statement, slot=slot)
        found = [memory for memory in (from_properties(row["n"]) for row in rows) if scope.sees(memory.scope)]
        return found[0] if found else None

    async def known_entities(
        self, scope: Scope, names: Sequence[str], change_id: str
    ) -> tuple[list[Memory], dict[str, Any] | None]:
        """The stored entities of these names, and what the change set wrote if it was applied before."""
        ids = [entity_id(scope.group_id, name) for name in names]
        rows = await self._connection.read(
            scope.group_id, self._connection.database.statements.known_entities, ids=ids, change=change_id
        )
        payload = rows[0]["payload"] if rows else None
        return [from_properties(row["n"]) for row in rows if row["n"]], json.loads(payload) if payload else None

    async def comparable(
        self,
        scope: Scope,
        *,
        subjects: Sequence[str] = (),
        claims: Sequence[str] = (),
        conditions: Sequence[str] = (),
        vectors: Mapping[str, Vector] | None = None,
        slots: Sequence[str] = (),
        things: Sequence[str] = (),
        fields: Sequence[tuple[str, str]] = (),
        k: int = 5,
    ) -> list[Comparable]:
        """Live memories under any of the keys, waiting for one of the events, or similar to a draft.

        Args:
            scope: the reader's; what its user said about themselves comes before what others did.
            subjects: subject keys; of one with more than ``MAX_COMPARED`` claims, not all are read.
            claims: claim ids.
            conditions: events that memories may wait for.
            vectors: by the name of the draft; the ``k`` nearest of each.
            slots: slot ids, whose claims are read besides.
            things: thing ids, whose claims are read besides.
            fields: subject key and topic, whose claims are read besides.
            k: how many similar ones a vector brings.
        """
        rows, _ = await self._planner.run(
            scope.group_id,
            self._planner.plan(scope.group_id, k),
            self._connection.database.statements.comparable_exact,
            self._connection.database.statements.comparable_index,
            subjects=list(subjects),
            slots=list(slots),
            things=list(things),
            fields=[{"subject": subject, "topic": topic} for subject, topic in fields],
            user=scope.user_id or "",
            most=MAX_COMPARED,
            claims=list(claims),
            conditions=list(conditions),
            vectors=[
                {"id": key, "vector": self._connection.checked(vector)} for key, vector in (vectors or {}).items()
            ],
            k=k,
        )
        return [Comparable(from_properties(r["n"]), r["draft"], float(r["similarity"])) for r in rows]
