"""Knowledge sufficiency: does what is known suffice for the task? Judged by retrieval, by its formula."""

from typing import Any

from memorist.nodes.homeostasis.dimensions.dimension import bounded, entry, not_applicable
from memorist.nodes.homeostasis.given import parse_state
from memorist.nodes.homeostasis.result import DimensionScore
from memorist.nodes.homeostasis.state import HomeostasisState
from memorist.nodes.retrieval.result import Knowledge
from memorist.nodes.sufficiency import sufficiency_status

BASIS = {
    "nothing_stored": "nothing is stored yet",
    "nothing_near_enough": "nothing that is stored is near enough to the task",
    "some": "some of it is known",
    "enough": "enough is known",
}


def judge(knowledge: Knowledge | None, *, has_task: bool) -> DimensionScore:
    """CRITICAL, LOW or HEALTHY by the score of retrieval's answer, with its gaps as evidence."""
    if not has_task and knowledge is None:
        return not_applicable("there is no task")
    if knowledge is None:
        return not_applicable("the memory could not be asked")
    gaps = tuple(f"nothing on {gap}" for gap in knowledge.gaps)
    return DimensionScore(
        state=sufficiency_status(knowledge.score),
        score=bounded(knowledge.score),
        evidence=(BASIS.get(knowledge.basis, knowledge.basis), *gaps),
    )


async def knowledge_sufficiency(state: HomeostasisState) -> dict[str, Any]:
    """The dimension as a node."""
    given = state.get("knowledge")
    knowledge = Knowledge.model_validate(given) if given else None
    called = bool(state["signals"]["open_feedback"])
    has_task = parse_state(state["agent_state"]).task is not None or called
    return entry("knowledge_sufficiency", judge(knowledge, has_task=has_task))
