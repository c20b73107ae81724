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


def wants_answer(state: PromotionState) -> bool:
    """Return true if a person is there to ask, and there is something to ask."""
    return state.get("on_question") == "ask" and any(proposal.is_open for proposal in _proposals(state))


def _proposals(state: PromotionState) -> list[PromotionProposal]:
    return [PromotionProposal.model_validate(proposal) for proposal in state.get("proposals", ())]


async def ask(state: PromotionState) -> dict[str, Any]:
    """Interrupt with the first open question; the graph comes back here until none is left.

    Raises :class:`InvalidInput` for what is no answer.
    """
    proposals = _proposals(state)
    asked = next(proposal for proposal in proposals if proposal.is_open)
    new = asked.new or {}
    answer = ask_person(
        {
            "question": asked.question,
            "would_be": {"type": new.get("type"), "content": new.get("content"), "confidence": new.get("confidence")},
            "made_from": list(asked.sources),
            "why_asked": asked.reason(),
            "choices": list(Choice.__args__),
        },
        PromotionDecision,
    )
    answered = asked.model_copy(update={"answer": answer.choice})
    return {"proposals": [(answered if p is asked else p).model_dump(mode="json") for p in proposals]}
