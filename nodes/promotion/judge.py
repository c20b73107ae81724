"""Judge: which candidates climb, by which rule, and what the others lack."""

from typing import Any

from langgraph.runtime import Runtime

from hypomnema.nodes.promotion.climb import climb
from hypomnema.nodes.promotion.rules import CLIMBING
from hypomnema.nodes.promotion.state import PromotionContext, PromotionState
from hypomnema.nodes.promotion.telling import tell
from hypomnema.nodes.promotion.world import World
from hypomnema.nodes.resources import Resources, context_as


async def judge(state: PromotionState, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """Send the page up the ladder; no statement is sent."""
    store, context = await resources.store(), context_as(PromotionContext, runtime.context)
    world = World.from_json(state.get("world") or {})
    climbed = climb(world, context.present(await resources.clock()), store.ontology, CLIMBING)
    refused = [f"{admission.rule}: {admission.reason}" for admission in climbed.refused]
    return {
        "proposals": [proposal.model_dump(mode="json") for proposal in climbed.proposals],
        **tell(state, not_yet=refused),
    }
