"""A store that speaks of projects and actions, and the primitives of one scope."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.primitives.graph import Graph
from memorist.memory_store.store import Store
from tests.stores import test_settings


@pytest.fixture
async def store(store_url: str, clock: VirtualClock, tmp_path: Path) -> AsyncGenerator[Store]:
    """An open store on each backend, its files in a folder of the test."""
    settings = test_settings(content=str(tmp_path / "content"))
    opened = await Store.open(store_url, settings=settings, clock=clock, ontologies=["gtd", "jacq"])
    yield opened
    await opened.close()


@pytest.fixture
def graph(store: Store, scope: Scope) -> Graph:
    """The primitives for what the whole group shares."""
    return store.records(scope)
