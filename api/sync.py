"""The API without an event loop: the same calls, run on a loop in a thread of its own."""

from collections.abc import Callable, Generator
from contextlib import AbstractAsyncContextManager, AbstractContextManager, ExitStack, contextmanager
from functools import partial, wraps
from inspect import iscoroutinefunction
from typing import Any

from memorist.api.loop import LoopThread
from memorist.api.memory import AsyncMemory
from memorist.api.opening import open_memory

_PARTS = "memorist.api."


class Waited:
    """Wraps an object of the API: its coroutine methods block until they are done, and its parts are wrapped, too."""

    def __init__(self, whole: object, thread: LoopThread) -> None:
        self._whole = whole
        self._thread = thread

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._whole, name)
        if iscoroutinefunction(value):

            @wraps(value)
            def wait(*args: Any, **kwargs: Any) -> Any:
                return self._thread.wait_for(partial(value, *args, **kwargs))

            return wait
        return Waited(value, self._thread) if type(value).__module__.startswith(_PARTS) else value

    def __dir__(self) -> list[str]:
        return dir(self._whole)


class SyncMemory(Waited):
    """The calls of :class:`memorist.api.memory.AsyncMemory` for scripts.

    Callbacks are called in the thread of the loop, :attr:`thread`. The memory itself is :attr:`memory`.
    """

    def __init__(self, memory: AsyncMemory, thread: LoopThread) -> None:
        super().__init__(memory, thread)
        self.memory = memory
        self.thread = thread

    def as_user(self, user: Any, *, agent: Any = None) -> "SyncMemory":
        """See :meth:`memorist.api.memory.AsyncMemory.as_user`."""
        return SyncMemory(self.memory.as_user(user, agent=agent), self.thread)


def _in_a_thread[**P](
    opening: Callable[P, AbstractAsyncContextManager[AsyncMemory]],
) -> Callable[P, AbstractContextManager[SyncMemory]]:
    """The same opening, with the same arguments, on a loop of its own."""

    @wraps(opening)
    @contextmanager
    def opened(*args: P.args, **kwargs: P.kwargs) -> Generator[SyncMemory]:
        thread, opening_one = LoopThread("the memory"), opening(*args, **kwargs)
        with ExitStack() as stack:
            stack.callback(thread.stop)
            memory = thread.wait_for(opening_one.__aenter__)
            stack.callback(thread.wait_for, partial(opening_one.__aexit__, None, None, None))
            try:
                yield SyncMemory(memory, thread)
            finally:
                if thread.is_forked:  # the parent closes it
                    stack.pop_all()

    return opened


open_memory_sync = _in_a_thread(open_memory)
"""See :func:`memorist.api.memory.open_memory`."""
