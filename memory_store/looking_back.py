"""Looks into the past and among the dead: for people, audits and tests."""

import json
from collections.abc import Collection, Sequence
from datetime import datetime

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.past import Past
from memorist.memory_store.reading import Link, Moment, Query
from memorist.memory_store.search.fuse import Fused, Hit, fuse
from memorist.memory_store.searching import Searching
from memorist.memory_store.statements import dialects

ENTRIES_AT_A_TIME = 100
"""An entry holds a whole change set."""
SHORTEST_PREFIX = 4
NAMED_AT_MOST = 5


class LookingBack(Searching):
    """Each read is one statement, except :meth:`rebuild`, which reads the log page by page."""

    async def rebuild(self, group_id: str, known_at: datetime) -> Past:
        """The group exactly as it was recorded at ``known_at``, from the change log alone."""
        past = Past(known_at)
        after, statement = 0, dialects.LOOKING_BACK[self.database.dialect].log_until
        while True:
            rows = await self._read(
                group_id, statement, agent=None, until=time_text(known_at), after=after, limit=ENTRIES_AT_A_TIME
            )
            for row in rows:
                after = int(row["c"]["seq"])
                past.take_in(after, json.loads(row["c"]["payload"]))
            if len(rows) < ENTRIES_AT_A_TIME:
                return past

    async def get_at(
        self, scope: Scope, ids: Sequence[str], *, as_of: datetime | None = None, known_at: datetime | None = None
    ) -> list[Memory]:
        """The memories of these ids that held at a moment, as they were held to be then, in the order asked for.

        ``get`` gives them whatever their time.
        """
        moment = Moment.of(self.clock.now(), as_of=as_of, known_at=known_at)
        rows = await self._read(scope.group_id, self.database.statements.by_ids, ids=list(ids))
        known = time_text(moment.known_at) if moment.historic else None
        found = {m.id: m for m in (from_properties(row["n"], known_at=known) for row in rows) if scope.sees(m.scope)}
        return await self.whole(scope.group_id, [found[i] for i in ids if i in found and _held(found[i], moment)])

    async def links_at(
        self, scope: Scope, ids: Sequence[str], *, as_of: datetime | None = None, known_at: datetime | None = None
    ) -> list[Link]:
        """The typed edges at these memories that held at a moment."""
        moment = Moment.of(self.clock.now(), as_of=as_of, known_at=known_at)
        rows = await self._read(
            scope.group_id,
            dialects.LOOKING_BACK[self.database.dialect].links_at,
            agent=scope.agent_id,
            ids=list(ids),
            valid_at=time_text(moment.valid_at),
            known_at=time_text(moment.known_at),
        )
        return [Link(**row) for row in rows]

    async def id_of(self, scope: Scope, prefix: str) -> str | None:
        """The one id that begins with ``prefix``; null when there is none.

        Raises :class:`InvalidInput` when the prefix is shorter than four characters or not unique, naming some.
        """
        if len(prefix) < SHORTEST_PREFIX:
            raise InvalidInput(f"ID: {prefix!r} is too short: give at least {SHORTEST_PREFIX} characters", field="ID")
        rows = await self._read(
            scope.group_id,
            dialects.LOOKING_BACK[self.database.dialect].ids_with,
            agent=scope.agent_id,
            prefix=prefix,
            limit=NAMED_AT_MOST,
        )
        found = [str(row["id"]) for row in rows]
        if prefix in found:
            return prefix
        if len(found) > 1:
            raise InvalidInput(f"ID: {prefix} is the beginning of several: {', '.join(found)}", field="ID", ids=found)
        return found[0] if found else None

    async def search_all(
        self, scope: Scope, query: Query, statuses: Collection[Status], *, known_at: datetime | None = None
    ) -> list[Fused[Memory]]:
        """Hybrid search among memories of these statuses, whatever their time: the explicit search for what is out.

        Every vector is compared.
        """
        rows = await self._read(
            scope.group_id,
            dialects.LOOKING_BACK[self.database.dialect].search_all,
            agent=scope.agent_id,
            vector=self.checked(query.vector),
            text=self.database.full_text_query(scope.group_id, query.text),
            statuses=[str(status) for status in statuses],
            known_at=time_text(known_at or self.clock.now()),
            k=query.k,
        )
        found = await self.whole(scope.group_id, [from_properties(row["n"]) for row in rows])
        hits = [Hit(m, query.role, r["how"], float(r["score"])) for m, r in zip(found, rows, strict=True)]
        return fuse(self._scored(scope.group_id, hits, {query.role: query.text}))


def _held(memory: Memory, moment: Moment) -> bool:
    """Whether a memory, as it was held to be at the moment, held then."""
    recorded = memory.created_at <= moment.known_at
    true = memory.valid_from <= moment.valid_at and (memory.valid_until is None or memory.valid_until > moment.valid_at)
    put_away = (
        memory.status is Status.ARCHIVED and memory.expired_at is not None and memory.expired_at <= moment.valid_at
    )
    out = memory.status is Status.RETRACTED or put_away
    return recorded and true and not out and (moment.historic or memory.status.live)
