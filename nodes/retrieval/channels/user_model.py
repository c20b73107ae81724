"""User model: what the person prefers and expects."""

from typing import Any

from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.channels.channel import Asked, found_by, run_channel
from memorist.nodes.retrieval.state import Found, RetrievalState

EDGES = frozenset({"HAS_PREFERENCE", "EXPECTS"})


async def search(asked: Asked) -> list[Found]:
    """Preferences and expectations linked to the model of the user who is being served."""
    user = asked.scope.user_id
    linked = [
        (edge, memory)
        for edge, memory in (await asked.standing()).linked
        if edge in EDGES and (user is None or memory.scope.user_id in (None, user))
    ]
    ordered = sorted(linked, key=lambda pair: (-pair[1].confidence, pair[1].id))
    return [found_by("user_model", memory, memory.confidence, note=edge) for edge, memory in ordered]


async def user_model(state: RetrievalState, resources: Resources) -> dict[str, Any]:
    """The channel as a node."""
    return await run_channel("user_model", state, resources, search)
