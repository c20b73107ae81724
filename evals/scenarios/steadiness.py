"""The invariants that need the store: the past read again, the whole input sent again, a stranger asking."""

from collections.abc import Sequence
from datetime import datetime

from hypomnema.evals.scenarios import invariants
from hypomnema.evals.scenarios.asking import ask, everything, input_of, move_to
from hypomnema.evals.scenarios.happening import happen
from hypomnema.evals.scenarios.model import RecallExpectation
from hypomnema.evals.scenarios.score import Score
from hypomnema.evals.scenarios.trace import Snapshot, Trace
from hypomnema.graphs.memory import Memory as OpenMemory
from hypomnema.memory_store.domain.memory import Memory


async def check_invariants(trace: Trace, memory: OpenMemory) -> tuple[Score, ...]:
    """Check what must hold after any scenario. Sends the whole input a second time, at the time where the clock is."""
    memories = await everything(memory)
    cited = sorted({id_ for m in memories if m.claim for id_ in m.source_episode_ids})
    episodes = [str(e["uuid"]) for e in await memory.store.episodes(memory.scope, cited)]
    recorded = _last_of_each_moment([event.snapshot for event in trace.events])
    return (
        invariants.nothing_failed(trace.results),
        invariants.rules_in_every_prompt(trace.asked),
        invariants.channels_answered(trace.asked),
        invariants.budget_kept(trace.asked, trace.scenario.given.token_budget),
        invariants.claims_traced(memories, episodes),
        invariants.store_clean(await memory.store.check(memory.scope.group_id)),
        invariants.past_unchanged(recorded, [await _reread(memory, snapshot) for snapshot in recorded]),
        await _replay_score(trace, memory),
    )


async def other_group_score(trace: Trace, stranger: OpenMemory, memories: Sequence[Memory]) -> Score:
    """Ask another group of the same store what the scenario asked, and look for ``memories`` in its prompts."""
    tasks = dict.fromkeys(c.recall.task for c in trace.scenario.checkpoints if c.recall)
    asked = [await ask(stranger, RecallExpectation.model_construct(task=task)) for task in tasks]
    return invariants.groups_apart(asked, memories)


async def _replay_score(trace: Trace, memory: OpenMemory) -> Score:
    before = await _fingerprint(memory)
    inputs = [input_of(entry.event) for entry in trace.events if entry.event.input]
    await memory.ingest(inputs)
    now = memory.clock.now()
    for entry in trace.events:
        if not entry.event.input:
            await happen(entry.event, memory)
    move_to(memory, now)
    return invariants.replay_changes_nothing(before, await _fingerprint(memory))


async def _fingerprint(memory: OpenMemory) -> dict[str, str]:
    """Every memory with all of its fields, and how many of everything there are, the change log included."""
    await memory.store.settled()  # uses are counted in the background
    numbers = await memory.store.numbers(memory.scope.group_id)
    memories = {m.id: m.model_dump_json() for m in await everything(memory)}
    return {**memories, **{f"number of {what}": str(count) for what, count in numbers.items()}}


async def _reread(memory: OpenMemory, recorded: Snapshot) -> Snapshot:
    then = await memory.store.memories(memory.scope, as_of=recorded.at, known_at=recorded.at)
    return Snapshot(recorded.event, recorded.at, {m.id: str(m.status) for m in then})


def _last_of_each_moment(snapshots: Sequence[Snapshot]) -> list[Snapshot]:
    """Of several snapshots at one time only the last can be read again."""
    by_time: dict[datetime, Snapshot] = {snapshot.at: snapshot for snapshot in snapshots}
    return list(by_time.values())
