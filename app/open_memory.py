"""Open the memory of the settings: at first use, and again after a failure."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from memorist.api.checking import in_time
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings, read_settings
from memorist.memory_store.store import Store
from memorist.nodes.resources import StoreFromSettings

if TYPE_CHECKING:
    from memorist import Memory

type MemoryFor = Callable[[], Awaitable["Memory"]]
"""The memory of whoever calls, as an open one. Asked for at each call of a tool: a caller's identity may stand in a
context variable. Raises :class:`memorist.memory_store.domain.errors.MemoristError`."""


class OpenedOnce:
    """One memory of the settings' group, agent and user, opened at the first call.

    A store that is away is no reason for a server not to start: the call says so, and the next one tries again.
    """

    def __init__(self, settings: Settings | None = None, clock: Clock | None = None) -> None:
        read = read_settings if settings is None else lambda: settings
        self._resources = StoreFromSettings(read, reopen_after=0, clock=clock)
        self._memory: Memory | None = None

    async def __call__(self) -> "Memory":
        """The open memory.

        Raises what opening it does, and :class:`StoreUnavailable` where that takes longer than a call may; it goes on,
        and the next call waits for it again.
        """
        settings = await self._resources.settings()
        return await in_time(self._of(settings), settings.call_timeout)

    async def _of(self, settings: Settings) -> "Memory":
        store = await self._resources.store()
        if self._memory is None or self._memory.store is not store:
            await store.admin.known(settings.group)
            self._memory = memory_over(store, settings)
        return self._memory

    async def close(self) -> None:
        """Close the store, if it was opened."""
        await self._resources.close()


def memory_over(store: Store, settings: Settings) -> "Memory":
    """A memory over an open store, for whom the settings name."""
    from memorist import Memory  # it brings LangGraph with it

    return Memory(store, Scope(group_id=settings.group, agent_id=settings.agent, user_id=settings.user))
