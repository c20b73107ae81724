"""Connections to FalkorDB: how they are made, what is tried again, and what their errors mean."""

from pathlib import Path
from typing import Any

import redis
import redis.asyncio
from falkordb.asyncio import FalkorDB
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

from memorist.memory_store.domain.errors import StoreError, StoreNotWritable, StoreUnavailable
from memorist.memory_store.settings import Settings
from memorist.memory_store.threads import in_thread

TRIED_AGAIN = (redis.ConnectionError,)
"""Not what ran out of time: it would take twice as long as was allowed, and a write would be sent twice."""


def pool_at(socket: Path, settings: Settings) -> redis.asyncio.ConnectionPool:
    return redis.asyncio.BlockingConnectionPool(
        connection_class=redis.asyncio.UnixDomainSocketConnection, path=str(socket), **pool_options(settings)
    )


async def client_of(pool: redis.asyncio.ConnectionPool) -> FalkorDB:
    """A client over the pool. FalkorDB's constructor asks the server, synchronously, whether it is a cluster."""
    client = await in_thread(FalkorDB, connection_pool=pool)
    pool.connection_kwargs["retry"] = AsyncRetry(NoBackoff(), 1, TRIED_AGAIN)
    return client


def pool_options(settings: Settings) -> dict[str, Any]:
    return {
        "max_connections": settings.max_connections,
        "timeout": settings.statement_timeout,
        "socket_connect_timeout": settings.connect_timeout,
        "socket_timeout": settings.statement_timeout,
        "decode_responses": True,
        # One more try, for a connection that had gone stale; a server that is down is told at once. This one is for
        # the question that FalkorDB's constructor asks, `open` puts its counterpart in its place.
        "retry": Retry(NoBackoff(), 1, TRIED_AGAIN),
    }


def translated(error: Exception, url: str) -> StoreError:
    said = str(error) or type(error).__name__
    lowered = said.lower()
    if isinstance(error, redis.AuthenticationError) or "wrongpass" in lowered or "noauth" in lowered:
        return StoreUnavailable(
            f"{url} refused the user or the password: put them into the URL, falkor://user:password@…"
        )
    if "misconf" in lowered or "no space left" in lowered or "readonly" in lowered or "oom command" in lowered:
        return StoreNotWritable(f"{url} runs but cannot write ({said}): free disk space or memory; nothing was written")
    if "query timed out" in lowered or isinstance(error, redis.TimeoutError | TimeoutError):
        return StoreUnavailable(f"{url} did not answer in time: raise MEMORIST_STATEMENT_TIMEOUT or look at its load")
    if isinstance(error, redis.ConnectionError | OSError):
        return StoreUnavailable(f"{url} cannot be reached ({said}): is the server running there?")
    return StoreError(f"{url} refused a statement: {said}")
