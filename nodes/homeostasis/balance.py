"""Balance: dimensions that pull apart, with the one action that serves both."""

from collections.abc import Mapping, Sequence
from typing import Any

from langgraph.runtime import Runtime

from memorist.nodes.homeostasis.dimensions.dimension import measured
from memorist.nodes.homeostasis.guidance import TensionRule, Thresholds
from memorist.nodes.homeostasis.observe import guidance_for
from memorist.nodes.homeostasis.result import Dimension, Tension
from memorist.nodes.homeostasis.signals import Signals
from memorist.nodes.homeostasis.state import HomeostasisContext, HomeostasisState
from memorist.nodes.resources import Resources


def tensions_of(
    dimensions: Mapping[str, Dimension], rules: Sequence[TensionRule], signals: Signals, thresholds: Thresholds
) -> list[Tension]:
    """The tensions whose two dimensions are in the states that a rule names, in the order of the rules."""
    return [
        Tension(
            id=rule.id,
            between=tuple(f"{name} {dimensions[name].state}" for name in rule.between),
            action=rule.action,
            why=rule.why,
        )
        for rule in rules
        if all(name in dimensions and dimensions[name].state in states for name, states in rule.between.items())
        and not (rule.unless and rule.unless.applies(signals, thresholds))
    ]


async def balance(
    state: HomeostasisState, runtime: Runtime[HomeostasisContext], resources: Resources
) -> dict[str, Any]:
    """Name the tensions."""
    guidance = await guidance_for(resources)
    dimensions = {name: Dimension.model_validate(given) for name, given in state["dimensions"].items()}
    found = tensions_of(dimensions, guidance.tensions, *measured(state))
    return {"tensions": [tension.model_dump(mode="json") for tension in found]}
