"""Outcomes: how a procedure went moves its success rate, a repair makes a new version of it, much failure a review.

The success rate is the running mean over its uses. A repaired procedure keeps its counters: it is the same procedure.
"""

import re
from datetime import datetime
from typing import Any
from uuid import UUID

from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Lineage, Source
from memorist.memory_store.domain.types import Procedure
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.draft import Draft, DraftLink
from memorist.nodes.ingestion.looked_up import LookedUp
from memorist.nodes.ingestion.work_inputs import ProcedureOutcome
from memorist.nodes.language.words import content_words, upper_first

REVIEW_BELOW = 0.5
SIMILAR = 0.7
"""A procedure named in other words is the one whose trigger or name is at least this near."""

_INSTEAD = re.compile(
    r"(?:\b(?:instead(?: of (?:that|it|this))?[,:]?\s+|"
    r"(?:fix(?:ed by)?|repair|solution|new step|replaced? (?:it|that|step \d+) with)[:,]?\s+)(?P<after>[^.;\n]+)|"
    r"(?P<before>[^.;:\n]+?)\s+instead\b)",
    re.IGNORECASE,
)
_CAUSE = re.compile(r"\b(?:because(?: of)?|cause(?:d by)?:?|due to|reason:|since)\s+(?P<cause>[^.;\n]+)", re.IGNORECASE)


def running_mean(rate: float, uses: int, *, succeeded: bool) -> float:
    """The mean over one use more."""
    return round((rate * uses + (1.0 if succeeded else 0.0)) / (uses + 1), 6)


def replacement_in(outcome: ProcedureOutcome) -> str | None:
    """The instruction that takes the place of the failed step: given as such, or said in the note."""
    if outcome.replacement or outcome.failed_step is None:
        return outcome.replacement
    found = _INSTEAD.search(outcome.note or "")
    said = ((found["after"] or found["before"]) if found else "").strip(" ,.")
    return upper_first(said) if said else None


def cause_in(outcome: ProcedureOutcome) -> str | None:
    """Why it failed, as the note says."""
    found = _CAUSE.search(outcome.note or "")
    return found["cause"].strip(" ,") if found else None


def judge_outcome(outcome: ProcedureOutcome, procedure: Procedure, *, at: datetime) -> LookedUp:
    """What the outcome changes: counters in place, or a new version with the step replaced; a failure is an episode."""
    if outcome.failed_step is not None and outcome.failed_step > len(procedure.steps):
        raise InvalidInput(
            f"procedure_outcome input: field failed_step: {procedure.name!r} has {len(procedure.steps)} steps, there "
            f"is no step {outcome.failed_step}",
            field="failed_step",
        )
    rate = running_mean(procedure.success_rate, procedure.times_used, succeeded=outcome.succeeded)
    counters: dict[str, Any] = {"success_rate": rate, "times_used": procedure.times_used + 1, "last_used": at}
    flag = f"success rate {rate:.2f} is below {REVIEW_BELOW}: review it" if rate < REVIEW_BELOW else None
    replacement = replacement_in(outcome)
    if replacement is not None:
        repaired = _repaired(outcome, procedure, replacement, counters, flag, at)
        return LookedUp([repaired, _episode(outcome, procedure, replacement, at)], former=[procedure])
    update = Update(
        memory_id=procedure.id,
        revision=procedure.revision,
        before={**{name: getattr(procedure, name) for name in counters}, "flagged": procedure.flagged},
        after={**counters, "flagged": flag or _other_flag(procedure)},
        reason=f"it {'succeeded' if outcome.succeeded else 'failed'}: {rate:.2f} over {procedure.times_used + 1} uses",
    )
    drafts = [] if outcome.succeeded and not outcome.note else [_episode(outcome, procedure, None, at)]
    return LookedUp(drafts, former=[procedure], updates=[_json_ready(update)])


def _json_ready(update: Update) -> Update:
    def plain(values: dict[str, Any]) -> dict[str, Any]:
        return {key: time_text(value) if isinstance(value, datetime) else value for key, value in values.items()}

    return update.model_copy(update={"before": plain(update.before), "after": plain(update.after)})


def _other_flag(procedure: Procedure) -> str | None:
    """A flag that was set for another reason stays."""
    return None if (procedure.flagged or "").startswith("success rate") else procedure.flagged


