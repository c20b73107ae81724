"""``memorist bench speed``: fill a store, then time what an agent does with it, beside what else could be done."""

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from uuid import uuid4

from memorist.api.memory import AsyncMemory
from memorist.api.opening import open_memory
from memorist.evals.benchmark import Figures
from memorist.evals.speed import measure
from memorist.evals.speed.compare import ratios, recall_of_plan, searches
from memorist.evals.speed.talk import talk
from memorist.evals.speed.upkeep import upkeep
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings

SMALL_TENANT = 1_000
"""One tenant holds one in so many of all memories: what a search by index tends to lose."""
Tell = Callable[[str, int, int], None]


async def run_speed(
    url: str, memories: int, groups: int, runs: int, vanilla_runs: int, tell: Tell, *, maintained: bool
) -> Figures:
    """Fill ``groups`` groups and a small tenant beside them; time the paths of the first, which holds a half. No model
    is asked.

    With ``maintained`` also the passes of maintenance, over two more groups: of ``memories`` and of a tenth of them.
    Returned are ratios first, then what was filled, the recall of the index, timings, a conversation, and maintenance.
    """
    run = f"speed_{uuid4().hex[:8]}"
    names = [f"{run}_{place}" for place in range(groups)]
    sizes = _sizes(memories, groups)
    small = max(20, memories // SMALL_TENANT)
    alone = Settings(readers="patterns")
    async with open_memory(url, group=names[0], settings=alone) as memory:
        store = memory.store
        seconds, done, every = 0.0, 0, memories + small
        for name, size in zip([*names, f"{run}_small"], [*sizes, small], strict=True):
            filling = measure.fill(
                store, Scope(group_id=name), size, lambda filled, before=done: tell("filling", before + filled, every)
            )
            seconds += await measure.seconds_of(filling)
            done += size
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
    place = url.removeprefix("embedded:")  # size on disk is known for an embedded store alone
    size = await asyncio.to_thread(measure.bytes_in, Path(place)) // (memories + small) if place != url else None
    kept = await upkeep(url, run, memories, runs, tell) if maintained else None
    return {
        "ratios": ratios(timings),
        "store": shown,
        "embedder": embedder,
        "memories": memories,
        "groups": groups,
        "filled_per_second": round((memories + small) / seconds, 1),
        "open_ms": round(opened * 1e3, 1),
        "bytes_per_memory": size,
        "recall": recall,
        "timings": [one.model_dump() for one in (*graphs, *timings)],
        "talk": told,
        "upkeep": kept and kept.model_dump(),
    }


def _sizes(memories: int, groups: int) -> Sequence[int]:
    """The first group holds a half, the others share the rest, so that large and small are both there."""
    if groups == 1:
        return [memories]
    first = memories // 2
    rest = (memories - first) // (groups - 1)
    return [memories - rest * (groups - 1), *[rest] * (groups - 1)]
