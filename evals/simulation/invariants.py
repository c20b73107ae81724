"""Invariants at every day's end: those of the scenarios, over the whole memory of the team."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from memorist.api.memory import AsyncMemory as OpenMemory
from memorist.evals.scenarios import invariants
from memorist.evals.scenarios.asking import ask, counts, everything
from memorist.evals.scenarios.model import RecallExpectation
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.steadiness import standing_invariants
from memorist.evals.scenarios.trace import AskedRecall, Snapshot
from memorist.memory_store.domain.scope import Scope
from memorist.nodes.ingestion.result import IngestResult


async def checked(
    memory: OpenMemory,
    *,
    inputs: Sequence[Mapping[str, Any]],
    results: Sequence[IngestResult],
    asked: Sequence[AskedRecall],
    past: Sequence[Snapshot],
    budget: int,
    rng: Random,
) -> tuple[Score, ...]:
    """Every invariant; of the past one recorded moment is read again, of the day one session is sent again."""
    memories = await everything(memory)
    stranger = OpenMemory(memory.store, Scope(group_id=f"{memory.scope.group_id[:58]}_other"))
    foreign = [await ask(stranger, RecallExpectation.model_construct(task=entry.task)) for entry in asked[:1]]
    again = [rng.choice(past)] if past else []
    held = [_held(await recorded(memory, moment)) for moment in again]
    return (
        *await standing_invariants(memory, memories, results, asked, budget),
        invariants.past_unchanged([_held(moment) for moment in again], held),
        invariants.groups_apart(foreign, memories),
        await _sent_again(memory, _a_session(inputs, rng)),
    )


async def rebuilt(memory: OpenMemory, moment: Snapshot) -> Score:
    """Does the change log alone give each memory of a recorded moment in the status it had?"""
    past = await memory.store.changes.rebuild(memory.scope.group_id, moment.at)
    known = {id_: str(m.status) for id_, m in past.memories.items() if id_ in moment.statuses}
    return invariants.past_unchanged([moment], [Snapshot(moment.event, moment.at, known)])


def _held(moment: Snapshot) -> Snapshot:
    """Return the memories that were held, whatever their status: status changes in place, and only the log tells
    when."""
    return Snapshot(moment.event, moment.at, dict.fromkeys(moment.statuses, "held"))


async def recorded(memory: OpenMemory, moment: Snapshot) -> Snapshot:
    """Return the result of a read as of that moment, today."""
    then = await memory.store.memories.all(memory.scope, as_of=moment.at, known_at=moment.at)
    return Snapshot(moment.event, moment.at, {m.id: str(m.status) for m in then})


def _a_session(inputs: Sequence[Mapping[str, Any]], rng: Random) -> list[Mapping[str, Any]]:
    """Everything that was said in one session: turns mean what they mean by those before them."""
    session = rng.choice(inputs)["session_id"] if inputs else None
    return [line for line in inputs if line["session_id"] == session]


async def _sent_again(memory: OpenMemory, inputs: Sequence[Mapping[str, Any]]) -> Score:
    """Send a session a second time, to somebody who has not heard it: the first turn had none before it, either."""
    before = await counts(memory)
    await OpenMemory(memory.store, memory.scope).ingest([dict(line) for line in inputs])
    return invariants.replay_changes_nothing(before, await counts(memory))
