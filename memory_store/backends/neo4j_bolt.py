"""Sending statements to Neo4j: reads in one round trip and to any replica, writes in a managed transaction.

One bookmark manager serves the whole pool: in a cluster, a read waits until the replica that answers it has what this
process wrote before.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, LiteralString, cast
from urllib.parse import unquote, urlsplit

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from memorist.memory_store.backends.neo4j_errors import translated
from memorist.memory_store.database import Row
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.places import without_password
from memorist.memory_store.settings import Settings

SILENCE = 1.0
"""Seconds beyond its time-out in which a server must have said that a statement is over."""
FIRST_PAUSE = 0.05
"""Seconds until a read is sent again for the second time; the first time it is at once, the pause doubles."""


class Bolt:
    """One driver, which is a connection pool, for one database of a server or cluster.

    ``url`` is shown in errors, without the password; ``address``, ``user`` and ``password`` are what it was opened
    with.
    """

    def __init__(self, url: str, settings: Settings) -> None:
        parts = urlsplit(url)
        host = f"[{parts.hostname}]" if ":" in str(parts.hostname) else parts.hostname
        self.url = without_password(url)
        self.address = f"{parts.scheme}://{host}:{parts.port or 7687}"
        self.user = unquote(parts.username) if parts.username else settings.neo4j_user
        self.password = unquote(parts.password) if parts.password else settings.neo4j_password.get_secret_value()
        self.database = database_of(parts.path) or settings.neo4j_database
        self.statements_sent = 0
        self.allowed = settings.statement_timeout
        self._driver = neo4j.AsyncGraphDatabase.driver(
            self.address,
            auth=(self.user, self.password) if self.password else None,
            max_connection_pool_size=settings.max_connections,
            connection_timeout=settings.connect_timeout,
            connection_acquisition_timeout=settings.statement_timeout,
            max_transaction_retry_time=settings.statement_timeout,
            notifications_min_severity="OFF",
            telemetry_disabled=True,
        )
        self._bookmarks = self._driver.execute_query_bookmark_manager

    async def once(self, statement: str) -> list[Row]:
        """Run a statement without parameters that is tried once: what a managed transaction may not run, and the first
        word to a server, which would else be tried again for as long as a statement may take."""
        try:
            return await self._auto_commit(neo4j.Query(cast("LiteralString", statement)), {}, neo4j.WRITE_ACCESS)
        except (Neo4jError, DriverError, OSError, ValueError) as error:  # ValueError: a name that is no address
            raise translated(error, self.url, self.database) from error

    async def read(self, statement: str, parameters: Mapping[str, Any], *, patience: float | None = None) -> list[Row]:
        """Run a reading statement, in auto-commit: a managed transaction would take three round trips for one.

        Sent again for as long as it may take (``patience`` in seconds; default: the settings'), when the connection
        was lost or the server says that another try may help.
        """
        self.statements_sent += 1
        allowed = patience or self.allowed
        query = neo4j.Query(cast("LiteralString", statement), timeout=allowed)
        loop = asyncio.get_running_loop()
        until, pause = loop.time() + allowed, 0.0
        try:
            async with asyncio.timeout(2 * allowed + SILENCE):
                while True:
                    try:
                        return await self._auto_commit(query, parameters, neo4j.READ_ACCESS)
                    except (Neo4jError, DriverError) as error:
                        if not error.is_retryable() or loop.time() + pause > until:
                            raise
                    await asyncio.sleep(pause)
                    pause = pause * 2 or FIRST_PAUSE
        except (Neo4jError, DriverError, OSError) as error:
            raise translated(error, self.url, self.database) from error

    async def write(self, statement: str, parameters: Mapping[str, Any], *, patience: float) -> list[Row]:
        """Run a writing statement in a managed transaction: transient errors (deadlocks) are tried again."""
        self.statements_sent += 1
        query = neo4j.Query(cast("LiteralString", statement), timeout=patience)
        try:
            # The server ends what takes too long, and the driver tries again for as long; a server that has fallen
            # silent must be given up from here.
            async with asyncio.timeout(2 * patience + SILENCE):
                return await self._driver.execute_query(
                    query, dict(parameters), database_=self.database, result_transformer_=_rows
                )
        except (Neo4jError, DriverError, OSError) as error:
            raise translated(error, self.url, self.database) from error

    async def close(self) -> None:
        """Close the pool."""
        await self._driver.close()

    async def _auto_commit(self, query: neo4j.Query, parameters: Mapping[str, Any], mode: str) -> list[Row]:
        async with self._driver.session(
            database=self.database, default_access_mode=mode, bookmark_manager=self._bookmarks
        ) as session:
            return await _rows(await session.run(query, dict(parameters)))


def database_of(path: str) -> str:
    """The database that the path of a URL names, as in ``neo4j+s://host/name``; empty without a path.

    Raises :class:`InvalidInput` for a path of more than one part.
    """
    name = unquote(path.strip("/"))
    if "/" in name:
        raise InvalidInput(
            "store: the path of the URL names more than a database; expected neo4j://host:port/DATABASE", field="store"
        )
    return name


async def _rows(result: neo4j.AsyncResult) -> list[Row]:
    return [dict(record) async for record in result]
