"""Consult: read the act, and fetch the hard rules that it is held against."""

import asyncio
from datetime import datetime
from time import monotonic
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import Standing
from memorist.nodes.contexts import context_as
from memorist.nodes.homeostasis.act import parse_act
from memorist.nodes.homeostasis.acts.state import ActContext, ActRequest, fresh
from memorist.nodes.homeostasis.given import parse_state
from memorist.nodes.homeostasis.observe import guidance_for, standing_now, thresholds_for
from memorist.nodes.last_rules import last_known_rules
from memorist.nodes.resources import Resources


async def consult(state: ActRequest, runtime: Runtime[ActContext], resources: Resources) -> dict[str, Any]:
    """One statement for the rules. A store that is down is named; the last known rules stand in for those it holds."""
    context, began = context_as(ActContext, runtime.context), monotonic()
    try:
        parse_act(state.action)
        if state.agent_state:
            parse_state(state.agent_state)
        guidance = await guidance_for(resources)
    except InvalidInput as error:
        return {**fresh(), "error": {"message": str(error), "field": error.field}}
    settings = await resources.settings()
    scope, now = context.scope(settings), context.present(await resources.clock())
    standing, failed = await _rules(resources, scope, now, limit=settings.check_timeout)
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
        "exceptions": _exceptions(standing, scope),
        "thresholds": thresholds_for(guidance, standing.models, scope.agent_id).model_dump(),
        "rules_of": time_text(last.at) if last is not None else None,
        "failed": failed,
        "seconds_left": max(0.0, settings.check_timeout - (monotonic() - began)),
    }


def _exceptions(standing: Standing, scope: Scope) -> dict[str, list[str]]:
    """Return the exceptions that the scope's user may be told, by the ids of their rules."""
    found: dict[str, list[str]] = {}
    for _, memory in standing.statements:
        if (rule := memory.own.get("exception_to")) and not (memory.personal and memory.user != scope.user_id):
            found.setdefault(rule, []).append(memory.content)
    return found


async def _rules(
    resources: Resources, scope: Scope, now: datetime, *, limit: float
) -> tuple[Standing, list[dict[str, Any]]]:
    """Read rules, models and episodes within so many seconds; a store that does not answer counts as one that is
    down."""
    try:
        async with asyncio.timeout(limit):
            return await standing_now(resources, scope, now, channel="hard_rules")
    except TimeoutError:
        late = f"the store did not answer in {limit:g} s (MEMORIST_CHECK_TIMEOUT)"
        return Standing(), [{"channel": "hard_rules", "error": late}]
