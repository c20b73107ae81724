"""Helpers of the commands that work on whole databases: opening one, and a progress bar."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from memorist.app.cli.options import Call
from memorist.app.cli.render import progress

if TYPE_CHECKING:
    from memorist.memory_store.database import Database

Tell = Callable[[str, int, int], None]
"""Told what is done, how much of it, out of how much."""


@asynccontextmanager
async def open_call_database(call: Call, url: str) -> "AsyncGenerator[Database]":
    """A database without an embedder: vectors are moved as they are."""
    from memorist.memory_store.backends.opening import open_database

    database = await open_database(url, call.settings())
    try:
        yield database
    finally:
        await database.close()


def run_with_progress[T](work: Callable[[Tell], Awaitable[T]]) -> T:
    """Run ``work`` with a function that moves a progress bar, which only a terminal shows; return its result."""

    async def main() -> T:
        with progress("remaining") as bars:
            bar = bars.add_task("", total=None)

            def tell(what: str, done: int, total: int) -> None:
                bars.update(bar, description=what, completed=done, total=total or None)

            return await work(tell)

    return asyncio.run(main())
