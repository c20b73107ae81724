"""Ask: a contested memory is shown to a person, who decides; one question at a time."""

from typing import Any, Literal

from langgraph.types import interrupt
from pydantic import BaseModel, ConfigDict, Field

from hypomnema.nodes.ingestion.deduplicate import candidate_memories
from hypomnema.nodes.ingestion.draft import Draft
from hypomnema.nodes.ingestion.reconcile import Decision, Loser
from hypomnema.nodes.ingestion.state import IngestionState

Choice = Literal["keep_stored", "take_new", "keep_both", "later"]


class Answer(BaseModel):
    """A person's decision about one contradiction."""

    model_config = ConfigDict(extra="forbid")

    choice: Choice = Field(description="keep_stored, take_new, keep_both (they do not exclude each other), or later")
    reason: str = Field(default="", description="kept with the decision")


def open_questions(decisions: list[dict[str, Any]]) -> list[Decision]:
    """The contested decisions that nobody has answered yet."""
    parsed = [Decision.model_validate(decision) for decision in decisions]
    return [decision for decision in parsed if decision.action == "contest" and decision.rule != "asked"]


def answered(decision: Decision, answer: Answer) -> Decision:
    """The decision that a person's answer makes of a contested one."""
    why = answer.reason or "a person decided"
    changes: dict[str, Any] = {"rule": "asked", "reason": why, "flag": None}
    match answer.choice:
        case "take_new":
            changes |= {"action": "supersede", "losers": (Loser(memory_id=decision.target),), "target": None}
        case "keep_stored":
            changes |= {"action": "yield"}
        case "keep_both":
            changes |= {"action": "add", "target": None}
        case "later":
            changes |= {"flag": decision.flag, "reason": decision.reason}
    return decision.model_copy(update=changes)


def wants_answer(state: IngestionState) -> bool:
    """Whether a person is there to ask, and there is something to ask."""
    return state.get("on_conflict") == "ask" and bool(open_questions(state["decisions"]))


async def ask(state: IngestionState) -> dict[str, Any]:
    """Interrupt with the first open question; the graph comes back here until none is left."""
    question = open_questions(state["decisions"])[0]
    draft = Draft.model_validate(state["drafts"][question.draft])
    stored = next(m for m in candidate_memories(state) if m.id == question.target)
    given: Any = interrupt(
        {
            "question": "These two contradict each other. What holds?",
            "stored": {"id": stored.id, "content": stored.content, "since": stored.valid_from.isoformat()},
            "new": {"content": draft.content, "confidence": draft.confidence},
            "why_asked": question.reason,
            "choices": list(Choice.__args__),
        },
        response_schema=Answer,
    )
    answer = Answer.model_validate(given)
    decisions = [
        answered(question, answer).model_dump(mode="json") if d["draft"] == question.draft else d
        for d in state["decisions"]
    ]
    return {"decisions": decisions}
