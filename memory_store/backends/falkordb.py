"""FalkorDB: embedded in a folder, or a server by URL. A group is a graph."""

import asyncio
import logging
import re
from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, cast

import redis
import redis.asyncio
from falkordb.asyncio import FalkorDB

from memorist.memory_store.backends.embedded import LOADING_PATIENCE, EmbeddedServer
from memorist.memory_store.backends.falkordb_pool import (
    client_of,
    pool_at,
    pool_options,
    translated,
)
from memorist.memory_store.backends.falkordb_wire import command, rows_of
from memorist.memory_store.backends.late_vectors import INDEXES, Indexes, LateVectors
from memorist.memory_store.backends.purging import purge
from memorist.memory_store.database import ExactLimits, GroupState, Row, done_once
from memorist.memory_store.domain.errors import StoreError, StoreNotWritable, StoreUnavailable
from memorist.memory_store.graphiti.mapping import PROPERTIES
from memorist.memory_store.places import without_password
from memorist.memory_store.settings import Settings
from memorist.memory_store.statements.dialects import Dialect
from memorist.memory_store.statements.memories import falkordb as memories
from memorist.memory_store.statements.turns import falkordb as turns
from memorist.memory_store.statements.vectors import VECTOR_FIELDS, create_falkordb
from memorist.memory_store.threads import in_thread

# Graphiti brings the package openai, half a second: it is imported where a group is made, and by who wants its driver.
if TYPE_CHECKING:
    from graphiti_core.driver.falkordb_driver import FalkorDriver

_log = logging.getLogger(__name__)

# Each label that is merged has an index, which makes the label known: a statement that was planned before its label
# was known finds nothing under it, and creates a second node.
# No time is indexed here: FalkorDB answers `<` and `>` on indexed text with everything the index holds.
OWN_INDEXES = (
    "CREATE INDEX FOR (n:Memory) ON (n.uuid, n.type, n.subject_key, n.claim_id, n.slot_id, n.thing_id, n.topic, "
    "n.valid_until_condition, n.pattern_id, n.standing, n.look_on_day)",
    "CREATE INDEX FOR (n:Episodic) ON (n.said, n.is_unread, n.session_id, n.user_id, n.speaker)",
    "CREATE INDEX FOR (n:NamedEntity) ON (n.uuid)",
    "CREATE INDEX FOR (n:Slot) ON (n.uuid)",
    "CREATE INDEX FOR (n:Spent) ON (n.uuid)",
    "CREATE INDEX FOR (n:Tombstone) ON (n.uuid)",
    "CREATE INDEX FOR (n:ChangeLog) ON (n.uuid)",
    "CREATE INDEX FOR (n:Change) ON (n.uuid, n.seq)",
    "CREATE INDEX FOR (n:Change) ON (n.operation)",
)
STOPWORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then there these they this "
    "to was will with".split()
)
"""Words that Graphiti's full-text indexes on FalkorDB leave out, as in ``graphiti_core.driver.falkordb``."""
MAX_QUERY_WORDS = 64
"""A full-text query of more words than this costs more than it finds."""


def beginning(word: str) -> str:
    """Return the query for all words that begin with ``word``; RediSearch takes no single character for it."""
    return f"{word}*" if len(word) > 1 else word


