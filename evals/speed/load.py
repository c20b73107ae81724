"""``memorist bench load``: how recall, writing and opening hold up as a group grows, and beside a bulk writer."""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from pathlib import Path
from uuid import uuid4

import psutil

from memorist.api.memory import AsyncMemory
from memorist.api.opening import open_memory
from memorist.evals.benchmark import Figures
from memorist.evals.speed.crowd import TASKS, crowd
from memorist.evals.speed.measure import Timing, bytes_in, fill, ingestion, retrieval, seconds_of, timing
from memorist.evals.speed.run import Tell
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings

SMALL_GROUP = 20
"""Memories of each of the small groups beside."""
BESIDE = 10_000_000
"""From this place on the memories of the bulk writer are counted, so that they are new."""
WARM_UP = 60.0
"""Seconds in which the bulk writer must have begun."""


async def run_load(
    url: str,
    sizes: list[int],
    groups: int,
    readers: int,
    runs: int,
    tell: Tell,
    *,
    server: int | None = None,
    data: Path | None = None,
    on_step: Callable[[Figures], None],
) -> Figures:
    """Fill ``groups`` small groups, then one large one to each of ``sizes`` in turn, and measure at each.

    ``on_step`` is told each size when it was measured: a large one may take longer than somebody waits.
    ``server`` is the process id of the database, ``data`` its folder: for memory and disk. Returned is the first recall
    in each of the small groups, and of each size:

    - ``stored``: memories in the group; ``filled_per_second``: while it grew to this size;
    - ``opening``: a new connection, and its first recall; ``turn``: a turn through ingestion;
    - ``alone``: recall by one reader; ``quiet``: by many at once, in one process; ``beside``: the same while another
      process writes in bulk into the group, ``written_per_second``; ``ratio``: of the two at p95;
    - ``server_mb``, ``data_mb``: what the database server holds in memory and on disk, where that is known.
    """
    run = f"load_{uuid4().hex[:8]}"
    settings = Settings(readers="patterns")
    if url.startswith("embedded:"):
        data = data or Path(url.removeprefix("embedded:"))
    async with open_memory(url, group=run, settings=settings) as memory:
        first = await _small_groups(memory, url, run, groups, tell) if groups else None
        growing = crowd(memory.scope, max(sizes), memory.store.ontology)
        stored, steps = 0, list[Figures]()
        for size in sorted(sizes):
            begun, before = time.perf_counter(), stored
            for changes in growing:
                await memory.store.changes.apply(changes)
                stored += len(changes.memories)
                tell("filling", stored, max(sizes))
                if stored >= size:
                    break
            filled = (stored - before) / (time.perf_counter() - begun)
            steps.append(await _step(memory, url, stored, filled, readers, runs, tell, server, data))
            on_step(steps[-1])
        shown = memory.store.database.url
    return {"store": shown, "groups": groups, "first_in_a_group": first and first.model_dump(), "steps": steps}


async def _small_groups(memory: AsyncMemory, url: str, run: str, groups: int, tell: Tell) -> Timing:
    for number in range(groups):
        await fill(memory.store, Scope(group_id=f"{run}_{number}"), SMALL_GROUP)
        tell("groups", number + 1, groups)
    async with open_memory(url, group=run, settings=memory.store.settings) as other:

        async def first(number: int) -> None:
            await AsyncMemory(other.store, Scope(group_id=f"{run}_{number}")).recall(TASKS[number % len(TASKS)])

        await first(0)
        return timing("first recall in a group", [await seconds_of(first(number)) for number in range(1, groups)])


