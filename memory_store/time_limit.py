"""Time limits of calls, which do not count what is done once for a database, such as building its indexes."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar

_limits: ContextVar[tuple[asyncio.Timeout, ...]] = ContextVar("limits", default=())
"""Limits of the calls that are running here, the outermost first."""


@asynccontextmanager
async def time_limit(seconds: float) -> AsyncGenerator[asyncio.Timeout]:
    """End the block after so many seconds, as ``asyncio.timeout`` does, without those of :func:`uncounted` blocks."""
    async with asyncio.timeout(seconds) as limit:
        token = _limits.set((*_limits.get(), limit))
        try:
            yield limit
        finally:
            _limits.reset(token)


@contextmanager
def uncounted(most: float) -> Generator[None]:
    """Leave the block out of the limits of the calls around it. It may take ``most`` seconds itself."""
    now = asyncio.get_running_loop().time
    began = now()
    ends = [(limit, end) for limit in _limits.get() if (end := limit.when()) is not None]
    for limit, _ in ends:
        _move(limit, began + most)
    try:
        yield
    finally:
        for limit, end in ends:
            _move(limit, end + now() - began)


def _move(limit: asyncio.Timeout, end: float) -> None:
    with suppress(RuntimeError):  # the call is over
        limit.reschedule(end)
