"""Calls of a memory from wherever an agent runs: on the event loop that the memory was opened on."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

from memorist.api.loop import coroutine_of
from memorist.api.memory import AsyncMemory
from memorist.api.sync import SyncMemory
from memorist.memory_store.domain.errors import InvalidInput


class Calls:
    """Runs calls of a memory that was opened with ``open`` or with ``open_sync``.

    Args:
        memory: database connections belong to the event loop in which it was opened. Made inside that loop, calls from
            other threads and loops are sent there.
    """

    def __init__(self, memory: AsyncMemory | SyncMemory) -> None:
        if not isinstance(cast("object", memory), AsyncMemory | SyncMemory):  # for example the URL of a store
            given = f"{memory!r}"[:80]
            raise InvalidInput(
                f"field memory: expected an open memory, from memorist.open(…) or memorist.open_sync(…), got {given}",
                field="memory",
            )
        self.memory = memory.memory if isinstance(memory, SyncMemory) else memory
        self._sync = memory if isinstance(memory, SyncMemory) else None
        self._loop = _running()

    async def wait[R](self, call: Callable[[], Awaitable[R]]) -> R:
        """Await a call from any event loop."""
        if self._sync is not None:
            return await self._sync.thread.run(call)
        here = asyncio.get_running_loop()
        self._loop = self._loop or here
        if self._loop is here or not self._loop.is_running():
            return await call()
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine_of(call), self._loop))

    def run[R](self, call: Callable[[], Awaitable[R]]) -> R:
        """Wait for a call without an event loop. Raises ``RuntimeError`` where the memory's loop is not running, or
        is the one that would have to wait."""
        if self._sync is not None:
            return self._sync.thread.wait_for(call)
        if self._loop is None or not self._loop.is_running():
            raise RuntimeError(
                "the agent was called without an event loop, and the memory has none that runs: open it with "
                "memorist.open_sync, or call the agent with ainvoke"
            )
        if _running() is self._loop:
            raise RuntimeError(
                "the agent was called with invoke inside the event loop of its memory, which would wait for itself: "
                "call it with ainvoke, or open the memory with memorist.open_sync"
            )
        return asyncio.run_coroutine_threadsafe(coroutine_of(call), self._loop).result()


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
