"""Guardrails: extremes that were reached, of too much or of too little, whatever the dimensions say."""

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from memorist.nodes.homeostasis.dimensions.dimension import measured
from memorist.nodes.homeostasis.guidance import Condition, GuardrailRule, Thresholds
from memorist.nodes.homeostasis.observe import guidance_for
from memorist.nodes.homeostasis.result import Guardrail
from memorist.nodes.homeostasis.signals import Signals
from memorist.nodes.homeostasis.state import HomeostasisContext, HomeostasisState
from memorist.nodes.resources import Resources


def reached(rules: Sequence[GuardrailRule], signals: Signals, thresholds: Thresholds) -> list[Guardrail]:
    """The guardrails all of whose conditions hold, each with the figures that show it."""
    return [
        Guardrail(
            id=rule.id,
            side=rule.side,
            action=rule.action,
            evidence=tuple(_shown(condition, signals) for condition in rule.when),
        )
        for rule in rules
        if all(condition.holds(signals, thresholds) for condition in rule.when)
        and not (rule.unless and rule.unless.applies(signals, thresholds))
    ]


def _shown(condition: Condition, signals: Signals) -> str:
    value = float(getattr(signals, condition.signal))
    limits = [
        f"{word} {figure}"
        for word, figure in (
            ("at least", condition.at_least),
            ("at most", condition.at_most),
            ("below", condition.below),
        )
        if figure is not None
    ]
    return f"{condition.signal.replace('_', ' ')} is {value:g} ({', '.join(limits)})"


async def guardrails(
    state: HomeostasisState, runtime: Runtime[HomeostasisContext], resources: Resources
) -> dict[str, Any]:
    """Look for extremes."""
    guidance = await guidance_for(resources)
    found = reached(guidance.guardrails, *measured(state))
    return {"guardrails": [guardrail.model_dump(mode="json") for guardrail in found]}