def _repaired(
    outcome: ProcedureOutcome,
    procedure: Procedure,
    replacement: str,
    counters: dict[str, Any],
    flag: str | None,
    at: datetime,
) -> Draft:
    steps = [
        {"order": s.order, "instruction": replacement, "tool_call": None}
        if n == outcome.failed_step
        else s.model_dump()
        for n, s in enumerate(procedure.steps, start=1)
    ]
    old = procedure.steps[(outcome.failed_step or 1) - 1].instruction
    instructions = "; ".join(str(step["instruction"]) for step in steps)
    lineage = Lineage(original_source_ids=procedure.lineage.original_source_ids, promotion_chain=(procedure.id,))
    return Draft(
        type="procedural",
        content=f"{procedure.name}: {instructions}",
        claim=procedure.claim,
        entities=procedure.entities,
        confidence=procedure.confidence,
        method="procedure_outcome",
        source=procedure.source,
        valid_from=at,
        valid_until_condition=procedure.valid_until_condition,
        domain=procedure.domain,
        technology=procedure.technology,
        tags=procedure.tags,
        details={
            "name": procedure.name,
            "trigger": procedure.trigger.model_dump(),
            "steps": steps,
            "learned_from": procedure.learned_from,
            "evidence_count": procedure.evidence_count + 1,
            "lineage": lineage.model_dump(),
            "flagged": flag,
            **counters,
        },
        ends=(procedure.id,),
        why_ends=f"step {outcome.failed_step} ({old}) failed and was replaced",
        links=(DraftLink(type=EdgeType.DERIVED_FROM, memory_id=procedure.id, reason="the same procedure, repaired"),),
    )


def _episode(outcome: ProcedureOutcome, procedure: Procedure, replacement: str | None, at: datetime) -> Draft:
    failed = None if outcome.failed_step is None else procedure.steps[outcome.failed_step - 1].instruction
    how = (
        "succeeded" if outcome.succeeded else f"failed at step {outcome.failed_step}: {failed}" if failed else "failed"
    )
    told = [f"{procedure.name} {how}", outcome.note or "", f"from now on: {replacement}" if replacement else ""]
    cause = cause_in(outcome)
    lessons = [f"{procedure.name}: {replacement} instead of {failed}"] if replacement else []
    lessons += [f"{procedure.name} fails because {cause}"] if cause and not outcome.succeeded else []
    details: dict[str, Any] = {
        "timestamp": at,
        "participants": (outcome.who(),),
        "outcome": "success" if outcome.succeeded else "failure",
        "lessons": lessons,
        "kind": "work",
    }
    return Draft(
        type="episodic",
        content=". ".join(part.rstrip(". ") for part in told if part),
        entities=procedure.entities,
        confidence=1.0,
        method="procedure_outcome",
        source=Source.OBSERVATION,
        valid_from=at,
        domain=procedure.domain,
        technology=procedure.technology,
        details=details,
        links=(DraftLink(type=EdgeType.APPLIED, memory_id=procedure.id, reason=how),),
    )


async def look_up_procedure(outcome: ProcedureOutcome, episode: RawEpisode, store: Store) -> LookedUp:
    """Find the procedure by id, name or trigger: one statement."""
    procedure = await _find(outcome.procedure, episode, store)
    return judge_outcome(outcome, procedure, at=episode.at)


async def _find(named: str, episode: RawEpisode, store: Store) -> Procedure:
    if _is_id(named):
        found = [m for m in await store.get(episode.scope, [named]) if isinstance(m, Procedure)]
        if found and found[0].status.live:
            return found[0]
        wrong = (
            "was superseded: give its name, or the id of the version that holds"
            if found
            else "there is none of that id"
        )
        raise InvalidInput(f"procedure_outcome input: field procedure: {named}: {wrong}", field="procedure")
    (vector,) = await store.embed([named])
    query = Query("procedure", content_words(named), vector)
    near = await store.procedures(episode.scope, [query], Moment.of(max(episode.at, episode.created_at)), k=10)
    known = [(memory, score) for memory, score in near if isinstance(memory, Procedure)]
    exact = [m for m, _ in known if folded(named) in {folded(m.name), folded(m.trigger.pattern), folded(m.content)}]
    close = [m for m, score in known if score >= SIMILAR]
    if exact or close:
        return (exact or close)[0]
    listed = "; ".join(m.name for m, _ in known[:3])
    raise InvalidInput(
        f"procedure_outcome input: field procedure: there is no procedure {named!r}"
        + (f"; the nearest are: {listed}" if listed else ""),
        field="procedure",
    )


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
