"""Outcomes: a use moves a procedure's success rate, a repair makes a new version of it, many failures flag it.

The success rate is the running mean over its uses. A repaired procedure keeps its counters: it is the same procedure.
"""

import re
from collections.abc import Sequence
from datetime import datetime, tzinfo
from typing import Any
from uuid import UUID

from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Lineage, Source
from memorist.memory_store.domain.types import Procedure
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft, DraftLink
from memorist.nodes.kinds.framing import Frame, episode_of, trigger_of
from memorist.nodes.kinds.interface import Completion, InputKind, Readings
from memorist.nodes.kinds.work_inputs import ProcedureOutcome
from memorist.nodes.language.words import content_words, upper_first
from memorist.nodes.reading.reader import Passage

METHOD = "procedure_outcome"
REVIEW_BELOW = 0.5
SIMILAR = 0.7
"""Similarity of trigger or name from which a procedure that is named in other words is found."""
_INSTEAD = re.compile(
    r"\b(?:instead(?: of (?:that|it|this))?[,:]?\s+|(?:fix(?:ed by)?|repair|solution|new step)[:,]?\s+)"
    r"(?P<after>[^.;\n]+)|(?P<before>[^.;:\n]+?)\s+instead\b",
    re.IGNORECASE,
)
_CAUSE = re.compile(r"\b(?:because(?: of)?|caused? by:?|due to|reason:|since)\s+(?P<cause>[^.;\n]+)", re.IGNORECASE)


class ProcedureOutcomeKind(InputKind[ProcedureOutcome]):
    """Nothing is read by a reader; everything depends on the procedure that is stored."""

    kept_because = "how it went when a procedure was followed"

    def passages(self, item: ProcedureOutcome) -> tuple[Passage, ...]:
        """None."""
        return ()

    def drafts(
        self, item: ProcedureOutcome, *, said_at: datetime, readings: Readings, agent: str | None = None
    ) -> list[Draft]:
        """None before the procedure is found."""
        return []

    async def complete(
        self, item: ProcedureOutcome, drafts: Sequence[Draft], episode: RawEpisode, store: Store, zone: tzinfo
    ) -> Completion:
        """Find the procedure by id, name or trigger, in one statement, and judge the outcome.

        Raises :class:`InvalidInput` if there is no such procedure or no such step.
        """
        return judge_outcome(item, await _find(item.procedure, episode, store), at=episode.at)


def replacement_in(outcome: ProcedureOutcome) -> str | None:
    """The instruction that takes the place of the failed step: given as such, or named in the note."""
    if outcome.replacement or outcome.failed_step is None:
        return outcome.replacement
    found = _INSTEAD.search(outcome.note or "")
    said = ((found["after"] or found["before"]) if found else "").strip(" ,.")
    return upper_first(said) if said else None


def judge_outcome(outcome: ProcedureOutcome, procedure: Procedure, *, at: datetime) -> Completion:
    """Return the changes by an outcome: counters in place, or a new version with the step replaced; a failure is an
    episode.

    Raises :class:`InvalidInput` if the failed step is none of the procedure's.
    """
    if outcome.failed_step is not None and outcome.failed_step > len(procedure.steps):
        raise InvalidInput(
            f"procedure_outcome input: field failed_step: {procedure.name!r} has {len(procedure.steps)} steps, there "
            f"is no step {outcome.failed_step}",
            field="failed_step",
        )
    uses = procedure.times_used + 1
    rate = round((procedure.success_rate * procedure.times_used + (1.0 if outcome.succeeded else 0.0)) / uses, 6)
    counters: dict[str, Any] = {"success_rate": rate, "times_used": uses, "last_used": at}
    flag = f"success rate {rate:.2f} is below {REVIEW_BELOW}: review it" if rate < REVIEW_BELOW else None
    replacement = replacement_in(outcome)
    if replacement is not None:
        repaired = _repaired(outcome, procedure, replacement, {**counters, "flagged": flag}, at)
        return Completion([repaired, _episode(outcome, procedure, replacement, at)], former=[procedure])
    other_flag = None if (procedure.flagged or "").startswith("success rate") else procedure.flagged
    reason = f"it {'succeeded' if outcome.succeeded else 'failed'}: {rate:.2f} over {uses} uses"
    update = Update.of(procedure, {**counters, "flagged": flag or other_flag}, reason)
    drafts = [] if outcome.succeeded and not outcome.note else [_episode(outcome, procedure, None, at)]
    return Completion(drafts, former=[procedure], updates=[update])


