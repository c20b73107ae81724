"""Commit: the decisions become one change set, and the change set one transaction."""

from collections.abc import Mapping
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.episode import EpisodeReading, RawEpisode
from memorist.memory_store.domain.errors import Conflict, Forgotten
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.domain.visibility import may_see
from memorist.memory_store.store import Store
from memorist.nodes.contexts import context_as
from memorist.nodes.draft import Draft
from memorist.nodes.ingestion.gate import names_said
from memorist.nodes.ingestion.match import candidate_memories
from memorist.nodes.ingestion.result import Effect, IngestResult, RememberedMemory
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.matching.forgotten import verdict_of
from memorist.nodes.reading.gate.verdict import GateVerdict
from memorist.nodes.recording.change_set import record
from memorist.nodes.recording.decided import DecidedInput
from memorist.nodes.recording.decision import DraftDecision
from memorist.nodes.resources import Resources

MAX_CONFLICTS = 10
"""So many lost races in a row mean that something else is wrong."""
EFFECTS: dict[str, Effect] = {
    "add": "added",
    "merge": "merged",
    "supersede": "superseded",
    "contest": "contested",
    "yield": "rejected",
}


async def commit(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Apply the change set. A lost race counts up ``conflicts``, and the graph compares and decides again."""
    if state.get("withheld") and not state["drafts"]:
        nothing = IngestResult(verdict=verdict_of(state.get("notices", ())))
        return {"committed": [], "conflicts": 0, **nothing.as_update()}
    store = await resources.store()
    decided = _decided(state, store)
    builder = store.changes.builder(decided.episode.scope.group_id, at=decided.at, run="ingestion")
    joined = record(builder, decided)
    changes = builder.build()
    if not context_as(IngestionContext, runtime.context).dry_run:
        lost = state.get("conflicts", 0) + 1
        try:
            applied = await store.changes.apply(changes)
        except (Conflict, Forgotten):
            if lost >= MAX_CONFLICTS:
                raise
            return {"conflicts": lost}
        if not applied.new:  # another run applied this id first: match again, with its result
            return {"conflicts": lost}
    return {
        "committed": [memory.model_dump(mode="json") for memory in changes.memories],
        "conflicts": 0,
        **result_of(state, decided, joined).as_update(),
    }


def result_of(state: IngestionState, decided: DecidedInput, joined: dict[int, Memory]) -> IngestResult:
    """Return the result for the caller."""
    remembered = [each for decision in decided.decisions for each in _remembered(decision, joined, decided)]
    verdict = GateVerdict.model_validate(state["verdict"])
    learned = tuple(dict.fromkeys(name for draft in decided.drafts for name in draft.entities))
    return IngestResult(
        id=decided.episode.id,
        verdict=verdict,
        memories=tuple(remembered),
        reader=decided.reading.reader if decided.reading is not None else None,
        unread=decided.reading.unread if decided.reading is not None else (),
        entities=names_said(decided.episode.content) if verdict.action == "skip" else learned,
        change_id=decided.change_id,
    )


def told(
    memory: Memory, effect: Effect, affected: Mapping[str, str] | None = None, decided_by: str = ""
) -> RememberedMemory:
    """A memory in the form of a result; ``affected`` are the contents of memories by their ids."""
    affected = affected or {}
    return RememberedMemory(
        id=memory.id,
        type=memory.type,
        content=memory.content,
        confidence=memory.confidence,
        polarity=memory.claim.polarity if memory.claim else True,
        claim=memory.claim,
        entities=memory.entities,
        extraction_method=memory.extraction_method,
        valid_from=memory.valid_from,
        valid_until=memory.valid_until,
        valid_until_condition=memory.valid_until_condition,
        effect=effect,
        affected=tuple(affected),
        affected_contents=tuple(affected.values()),
        decided_by=decided_by,
    )


def _remembered(decision: DraftDecision, joined: dict[int, Memory], decided: DecidedInput) -> list[RememberedMemory]:
    """Tell of the memory that a draft became or joined, or of those that it ended."""
    decided_by = f"{decision.rule}: {decision.reason}"
    if decision.action == "end":
        ended = [decided.stored[str(loser.memory_id)] for loser in decision.losers]
        return [told(memory, "ended", decided_by=decided_by) for memory in ended]
    memory = joined.get(decision.draft)
    if memory is None:
        return []
    ids = [decision.target] if decision.target else []
    ids += [loser.memory_id or joined[loser.draft or 0].id for loser in decision.losers]
    known = {**{one.id: one for one in joined.values()}, **decided.stored}
    viewer = decided.episode.scope.user_id
    affected = {id_: one.content if (one := known.get(id_)) and may_see(viewer, one) else "" for id_ in ids}
    return [told(memory, EFFECTS[decision.action], affected, decided_by)]


def _decided(state: IngestionState, store: Store) -> DecidedInput:
    return DecidedInput(
        change_id=state["change_id"],
        episode=RawEpisode.model_validate(state["episode"]),
        drafts=[Draft.model_validate(draft) for draft in state["drafts"]],
        decisions=[DraftDecision.model_validate(decision) for decision in state["decisions"]],
        stored={memory.id: memory for memory in candidate_memories(state)},
        known_entities=frozenset(state["known"]),
        updates=[Update.model_validate(update) for update in state.get("updates") or ()],
        reading=EpisodeReading.model_validate(state["reading"]),
        reread=state.get("again", False),
        dropped=[parse_memory(memory) for memory in state.get("dropped") or ()],
    )
