"""Timings of the paths of an agent: printed, compared within one run, never asserted."""

import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from statistics import median, quantiles

from hypomnema.graphs.memory import Memory
from hypomnema.memory_store.domain.change_set import ChangeSet
from hypomnema.memory_store.domain.claim import Claim
from hypomnema.memory_store.domain.identity import stable_id
from hypomnema.memory_store.domain.memory import Part, Source, memory_id
from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.domain.types import Fact
from hypomnema.nodes.ingestion.extract.patterns import CATALOGUE
from hypomnema.nodes.ingestion.extract.statement import draft_all
from hypomnema.nodes.ingestion.gatekeep import split_statements

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
BATCH = 200
TASKS = (
    "Add auth to the new mobile app",
    "Write the release notes",
    "Which database does service 17 use?",
    "Set up error tracking for the worker",
    "What did we use before Clerk?",
)


class Timing(Part):
    """Milliseconds of one path; ``statements`` is the largest number that any run sent."""

    path: str
    runs: int
    p50_ms: float
    p95_ms: float
    statements: int | None = None


def timing(path: str, seconds: Sequence[float], statements: int | None = None) -> Timing:
    """Sum up the runs of one path."""
    ms = [second * 1e3 for second in seconds]
    p95 = quantiles(ms, n=20)[-1] if len(ms) > 1 else ms[0]
    return Timing(path=path, runs=len(ms), p50_ms=round(median(ms), 3), p95_ms=round(p95, 3), statements=statements)


def gate_and_patterns(rounds: int = 3) -> Timing:
    """A turn through gate and patterns, without a database: the catalogue's own examples are the turns."""
    turns = [example.text for pattern in CATALOGUE for example in pattern.examples]
    seconds: list[float] = []
    for _ in range(rounds):
        for text in turns:
            began = time.perf_counter()
            draft_all(split_statements(text, at=BEGINNING))
            seconds.append(time.perf_counter() - began)
    return timing("gate and patterns, a turn", seconds[len(turns) :])


async def fill(memory: Memory, count: int) -> float:
    """Write ``count`` facts through ordinary change sets; return memories a second."""
    began = time.perf_counter()
    for first in range(0, count, BATCH):
        facts = [_fact(memory.scope, number) for number in range(first, min(first + BATCH, count))]
        vectors = await memory.store.embed([fact.content for fact in facts])
        await memory.store.apply(
            ChangeSet(
                id=stable_id(memory.scope.group_id, "speed", str(first)),
                group_id=memory.scope.group_id,
                at=BEGINNING,
                run="bench",
                reason="filled for a measurement",
                memories=tuple(facts),
                vectors={fact.id: vector for fact, vector in zip(facts, vectors, strict=True)},
            )
        )
    return count / (time.perf_counter() - began) if count else 0.0


def _fact(scope: Scope, number: int) -> Fact:
    fields = ("queue", "cache", "database", "worker", "search index", "mail sender", "report", "login page")
    content = f"Service {number} keeps its {fields[number % len(fields)]} settings in folder {number * 7919 % 9973}"
    begins = BEGINNING + timedelta(minutes=number)
    return Fact(
        id=memory_id(scope.group_id, "semantic:fact", content, ["speed"]),
        scope=scope.model_copy(update={"agent_id": None, "user_id": None}),
        content=content,
        claim=Claim(subject=f"service {number}", predicate="located_in", object=f"folder {number}"),
        source=Source.OBSERVATION,
        created_at=begins,
        valid_from=begins,
    )


async def ingestion(memory: Memory, runs: int) -> Timing:
    """New turns through the whole graph."""

    async def turn(number: int) -> None:
        at = BEGINNING + timedelta(days=300, minutes=number)
        content = f"We use tool number {number} for task number {number}"
        await memory.ingest({"kind": "turn", "role": "user", "content": content, "at": at.isoformat()})

    return await _timed("ingestion graph, a turn", memory, runs, turn)


async def retrieval(memory: Memory, runs: int) -> Timing:
    """Tasks through the whole graph."""

    async def task(number: int) -> None:
        await memory.recall(TASKS[number % len(TASKS)])

    return await _timed("retrieval graph, a task", memory, runs, task)


async def _timed(path: str, memory: Memory, runs: int, run: Callable[[int], Awaitable[None]]) -> Timing:
    await run(0)  # the first run also opens the group
    seconds: list[float] = []
    statements = 0
    for number in range(1, runs + 1):
        sent, began = memory.store.database.statements_sent, time.perf_counter()
        await run(number)
        seconds.append(time.perf_counter() - began)
        statements = max(statements, memory.store.database.statements_sent - sent)
    return timing(path, seconds, statements)