def _repaired(
    outcome: ProcedureOutcome, procedure: Procedure, replacement: str, changed: dict[str, Any], at: datetime
) -> Draft:
    failed = outcome.failed_step or 1
    steps = [step.model_dump() for step in procedure.steps]
    old = procedure.steps[failed - 1]
    steps[failed - 1] = {"order": old.order, "instruction": replacement, "tool_call": None}
    lineage = Lineage(original_source_ids=procedure.lineage.original_source_ids, promotion_chain=(procedure.id,))
    return Draft(
        type="procedural",
        content=f"{procedure.name}: {'; '.join(str(step['instruction']) for step in steps)}",
        claim=procedure.claim,
        entities=procedure.entities,
        confidence=procedure.confidence,
        method=METHOD,
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
            **changed,
        },
        ends=(procedure.id,),
        why_ends=f"step {failed} ({old.instruction}) failed and was replaced",
        links=(DraftLink(type=EdgeType.DERIVED_FROM, memory_id=procedure.id, reason="the same procedure, repaired"),),
    )


def _episode(outcome: ProcedureOutcome, procedure: Procedure, replacement: str | None, at: datetime) -> Draft:
    failed = None if outcome.failed_step is None else procedure.steps[outcome.failed_step - 1].instruction
    how = (
        "succeeded" if outcome.succeeded else f"failed at step {outcome.failed_step}: {failed}" if failed else "failed"
    )
    told = [f"{procedure.name} {how}", outcome.note or "", f"from now on: {replacement}" if replacement else ""]
    lessons = [f"{procedure.name}: {replacement} instead of {failed}"] if replacement else []
    if not outcome.succeeded and (cause := _CAUSE.search(outcome.note or "")):
        lessons.append(f"{procedure.name} fails because {cause['cause'].strip(' ,')}")
    details = {
        "participants": (outcome.who(),),
        "outcome": "success" if outcome.succeeded else "failure",
        "lessons": lessons,
        "kind": "work",
    }
    return episode_of(
        ". ".join(part.rstrip(". ") for part in told if part),
        Frame(Source.OBSERVATION, at, METHOD),
        details,
        entities=procedure.entities,
        domain=procedure.domain,
        technology=procedure.technology,
        links=(DraftLink(type=EdgeType.APPLIED, memory_id=procedure.id, reason=how),),
    )


async def _find(named: str, episode: RawEpisode, store: Store) -> Procedure:
    """The procedure of that id, else the one of that name, trigger or content, else the nearest one near enough."""
    if _is_id(named):
        found = [m for m in await store.memories.get(episode.scope, [named]) if isinstance(m, Procedure)]
        if found and found[0].status.live:
            return found[0]
        superseded = "was superseded: give its name, or the id of the version that holds"
        raise _unknown(f"{named}: {superseded if found else 'there is none of that id'}")
    (vector,) = await store.embed([named])
    query = Query("procedure", content_words(named), vector)
    near = await store.search.procedures(episode.scope, [query], Moment.of(max(episode.at, episode.created_at)), k=10)
    known = [(memory, score) for memory, score in near if isinstance(memory, Procedure)]
    meant = folded(trigger_of(named))
    exact = [m for m, _ in known if meant in {folded(trigger_of(t)) for t in (m.name, m.trigger.pattern, m.content)}]
    close = [m for m, score in known if score >= SIMILAR]
    if exact or close:
        return (exact or close)[0]
    listed = "; ".join(m.name for m, _ in known[:3])
    raise _unknown(f"there is no procedure {named!r}" + (f"; the nearest are: {listed}" if listed else ""))


def _unknown(what: str) -> InvalidInput:
    return InvalidInput(f"procedure_outcome input: field procedure: {what}", field="procedure")


def _is_id(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True
