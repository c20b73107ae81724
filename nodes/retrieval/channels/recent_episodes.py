"""Recent episodes: what happened lately, whatever the task."""

from typing import Any

from memorist.nodes.resources import Resources
from memorist.nodes.retrieval.channels.channel import Asked, found_by, run_channel
from memorist.nodes.retrieval.state import Found, RetrievalState


async def search(asked: Asked) -> list[Found]:
    """The newest episodes of the scope."""
    episodes = (await asked.standing()).episodes
    return [found_by("recent_episodes", episode, 0.0, note="recent") for episode in episodes]


async def recent_episodes(state: RetrievalState, resources: Resources) -> dict[str, Any]:
    """The channel as a node."""
    return await run_channel("recent_episodes", state, resources, search)
