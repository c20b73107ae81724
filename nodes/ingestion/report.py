"""Report: what happened on the way is told in the result."""

from typing import Any

from memorist.nodes.ingestion.state import IngestionState

TOLD = ("masked", "notices")


async def report(state: IngestionState) -> dict[str, Any]:
    """Add to the result what was masked, what went less well, and what is to be forgotten."""
    result = state.get("result") or {}
    forget = {"forget": found} if (found := state.get("forget")) else {}
    return {"result": {**result, **forget, **{key: state.get(key) or [] for key in TOLD}}}
