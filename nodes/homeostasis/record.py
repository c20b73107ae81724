"""Record: what changed since the last assessment is kept, and so is what a failed delegation leaves."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.change_set import ChangeSet, Hold
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory, Source, Trust
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import Observation
from memorist.memory_store.parts.history import assessment_slot
from memorist.memory_store.store import Store
from memorist.nodes.contexts import context_as
from memorist.nodes.homeostasis.carry_over import episode_of
from memorist.nodes.homeostasis.given import Delegation, parse_state
from memorist.nodes.homeostasis.intake import ended
from memorist.nodes.homeostasis.result import Assessment
from memorist.nodes.homeostasis.state import HomeostasisContext, HomeostasisState
from memorist.nodes.recording.vectors import with_vectors
from memorist.nodes.resources import Resources

TAG = "assessment"
RUN = "homeostasis"
CONFIDENCE = 0.6
"""An assessment is an inference about a moment: recalled when asked for, never above what was learned."""


def states_of(assessment: Assessment) -> tuple[str, ...]:
    """``dimension=STATE`` for each, as they are kept in the tags."""
    return tuple(f"{d.name}={d.state}" for d in assessment.dimensions)


def changed_since(assessment: Assessment, previous: Memory | None) -> tuple[str, ...]:
    """Return the changed dimensions: ``progress_momentum: HEALTHY -> LOW``; all of them when there was none before."""
    before = dict(tag.split("=", 1) for tag in previous.tags if "=" in tag) if previous else {}
    return tuple(
        f"{d.name}: {before.get(d.name, 'unknown')} -> {d.state}"
        for d in assessment.dimensions
        if before.get(d.name) != d.state
    )


def content_of(assessment: Assessment) -> str:
    """The assessment in one sentence, what is out of balance first."""
    out = [
        f"{d.name.replace('_', ' ')} {d.state}" for d in assessment.dimensions if d.state in ("CRITICAL", "LOW", "HIGH")
    ]
    who = assessment.agent_id or "The agent"
    advised = f" Advice: {assessment.advice[0]}" if assessment.advice else ""
    return f"{who} was {assessment.activity.replace('_', ' ')}: {', '.join(out) or 'nothing out of balance'}.{advised}"


def assessment_changes(
    assessment: Assessment, previous: Memory | None, scope: Scope, changed: Sequence[str]
) -> ChangeSet | None:
    """The change set by which this assessment supersedes the last one; null if no dimension changed its state.

    The number of stored assessments therefore does not grow with the number of calls.
    """
    at = assessment.at
    if not changed or (previous is not None and previous.valid_from >= at):
        return None
    memory = Observation(
        id=stable_id(scope.group_id, TAG, scope.agent_id or "", time_text(at)),
        scope=scope.model_copy(update={"session_id": None}),
        content=content_of(assessment),
        source=Source.INFERENCE,
        trust=Trust.INFERRED,
        confidence=CONFIDENCE,
        created_at=at,
        valid_from=at,
        tags=(TAG, *states_of(assessment)),
        extraction_method=RUN,
    )
    slot = assessment_slot(scope)
    reason = "; ".join(changed)
    held = Hold(slot_id=slot, expected=previous.id if previous else None, holder=memory.id)
    return ChangeSet.model_construct(
        id=stable_id(scope.group_id, "assessed", memory.id),
        group_id=scope.group_id,
        at=at,
        run=RUN,
        reason=reason,
        memories=(memory,),
        updates=(ended(previous, at, reason),) if previous is not None else (),
        edges=_supersedes(memory, previous, reason, scope),
        holds=(held,),
    )


def _supersedes(memory: Memory, previous: Memory | None, reason: str, scope: Scope) -> tuple[Edge, ...]:
    if previous is None:
        return ()
    return (
        Edge.link(
            EdgeType.SUPERSEDES,
            memory.id,
            previous.id,
            group_id=scope.group_id,
            at=memory.created_at,
            since=memory.valid_from,
            reason=reason,
        ),
    )


def delegation_changes(state: HomeostasisState, scope: Scope, now: datetime) -> list[ChangeSet]:
    """One change set for each failed delegation that is not remembered yet; its id makes a repeated one a no-op."""
    failed = [d for d in parse_state(state["agent_state"]).delegations if d.outcome in ("aborted", "failed")]
    known = {(d.worker, d.task, d.at) for d in (Delegation.model_validate(e) for e in state["earlier_failures"])}
    episodes = [episode_of(d, scope, now) for d in failed if d.at <= now and (d.worker, d.task, d.at) not in known]
    return [
        ChangeSet.model_construct(
            id=stable_id(scope.group_id, "delegated", episode.id),
            group_id=scope.group_id,
            at=episode.created_at,
            run=RUN,
            reason=f"a delegation ended without success: {episode.summary}",
            memories=(episode,),
        )
        for episode in episodes
    ]


async def record(state: HomeostasisState, runtime: Runtime[HomeostasisContext], resources: Resources) -> dict[str, Any]:
    """Keep what changed; a store that cannot be written is named, the assessment stands."""
    context = context_as(HomeostasisContext, runtime.context)
    assessment = Assessment.model_validate(state["assessment"])
    scope = Scope.model_validate(state["scope"])
    try:
        store = await resources.store()
        previous = await store.history.last_assessment(scope)
        changed = changed_since(assessment, previous)
        changes = assessment_changes(assessment, previous, scope, changed)
        recorded = context.record and await _apply(store, [changes] if changes else [])
        if context.record:
            await _apply(store, delegation_changes(state, scope, assessment.at))
        told: dict[str, Any] = {"changed": changed, "recorded": recorded}
    except MemoristError as error:
        failed = {"channel": "record", "error": str(error)}
        told = {"failed": (*assessment.failed, failed)}
    answer = Assessment.model_validate({**assessment.model_dump(), **told})
    return {"assessment": answer.model_dump(mode="json"), "failed": [f.model_dump() for f in answer.failed]}


async def _apply(store: Store, changes: Sequence[ChangeSet]) -> bool:
    """Return true if something new was written."""
    applied = [await store.changes.apply(await with_vectors(each, store)) for each in changes]
    return any(done.new for done in applied)
