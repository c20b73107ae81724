"""Consult: read the act, and fetch the hard rules that it is held against."""

from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.contexts import context_as
from memorist.nodes.homeostasis.act import parse_act
from memorist.nodes.homeostasis.acts.state import ActContext, ActRequest, fresh
from memorist.nodes.homeostasis.given import parse_state
from memorist.nodes.homeostasis.observe import guidance_for, thresholds_for
from memorist.nodes.homeostasis.remembered import standing_now
from memorist.nodes.last_rules import last_known_rules
from memorist.nodes.resources import Resources


async def consult(state: ActRequest, runtime: Runtime[ActContext], resources: Resources) -> dict[str, Any]:
    """One statement for the rules. A store that is down is named; the last known rules stand in for those it holds."""
    context = context_as(ActContext, runtime.context)
    try:
        parse_act(state.action)
        if state.agent_state:
            parse_state(state.agent_state)
        guidance = await guidance_for(resources)
    except InvalidInput as error:
        return {**fresh(), "error": {"message": str(error), "field": error.field}}
    scope = context.scope(await resources.settings())
    now = context.present(await resources.clock())
    standing, failed = await standing_now(resources, scope, now, channel="hard_rules")
    rules = standing.rules
    last = await last_known_rules(resources, scope.group_id) if failed else None
    if last is not None:
        rules = last.for_scope(scope, now)
    return {
        **fresh(),
        "action": state.action,
        "stated": state.agent_state,
        "scope": scope.model_dump(),
        "now": time_text(now),
        "rules": [rule.model_dump(mode="json") for rule in rules],
        "thresholds": thresholds_for(guidance, standing.models, scope.agent_id).model_dump(),
        "rules_of": time_text(last.at) if last is not None else None,
        "failed": failed,
    }
