"""The months, day by day: inputs through the ingestion graph, questions, invariants, and a maintain pass at night."""

import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random
from statistics import median
from typing import Any

from memorist.api.memory import AsyncMemory as OpenMemory
from memorist.api.opening import open_memory
from memorist.evals.figures import median_of, share_of
from memorist.evals.place import PATIENT
from memorist.evals.scenarios.asking import everything, move_to
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.trace import AskedRecall, Snapshot
from memorist.evals.simulation.invariants import checked, rebuilt, recorded
from memorist.evals.simulation.plot import BEGINNING, Day, Plot
from memorist.evals.simulation.quality import Probe, judged, probes
from memorist.evals.simulation.team import Team, Topic, team
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.retrieval.result import Recall

GROUP = "simulated_team"
ASKED_A_DAY = 6
"""Questions at each day's end."""
REBUILT_EVERY = 30
"""Days between two times when a past state is rebuilt from the whole change log."""
CALM = timedelta(hours=1)
"""Time between the day's end and the recording of its state: within one moment more may happen."""
NIGHT = timedelta(hours=4)
"""Time between the day's end and the maintain pass."""

Watch = Callable[["DayResult"], None]


@dataclass(frozen=True)
class Sizes:
    """Size of the memory at a day's end, entities left out: live, not live, and everything in the graph."""

    live: int
    kept: int
    entities: int
    nodes_and_edges: int


@dataclass(frozen=True)
class DayResult:
    """One day: what came in, what became of it, how recall did, and which invariants held.

    ``fresh`` are the same questions to a memory of this day alone. ``ingest_ms`` is the median of an input.
    """

    number: int
    date: str
    inputs: int
    verdicts: dict[str, int]
    effects: dict[str, int]
    sizes: Sizes
    probes: tuple[Probe, ...]
    fresh: tuple[Probe, ...]
    maintained: dict[str, int]
    ingest_ms: float
    recall_ms: float
    maintain_s: float
    broken: tuple[Score, ...]

    @property
    def passed(self) -> bool:
        """True if every invariant holds."""
        return not self.broken


@dataclass
class Simulation:
    """All days, and what they were made with."""

    days: int
    events: int
    seed: int
    store: str
    results: list[DayResult] = field(default_factory=list[DayResult])
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """True if every invariant held at every day's end."""
        return all(result.passed for result in self.results)


async def simulate(url: str | None, *, days: int, events: int, seed: int, group: str, watch: Watch) -> Simulation:
    """Let the months pass on the store at ``url`` (default: a temporary one) in an empty group.

    Raises :class:`InvalidInput` when the group holds something already, and what opening a store raises.
    """
    started, members = time.perf_counter(), team()
    settings = Settings(readers="patterns", **PATIENT)
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="memorist-"))
        url = url or f"embedded:{folder}/team"
        clock = VirtualClock(BEGINNING)
        memory = await stack.enter_async_context(open_memory(url, group=group, clock=clock, settings=settings))
        if any((await memory.store.admin.numbers(group)).values()):
            raise InvalidInput(f"group {group} is not empty: simulate in another group", field="group")
        apart = await stack.enter_async_context(
            open_memory(f"embedded:{folder}/fresh", group="fresh", clock=clock, settings=settings)
        )
        simulation = Simulation(days, events, seed, url.partition(":")[0])
        months = _Months(memory, apart, members, Random(f"questions:{seed}"))
        for day in Plot(members, days=days, events=events, seed=seed):
            simulation.results.append(await months.live(day))
            watch(simulation.results[-1])
    simulation.seconds = time.perf_counter() - started
    return simulation


