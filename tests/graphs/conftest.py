"""What the tests of the graphs share."""

from collections.abc import Callable

import pytest

from memorist.api.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store

People = Callable[[str | None], Memory]


@pytest.fixture
def of(store: Store, group: str) -> People:
    """The memory of each user of the group."""
    return lambda user: Memory(store, Scope(group_id=group, user_id=user))


@pytest.fixture
def memory(store: Store, scope: Scope) -> Memory:
    """What a group remembers, nobody's in particular."""
    return Memory(store, scope)
