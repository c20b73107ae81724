"""A memory whose store could not be opened: it still recalls the last known rules and checks acts against them."""

from collections.abc import Callable
from copy import copy
from functools import cached_property
from typing import Any, Self

from memorist.api.checking import checked
from memorist.api.graphs import NO_CHECKPOINTER, Graph, Graphs
from memorist.api.ingesting import Inputs
from memorist.api.memory import AsyncMemory
from memorist.api.scoped import ScopedPart
from memorist.memory_store.domain.clock import Clock, SystemClock
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.promotion.state import PromotionReport
from memorist.nodes.resources import StoreFromSettings


class GraphsWithoutStore(Graphs):
    """The graphs that work without a store, and with it once it can be opened."""

    def __init__(self, resources: StoreFromSettings, why: MemoristError, settings: Settings) -> None:
        self.resources = resources
        self._why = why
        self._settings = settings

    @property
    def settings(self) -> Settings:
        """The settings that the store was to be opened with."""
        return self._settings

    @property
    def store(self) -> Store:  # pyright: ignore[reportIncompatibleVariableOverride]
        """Raises the error that opening the store failed with."""
        raise self._why

    @cached_property
    def retrieval(self) -> Graph:
        """Recalls only the last known rules while the store cannot be opened."""
        from memorist.graphs.binding import compiled
        from memorist.graphs.retrieval import retrieval_builder

        return compiled(retrieval_builder(self.resources), "retrieval", NO_CHECKPOINTER)

    @cached_property
    def check_action(self) -> Graph:
        """Checks acts against the last known rules while the store cannot be opened."""
        from memorist.graphs.binding import compiled
        from memorist.graphs.check_action import check_action_builder

        return compiled(check_action_builder(self.resources), "check_action", NO_CHECKPOINTER)


class MemoryWithoutStore(AsyncMemory):
    """Recalls and checks acts; inputs fail as retryable, all other calls raise the error that opening failed with."""

    def __init__(self, scope: Scope, settings: Settings, why: MemoristError, **opening: Any) -> None:
        self.clock: Clock = opening.get("clock") or SystemClock()
        self.resources = StoreFromSettings(lambda: settings, **opening)
        self.graphs = GraphsWithoutStore(self.resources, why, settings)
        self.why = why
        self.scope = scope

    def _with_scope(self, scope: Scope) -> Self:
        other = copy(self)
        other.scope = scope
        for name, part in vars(self).items():
            if isinstance(part, ScopedPart):  # made for the other scope; another one is made when it is used
                delattr(other, name)
        return other

    @checked
    async def ingest(  # pyright: ignore[reportIncompatibleVariableOverride]
        self,
        inputs: Inputs,
        *,
        dry_run: bool = False,
        on_result: Callable[[IngestResult], None] | None = None,
    ) -> list[IngestResult]:
        """Return a retryable error for each input; nothing is stored, not even in the inbox."""
        results = [
            IngestResult(line=number, error=IngestError(message=str(self.why), retryable=True))
            for number, _ in enumerate(inputs, start=1)
        ]
        for result in results:
            if on_result is not None:
                on_result(result)
        return results

    async def end_session(  # pyright: ignore[reportIncompatibleVariableOverride]
        self, session_id: str | None = None
    ) -> PromotionReport | None:
        """Nothing was learned, so nothing is promoted."""
        return None

    async def close(self) -> None:
        """Close the store, should it have been opened meanwhile."""
        await self.resources.close()
