"""Inputs are judged ahead while the database works, and each meets the store when the one before it has ended.

What a turn says is read without the store; what is compared, decided and written depends on everything before it.
"""

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar, copy_context
from typing import Any

from hypomnema.memory_store.store import Store
from hypomnema.nodes.resources import GivenStore

AHEAD = 2
"""How many inputs are begun before the one that is written has ended: more would only wait."""

_before: ContextVar[asyncio.Task[Any] | None] = ContextVar("_before", default=None)


class InTurn(GivenStore):
    """A store that a run gets when the run before it has ended; outside of :func:`begin`, at once."""

    async def store(self) -> Store:
        """The given store, in turn."""
        await my_turn()
        return await super().store()


async def my_turn() -> None:
    """Wait until what this task was begun after has ended, in whatever way."""
    before = _before.get()
    if before is not None and not before.done():
        await asyncio.wait([before])


def begin[T](work: Coroutine[Any, Any, T], *, after: asyncio.Task[Any] | None) -> asyncio.Task[T]:
    """Start a run whose turn comes when ``after`` has ended."""
    context = copy_context()
    context.run(_before.set, after)
    return asyncio.create_task(work, context=context)
