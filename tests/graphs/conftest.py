"""What the tests of the graphs share."""

import pytest

from memorist.api.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store


@pytest.fixture
def memory(store: Store, scope: Scope) -> Memory:
    """What a group remembers, nobody's in particular."""
    return Memory(store, scope)
