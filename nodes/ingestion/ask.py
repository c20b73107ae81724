"""Ask: a contested memory is shown to a person, who decides; one question at a time.

A decision that comes with a reason is remembered as one.
"""

from datetime import datetime
from typing import Any, Literal

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field

from memorist.memory_store.domain.claim import Claim, slot_id, slot_kind
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory, Source
from memorist.nodes.draft import Draft, owner_of
from memorist.nodes.ingestion.match import candidate_memories
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.interrupting import ask_person
from memorist.nodes.language.gazetteer import field_of
from memorist.nodes.recording.decision import DraftDecision, Loser
from memorist.nodes.resources import Resources

METHOD = "asked"
CONFIDENCE = 1.0


def decision_draft(chosen: Draft | Memory, other: Draft | Memory, reason: str, at: datetime) -> Draft:
    """ "Prefer Zustand over Redux for state management: it needs less boilerplate"; without names, in their words."""
    claim = preference(chosen.claim) if chosen.claim is not None else None
    if claim is None or other.claim is None or folded(claim.object) == folded(other.claim.object):
        claim = None
        content = f"Decided: {_bare(chosen.content)} (against: {_bare(other.content)}): {reason}"
    else:
        field = field_of(claim.topic)
        aim = claim.qualifier or (field.label if field else None)
        content = f"Prefer {claim.object} over {other.claim.object}{f' for {aim}' if aim else ''}: {reason}"
    return Draft(
        type="semantic:decision",
        content=content,
        claim=claim,
        entities=tuple(dict.fromkeys((*chosen.entities, *other.entities))),
        confidence=CONFIDENCE,
        method=METHOD,
        source=Source.USER_STATED,
        valid_from=at,
        domain=chosen.domain,
        technology=chosen.technology,
        details={"reasoning": reason},
        by_user=True,
    )


def preference(claim: Claim) -> Claim | None:
    """Return the team's preference that choosing this side means; null for what cannot be chosen: a denial, or no rival
    thing."""
    if not claim.polarity or claim.topic is None:
        return None
    return claim.model_copy(update={"subject": "team", "predicate": "prefers"})


def _bare(content: str) -> str:
    return content.strip().rstrip(".")


Choice = Literal["keep_stored", "take_new", "keep_both", "later"]


class ContradictionAnswer(BaseModel):
    """A person's decision about one contradiction."""

    model_config = ConfigDict(extra="forbid")

    choice: Choice = Field(description="keep_stored, take_new, keep_both (they do not exclude each other), or later")
    reason: str = Field(default="", description="kept with the decision")


def open_questions(decisions: list[dict[str, Any]]) -> list[DraftDecision]:
    """The contested decisions that nobody has answered yet."""
    parsed = [DraftDecision.model_validate(decision) for decision in decisions]
    return [decision for decision in parsed if decision.action == "contest" and decision.rule != "asked"]


def answered(decision: DraftDecision, answer: ContradictionAnswer) -> DraftDecision:
    """The decision that a person's answer makes of a contested one."""
    why = answer.reason or "a person decided"
    changes: dict[str, Any] = {"rule": "asked", "reason": why, "flag": None}
    match answer.choice:
        case "take_new":
            changes |= {"action": "supersede", "losers": (Loser(memory_id=decision.target),), "target": None}
        case "keep_stored":
            changes |= {"action": "yield"}
        case "keep_both":
            changes |= {"action": "add", "target": None, "beside": decision.target}
        case "later":
            changes |= {"flag": decision.flag, "reason": decision.reason}
    return decision.model_copy(update=changes)


def wants_answer(state: IngestionState) -> bool:
    """Return true if a person is there to ask, and there is something to ask."""
    return state.get("on_conflict") == "ask" and bool(open_questions(state["decisions"]))


async def ask(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Interrupt with the first open question; the graph comes back here until none is left.

    Raises :class:`InvalidInput` for what is no answer.
    """
    question = open_questions(state["decisions"])[0]
    draft = Draft.model_validate(state["drafts"][question.draft])
    stored = next(m for m in candidate_memories(state) if m.id == question.target)
    answer = ask_person(
        {
            "question": "These two contradict each other. What holds?",
            "stored": {"id": stored.id, "content": stored.content, "since": stored.valid_from.isoformat()},
            "new": {"content": draft.content, "confidence": draft.confidence},
            "why_asked": question.reason,
            "choices": list(Choice.__args__),
        },
        ContradictionAnswer,
    )
    decisions = [
        answered(question, answer).model_dump(mode="json") if d["draft"] == question.draft else d
        for d in state["decisions"]
    ]
    if answer.choice not in ("take_new", "keep_stored") or not answer.reason:
        return {"decisions": decisions}
    sides = (draft, stored) if answer.choice == "take_new" else (stored, draft)
    made = decision_draft(*sides, answer.reason, draft.valid_from)
    return await _with(made, state, decisions, resources)


async def _with(
    made: Draft, state: IngestionState, decisions: list[dict[str, Any]], resources: Resources
) -> dict[str, Any]:
    """The state with the decision as one more draft, which ends what was decided about the same before."""
    store = await resources.store()
    scope = owner_of(made, RawEpisode.model_validate(state["episode"]).scope)
    earlier = None
    if made.claim is not None:
        cardinality = store.ontology.cardinality(made.claim.predicate)
        earlier = await store.memories.holder(scope, slot_id(scope, made.claim, cardinality, kind=slot_kind(made.type)))
    losers = (Loser(memory_id=earlier.id),) if earlier is not None else ()
    added = DraftDecision(
        draft=len(state["drafts"]),
        action="supersede" if losers else "add",
        rule="asked",
        reason="a person decided",
        losers=losers,
    )
    update: dict[str, Any] = {
        "drafts": [*state["drafts"], made.model_dump(mode="json")],
        "decisions": [*decisions, added.model_dump(mode="json")],
    }
    if earlier is not None:
        update["candidates"] = [*state["candidates"], earlier.model_dump(mode="json")]
    return update