async def _step(
    memory: AsyncMemory,
    url: str,
    stored: int,
    filled: float,
    readers: int,
    runs: int,
    tell: Tell,
    server: int | None,
    data: Path | None,
) -> Figures:
    tell(f"measuring {stored:,}", 0, 1)
    alone = await retrieval(memory, runs)
    quiet = await _at_once("quiet", memory, readers, runs)
    with _bulk_writer(url, memory.scope.group_id, stored) as (writing, written):
        await asyncio.to_thread(writing.wait, WARM_UP)
        begun, before = time.perf_counter(), written()
        beside = await _at_once("beside a writer", memory, readers, runs)
        rate = (written() - before) / (time.perf_counter() - begun)
    turn = await ingestion(memory, runs, first=stored)
    opening = await _opening(url, memory)
    return {
        "stored": stored,
        "filled_per_second": round(filled, 1),
        "opening": opening.model_dump(),
        "alone": alone.model_dump(),
        "quiet": quiet.model_dump(),
        "beside": beside.model_dump(),
        "ratio": round(beside.p95_ms / quiet.p95_ms, 2),
        "written_per_second": round(rate, 1),
        "turn": turn.model_dump(),
        "server_mb": psutil.Process(server).memory_info().rss >> 20 if server else None,
        "data_mb": await asyncio.to_thread(bytes_in, data) >> 20 if data else None,
    }


async def _at_once(path: str, memory: AsyncMemory, readers: int, runs: int) -> Timing:
    """So many readers that each ask one task after the other."""

    async def read(reader: int) -> list[float]:
        tasks = (TASKS[(reader + number) % len(TASKS)] for number in range(max(2, runs // readers)))
        return [await seconds_of(memory.recall(task)) for task in tasks]

    of_each = await asyncio.gather(*(read(reader) for reader in range(readers)))
    return timing(path, [one for seconds in of_each for one in seconds])


async def _opening(url: str, memory: AsyncMemory) -> Timing:
    begun = time.perf_counter()
    async with open_memory(url, group=memory.scope.group_id, settings=memory.store.settings) as other:
        await other.recall(TASKS[0])
        return timing("opening, and the first recall", [time.perf_counter() - begun])


@contextmanager
def _bulk_writer(url: str, group: str, stored: int) -> Generator[tuple[Event, Callable[[], int]]]:
    """A process that writes in bulk as long as the block runs; whether it has begun, and how many memories it wrote."""
    context = multiprocessing.get_context("spawn")
    writing, written = context.Event(), context.Value("q", 0)
    process = context.Process(target=_write_on, args=(url, group, BESIDE + stored, writing, written), daemon=True)
    process.start()
    try:
        yield writing, lambda: int(written.value)
    finally:
        process.terminate()
        process.join()


def _write_on(url: str, group: str, first: int, writing: Event, written: "Synchronized[int]") -> None:
    async def main() -> None:
        async with open_memory(url, group=group, settings=Settings(readers="patterns")) as memory:
            for changes in _endless(memory, first):
                await memory.store.changes.apply(changes)
                written.value += len(changes.memories)
                writing.set()

    asyncio.run(main())


def _endless(memory: AsyncMemory, first: int) -> Iterator[ChangeSet]:
    for seed in count(first):
        yield from crowd(memory.scope, 100_000, memory.store.ontology, seed=seed, first=first)


def rows(steps: Sequence[Figures]) -> list[tuple[str, ...]]:
    """Return the measurements as rows of a table, with a column for each size."""

    def both(one: Figures) -> str:
        return f"{one['p50_ms']:,.0f} / {one['p95_ms']:,.0f}"

    def known(size: int | None) -> str:
        return "-" if size is None else f"{size:,}"

    of_each: list[tuple[str, Callable[[Figures], str]]] = [
        ("filled, memories a second", lambda step: f"{step['filled_per_second']:,.0f}"),
        ("recall, one reader", lambda step: both(step["alone"])),
        ("a turn", lambda step: both(step["turn"])),
        ("recall, many readers", lambda step: both(step["quiet"])),
        ("the same beside a bulk writer", lambda step: both(step["beside"])),
        ("ratio of the two at p95", lambda step: f"{step['ratio']:.1f}"),
        ("the bulk writer, memories a second", lambda step: f"{step['written_per_second']:,.0f}"),
        ("opening and the first recall", lambda step: f"{step['opening']['p50_ms']:,.0f}"),
        ("the server's memory, MB", lambda step: known(step["server_mb"])),
        ("on disk, MB", lambda step: known(step["data_mb"])),
    ]
    return [(name, *(told(step) for step in steps)) for name, told in of_each]
