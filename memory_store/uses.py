"""Uses of memories in prompts: counted in the background, the uses of some seconds in one change set.

An update of a memory costs FalkorDB a new place in the vector index, a millisecond in a large group, and whoever reads
waits for it. So what is used again and again is written once, when nobody has asked for a moment.
"""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.change_set import Applied, ChangeSet, Count
from memorist.memory_store.domain.errors import DanglingReference
from memorist.memory_store.domain.identity import stable_id

RUNS_REMEMBERED = 1_024
AT_MOST = 15
"""Multiples of the delay after which uses are written even if recalls never pause."""


@dataclass
class UseBatch:
    """Uses of one group that are not written yet."""

    runs: list[str] = field(default_factory=list[str])
    times: Counter[str] = field(default_factory=Counter[str])
    last: dict[str, datetime] = field(default_factory=dict[str, datetime])
    noted: float = 0.0
    """Time of the last of them, by the event loop's clock."""

    def changes(self, group_id: str) -> ChangeSet:
        """The counters of all of them. The id makes a batch count once, however often it is sent."""
        return ChangeSet(
            id=stable_id(group_id, "access", *sorted(self.runs)),
            group_id=group_id,
            at=max(self.last.values()),
            run="retrieval",
            reason="used in a prompt" if len(self.runs) == 1 else f"used in {len(self.runs)} prompts",
            counts=tuple(
                Count(memory_id=id_, field="access_count", by=times, at=self.last[id_])
                for id_, times in self.times.items()
            ),
        )


class UseCounter:
    """Gathers uses by group; each batch is written by one piece of work that waits for more."""

    def __init__(self, apply: Callable[[ChangeSet], Awaitable[Applied]]) -> None:
        self._apply = apply
        self._batches: dict[str, UseBatch] = {}
        self._runs: OrderedDict[str, None] = OrderedDict()
        self._at_once = asyncio.Event()

    def note(
        self, group_id: str, run: str, used: Sequence[str], at: datetime, *, delay: float
    ) -> Coroutine[Any, Any, None] | None:
        """Note that these memories stood in the prompt of a run; a run counts once.

        Return what writes it, with all that is noted until then, once nothing was noted for ``delay`` seconds; null
        when it is under way.
        """
        if run in self._runs or not used:
            return None
        self._runs[run] = None
        while len(self._runs) > RUNS_REMEMBERED:
            self._runs.popitem(last=False)
        begun = group_id not in self._batches
        batch = self._batches.setdefault(group_id, UseBatch())
        batch.runs.append(run)
        batch.noted = asyncio.get_running_loop().time()
        for id_ in used:
            batch.times[id_] += 1
            batch.last[id_] = max(at, batch.last.get(id_, at))
        return self._write(group_id, delay) if begun else None

    @contextmanager
    def at_once(self) -> Generator[None]:
        """Write uses inside the block at once, without waiting for more."""
        self._at_once.set()
        try:
            yield
        finally:
            self._at_once.clear()

    async def _write(self, group_id: str, delay: float) -> None:
        batch = self._batches[group_id]
        latest = batch.noted + AT_MOST * delay
        while (until := min(batch.noted + delay, latest)) > asyncio.get_running_loop().time():
            with suppress(TimeoutError):
                async with asyncio.timeout_at(until):
                    await self._at_once.wait()
                    break
        del self._batches[group_id]
        try:
            await self._apply(batch.changes(group_id))
        except DanglingReference as gone:  # one was forgotten since: count the others
            for id_ in gone.ids:
                batch.times.pop(id_, None)
            if batch.times:
                await self._apply(batch.changes(group_id))
