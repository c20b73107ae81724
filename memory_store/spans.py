"""Reading what changed in a stretch of time."""

from datetime import datetime

from memorist.memory_store.connection import Connection
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.reading import HistoryEntry, Moment

MAX_CHANGES = 60
"""More than this is no answer, but a list."""


class Spans(Connection):
    """One statement a look."""

    async def changed_between(self, scope: Scope, start: datetime, end: datetime, moment: Moment) -> list[HistoryEntry]:
        """What began or ended to be true from ``start`` to ``end``, oldest first; ``superseded_by`` holds the content
        of what took its place."""
        rows = await self._read(
            scope.group_id,
            self.database.spans.changed,
            agent=scope.agent_id,
            start=time_text(start),
            end=time_text(end),
            known_at=moment.parameters()["known_at"],
            limit=MAX_CHANGES,
        )
        entries = [HistoryEntry(from_properties(row["n"]), row["new"], None) for row in rows]
        return sorted(entries, key=lambda e: (e.memory.valid_from, e.memory.id))
