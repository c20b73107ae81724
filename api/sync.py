"""The API without an event loop: the same calls, run on a loop in a thread of its own."""

from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, ExitStack, contextmanager
from functools import partial, wraps
from inspect import iscoroutinefunction
from typing import Any

from anyio.from_thread import BlockingPortal, start_blocking_portal

from memorist.api.memory import AsyncMemory
from memorist.api.opening import open_memory
from memorist.memory_store.process import OwnProcess

_PARTS = "memorist.api."


class Waited:
    """Wraps an object of the API: its coroutine methods block until they are done, and its parts are wrapped, too."""

    def __init__(self, whole: object, portal: BlockingPortal, process: OwnProcess) -> None:
        self._whole = whole
        self._portal = portal
        self._process = process

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._whole, name)
        if iscoroutinefunction(value):

            @wraps(value)
            def wait(*args: Any, **kwargs: Any) -> Any:
                self._process.check()
                return self._portal.call(partial(value, *args, **kwargs))

            return wait
        return Waited(value, self._portal, self._process) if type(value).__module__.startswith(_PARTS) else value

    def __dir__(self) -> list[str]:
        return dir(self._whole)


class SyncMemory(Waited):
    """The calls of :class:`memorist.api.memory.AsyncMemory` for scripts.

    Callbacks are called in the thread of the loop. The memory itself is :attr:`memory`.
    """

    def __init__(self, memory: AsyncMemory, portal: BlockingPortal, process: OwnProcess) -> None:
        super().__init__(memory, portal, process)
        self.memory = memory
        self._running = portal

    @property
    def portal(self) -> BlockingPortal:
        """The portal to the loop. Raises :class:`StoreMisused` in a fork."""
        self._process.check()
        return self._running

    def as_user(self, user: Any, *, agent: Any = None) -> "SyncMemory":
        """See :meth:`memorist.api.memory.AsyncMemory.as_user`."""
        return SyncMemory(self.memory.as_user(user, agent=agent), self._portal, self._process)


def _in_a_thread[**P](
    opening: Callable[P, AbstractAsyncContextManager[AsyncMemory]],
) -> Callable[P, AbstractContextManager[SyncMemory]]:
    """The same opening, with the same arguments, on a loop of its own."""

    @wraps(opening)
    @contextmanager
    def opened(*args: P.args, **kwargs: P.kwargs) -> Generator[SyncMemory]:
        process = OwnProcess("the memory")
        with ExitStack() as stack:
            portal = stack.enter_context(start_blocking_portal())
            memory = stack.enter_context(portal.wrap_async_context_manager(opening(*args, **kwargs)))
            try:
                yield SyncMemory(memory, portal, process)
            finally:
                if process.is_forked:  # the parent closes it
                    stack.pop_all()

    return opened


open_memory_sync = _in_a_thread(open_memory)
"""See :func:`memorist.api.memory.open_memory`."""
