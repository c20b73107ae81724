"""Hard rules: every live rule of the scope, by query: no similarity, no limit."""

from typing import Any

from hypomnema.nodes.resources import Resources
from hypomnema.nodes.retrieval.channels.channel import Asked, found_by, run_channel
from hypomnema.nodes.retrieval.state import Found, RetrievalState


async def search(asked: Asked) -> list[Found]:
    """All rules, blocking ones first."""
    rules = (await asked.standing()).rules
    ordered = sorted(rules, key=lambda r: (getattr(r, "severity", "block") != "block", r.valid_from, r.id))
    return [found_by("hard_rules", rule, 1.0, note="a hard rule is always in") for rule in ordered]


async def hard_rules(state: RetrievalState, resources: Resources) -> dict[str, Any]:
    """The channel as a node. Rules are waited for as long as a statement may take: a prompt without them is worse."""
    settings = await resources.settings()
    return await run_channel("hard_rules", state, resources, search, timeout=settings.statement_timeout)
