"""``store.episodes``: raw episodes by id, those that were not read yet, and what was learned from them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.domain.clock import moment_number
from memorist.memory_store.domain.episode import EpisodeRead
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.graphiti.episodes import episode_read_from
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.parts.files import Files
from memorist.memory_store.statements import dialects

MOST = 1_000
"""Episodes of one page."""
EARLIEST, LATEST = -(2**53), 2**53
"""Times as numbers, beyond every time that can be written."""


class Episodes:
    """Each page is one statement, found by an index."""

    def __init__(self, connection: StoreConnection, files: Files) -> None:
        self._connection = connection
        self._files = files
        self._statements = dialects.EPISODES[connection.database.dialect]

    async def get(self, scope: Scope, ids: Sequence[str]) -> list[dict[str, Any]]:
        """The raw episodes of these ids, as Graphiti keeps them."""
        rows = await self._connection.read(scope.group_id, self._connection.database.statements.episodes, ids=list(ids))
        return [row["e"] for row in rows]

    async def unread(
        self,
        scope: Scope,
        since: datetime | None = None,
        until: datetime | None = None,
        session: str | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> list[EpisodeRead]:
        """Episodes that nobody read, or not all sentences of them, in the order of said time, a page at a time.

        Args:
            scope: what its agent may see.
            since: said then or later.
            until: said before.
            session: of this session only.
            after: the cursor of the last episode of the page before (:attr:`EpisodeRead.cursor`).
            limit: at most so many, up to :data:`MOST`.

        Raises:
            InvalidInput: ``after`` is not a cursor.
        """
        return await self._page(self._statements.unread, scope, since, until, session, after, limit)

    async def between(
        self,
        scope: Scope,
        since: datetime | None = None,
        until: datetime | None = None,
        session: str | None = None,
        after: str | None = None,
        limit: int = 100,
    ) -> list[EpisodeRead]:
        """All episodes, read or not; arguments, order and errors as of :meth:`unread`."""
        return await self._page(self._statements.between, scope, since, until, session, after, limit)

    async def memories_of(self, scope: Scope, episode_ids: Sequence[str]) -> list[Memory]:
        """Live memories that rest on any of these episodes, also as further evidence; names are not among them."""
        ids = list(dict.fromkeys(episode_ids))
        rows = await self._connection.read(scope.group_id, self._statements.memories, ids=ids, agent=scope.agent_id)
        found = {row["n"]["uuid"]: from_properties(row["n"]) for row in rows}
        return await self._files.whole(scope.group_id, list(found.values()))

    async def _page(
        self,
        statement: str,
        scope: Scope,
        since: datetime | None,
        until: datetime | None,
        session: str | None,
        after: str | None,
        limit: int,
    ) -> list[EpisodeRead]:
        said, id_ = _place(after)
        rows = await self._connection.read(
            scope.group_id,
            statement,
            agent=scope.agent_id,
            session=session,
            start=max(said, moment_number(since) if since is not None else EARLIEST),
            end=moment_number(until) if until is not None else LATEST,
            after=said,
            after_id=id_,
            limit=min(limit, MOST),
        )
        found = [episode_read_from(row["e"]) for row in rows]
        return sorted(found, key=lambda read: (moment_number(read.episode.at), read.episode.id))


def _place(after: str | None) -> tuple[int, str]:
    """The said time and the id of a cursor; without one, a place before everything."""
    if after is None:
        return EARLIEST, ""
    said, _, id_ = after.partition(":")
    try:
        return int(said), id_
    except ValueError:
        raise InvalidInput(f"after: {after!r} is not a cursor of an episode", field="after") from None
