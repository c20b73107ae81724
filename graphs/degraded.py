"""A memory whose store could not be opened: it still answers, with the last known rules, and opens the store later."""

from collections.abc import Callable
from typing import Any

from memorist.graphs.attentive import Inputs
from memorist.graphs.check_action import topology as check_action
from memorist.graphs.given import checked
from memorist.graphs.memory import Memory
from memorist.graphs.retrieval import topology
from memorist.memory_store.domain.clock import Clock, SystemClock
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.promotion.state import PromotionReport
from memorist.nodes.resources import StoreFromSettings


class MemoryWithoutStore(Memory):
    """Recalls and checks acts with what is at hand, keeps trying; what is ingested comes back to be tried again."""

    def __init__(self, scope: Scope, settings: Settings, why: MemoristError, **opening: Any) -> None:
        self.scope = scope
        self.clock: Clock = opening.get("clock") or SystemClock()
        self.resources = StoreFromSettings(lambda: settings, **opening)
        self._why = why
        self._retrieval = topology(self.resources).compile(name="retrieval")
        self._check_action = check_action(self.resources).compile(name="check_action")

    def _inbox_of_scope(self) -> None:
        """Nothing is kept here."""

    @property
    def store(self) -> Store:  # pyright: ignore[reportIncompatibleVariableOverride]
        """There is none. Raises why."""
        raise self._why

    @checked
    async def ingest(
        self,
        inputs: Inputs,
        *,
        dry_run: bool = False,
        on_result: Callable[[IngestResult], None] | None = None,
    ) -> list[IngestResult]:
        """Nothing is kept: one failure an input, to be tried again."""
        results = [
            IngestResult(line=number, error=IngestError(message=str(self._why), retryable=True))
            for number, _ in enumerate(inputs, start=1)
        ]
        for result in results:
            if on_result is not None:
                on_result(result)
        return results

    async def maintain(self, **_: Any) -> PromotionReport:
        """There is nothing to work on. Raises why."""
        raise self._why

    async def end_session(self, session_id: str | None = None) -> PromotionReport | None:
        """Nothing was learned, so nothing climbs."""
        return None

    async def close(self) -> None:
        """Close the store, should it have been opened meanwhile."""
        await self.resources.close()
