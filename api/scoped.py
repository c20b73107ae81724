"""Base of the parts of the API, which work for one scope."""

from dataclasses import dataclass

from memorist.api.graphs import Graphs
from memorist.memory_store.domain.clock import Clock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store


@dataclass(eq=False)
class ScopedPart:
    """A part of the API: the graphs over one store, the scope of the caller, and the clock."""

    graphs: Graphs
    scope: Scope
    clock: Clock

    @property
    def store(self) -> Store:
        """The store under the graphs. Raises why, where it could not be opened."""
        return self.graphs.store
