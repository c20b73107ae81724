"""The world that all walls are tried in, once a module."""

from collections.abc import AsyncGenerator

import pytest_asyncio

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.store import Store
from tests.stores import START, test_settings
from tests.walls.world import World


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(embedded_url: str) -> AsyncGenerator[World]:
    """People of two groups and what they told, in an embedded store."""
    store = await Store.open(embedded_url, settings=test_settings(), clock=VirtualClock(START))
    yield await World.filled(store)
    await store.close()
