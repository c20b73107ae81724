"""Advise: the assessment put together, with what to do, most urgent first."""

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.clock import parse_time
from memorist.nodes.homeostasis.carry_over import carried_over
from memorist.nodes.homeostasis.given import Delegation, parse_state
from memorist.nodes.homeostasis.observe import guidance_for
from memorist.nodes.homeostasis.result import (
    DIMENSIONS,
    Assessment,
    CarryOver,
    ClarifyQuestion,
    Dimension,
    DimensionState,
    Guardrail,
    Tension,
)
from memorist.nodes.homeostasis.state import HomeostasisContext, HomeostasisState
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.result import FailedChannel, PromptItem

URGENCY: dict[DimensionState, int] = {"CRITICAL": 0, "LOW": 1, "HIGH": 2}


def advice_of(
    dimensions: Sequence[Dimension],
    tensions: Sequence[Tension],
    guardrails: Sequence[Guardrail],
    question: ClarifyQuestion | None,
    carry_over: Sequence[CarryOver],
) -> tuple[str, ...]:
    """Return the advice: an extreme first, then what serves two dimensions, then each dimension without a tension."""
    advice = [f"{guardrail.action}{_left_of(guardrail, carry_over)}" for guardrail in guardrails]
    advice += [tension.action for tension in tensions]
    if question is not None and question.answer is None:
        when = "now" if question.when == "now" else "at the next break"
        advice.append(f"Ask {when}: {question.question}")
    spoken_for = {said.split()[0] for tension in tensions for said in tension.between}
    alone = [d for d in dimensions if d.state in URGENCY and d.name not in spoken_for]
    advice += [d.guidance for d in sorted(alone, key=lambda d: URGENCY[d.state]) if d.guidance]
    return tuple(dict.fromkeys(advice))


def _left_of(guardrail: Guardrail, carry_over: Sequence[CarryOver]) -> str:
    if not guardrail.id.startswith("worker_failed") or not carry_over:
        return ""
    worst = max(carry_over, key=lambda c: c.failures)
    done = f" Done already: {'; '.join(worst.done)}." if worst.done else ""
    left = f" Left: {'; '.join(worst.left)}." if worst.left else ""
    return f" Task: {worst.task}.{done}{left}"


async def advise(state: HomeostasisState, runtime: Runtime[HomeostasisContext], resources: Resources) -> dict[str, Any]:
    """Put the answer together."""
    now, guidance = parse_time(state["now"]), await guidance_for(resources)
    given = [Dimension.model_validate(state["dimensions"][name]) for name in DIMENSIONS]
    dimensions = tuple(d.model_copy(update={"guidance": guidance.words(d.name, d.state)}) for d in given)
    tensions = tuple(Tension.model_validate(t) for t in state["tensions"])
    guardrails = tuple(Guardrail.model_validate(g) for g in state["guardrails"])
    question = ClarifyQuestion.model_validate(state["question"]) if state.get("question") else None
    earlier = [Delegation.model_validate(d) for d in state["earlier_failures"]]
    carry_over = carried_over([*earlier, *parse_state(state["agent_state"]).delegations], now)
    assessment = Assessment(
        agent_id=state["scope"]["agent_id"],
        at=now,
        activity=state["signals"]["activity"],
        dimensions=dimensions,
        tensions=tensions,
        guardrails=guardrails,
        question=question,
        carry_over=carry_over,
        recalled=tuple(PromptItem.model_validate(item) for item in state["recalled"]),
        advice=advice_of(dimensions, tensions, guardrails, question, carry_over),
        failed=tuple(FailedChannel.model_validate(f) for f in state["failed"]),
    )
    return {"assessment": assessment.model_dump(mode="json")}
