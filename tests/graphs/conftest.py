"""Fixtures shared by the tests of the graphs."""

from collections.abc import Callable

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store

People = Callable[[str | None], AsyncMemory]


@pytest.fixture
def of(store: Store, group: str) -> People:
    """The memory of each user of the group."""
    return lambda user: AsyncMemory(store, Scope(group_id=group, user_id=user))


@pytest.fixture
def memory(store: Store, scope: Scope) -> AsyncMemory:
    """Memory of a group, for no user in particular."""
    return AsyncMemory(store, scope)
