"""An event loop in a thread of its own: calls come from any thread and any loop, a database belongs to one."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any

from memorist.memory_store.process import OwnProcess


class LoopThread:
    """Runs coroutines in one background loop, which starts with the first call.

    The thread is a daemon: it never keeps a program from ending.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._process = OwnProcess("the store")

    @property
    def is_forked(self) -> bool:
        """True in a fork of the process whose thread it is."""
        return self._loop is not None and self._process.is_forked

    def wait_for[T](self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine there and block until it is done. Raises what it raises."""
        self._refuse_forked(work)
        if threading.current_thread() is self._thread:
            work.close()
            raise RuntimeError("a blocking call from the store's own thread would wait for itself: await the async one")
        return asyncio.run_coroutine_threadsafe(work, self._started()).result()

    async def run[T](self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine there and wait without blocking the caller's loop; cancelling the caller cancels it."""
        self._refuse_forked(work)
        # Starting a thread waits for it, which servers that look for blocking calls refuse in a loop.
        loop = self._loop or await asyncio.to_thread(self._started)
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))

    def stop(self) -> None:
        """Stop the loop and wait for its thread; the next call starts a new one."""
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()

    def _refuse_forked(self, work: Coroutine[Any, Any, object]) -> None:
        if self._loop is None:
            self._process = OwnProcess("the store")  # nothing runs yet: the store is that of whoever uses it first
        if self._process.is_forked:
            work.close()
            self._process.check()

    def _started(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name=self._name, daemon=True)
                self._thread.start()
            return self._loop
