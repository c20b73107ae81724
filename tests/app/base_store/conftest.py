"""Stores of items on an embedded database and on Neo4j, each test in a group of its own."""

from collections.abc import Callable, Generator
from typing import Any

import pytest

from memorist.app.base_store.store import MemoristStore
from memorist.memory_store.domain.clock import VirtualClock
from tests.stores import test_settings as settings_of_test


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def item_url(request: pytest.FixtureRequest) -> str:
    """The URL of each database in turn."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
def open_items(item_url: str, group: str, clock: VirtualClock) -> Generator[Callable[..., MemoristStore]]:
    """Opens stores over the group of this test; whatever is open at the end is closed."""
    opened: list[MemoristStore] = []

    def open_one(**given: Any) -> MemoristStore:
        given = {"settings": settings_of_test(), "clock": clock, **given}
        opened.append(MemoristStore(item_url, group=group, **given))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


@pytest.fixture
def items(open_items: Callable[..., MemoristStore]) -> MemoristStore:
    """A store with nothing in it."""
    return open_items()
