"""The server over an embedded store, asked by the SDK's own client."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from mcp import Client, StdioServerParameters

from memorist.app.mcp.server import build_server
from memorist.app.open_memory import OpenedOnce
from memorist.memory_store.domain.clock import VirtualClock
from tests.stores import test_settings as settings_of_test


@asynccontextmanager
async def in_a_task[T](opened: AbstractAsyncContextManager[T]) -> AsyncGenerator[T]:
    """Open and close in one task: pytest sets a fixture up in another task than it takes it down in."""
    ready, done = asyncio.get_running_loop().create_future(), asyncio.Event()

    async def hold() -> None:
        async with opened as value:
            ready.set_result(value)
            await done.wait()

    task = asyncio.create_task(hold())
    await asyncio.wait([ready, task], return_when=asyncio.FIRST_COMPLETED)
    try:
        yield ready.result() if ready.done() else task.result()  # pyright: ignore[reportReturnType]
    finally:
        done.set()
        await task


@pytest.fixture
async def memory_for(embedded_url: str, group: str, clock: VirtualClock) -> AsyncGenerator[OpenedOnce]:
    """The memory of a group of this test alone."""
    opened = OpenedOnce(settings_of_test(store=embedded_url, group=group, user="mira"), clock)
    yield opened
    await opened.close()


@pytest.fixture
async def client(memory_for: OpenedOnce) -> AsyncGenerator[Client]:
    """A client that talks to the server in this process."""
    async with in_a_task(Client(build_server(memory_for))) as connected:
        yield connected


@pytest.fixture
def over_stdio(embedded_url: str, group: str) -> StdioServerParameters:
    """Command line by which a client starts the server."""
    return StdioServerParameters(
        command=sys.executable,
        args=["-m", "memorist.app.mcp", "--store", embedded_url, "--group", group],
        env=dict(os.environ),
    )