class FalkorDatabase:
    """One connection pool to one FalkorDB server."""

    dialect: Dialect = "falkordb"
    statements = memories.STATEMENTS
    turns = turns.STATEMENTS
    exact_limits = ExactLimits(memories=500, turns=500)
    over_fetch = 8

    def __init__(
        self,
        client: FalkorDB,
        pool: redis.asyncio.ConnectionPool,
        url: str,
        settings: Settings,
        server: EmbeddedServer | None = None,
    ) -> None:
        self.url = url
        self.statements_sent = 0
        self._client = client
        self._pool = pool
        self._settings = settings
        self._server = server
        self._reviving: asyncio.Task[None] | None = None
        self._late_vectors = LateVectors(self)

    @classmethod
    async def open(cls, url: str, settings: Settings) -> "FalkorDatabase":
        """Open ``embedded:PATH`` or ``falkor://[user:password@]host:port``."""
        if url.startswith("embedded:"):
            server = await in_thread(EmbeddedServer.open, url.removeprefix("embedded:"))
            pool = pool_at(server.socket, settings)
            safe_url = f"embedded:{server.folder}"
        else:
            server, safe_url = None, without_password(url)
            pool = redis.asyncio.BlockingConnectionPool.from_url(
                re.sub(r"^falkor(s?)://", r"redis\1://", url), **pool_options(settings)
            )
        try:
            client = await client_of(pool)
        except (redis.RedisError, OSError) as error:
            if server is not None:
                await in_thread(server.close)
            raise translated(error, safe_url) from error
        return cls(client, pool, safe_url, settings, server)

    async def state(self, group_id: str) -> GroupState | None:
        """Return the state noted in the group's graph, if it was made ready."""
        rows = await self.read(group_id, self.statements.group_state, {"group": group_id})
        if not rows or rows[0]["schema"] is None:
            return None
        indexes = await self._indexes_stand(group_id)
        if self._server is not None and indexes.without_vectors:
            self._late_vectors.begin(group_id)
        return GroupState(**rows[0])

    async def indexes_built(self, group_id: str) -> None:
        """Wait for the vector indexes of a large embedded store, which are built while it is in use."""
        await self._late_vectors.built(group_id)

    async def _indexes_stand(self, group_id: str, *, vectors: bool = False) -> Indexes:
        """Wait until the indexes are built, which the server does in the background; for ``vectors`` only if asked to.

        It builds those of a new group, and all of them anew after it loaded its data; a search by one that is not
        there yet fails ("Invalid arguments for procedure").

        Raises :class:`StoreUnavailable` when it takes longer than loading may.
        """
        deadline = asyncio.get_running_loop().time() + LOADING_PATIENCE
        while asyncio.get_running_loop().time() < deadline:
            indexes = Indexes.of(await self.read(group_id, INDEXES, {}))
            if not indexes.awaited(vectors=vectors):
                return indexes
            await asyncio.sleep(0.02)
        raise StoreUnavailable(f"{self.url} has not built its indexes in {LOADING_PATIENCE:.0f} s")

    async def prepare(self, group_id: str, *, embedder: str, dimension: int, schema: int) -> GroupState:
        """Create Graphiti's indexes and ours where missing, then note who fills the graph first.

        In this order: a graph without its mark is made ready again, by whoever comes next or beside us.
        """
        await self._create_indexes(group_id, dimension)
        await self._indexes_stand(group_id, vectors=True)
        mark = {"group": group_id, "embedder": embedder, "dimension": dimension, "schema": schema}
        return GroupState(**(await self.write(group_id, self.statements.mark_group, mark))[0])

    async def _create_indexes(self, group_id: str, dimension: int) -> None:
        from graphiti_core.driver.driver import GraphProvider
        from graphiti_core.graph_queries import get_fulltext_indices, get_range_indices

        wanted = [*get_range_indices(GraphProvider.FALKORDB), *get_fulltext_indices(GraphProvider.FALKORDB)]
        wanted += [*OWN_INDEXES, *self.turns.indexes(dimension)]
        wanted += [create_falkordb(label, dimension) for label in VECTOR_FIELDS if label != "Episodic"]
        # Every property name is made known first: a reader that meets a name while a writer brings it in gets an error.
        names = ", ".join(f"{name}: 0" for name in sorted(PROPERTIES))
        wanted.insert(0, f"CREATE (n:Entity {{{names}}}) DELETE n")
        for statement in wanted:
            await done_once(self.write(group_id, statement, {}), "already indexed", "stopwords are already set")

    async def read(self, group_id: str, statement: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Run one reading statement on the group's graph."""
        return await self._run(group_id, statement, parameters, read_only=True)

    async def write(
        self, group_id: str, statement: str, parameters: Mapping[str, Any], *, patience: float = 0.0
    ) -> list[Row]:
        """Run one writing statement on the group's graph; a statement is atomic here."""
        if not patience:
            return await self._run(group_id, statement, parameters, read_only=False)
        # How long an answer is waited for belongs to a connection, so that a long write has one of its own.
        options: dict[str, Any] = {
            **self._pool.connection_kwargs,
            "socket_timeout": self._settings.statement_timeout + patience,
        }
        pool = redis.asyncio.ConnectionPool(connection_class=self._pool.connection_class, max_connections=1, **options)
        client = copy(self._client)
        client.connection = redis.asyncio.Redis(connection_pool=pool)
        client.execute_command = client.connection.execute_command
        try:
            return await self._run(group_id, statement, parameters, read_only=False, client=client)
        finally:
            await pool.disconnect()

    async def _run(
        self,
        group_id: str,
        statement: str,
        parameters: Mapping[str, Any],
        *,
        read_only: bool,
        client: FalkorDB | None = None,
    ) -> list[Row]:
        self.statements_sent += 1
        timeout = int(self._settings.statement_timeout * 1000) if read_only else None
        sent = command(group_id, statement, parameters, read_only=read_only, timeout_ms=timeout)
        try:
            return rows_of(cast("list[Any]", await (client or self._client).execute_command(*sent)))
        except (redis.RedisError, OSError, TimeoutError) as error:
            if read_only and "empty key" in str(error):
                return []
            if self._server is not None and await in_thread(self._server.ran_out_of_space):
                raise StoreNotWritable(
                    f"{self.url} cannot write, the disk is full: free disk space and open it again; "
                    "what was confirmed is kept"
                ) from error
            if isinstance(error, redis.ConnectionError | OSError) and not isinstance(error, TimeoutError):
                self._revive()
            raise translated(error, self.url) from error

    def _revive(self) -> None:
        """Start an embedded server again that has died; who asks meanwhile is told that it cannot be reached."""
        if self._server is not None and (self._reviving is None or self._reviving.done()):
            self._reviving = asyncio.create_task(self._start_again(self._server))

    async def _start_again(self, server: EmbeddedServer) -> None:
        before = server.socket
        try:
            socket = await in_thread(server.again)
            if socket == before:
                return
            pool = pool_at(socket, self._settings)
            client = await client_of(pool)
        except (StoreError, redis.RedisError, OSError) as error:
            _log.warning("%s is not reachable and could not be started again: %s", self.url, error)
            return
        _log.warning("%s had died and was started again", self.url)
        old, self._pool, self._client = self._pool, pool, client
        await old.disconnect()

    def full_text_query(self, group_id: str, text: str, *, begins: bool = False) -> str:
        """Any of the words of ``text``, in RediSearch's language, in the name or the summary."""
        words = dict.fromkeys(word for word in re.findall(r"\w+", text.lower()) if word not in STOPWORDS)
        asked = [beginning(word) if begins else word for word in list(words)[:MAX_QUERY_WORDS]]
        return f"@name|summary:({'|'.join(asked)})" if words else ""

    async def graphiti_driver(self, group_id: str) -> "FalkorDriver":
        """Graphiti's own driver on the group's graph, over the same pool, which outlives it."""
        from graphiti_core.driver.falkordb_driver import FalkorDriver

        return FalkorDriver(falkor_db=self._client, database=group_id)

    def turn_text_query(self, group_id: str, words: Sequence[str]) -> str:
        """Any of the words in a raw episode, in RediSearch's language."""
        return f"@content:({'|'.join(words[:MAX_QUERY_WORDS])})" if words else ""

    async def groups(self) -> list[str]:
        """The graphs of this server."""
        try:
            return sorted(await self._client.list_graphs())
        except (redis.RedisError, OSError) as error:
            raise translated(error, self.url) from error

    async def purge(self, group_id: str) -> tuple[str, ...]:
        """Rewrite the append-only file, drop the stream of past queries."""
        try:
            return await purge(cast("redis.asyncio.Redis", self._client.connection), group_id)
        except (redis.RedisError, OSError, TimeoutError) as error:
            raise translated(error, self.url) from error

    async def close(self) -> None:
        """Close the pool, and the embedded server if nobody else uses it."""
        if self._reviving is not None:
            await self._reviving
        await self._late_vectors.close()
        await self._pool.disconnect()
        if self._server is not None:
            await in_thread(self._server.close)
