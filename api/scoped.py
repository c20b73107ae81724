"""Base of the parts of the API that work on the store of one scope."""

from dataclasses import dataclass

from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store


@dataclass(eq=False)
class ScopedPart:
    """A part of the API: the store, the scope of the caller, and the clock."""

    store: Store
    scope: Scope
    clock: Clock
