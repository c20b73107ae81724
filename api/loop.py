"""An event loop in a thread of its own: calls come from any thread and any loop, a database belongs to one."""

import asyncio
import threading
from collections.abc import Awaitable, Callable

from memorist.memory_store.process import OwnProcess


class LoopThread:
    """Runs calls in one background loop, which starts with the first of them.

    The thread is a daemon: it never keeps a program from ending. ``what`` it serves is named in errors.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._process = OwnProcess(what)

    @property
    def is_forked(self) -> bool:
        """True in a fork of the process whose thread it is; as long as nothing runs, it is that of whoever calls."""
        return self._loop is not None and self._process.is_forked

    def wait_for[T](self, call: Callable[[], Awaitable[T]]) -> T:
        """Block until a call is done there. Raises what it raises, and :class:`StoreMisused` in a fork."""
        loop = self._in_use() or self._started()
        if threading.current_thread() is self._thread:
            raise RuntimeError(
                f"a blocking call from the thread of {self._what} would wait for itself: await the async one"
            )
        return asyncio.run_coroutine_threadsafe(coroutine_of(call), loop).result()

    async def run[T](self, call: Callable[[], Awaitable[T]]) -> T:
        """As :meth:`wait_for`, without blocking the caller's loop; cancelling the caller cancels the call."""
        # Starting a thread waits for it, which servers that look for blocking calls refuse in a loop.
        loop = self._in_use() or await asyncio.to_thread(self._started)
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(coroutine_of(call), loop))

    def stop(self) -> None:
        """Cancel what still runs there and wait for the thread to end; the next call starts a new one."""
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is not None and thread is not None:
            loop.call_soon_threadsafe(loop.stop)
            thread.join()

    def _in_use(self) -> asyncio.AbstractEventLoop | None:
        if self._loop is not None:
            self._process.check()
        return self._loop

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._process = OwnProcess(self._what)
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=_serve, args=[self._loop], name=self._what, daemon=True)
                self._thread.start()
            return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    with asyncio.Runner(loop_factory=lambda: loop):
        loop.run_forever()


async def coroutine_of[T](call: Callable[[], Awaitable[T]]) -> T:
    """Await a call, where a coroutine is wanted."""
    return await call()
