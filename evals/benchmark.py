"""Benchmarks over files of cases: each case in a group of its own of one store, and all print in one form."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import typer
from pydantic import BaseModel
from rich.console import Console, RenderableType

from memorist.evals.case_file import Identified, read_cases
from memorist.evals.command_line import counted, errors_told
from memorist.evals.place import PATIENT, place
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.settings import read_settings
from memorist.memory_store.store import Store

START = datetime(2026, 1, 1, tzinfo=UTC)
"""Time at which a store is opened; each case puts the clock to its own times."""

type Figures = dict[str, Any]
"""Sums over all cases by name, as they are printed."""


type Measure[C, R] = Callable[[C, Store, VirtualClock, str], Awaitable[Sequence[R]]]
"""Measures one case in a store with its clock, in a group that no other case uses."""


@dataclass(frozen=True)
class Benchmark[C: Identified, R: BaseModel]:
    """A benchmark over a file of cases.

    Args:
        about: what is measured, as its command tells it.
        case: the model of a line of the file.
        measure: the results of one case.
        total: sums of all cases and their results.
        shown: the sums for a reader, given the name of the file.
        faults: lines about a result that is not as it should be.
    """

    about: str
    case: type[C]
    measure: Measure[C, R]
    total: Callable[[Sequence[C], Sequence[R]], Figures]
    shown: Callable[[str, Figures], Iterable[RenderableType]]
    faults: Callable[[R], Iterable[str]]

    @property
    def form(self) -> str:
        """The form of the file."""
        return f"JSON lines: {{{', '.join(self.case.model_fields)}}}."

    def run(
        self, data: Path, store: str | None, *, totals_only: bool, as_json: bool, every: int = 1, **settings: str
    ) -> None:
        """Measure each ``every``-th case and print the sums, and the single results unless ``totals_only``.

        Args:
            data: JSON lines of cases.
            store: its URL; null: an embedded one that lasts as long as the run.
            totals_only: print no single result.
            as_json: print one JSON object.
            every: 1 for all cases.
            settings: ``readers``, if the benchmark lets them be chosen; printed beside the sums.
        """
        with errors_told():
            cases = read_cases(data, self.case)[::every]
            results = self._results(cases, store, **settings)
        figures = self.total(cases, results)
        if as_json:
            single = {} if totals_only else {"results": [result.model_dump() for result in results]}
            typer.echo(json.dumps({"data": data.name, **settings, **figures, **single}, ensure_ascii=False))
            return
        console = Console(highlight=False, markup=False)
        console.print(*self.shown(data.name, figures), sep="\n")
        for result in () if totals_only else results:
            for line in self.faults(result):
                console.print(line)

    def _results(self, cases: Sequence[C], store: str | None, readers: str = "patterns") -> list[R]:
        """Measure cases one after the other, with a bar where somebody watches."""
        prefix = f"bench{uuid4().hex[:8]}"

        async def measured(url: str, tell: Callable[..., None]) -> list[R]:
            results: list[R] = []
            async with store_at(START, url, readers=readers) as (opened, clock):
                for number, case in enumerate(cases):
                    results += await self.measure(case, opened, clock, f"{prefix}n{number}")
                    tell(advance=1)
            return results

        with place(store) as url, counted("cases", len(cases)) as tell:
            return asyncio.run(measured(url, tell))


@asynccontextmanager
async def store_at(
    start: datetime, url: str, *, readers: str = "patterns"
) -> AsyncGenerator[tuple[Store, VirtualClock]]:
    """An open store whose clock stands at ``start``, without a model if nothing else is said; closed in the end."""
    clock = VirtualClock(start)
    settings = read_settings().model_copy(update={"readers": readers, **PATIENT})
    store = await Store.open(url, settings=settings, clock=clock)
    try:
        yield store, clock
    finally:
        await store.close()
