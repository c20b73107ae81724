"""``memorist bench speed``: fill a store, then time what an agent does with it, beside what else could be done."""

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from memorist.api.memory import AsyncMemory
from memorist.api.opening import open_memory
from memorist.evals.speed import measure
from memorist.evals.speed.compare import IndexRecall, ratios, recall_of_plan, searches
from memorist.evals.speed.measure import Timing
from memorist.evals.speed.talk import Talk, talk
from memorist.evals.speed.upkeep import Upkeep, upkeep
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings

SMALL_TENANT = 1_000
"""One tenant holds one in so many of all memories: what a search by index tends to lose."""
Tell = Callable[[str, int, int], None]


class Speed(Part):
    """Measurements, ratios first."""

    ratios: dict[str, float]
    store: str
    embedder: str
    memories: int
    groups: int
    filled_per_second: float
    open_ms: float
    bytes_per_memory: int | None
    recall: tuple[IndexRecall, ...]
    timings: tuple[Timing, ...]
    talk: Talk
    upkeep: Upkeep | None


async def run_speed(
    url: str, memories: int, groups: int, runs: int, vanilla_runs: int, tell: Tell, *, maintained: bool = True
) -> Speed:
    """Fill ``groups`` groups and a small tenant beside them; time the paths of the first, which holds a half. No model
    is asked.

    With ``maintained`` also the passes of maintenance, over two more groups: of ``memories`` and of a tenth of them.
    """
    run = f"speed_{uuid4().hex[:8]}"
    names = [f"{run}_{place}" for place in range(groups)]
    sizes = _sizes(memories, groups)
    small = max(20, memories // SMALL_TENANT)
    alone = Settings(readers="patterns")
    async with open_memory(url, group=names[0], settings=alone) as memory:
        store = memory.store
        seconds, done = 0.0, 0

        def filled(count: int) -> None:
            nonlocal done
            done += count
            tell("filling", done, memories + small)

        for name, size in zip([*names, f"{run}_small"], [*sizes, small], strict=True):
            began = time.perf_counter()
            await measure.fill(store, Scope(group_id=name), size, filled)
            seconds += time.perf_counter() - began
        shown, embedder = store.database.url, store.embedder.name
    began = time.perf_counter()
    async with open_memory(url, group=names[0], settings=alone) as memory:
        await memory.store.admin.known(names[0])
        opened = time.perf_counter() - began
        store, scope = memory.store, Scope(group_id=names[0])
        for name in (names[0], f"{run}_small"):
            await store.admin.indexed(name)
        tell("searches", 0, 3)
        timings = await searches(store, scope, runs, vanilla_runs)
        tell("recall", 1, 3)
        recall = (
            await recall_of_plan(store, scope, sizes[0]),
            await recall_of_plan(store, Scope(group_id=f"{run}_small"), small),
        )
        tell("graphs", 2, 3)
        graphs = [
            await measure.retrieval(memory, runs),
            await measure.ingestion(memory, runs),
            measure.gate_and_patterns(),
        ]
        told = await talk(AsyncMemory(store, Scope(group_id=names[0], user_id="user")))
    size = await asyncio.to_thread(_bytes, url, memories + small)
    kept = await upkeep(url, run, memories, runs, tell) if maintained else None
    return Speed(
        ratios=ratios(timings),
        store=shown,
        embedder=embedder,
        memories=memories,
        groups=groups,
        filled_per_second=round((memories + small) / seconds, 1),
        open_ms=round(opened * 1e3, 1),
        bytes_per_memory=size,
        recall=recall,
        timings=(*graphs, *timings),
        talk=told,
        upkeep=kept,
    )


def _sizes(memories: int, groups: int) -> Sequence[int]:
    """The first group holds a half, the others share the rest, so that large and small are both there."""
    if groups == 1:
        return [memories]
    first = memories // 2
    rest = (memories - first) // (groups - 1)
    return [memories - rest * (groups - 1), *[rest] * (groups - 1)]


def _bytes(url: str, memories: int) -> int | None:
    """On disk, by memory; known for an embedded store alone."""
    if not url.startswith("embedded:"):
        return None
    folder = Path(url.removeprefix("embedded:"))
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) // max(1, memories)


def rows(speed: Speed) -> list[tuple[Any, ...]]:
    """The timings as rows of a table."""
    timings = [*speed.timings, *([speed.upkeep.cascade] if speed.upkeep else [])]
    return [(t.path, t.runs, f"{t.p50_ms:.2f}", f"{t.p95_ms:.2f}", t.statements or "") for t in timings]


def rows_of_upkeep(upkeep: Upkeep) -> list[tuple[Any, ...]]:
    """The passes of maintenance as rows of a table; the exponent stands beside the pass over the larger group."""
    largest = max(one.stored for one in upkeep.passes)
    return [
        (
            one.path,
            f"{one.stored:,}",
            f"{one.touched:,}",
            f"{one.seconds:.2f}",
            f"{one.touched_per_second:,.0f}",
            one.statements,
            upkeep.exponents.get(one.path, "") if one.stored * 2 > largest else "",
        )
        for one in upkeep.passes
    ]
