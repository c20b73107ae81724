"""A receiver that listens on a port, over an embedded store."""

import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import anyio
import pytest
import uvicorn
from starlette.applications import Starlette

from memorist.app.open_memory import OpenedOnce
from memorist.app.otlp.receiver import LogsReceiver
from memorist.memory_store.domain.clock import VirtualClock
from tests.app.mcp.conftest import in_a_task
from tests.stores import test_settings as settings_of_test


@asynccontextmanager
async def listening(app: Starlette) -> AsyncGenerator[str]:
    """Serve an app; gives its URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning"))
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(server.serve)
        while not server.started:
            await anyio.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True


@pytest.fixture
async def memory_for(embedded_url: str, group: str, clock: VirtualClock) -> AsyncGenerator[OpenedOnce]:
    """The memory of a group of this test alone."""
    opened = OpenedOnce(settings_of_test(store=embedded_url, group=group), clock)
    yield opened
    await opened.close()


@pytest.fixture
async def endpoint(memory_for: OpenedOnce, clock: VirtualClock) -> AsyncGenerator[str]:
    """Address to which logs are sent."""
    async with in_a_task(listening(LogsReceiver(memory_for, clock=clock).app())) as url:
        yield f"{url}/v1/logs"
