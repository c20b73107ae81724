"""Judge: which candidates climb, by which rule, and what the others lack."""

from typing import Any

from langgraph.runtime import Runtime

from memorist.nodes.contexts import context_as
from memorist.nodes.promotion.climb import climb
from memorist.nodes.promotion.rules import CLIMBING
from memorist.nodes.promotion.state import PromotionContext, PromotionState
from memorist.nodes.promotion.telling import tell
from memorist.nodes.promotion.world import World
from memorist.nodes.resources import Resources


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
