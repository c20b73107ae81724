"""Memory for the tools: opened at first use, tried again after a failure."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from memorist.api.checking import in_time
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.settings import Settings, read_settings

if TYPE_CHECKING:
    from memorist import Memory
    from memorist.memory_store.store import Store

type MemoryFor = Callable[[], Awaitable["Memory"]]
"""The memory of whoever calls, as an open one. Asked for at each call of a tool: a caller's identity may stand in a
context variable. Raises :class:`memorist.memory_store.domain.errors.MemoristError`."""


class OpenedOnce:
    """One memory of the settings' group, agent and user, opened when the first tool is called.

    A store that is away is no reason for a server not to start: the tool says so, and the next call tries again.
    """

    def __init__(self, settings: Settings | None = None, clock: Clock | None = None) -> None:
        self._settings = settings
        self._clock = clock
        self._opening: asyncio.Task[Memory] | None = None

    async def __call__(self) -> "Memory":
        """The open memory.

        Raises what opening it does, and :class:`StoreUnavailable` where that takes longer than a call may; it goes on,
        and the next call waits for it again.
        """
        if self._opening is None or (self._opening.done() and self._opening.exception() is not None):
            self._opening = asyncio.create_task(self._open())
        if self._opening.done():
            return self._opening.result()
        settings = await self._read_settings()
        return await in_time(asyncio.shield(self._opening), settings.call_timeout)

    async def _read_settings(self) -> Settings:
        return self._settings or await asyncio.to_thread(read_settings)

    async def close(self) -> None:
        """Close the store, if it was opened."""
        opening, self._opening = self._opening, None
        if opening is None or opening.cancelled():
            return
        await asyncio.wait([opening])
        if opening.exception() is None:
            await opening.result().store.close()

    async def _open(self) -> "Memory":
        from memorist.memory_store.store import Store  # it brings a database driver with it

        settings = await self._read_settings()
        store = await Store.open(settings=settings, clock=self._clock)
        try:
            await store.admin.known(settings.group)
        except BaseException:
            await store.close()
            raise
        return memory_over(store, settings)


def memory_over(store: "Store", settings: Settings) -> "Memory":
    """A memory over an open store, for whom the settings name."""
    from memorist import Memory  # it brings LangGraph with it
    from memorist.memory_store.domain.scope import Scope

    return Memory(store, Scope(group_id=settings.group, agent_id=settings.agent, user_id=settings.user))
