"""Record: what changed since the last assessment is kept, and so is what a failed delegation leaves."""

from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.change_set import ChangeSet, Hold
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory, Source, Trust
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import Observation
from memorist.memory_store.domain.visibility import PERSONAL
from memorist.memory_store.parts.history import assessment_slot
from memorist.nodes.contexts import context_as
from memorist.nodes.homeostasis.carry_over import episode_of
from memorist.nodes.homeostasis.given import Delegation, parse_state
from memorist.nodes.homeostasis.result import Assessment
from memorist.nodes.homeostasis.state import HomeostasisContext, HomeostasisState
from memorist.nodes.resources import Resources

TAG = "assessment"
RUN = "homeostasis"
CONFIDENCE = 0.6
"""An assessment is an inference about a moment: recalled when asked for, never above what was learned."""


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


def keep_assessment(changes: ChangeBuilder, assessment: Assessment, scope: Scope, previous: Memory | None) -> None:
    """Let this assessment supersede the last one, if a dimension changed its state.

    The number of stored assessments therefore does not grow with the number of calls.
    """
    at, changed = assessment.at, changed_since(assessment, previous)
    if not changed or (previous is not None and previous.valid_from >= at):
        return
    memory = Observation(
        id=stable_id(scope.group_id, TAG, scope.agent_id or "", time_text(at)),
        scope=scope.model_copy(update={"session_id": None}),
        content=content_of(assessment),
        source=Source.INFERENCE,
        trust=Trust.INFERRED,
        confidence=CONFIDENCE,
        created_at=at,
        valid_from=at,
        # Of an agent without a name it tells nobody but the user whom it served.
        tags=(TAG, *(f"{d.name}={d.state}" for d in assessment.dimensions), *(() if scope.agent_id else (PERSONAL,))),
        extraction_method=RUN,
    )
    slot = assessment_slot(scope)
    changes.id, changes.reason = stable_id(scope.group_id, "assessed", memory.id), "; ".join(changed)
    changes.add(memory)
    if previous is not None:
        changes.supersede(previous, memory, changes.reason)
    changes.holds[slot] = Hold(slot_id=slot, expected=previous.id if previous else None, holder=memory.id)


def delegation_changes(state: HomeostasisState, scope: Scope, now: datetime) -> list[ChangeSet]:
    """One change set for each failed delegation that is not remembered yet; its id makes a repeated one a no-op."""
    failed = [d for d in parse_state(state["agent_state"]).delegations if d.outcome in ("aborted", "failed")]
    known = {(d.worker, d.task, d.at) for d in (Delegation.model_validate(e) for e in state["earlier_failures"])}
    episodes = [episode_of(d, scope, now) for d in failed if d.at <= now and (d.worker, d.task, d.at) not in known]
    return [
        ChangeSet(
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
        changes = store.changes.builder(scope.group_id, at=assessment.at, run=RUN)
        keep_assessment(changes, assessment, scope, previous)
        recorded = False
        if context.record:
            recorded = bool(changes.memories) and (await store.changes.apply(changes.build())).new
            for delegated in delegation_changes(state, scope, assessment.at):
                await store.changes.apply(delegated)
        told: dict[str, Any] = {"changed": changed, "recorded": recorded}
    except MemoristError as error:
        failed = {"channel": "record", "error": str(error)}
        told = {"failed": (*assessment.failed, failed)}
    answer = Assessment.model_validate({**assessment.model_dump(), **told})
    return {"assessment": answer.model_dump(mode="json"), "failed": [f.model_dump() for f in answer.failed]}
