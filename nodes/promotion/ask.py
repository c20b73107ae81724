"""Ask: what may only be promoted when a person agrees is shown to one; one question at a time."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from memorist.nodes.interrupting import ask_person
from memorist.nodes.promotion.proposal import PromotionProposal
from memorist.nodes.promotion.state import PromotionState

Choice = Literal["block", "warn", "no", "later"]


class PromotionDecision(BaseModel):
    """A person's decision about a promotion."""

    model_config = ConfigDict(extra="forbid")

    choice: Choice = Field(description="block: a rule that blocks; warn: one that warns; no: never; later: ask again")


def open_questions(state: PromotionState) -> list[PromotionProposal]:
    """The proposals that nobody has decided about."""
    parsed = [PromotionProposal.model_validate(proposal) for proposal in state.get("proposals", ())]
    return [proposal for proposal in parsed if proposal.question is not None and proposal.answer is None]


def wants_answer(state: PromotionState) -> bool:
    """Return true if a person is there to ask, and there is something to ask."""
    return state.get("on_question") == "ask" and bool(open_questions(state))


async def ask(state: PromotionState) -> dict[str, Any]:
    """Interrupt with the first open question; the graph comes back here until none is left.

    Raises :class:`InvalidInput` for what is no answer.
    """
    proposal = open_questions(state)[0]
    new = proposal.new or {}
    answer = ask_person(
        {
            "question": proposal.question,
            "would_be": {"type": new.get("type"), "content": new.get("content"), "confidence": new.get("confidence")},
            "made_from": list(proposal.sources),
            "why_asked": proposal.reason(),
            "choices": list(Choice.__args__),
        },
        PromotionDecision,
    )
    parsed = [PromotionProposal.model_validate(each) for each in state.get("proposals", ())]
    return {"proposals": [decided(each, proposal.key, answer.choice) for each in parsed]}


def decided(proposal: PromotionProposal, key: str, answer: Choice) -> dict[str, Any]:
    """The proposal with its answer, if it is the one that was asked about."""
    asked = proposal.key == key
    return proposal.model_copy(update={"answer": answer} if asked else {}).model_dump(mode="json")
