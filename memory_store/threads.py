"""Threads of our own, for work that would hold up the event loop.

``asyncio.to_thread`` shares its threads with the application: where all of these wait for the memory, as they do when
synchronous agents run in them, the memory would wait for one of them for ever.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Any, Protocol

LONG = 400
"""Characters from which on a text is worth a thread: it is worked on for more than some 50 ms."""


class _Pool:
    """Threads that are made anew in a fork, where those of the parent do not run."""

    def __init__(self) -> None:
        self.renew()
        os.register_at_fork(after_in_child=self.renew)

    def renew(self) -> None:
        self.threads = ThreadPoolExecutor(min(32, (os.cpu_count() or 1) + 4), thread_name_prefix="memorist")


_POOL = _Pool()


async def in_thread[**P, R](work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Run ``work`` in a thread, with the caller's context variables; return what it returns, raise what it raises."""
    run = partial(copy_context().run, work, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_POOL.threads, run)


class Cached[R](Protocol):
    """A function under ``functools.cache``."""

    def __call__(self) -> R: ...

    def cache_info(self) -> Any: ...


async def loaded[R](load: Cached[R]) -> R:
    """Return what a cached function without arguments returns; the first time it runs in a thread."""
    return load() if load.cache_info().currsize else await in_thread(load)
