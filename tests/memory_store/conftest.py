"""Fixtures of the tests of the store."""

import logging
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY
from tests.memory_store.clients import opened
from tests.memory_store.crowd import fill_large
from tests.stores import KEPT_GROUPS, START


@pytest.fixture(scope="session", autouse=True)
def quiet_drivers() -> None:
    """Failures are provoked on purpose here; the drivers need not tell them again."""
    for noisy in ("neo4j", "asyncio", "graphiti_core"):
        logging.getLogger(noisy).setLevel(logging.CRITICAL)


@pytest.fixture
async def embedded(tmp_path: Path, clock: VirtualClock) -> AsyncGenerator[Store]:
    """An embedded store that a group is taken from."""
    clock.move_to(START + 400 * DAY)
    async with opened(f"embedded:{tmp_path / 'source'}", clock) as store:
        yield store


@pytest.fixture(params=[2_000, 0], ids=["exact", "index"])
def each_plan(request: pytest.FixtureRequest, store: Store) -> None:
    """The store compares everything, then asks the index."""
    store.connection.settings = store.settings.model_copy(update={"exact_scan_limit": request.param})


@pytest.fixture
async def large(store: Store) -> Scope:
    """A group of 3,000 memories, written once a backend."""
    url = store.database.url
    if url not in _LARGE:
        _LARGE[url] = await fill_large(store)
        KEPT_GROUPS.add(_LARGE[url].group_id)
    return _LARGE[url]


_LARGE: dict[str, Scope] = {}
