"""``store.history``: what was held and when, what took its place, and the assessments of an agent in order."""

from collections.abc import Sequence
from datetime import datetime

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.identity import entity_id, stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.parts.files import Files
from memorist.memory_store.reading import HistoryEntry, Moment
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.assessments import STATEMENTS as ASSESSMENTS

PAGE = 500
MAX_CHANGES = 60
"""More changes than this in a stretch of time are too many for an answer."""
MAX_ASSESSMENTS = 100


def assessment_slot(scope: Scope) -> str:
    """The slot that the last assessment of an agent holds: two writers cannot both follow it."""
    return stable_id(scope.group_id, "assessment_slot", scope.agent_id or "")


class History:
    """Each read is one statement."""

    def __init__(self, connection: StoreConnection, files: Files) -> None:
        self._connection = connection
        self._files = files

    async def of(
        self,
        scope: Scope,
        *,
        names: Sequence[str] = (),
        topics: Sequence[str] = (),
        ids: Sequence[str] = (),
        known_at: datetime | None = None,
        newest: int = PAGE,
    ) -> list[HistoryEntry]:
        """Return everything ever held about entities or topics and the chains of the memories with these ids, oldest
        first, with what superseded it and why.

        It begins with the ``newest`` memories about them and follows what they took the place of.
        """
        rows = await self._connection.read(
            scope.group_id,
            self._connection.database.statements.history,
            agent=scope.agent_id,
            ids=[entity_id(scope.group_id, name) for name in names],
            topics=list(topics),
            memories=list(ids),
            known_at=time_text(known_at or self._connection.clock.now()),
            newest=newest,
            limit=PAGE,
        )
        memories = await self._files.whole(scope.group_id, [from_properties(r["n"]) for r in rows])
        entries = [HistoryEntry(m, r["new"], r["reason"]) for m, r in zip(memories, rows, strict=True)]
        return sorted(entries, key=lambda e: (e.memory.valid_from, e.memory.created_at, e.memory.id))

    async def between(self, scope: Scope, start: datetime, end: datetime, moment: Moment) -> list[HistoryEntry]:
        """Return the memories that began or ended to be true from ``start`` to ``end``, oldest first; ``superseded_by``
        holds the content of what took its place."""
        rows = await self._connection.read(
            scope.group_id,
            dialects.LOOKING_BACK[self._connection.database.dialect].changed,
            agent=scope.agent_id,
            start=time_text(start),
            end=time_text(end),
            known_at=moment.parameters()["known_at"],
            limit=MAX_CHANGES,
        )
        entries = [HistoryEntry(from_properties(row["n"]), row["new"], None) for row in rows]
        return sorted(entries, key=lambda e: (e.memory.valid_from, e.memory.id))

    async def get_at(
        self, scope: Scope, ids: Sequence[str], *, as_of: datetime | None = None, known_at: datetime | None = None
    ) -> list[Memory]:
        """The memories of these ids that held at a moment, as they were held to be then, in the order asked for.

        ``store.memories.get`` gives them whatever their time.
        """
        connection = self._connection
        moment = Moment.of(connection.clock.now(), as_of=as_of, known_at=known_at)
        rows = await connection.read(scope.group_id, connection.database.statements.by_ids, ids=list(ids))
        known = time_text(moment.known_at) if moment.historic else None
        found = {m.id: m for m in (from_properties(row["n"], known_at=known) for row in rows) if scope.sees(m.scope)}
        held = [found[i] for i in ids if i in found and _held(found[i], moment)]
        return await self._files.whole(scope.group_id, held)

    async def last_assessment(self, scope: Scope) -> Memory | None:
        """The assessment of the agent that holds now."""
        rows = await self._connection.read(
            scope.group_id, ASSESSMENTS.latest, agent=scope.agent_id, slot=assessment_slot(scope)
        )
        return from_properties(rows[0]["n"]) if rows else None

    async def assessments(self, scope: Scope, *, limit: int = 20) -> list[Memory]:
        """The last assessments of the agent that were kept, newest first; at most a hundred."""
        rows = await self._connection.read(
            scope.group_id,
            ASSESSMENTS.chain,
            agent=scope.agent_id,
            slot=assessment_slot(scope),
            limit=min(limit, MAX_ASSESSMENTS),
        )
        return [from_properties(row["n"]) for row in rows]


def _held(memory: Memory, moment: Moment) -> bool:
    """Return true if a memory, as it was held to be at the moment, held then."""
    recorded = memory.created_at <= moment.known_at
    true = memory.valid_from <= moment.valid_at and (memory.valid_until is None or memory.valid_until > moment.valid_at)
    put_away = (
        memory.status is Status.ARCHIVED and memory.expired_at is not None and memory.expired_at <= moment.valid_at
    )
    out = memory.status is Status.RETRACTED or put_away
    return recorded and true and not out and (moment.historic or memory.status.live)
