"""Hard rules: every live rule of the scope, by query: no similarity, no limit."""

from collections.abc import Iterable
from typing import Any

from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.rule_snapshot import LastRules
from memorist.nodes.last_rules import last_known_rules
from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.channels.channel import Asked, found_by, run_channel
from memorist.nodes.retrieval.state import Found, RetrievalState


def in_order(rules: Iterable[Memory]) -> list[Memory]:
    """Blocking ones first, then by age."""
    return sorted(rules, key=lambda r: (getattr(r, "severity", "block") != "block", r.valid_from, r.id))


async def search(asked: Asked) -> list[Found]:
    """All rules, blocking ones first."""
    rules = (await asked.standing()).rules
    return [found_by("hard_rules", rule, 1.0, note="a hard rule is always in") for rule in in_order(rules)]


def last_known(last: LastRules, state: RetrievalState) -> list[Found]:
    """The rules of a snapshot, as they were when it was written."""
    moment = parse_time(state["moment"]["valid_at"])
    rules = last.for_scope(Scope.model_validate(state["scope"]), moment)
    note = f"last known at {last.at:%Y-%m-%d %H:%M} UTC, the memory could not be reached"
    return [found_by("hard_rules", rule, 1.0, note=note) for rule in in_order(rules)]


async def hard_rules(state: RetrievalState, resources: Resources) -> dict[str, Any]:
    """The channel as a node. When the store fails, the last known rules stand in for it, and the failure is named.

    Rules are waited for as long as a statement may take where no snapshot stands in: a prompt without them is worse.
    """
    settings = await resources.settings()
    last = await last_known_rules(resources, state["scope"]["group_id"])
    timeout = settings.channel_timeout if last else settings.statement_timeout
    told = await run_channel("hard_rules", state, resources, search, timeout=timeout)
    if told["failed"] and last is not None:
        told["found"] = [found._asdict() for found in last_known(last, state)]
    return told
