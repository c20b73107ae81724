"""Graph: what the nearest entities are connected with; for questions about the past, how it came to be."""

from typing import Any

from hypomnema.nodes.resources import Resources
from hypomnema.nodes.retrieval.channels.channel import Asked, found_by, run_channel
from hypomnema.nodes.retrieval.channels.semantic import OTHER_CHANNELS
from hypomnema.nodes.retrieval.state import Found, RetrievalState

ANCHORS = 3
DECAY_PER_HOP = 0.5
"""Activation left after each step away from an anchor (JACQ's spreading activation)."""
HISTORY_SIMILARITY = 0.9
"""A question about the past is answered by the history of what it names, before anything that is merely similar."""


async def search(asked: Asked) -> list[Found]:
    """Neighbours of the top three anchors, or the history of what the question names."""
    if asked.formulation.wants_history and (asked.formulation.names or asked.formulation.topic):
        return await _history(asked)
    vector = (await asked.store.embed([asked.formulation.task]))[0]
    neighbours = await asked.store.neighbourhood(
        asked.scope, asked.formulation.names, vector, asked.moment, anchors=ANCHORS
    )
    return [
        found_by(
            "graph",
            n.memory,
            min(1.0, max(0.0, n.nearness)) * DECAY_PER_HOP**n.hop,
            note=f"{n.hop} step{'s' if n.hop > 1 else ''} from {n.anchor}",
        )
        for n in neighbours
        if n.memory.type not in OTHER_CHANNELS
    ]


async def _history(asked: Asked) -> list[Found]:
    topics = [asked.formulation.topic] if asked.formulation.topic else []
    entries = await asked.store.history(
        asked.scope, names=asked.formulation.names, topics=topics, known_at=asked.moment.known_at
    )
    content = {entry.memory.id: entry.memory.content for entry in entries}
    found: list[Found] = []
    for entry in entries:
        superseded = entry.superseded_by is not None
        note = f"superseded by: {content.get(str(entry.superseded_by), 'a newer memory')}" if superseded else "history"
        if entry.memory.status.live or superseded:
            found.append(found_by("graph", entry.memory, HISTORY_SIMILARITY, note=note))
    return found


async def graph(state: RetrievalState, resources: Resources) -> dict[str, Any]:
    """The channel as a node."""
    return await run_channel("graph", state, resources, search)
