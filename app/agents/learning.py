"""Learning what people said in the runs of an agent: at the end of a run, or before a tool call that is checked."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Sequence
from itertools import groupby

from memorist.app.agents.calling import Calls
from memorist.app.agents.identity import acting_for
from memorist.app.agents.turn import PendingMessage, failed_with
from memorist.memory_store.domain.errors import MemoristError
from memorist.nodes.ingestion.result import IngestError

_log = logging.getLogger(__name__)

FAILURES = (MemoristError, OSError, TimeoutError)
"""Errors raised by a memory that cannot be asked."""
MAX_KNOWN = 4_096
"""Messages that are known to be learned: another is learned again, which changes nothing."""


class TurnLearner:
    """Ingests pending messages, each for the person who said it."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._known: OrderedDict[str, None] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()

    async def before_a_call(self, heard: Sequence[PendingMessage]) -> bool:
        """Ingest what no call of a tool has waited for yet; returns false if something has still to be learned."""
        async with self._one_at_a_time:  # calls that are made together wait for what all of them were told
            new = [one for one in heard if one["input"].get("id") not in self._known]
            results = await self._ingested(new)
            open_ = [one for one, error in results if error is not None and error.retryable]
            done = (one["input"].get("id") for one in new if one not in open_)
            self._known |= {id_: None for id_ in done if id_}
            while len(self._known) > MAX_KNOWN:
                self._known.popitem(last=False)
            return not open_

    async def learn(self, heard: Sequence[PendingMessage]) -> list[PendingMessage]:
        """Ingest what each person said, as that person; return what neither the store nor the inbox took."""
        results = await self._ingested(heard)
        return [
            failed_with(one, error.message)
            for one, error in results
            if error is not None and error.retryable and not error.kept
        ]

    async def _ingested(self, heard: Sequence[PendingMessage]) -> list[tuple[PendingMessage, IngestError | None]]:
        """Ingest messages; returns each with the error that kept it from being learned."""
        told: list[tuple[PendingMessage, IngestError | None]] = []
        for who, of_one in groupby(heard, key=lambda one: one["who"]):
            turns = [*of_one]
            try:
                results = await acting_for(self._calls.memory, who).ingest([one["input"] for one in turns])
            except FAILURES as error:
                _log.warning("a turn could not be ingested: %s", error)
                told += [(one, IngestError(message=str(error), retryable=True)) for one in turns]
                continue
            for one, result in zip(turns, results, strict=True):
                error = result.error
                if error is not None:
                    error = error.model_copy(update={"message": "; ".join((error.message, *result.notices))})
                    _log.warning("a turn could not be ingested: %s", error.message)
                told.append((one, error))
        return told