class _Months:
    """State carried from day to day."""

    def __init__(self, memory: OpenMemory, apart: OpenMemory, members: Team, rng: Random) -> None:
        self.memory = memory
        self.apart = apart
        self.members = members
        self.rng = rng
        self.past: list[Snapshot] = []

    async def live(self, day: Day) -> DayResult:
        """One day and the night after it."""
        results, ingest_ms = await self._told(day)
        move_to(self.memory, day.ends)
        questions = probes(self.members.topics, day.in_use, ASKED_A_DAY, self.members.agents, self.rng)
        rules = tuple(await self.memory.store.memories.all(self.memory.scope, types=["semantic:hard_rule"]))
        asked = await _answered(self.memory, day, questions)
        sizes = await self._sizes()
        scores = await checked(
            self.memory,
            inputs=day.inputs,
            results=results,
            asked=[AskedRecall(probe.task, recall, rules) for probe, recall, _ in asked],
            past=self.past,
            budget=self.memory.store.settings.budget_total,
            rng=self.rng,
        )
        if self.past and day.number % REBUILT_EVERY == 0:
            scores = (*scores, await rebuilt(self.memory, self.rng.choice(self.past)))
        today = OpenMemory(self.apart.store, Scope(group_id=f"fresh_{day.number}"))
        await today.ingest(day.inputs)
        fresh = await _answered(today, day, questions)
        await self._remember(day)
        move_to(self.memory, day.ends + NIGHT)
        began = time.perf_counter()
        report = await self.memory.maintain()
        return DayResult(
            number=day.number,
            date=f"{day.ends:%Y-%m-%d}",
            inputs=len(day.inputs),
            verdicts=dict(Counter(r.verdict.action for r in results if r.verdict)),
            effects=dict(Counter(m.effect for r in results for m in r.memories)),
            sizes=sizes,
            probes=tuple(probe for probe, _, _ in asked),
            fresh=tuple(probe for probe, _, _ in fresh),
            maintained={what: count for what, count in report.counts.items() if count},
            ingest_ms=ingest_ms,
            recall_ms=median_of(ms for _, _, ms in asked),
            maintain_s=time.perf_counter() - began,
            broken=tuple(score for score in scores if not score.passed),
        )

    async def _told(self, day: Day) -> tuple[list[IngestResult], float]:
        results, times = list[IngestResult](), list[float]()
        for given in day.inputs:
            began = time.perf_counter()
            (result,) = await self.memory.ingest(given)
            times.append((time.perf_counter() - began) * 1_000)
            results.append(result)
        return results, median_of(times)

    async def _remember(self, day: Day) -> None:
        """Record what is held an hour after the day's end, when all that was asked at its end has been counted."""
        await self.memory.store.settled()
        move_to(self.memory, day.ends + CALM)
        self.past.append(await recorded(self.memory, Snapshot(f"day {day.number}", day.ends + CALM, {})))

    async def _sizes(self) -> Sizes:
        memories = await everything(self.memory)
        statements = [m for m in memories if not m.is_entity]
        numbers = await self.memory.store.admin.numbers(self.memory.scope.group_id)
        live = await self.memory.store.memories.all(self.memory.scope)
        return Sizes(
            live=sum(not m.is_entity for m in live),
            kept=len(statements),
            entities=len(memories) - len(statements),
            nodes_and_edges=sum(numbers.values()),
        )


async def _answered(
    memory: OpenMemory, day: Day, questions: Sequence[tuple[Topic, str, str]]
) -> list[tuple[Probe, Recall, float]]:
    """Ask each question; return the judgement of what comes, the answer, and the milliseconds that it took."""
    found: list[tuple[Probe, Recall, float]] = []
    for topic, task, agent in questions:
        began = time.perf_counter()
        recall = await memory.recall(task, agent=agent)
        ms = (time.perf_counter() - began) * 1_000
        found.append((judged(topic, task, agent, day.in_use[topic.topic], recall), recall, ms))
    return found


def summary(simulation: Simulation) -> dict[str, Any]:
    """The figures of all days in one object; shares of questions, medians of times in ms."""
    asked = [probe for day in simulation.results for probe in day.probes]
    fresh = [probe for day in simulation.results for probe in day.fresh]
    last = simulation.results[-1]
    return {
        "days": simulation.days,
        "events": sum(day.inputs for day in simulation.results),
        "seed": simulation.seed,
        "store": simulation.store,
        "invariants_held": simulation.passed,
        "days_with_a_broken_invariant": [day.number for day in simulation.results if not day.passed],
        "questions": len(asked),
        **shares(asked, fresh),
        "live_memories": last.sizes.live,
        "kept_memories": last.sizes.kept,
        "entities": last.sizes.entities,
        "effects": dict(sum((Counter(day.effects) for day in simulation.results), Counter[str]())),
        "ingest_ms": _first_and_last([day.ingest_ms for day in simulation.results]),
        "recall_ms": _first_and_last([day.recall_ms for day in simulation.results]),
        "seconds": round(simulation.seconds, 1),
    }


def shares(asked: Sequence[Probe], fresh: Sequence[Probe]) -> dict[str, float | None]:
    """Return the shares of questions that are told what is in use, and told it first; also of those asked ``fresh``."""
    return {
        "brought": share_of(probe.brought for probe in asked),
        "first": share_of(probe.first for probe in asked),
        "fresh_brought": share_of(probe.brought for probe in fresh),
        "fresh_first": share_of(probe.first for probe in fresh),
    }


def _first_and_last(values: Sequence[float]) -> dict[str, float]:
    """The medians of the first and of the last tenth of the days: what growth costs."""
    part = max(1, len(values) // 10)
    return {"first_tenth": round(median(values[:part]), 1), "last_tenth": round(median(values[-part:]), 1)}
