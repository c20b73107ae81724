"""Observed expertise of a person on a topic: a running value between 0 and 1."""

from collections.abc import Mapping, Sequence

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import Episodic

UNKNOWN = 0.5
STEP = 0.1
"""So much of the way to what was just seen."""
SEEN = {"success": 1.0, "success_after_pivot": 0.8, "partial": 0.5, "failure": 0.2}
MAX_TOPICS = 100


def judge_expertise(known: Mapping[str, float], memories: Sequence[Memory]) -> dict[str, float]:
    """The values after these episodes of work; topics are the technologies they were about."""
    values = dict(known)
    for memory in memories:
        if not isinstance(memory, Episodic) or memory.kind != "work" or memory.outcome not in SEEN:
            continue
        for topic in memory.technology:
            before = values.get(topic, UNKNOWN)
            values[topic] = round(before + STEP * (SEEN[memory.outcome] - before), 6)
    return (
        values
        if len(values) <= MAX_TOPICS
        else dict(sorted(values.items(), key=lambda p: -abs(p[1] - UNKNOWN))[:MAX_TOPICS])
    )
