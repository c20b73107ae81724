"""Scenario in, trace out: each event is ingested at its own time, each question goes through the retrieval graph."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

from hypomnema.evals.scenarios import scorers
from hypomnema.evals.scenarios.asking import ask, everything, move_to
from hypomnema.evals.scenarios.balance_scorers import answer_scores
from hypomnema.evals.scenarios.happening import happen
from hypomnema.evals.scenarios.model import Checkpoint, RecallExpectation, Scenario, ScenarioEvent
from hypomnema.evals.scenarios.score import Score
from hypomnema.evals.scenarios.steadiness import check_invariants, other_group_score
from hypomnema.evals.scenarios.trace import Answer, AskedRecall, CheckpointTrace, EventTrace, Snapshot, Trace
from hypomnema.graphs.memory import Memory as OpenMemory
from hypomnema.graphs.memory import open_memory
from hypomnema.memory_store.domain.clock import VirtualClock
from hypomnema.memory_store.domain.errors import InvalidInput
from hypomnema.memory_store.domain.memory import Memory
from hypomnema.memory_store.settings import Settings

Watch = Callable[[EventTrace | CheckpointTrace], None]

PATIENCE = 30.0
"""Seconds a channel may take in a replay: it is judged by what is answered, and a cold server plans slowly."""

PROBE = "Write a limerick about the sea"
"""Asked after every event: a task that nothing stored is about, and whose prompt holds the hard rules all the same."""


class GroupNotEmpty(InvalidInput):
    """A scenario can only be judged in a group that holds nothing else."""


async def replay(scenario: Scenario, url: str, *, group: str | None = None, watch: Watch | None = None) -> Trace:
    """Play ``scenario`` on the store at ``url`` in an empty group, score it and check the invariants.

    ``group`` takes the place of the scenario's own. Raises :class:`GroupNotEmpty` and what opening a store raises.
    """
    group = group or scenario.given.group
    started = time.perf_counter()
    async with opened(scenario, url, group=group) as memory:
        if any((await memory.store.numbers(group)).values()):
            raise GroupNotEmpty(f"group {group} is not empty: replay the scenario in another group", field="group")
        trace = await play(scenario, memory, watch=watch, probe=True)
        invariants = await check_invariants(trace, memory)
        memories = await everything(memory)
    async with opened(scenario, url, group=f"{group[:58]}_other") as stranger:
        apart = await other_group_score(trace, stranger, memories)
    trace.invariants = (*invariants, apart)
    trace.seconds = time.perf_counter() - started
    return trace


def opened(scenario: Scenario, url: str, *, group: str) -> AbstractAsyncContextManager[OpenMemory]:
    """Open the store for the scenario's first agent and user, its clock put to the beginning."""
    given = scenario.given
    return open_memory(
        url,
        group=group,
        agent=next(iter(given.agents), None),
        user=next(iter(given.users), None),
        clock=VirtualClock(given.clock),
        settings=Settings(budget_total=given.token_budget, channel_timeout=PATIENCE, extractors="none"),
    )


async def play(scenario: Scenario, memory: OpenMemory, *, watch: Watch | None = None, probe: bool = False) -> Trace:
    """Let the events happen one by one and ask the checkpoints when they are due; ``watch`` is told of each."""
    trace = Trace(scenario)
    for event in scenario.events:
        happened = await _happen(event, memory)
        trace.events.append(happened)
        if watch:
            watch(happened)
        if probe:
            trace.probes.append(await ask(memory, RecallExpectation.model_construct(task=PROBE)))
        for checkpoint in scenario.checkpoints_after(event):
            move_to(memory, checkpoint.at or event.at)
            looked = await _look(checkpoint, memory, happened.answer)
            trace.checkpoints.append(looked)
            if watch:
                watch(looked)
    return trace


async def _happen(event: ScenarioEvent, memory: OpenMemory) -> EventTrace:
    result, answer = await happen(event, memory)
    live = await memory.store.memories(memory.scope)
    return EventTrace(event, result, Snapshot(event.id, event.at, {m.id: str(m.status) for m in live}), answer)


async def _look(checkpoint: Checkpoint, memory: OpenMemory, answer: Answer) -> CheckpointTrace:
    at = memory.clock.now()
    if answer is not None and (checkpoint.assessment or checkpoint.verdict or checkpoint.skills):
        return CheckpointTrace(checkpoint, at, answer_scores(checkpoint, answer))
    if checkpoint.recall:
        asked = await ask(memory, checkpoint.recall)
        return CheckpointTrace(checkpoint, at, _prompt_scores(checkpoint.recall, asked), asked=asked)
    if checkpoint.history:
        entries = tuple(await memory.history(checkpoint.history.topic))
        return CheckpointTrace(checkpoint, at, (scorers.history(checkpoint.history)(entries),), history=entries)
    memories = await everything(memory)
    return CheckpointTrace(checkpoint, at, (*_memory_scores(checkpoint, memories),))


def _prompt_scores(expected: RecallExpectation, asked: AskedRecall) -> tuple[Score, ...]:
    return tuple(score(asked.task, asked.recall) for one in expected.expect for score in scorers.prompt_scorers(one))


def _memory_scores(checkpoint: Checkpoint, memories: Sequence[Memory]) -> tuple[Score, ...]:
    wanted = (scorers.remembered(expected)(memories) for expected in checkpoint.remembered or ())
    unwanted = (scorers.absent(expected)(memories) for expected in checkpoint.absent or ())
    return (*wanted, *unwanted)
