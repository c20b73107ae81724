"""Stores with patience: a cold server plans the erasing statement for seconds."""

from collections.abc import AsyncGenerator

import pytest

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.store import Store
from tests.stores import test_settings


@pytest.fixture
async def store(store_url: str, clock: VirtualClock) -> AsyncGenerator[Store]:
    """An open store on each backend."""
    opened = await Store.open(store_url, settings=test_settings(statement_timeout=120), clock=clock)
    yield opened
    await opened.close()
