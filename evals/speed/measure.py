"""Timings of the paths of an agent: printed, compared within one run, never asserted."""

import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from pathlib import Path

from memorist.api.garbage import settle
from memorist.api.memory import AsyncMemory
from memorist.evals.figures import p50_p95
from memorist.evals.speed.crowd import BEGINNING, TASKS, crowd
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from memorist.nodes.reading.gate.judge import judge_turn
from memorist.nodes.reading.patterns.family import load_families
from memorist.nodes.reading.patterns.reader import read_passage
from memorist.nodes.reading.reader import Passage


class Timing(Part):
    """Milliseconds of one path; ``statements`` is the largest number that any run sent."""

    path: str
    runs: int
    p50_ms: float
    p95_ms: float
    statements: int | None = None


def timing(path: str, seconds: Sequence[float], statements: int | None = None) -> Timing:
    """Sum up the runs of one path."""
    p50, p95 = p50_p95(seconds)
    return Timing(path=path, runs=len(seconds), p50_ms=p50, p95_ms=p95, statements=statements)


def gate_and_patterns() -> Timing:
    """A turn through gate and patterns, without a database: the families' own examples are the turns."""
    turns = [example.said for family in load_families() for example in family.examples]
    seconds: list[float] = []
    for _ in range(3):
        for text in turns:
            began = time.perf_counter()
            judge_turn(text, "user")
            read_passage(Passage(key="turn", text=text), BEGINNING)
            seconds.append(time.perf_counter() - began)
    return timing("gate and patterns, a turn", seconds[len(turns) :])


async def fill(store: Store, scope: Scope, count: int, tell: Callable[[int], None] = lambda _: None) -> None:
    """Write ``count`` memories with claims, edges, slots and log, as ingestion does; ``tell`` how many there are."""
    if not count:
        return
    filled = 0
    for changes in crowd(scope, count, store.ontology):
        await store.changes.apply(changes)
        filled += len(changes.memories)
        tell(filled)


async def ingestion(memory: AsyncMemory, runs: int, *, first: int = 0) -> Timing:
    """New turns through the whole graph, numbered from ``first`` on: a turn that was ingested before is replayed.

    The number is part of the name: set apart it would be a version, and all turns would be about one tool.
    """

    async def turn(place: int) -> None:
        number = first + place
        at = BEGINNING + timedelta(days=300, seconds=number)  # a million of them end before today: none is refused
        content = f"We use tool-{number} for task-{number}"
        (result,) = await memory.ingest({"kind": "turn", "role": "user", "content": content, "at": at.isoformat()})
        if result.error is not None or not result.memories:
            raise MemoristError(f"nothing was measured: of {content!r} no memory was made ({result.error})")

    return await timed("ingestion graph, a turn", memory.store, runs, turn)


async def retrieval(memory: AsyncMemory, runs: int) -> Timing:
    """Tasks through the whole graph."""

    async def task(number: int) -> None:
        await memory.recall(TASKS[number % len(TASKS)])

    return await timed("retrieval graph, a task", memory.store, runs, task)


async def timed(path: str, store: Store, runs: int, run: Callable[[int], Awaitable[object]]) -> Timing:
    """Run a path so many times, after one run that is not counted."""
    await run(0)  # the first run also opens the group
    settle()  # as in every program of ours: else each tenth recall is timed with a full collection
    seconds: list[float] = []
    statements = 0
    for number in range(1, runs + 1):
        sent = store.database.statements_sent
        seconds.append(await seconds_of(run(number)))
        statements = max(statements, store.database.statements_sent - sent)
    return timing(path, seconds, statements)


async def seconds_of(work: Awaitable[object]) -> float:
    """Return the seconds that something takes."""
    began = time.perf_counter()
    await work
    return time.perf_counter() - began


def bytes_in(folder: Path) -> int:
    """Return the bytes of all files below a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
