"""Report: what happened on the way is told in the result."""

from typing import Any

from memorist.nodes.ingestion.state import IngestionState

TOLD = ("masked", "notices")


async def report(state: IngestionState) -> dict[str, Any]:
    """Add to the result what was masked and what went less well."""
    result = state.get("result") or {}
    return {"result": {**result, **{key: state.get(key) or [] for key in TOLD}}}
