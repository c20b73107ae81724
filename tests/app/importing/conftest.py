"""A memory to import into."""

from collections.abc import AsyncGenerator

import pytest

import memorist
from memorist.memory_store.domain.clock import VirtualClock
from tests.stores import test_settings as settings_of_test


@pytest.fixture
async def memory(embedded_url: str, group: str, clock: VirtualClock) -> AsyncGenerator[memorist.Memory]:
    """An open memory with nothing in it."""
    async with memorist.open(embedded_url, group=group, settings=settings_of_test(), clock=clock) as opened:
        yield opened
