"""Procedures: how-to knowledge whose trigger fits the task."""

import re
from typing import Any

from hypomnema.memory_store.domain.identity import folded
from hypomnema.memory_store.domain.types import Procedure
from hypomnema.nodes.resources import Resources
from hypomnema.nodes.retrieval.channels.channel import Asked, found_by, run_channel
from hypomnema.nodes.retrieval.state import Found, RetrievalState

TRIGGER_SIMILARITY = 0.7
"""Below this a trigger does not fit, unless its words stand in the task."""
LIMIT = 3


def trigger_stands_in(task: str, procedure: Procedure) -> bool:
    """Whether every word of the trigger occurs in the task: an exact match needs no similarity."""
    words = set(re.findall(r"\w+", folded(task)))
    wanted = re.findall(r"\w+", folded(procedure.trigger.pattern))
    return bool(wanted) and all(word in words for word in wanted)


async def search(asked: Asked) -> list[Found]:
    """The best three by trigger similarity times success rate."""
    queries = await asked.queries([("trigger", trigger) for trigger in asked.formulation.triggers])
    scored: list[tuple[float, Procedure, str]] = []
    for memory, cosine in await asked.store.procedures(asked.scope, queries, asked.moment):
        if not isinstance(memory, Procedure):
            continue
        exact = trigger_stands_in(asked.formulation.task, memory)
        if exact or cosine > TRIGGER_SIMILARITY:
            fit = 1.0 if exact else min(1.0, cosine)
            note = f"trigger {'stands in the task' if exact else f'similarity {cosine:.2f}'}"
            scored.append((fit * memory.success_rate, memory, f"{note}, success rate {memory.success_rate:.2f}"))
    best = sorted(scored, key=lambda s: (-s[0], s[1].id))[:LIMIT]
    return [found_by("procedures", memory, fit, note=note) for fit, memory, note in best]


async def procedures(state: RetrievalState, resources: Resources) -> dict[str, Any]:
    """The channel as a node."""
    return await run_channel("procedures", state, resources, search)
