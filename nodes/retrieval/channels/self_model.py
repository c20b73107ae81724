"""Self model: what the agent knows about its own strengths and weaknesses."""

from typing import Any

from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.channels.channel import Asked, found_by, run_channel
from memorist.nodes.retrieval.state import Found, RetrievalState

EDGES = frozenset({"HAS_STRENGTH", "HAS_WEAKNESS", "MISSED"})


async def search(asked: Asked) -> list[Found]:
    """Everything linked to the agent's model of itself, weaknesses first."""
    linked = [(edge, memory) for edge, memory in (await asked.standing()).linked if edge in EDGES]
    ordered = sorted(linked, key=lambda pair: (pair[0] == "HAS_STRENGTH", -pair[1].confidence, pair[1].id))
    return [found_by("self_model", memory, memory.confidence, note=edge) for edge, memory in ordered]


async def self_model(state: RetrievalState, resources: Resources) -> dict[str, Any]:
    """The channel as a node."""
    return await run_channel("self_model", state, resources, search)
