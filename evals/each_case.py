"""Helpers of the benchmarks over files of cases: each case in a group of its own of one store, and one JSON object."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import typer
from pydantic import BaseModel

from memorist.evals.conversation import store_at
from memorist.evals.place import place
from memorist.evals.progress import progress
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.store import Store

type Measure[C, R] = Callable[[C, Store, VirtualClock, str], Awaitable[R]]
"""Measures a case in a store and a group, at the times that it puts the clock to."""


def each_case[C, R](
    cases: Sequence[C],
    measure: Measure[C, R],
    *,
    name: str,
    start: datetime,
    store: str | None,
    readers: str = "patterns",
) -> list[R]:
    """Measure cases one after the other, with a bar where somebody watches.

    Args:
        cases: in their order.
        measure: one case, in a group that no other case uses.
        name: that of the benchmark; groups begin with it.
        start: where the clock stands when the store is opened.
        store: its URL; null: an embedded one that lasts as long as the run.
        readers: who reads what is said.
    """
    run = uuid4().hex[:8]

    async def measured(url: str, tell: Callable[[], None]) -> list[R]:
        results: list[R] = []
        async with store_at(start, url, readers=readers) as (opened, clock):
            for number, case in enumerate(cases):
                results.append(await measure(case, opened, clock, f"{name}{run}n{number}"))
                tell()
        return results

    with place(store) as url, progress() as bars:
        task = bars.add_task("cases", total=len(cases))
        return asyncio.run(measured(url, lambda: bars.advance(task)))


def echo_totals(data: Path, total: BaseModel, results: Sequence[dict[str, Any]] | None, **beside: str) -> None:
    """Print one JSON object: the file, the totals, and the single results unless they are null."""
    every = {} if results is None else {"results": results}
    told = {"data": data.name, **beside, **total.model_dump(), **every}
    typer.echo(json.dumps(told, ensure_ascii=False))
