"""Recall: what the memory holds for the task, or for feedback that waits; retrieval's own graph is asked."""

from typing import Any

from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from memorist.memory_store.domain.clock import parse_time
from memorist.nodes.contexts import context_as
from memorist.nodes.homeostasis.given import AgentState, parse_state
from memorist.nodes.homeostasis.signals import to_answer
from memorist.nodes.homeostasis.state import HomeostasisContext, HomeostasisState
from memorist.nodes.retrieval.result import Recall
from memorist.nodes.retrieval.state import RetrievalContext

type Retrieval = CompiledStateGraph[Any, Any, Any, Any]
"""The retrieval graph."""

SHOWN = 5
"""Items of each section that are passed on with an assessment; rules are passed on completely."""
RULES = "Constraints (MUST FOLLOW)"


def task_to_recall(given: AgentState, agent: str | None, *, called: bool) -> str | None:
    """The text to recall for: messages that wait for an answer and the task, else the task unless it was recalled."""
    if called:
        waiting = [m.content for m in to_answer(given.messages, agent)][-3:]
        return "\n".join([*waiting, *([given.task] if given.task else [])])
    return None if given.knowledge is not None else given.task


async def recall(state: HomeostasisState, runtime: Runtime[HomeostasisContext], retrieval: Retrieval) -> dict[str, Any]:
    """Ask retrieval if need be, and note how much is known; what fails is named."""
    context = context_as(HomeostasisContext, runtime.context)
    given, scope, signals = parse_state(state["agent_state"]), state["scope"], dict(state["signals"])
    task = task_to_recall(given, scope["agent_id"], called=signals["activity"] == "needs_action")
    if task is None:
        signals["knowledge_score"] = given.knowledge.score if given.knowledge else None
        return {"signals": signals}
    asked = RetrievalContext(**scope, now=parse_time(state["now"]), record_access=False)
    answer = await retrieval.ainvoke(
        {"task": task}, context=asked.model_copy(update={"session_id": context.session_id})
    )
    found = Recall.model_validate(answer["recall"])
    shown = (item for s in found.sections for item in (s.items if s.title == RULES else s.items[:SHOWN]))
    failed = [f.model_dump() for f in found.failed_channels]
    unreachable = any(f["channel"] in ("semantic", "hard_rules") for f in failed)
    signals["knowledge_score"] = None if unreachable else found.knowledge.score
    return {
        "knowledge": None if unreachable else found.knowledge.model_dump(mode="json"),
        "recalled": [item.model_dump() for item in shown],
        "signals": signals,
        "failed": [*state["failed"], *failed],
    }
