"""The invariants that need the store: the past read again, the whole input sent again, a stranger asking."""

from collections.abc import Sequence

from memorist.api.memory import AsyncMemory as OpenMemory
from memorist.evals.scenarios import invariants
from memorist.evals.scenarios.asking import ask, everyones, fingerprint, ingest, inputs_of, move_to
from memorist.evals.scenarios.happening import happen
from memorist.evals.scenarios.model_memory import RecallExpectation
from memorist.evals.scenarios.places import Places
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.trace import AskedRecall, Snapshot, Trace
from memorist.memory_store.domain.memory import Memory
from memorist.nodes.ingestion.result import IngestResult


async def check_invariants(trace: Trace, places: Places) -> tuple[Score, ...]:
    """Check what must hold after any scenario, in the group that ``trace`` was played in.

    Sends the whole input a second time, at the time where the clock is.
    """
    if not trace.events:
        return ()
    memory, given = places.at(trace.events[0].event.group), trace.scenario.given
    memories = await everyones(memory, given.agents)
    # Of several snapshots at one time only the last can be read again.
    recorded = list({event.snapshot.at: event.snapshot for event in trace.events}.values())
    return (
        *await standing_invariants(memory, memories, trace.results, trace.asked, given.token_budget),
        invariants.answers_asked(trace.events),
        invariants.past_unchanged(recorded, [await _reread(memory, snapshot) for snapshot in recorded]),
        invariants.twice_is_once(trace.events),
        await _replay_score(trace, places),
    )


async def standing_invariants(
    memory: OpenMemory,
    memories: Sequence[Memory],
    results: Sequence[IngestResult],
    asked: Sequence[AskedRecall],
    budget: int,
) -> tuple[Score, ...]:
    """Check what must hold at any time, of a group's ``memories``, of what was ingested and of what was asked."""
    cited = sorted({id_ for m in memories if m.claim for id_ in m.source_episode_ids})
    episodes = [str(e["uuid"]) for e in await memory.store.episodes.get(memory.scope, cited)]
    return (
        invariants.nothing_failed(results),
        invariants.rules_in_every_prompt(asked),
        invariants.channels_answered(asked),
        invariants.budget_kept(asked, budget),
        invariants.claims_traced(memories, episodes),
        invariants.store_clean(await memory.store.admin.check(memory.scope.group_id)),
    )


async def other_group_score(trace: Trace, stranger: OpenMemory, memories: Sequence[Memory]) -> Score:
    """Ask another group of the same store what the scenario asked, and look for ``memories`` in its prompts."""
    move_to(stranger, trace.events[-1].event.at)  # before anything happened, nobody is told anything
    tasks = dict.fromkeys(c.recall.task for c in trace.scenario.checkpoints if c.recall)
    asked = [await ask(stranger, RecallExpectation.model_construct(task=task)) for task in tasks]
    return invariants.groups_apart(asked, memories)


async def _replay_score(trace: Trace, places: Places) -> Score:
    memory, agents = places.at(trace.events[0].event.group), trace.scenario.given.agents
    before = await fingerprint(memory, agents)
    await ingest(memory, [given for entry in trace.events for given in inputs_of(entry.event)])
    now = memory.clock.now()
    for entry in trace.events:
        if not entry.event.inputs and not entry.event.at_once_again:
            await happen(entry.event, places)
    move_to(memory, now)
    return invariants.replay_changes_nothing(before, await fingerprint(memory, agents))


async def _reread(memory: OpenMemory, recorded: Snapshot) -> Snapshot:
    """Return the memories that a read at that moment returns, each in the status that the change log has for it
    then."""
    then = await memory.store.memories.all(memory.as_user(None).scope, as_of=recorded.at, known_at=recorded.at)
    past = (await memory.store.changes.rebuild(memory.scope.group_id, recorded.at)).memories
    return Snapshot(recorded.event, recorded.at, {m.id: str(past[m.id].status) for m in then if m.id in past})
