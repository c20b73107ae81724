"""Relationship of an agent and a person: trust grows with time together and with what was achieved together.

.3 to begin with; .5 (learning) after 35 interactions; .8 (productive) when a deployment succeeded; .9 (mature) after
200 interactions and three such events. A failed deployment costs .1 and is kept as well.
"""

import re
from collections.abc import Sequence
from typing import Any

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import Episodic, RelationshipModel

LEARNING_AFTER = 35
MATURE_AFTER = 200
MATURE_EVENTS = 3
TRUST = {"initial": 0.3, "learning": 0.5, "productive": 0.8, "mature": 0.9}
COST_OF_FAILURE = 0.1
MAX_EVENTS = 50
_SIGNIFICANT = re.compile(
    r"\b(?:deploy\w*|release[sd]?|launch\w*|went live|shipped|rolled out|in production)\b", re.IGNORECASE
)


def significant(memories: Sequence[Memory]) -> list[Episodic]:
    """Episodes that a relationship remembers: what was delivered together, or failed to be."""
    return [
        m
        for m in memories
        if isinstance(m, Episodic)
        and m.kind == "work"
        and m.outcome in {"success", "success_after_pivot", "failure"}
        and _SIGNIFICANT.search(f"{m.content} {m.summary}")
    ]


def judge_relationship(model: RelationshipModel, events: Sequence[Episodic]) -> dict[str, Any]:
    """The fields that change: phase, trust and significant events."""
    new = [event for event in events if event.id not in model.significant_events]
    kept = (*model.significant_events, *(event.id for event in new))[-MAX_EVENTS:]
    succeeded = any(event.outcome != "failure" for event in new)
    phase = model.phase
    if phase == "initial" and model.interaction_count >= LEARNING_AFTER:
        phase = "learning"
    if phase == "learning" and succeeded:
        phase = "productive"
    if phase == "productive" and model.interaction_count >= MATURE_AFTER and len(kept) >= MATURE_EVENTS:
        phase = "mature"
    trust = max(model.trust_level, TRUST[phase]) if phase != model.phase or succeeded else model.trust_level
    trust -= COST_OF_FAILURE * sum(event.outcome == "failure" for event in new)
    after = {"phase": phase, "trust_level": round(max(0.0, trust), 6), "significant_events": kept}
    return {name: value for name, value in after.items() if value != getattr(model, name)}
