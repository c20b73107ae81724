"""Scenario in, trace out: each event is ingested at its own time, each question goes through the retrieval graph."""

import time
from collections.abc import Callable

from memorist.evals.scenarios import invariants
from memorist.evals.scenarios.asking import ask, everyones, fingerprint
from memorist.evals.scenarios.basics import READERS
from memorist.evals.scenarios.happening import happen
from memorist.evals.scenarios.look import look
from memorist.evals.scenarios.model import Scenario, ScenarioEvent
from memorist.evals.scenarios.model_memory import RecallExpectation
from memorist.evals.scenarios.places import Places, beside, opened
from memorist.evals.scenarios.steadiness import check_invariants, other_group_score
from memorist.evals.scenarios.trace import CheckpointTrace, EventTrace, Snapshot, Trace
from memorist.memory_store.domain.errors import InvalidInput

Watch = Callable[[EventTrace | CheckpointTrace], None]

PROBE = "Write a limerick about the sea"
"""Asked after every event: a task that nothing stored is about, and whose prompt holds the hard rules all the same."""


STRANGER = "Stranger"
"""A group that asks the same and must be told nothing; no group of a scenario has a capital in its name."""


class GroupNotEmpty(InvalidInput):
    """A scenario can only be judged in a group that holds nothing else."""


async def replay(
    scenario: Scenario, url: str, *, group: str | None = None, watch: Watch | None = None, readers: str = READERS
) -> Trace:
    """Play ``scenario`` on the store at ``url`` in an empty group, score it and check the invariants.

    ``group`` takes the place of the scenario's own; ``readers`` read what is said. Raises :class:`GroupNotEmpty` and
    what opening a store raises.
    """
    group = group or scenario.given.group
    started = time.perf_counter()
    given = scenario.given
    async with opened(scenario, url, group=group, readers=readers) as places:
        for memory in (places.main, *places.others.values()):
            name = memory.scope.group_id
            if any((await memory.store.admin.numbers(name)).values()):
                raise GroupNotEmpty(f"group {name} is not empty: replay the scenario in another group", field="group")
        trace = await play(scenario, places, watch=watch, probe=True)
        if trace.stopped:
            trace.invariants = (invariants.everything_happened(trace.stopped),)
            trace.seconds = time.perf_counter() - started
            return trace
        held = [
            score for name in (None, *given.others) for score in await check_invariants(trace.of_group(name), places)
        ]
        memories = await everyones(places.main, given.agents)
    async with opened(scenario, url, group=beside(group, STRANGER)) as stranger:
        apart = await other_group_score(trace, stranger.main, memories)
    trace.invariants = (*held, apart)
    trace.seconds = time.perf_counter() - started
    return trace


async def play(scenario: Scenario, places: Places, *, watch: Watch | None = None, probe: bool = False) -> Trace:
    """Let the events happen one by one and ask the checkpoints when they are due; ``watch`` is told of each.

    An event that cannot happen ends the story.
    """
    trace = Trace(scenario)
    for event in scenario.events:
        try:
            happened = await _happen(event, places, scenario.given.agents)
        except InvalidInput as error:
            trace.stopped = f"{event.id}: {error}"
            break
        trace.events.append(happened)
        if watch:
            watch(happened)
        memory = places.at(event.group)
        if probe:
            task = RecallExpectation.model_construct(task=PROBE)
            trace.probes.append(await ask(memory, task, group=event.group))
        for checkpoint in scenario.checkpoints_after(event):
            looked = await look(checkpoint, memory, happened)
            trace.checkpoints.append(looked)
            if watch:
                watch(looked)
    return trace


async def _happen(event: ScenarioEvent, places: Places, agents: tuple[str, ...]) -> EventTrace:
    result, answer = await happen(event, places)
    memory = places.at(event.group)
    again: tuple[str, ...] | None = None
    if event.at_once_again:
        before = await fingerprint(memory, agents)
        await happen(event, places)
        again = invariants.changed(before, await fingerprint(memory, agents))
    live = await memory.store.memories.all(memory.as_user(None).scope)
    snapshot = Snapshot(event.id, event.at, {m.id: str(m.status) for m in live})
    return EventTrace(event, result, snapshot, answer, again)
