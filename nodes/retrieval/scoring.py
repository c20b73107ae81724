"""The score of a memory: one number, every part of it kept."""

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from math import floor
from typing import Literal, NamedTuple

from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.recency import recency
from memorist.memory_store.domain.status import Status
from memorist.nodes.retrieval.answerability import answer_by_nearness
from memorist.nodes.retrieval.state import Channel, Found, Remembered, Role

Section = Literal["constraints", "person", "procedures", "facts", "self", "user", "episodes", "turns"]
"""Of a prompt, in their order."""

WEIGHTS = {"similarity": 0.4, "recency": 0.2, "confidence": 0.3, "source_boost": 0.1}
"""The composite of the Galatea design; the parts are between 0 and 1, the boost up to 1.5."""
BOOSTS: dict[Role, float] = {"primary": 1.0, "topic": 1.0, "standing": 0.0}
STATUS_WEIGHT: Mapping[str, float] = {Status.STAGED: 0.8, Status.CONTESTED: 0.6}
"""What is on probation or disputed counts less; everything else counts whole."""
NEAR_ENOUGH = 0.3
"""A memory that no channel brings nearer than this is not told as knowledge about the task."""
FAINT = 0.18
"""Where nothing is nearer than this, no turn has to do with the task."""
FILLED_TURN = 0.11
"""A turn nearer than this is told as well, as far as there is room for it."""
CHANNEL_SECTION: dict[Channel, Section] = {
    "hard_rules": "constraints",
    "procedures": "procedures",
    "self_model": "self",
    "user_model": "user",
    "recent_episodes": "episodes",
    "raw_episodes": "turns",
}
NEEDS_NEARNESS = frozenset({"semantic", "graph", "raw_episodes"})
"""Channels that bring what is similar; the others bring what is wanted whatever the task."""


class Scored(NamedTuple):
    """A memory with its score, the parts of it, the section it belongs to, and why it is out if it is.

    ``filled``: it is in because there is room for it, and is no answer by itself.
    """

    memory: Remembered
    line: str
    section: Section
    channel: Channel
    similarity: float
    recency: float
    confidence: float
    source_boost: float
    score: float
    note: str
    answers: float = 0.0
    out: str | None = None
    filled: bool = False


def score(found: Found, moment: datetime, relevance: float | None = None) -> Scored:
    """Score one find: 0.4 similarity + 0.2 recency + 0.3 confidence + 0.1 source boost.

    ``relevance`` takes the place of the similarity that its channel found. Episodes that are in because they are recent
    are ordered by time alone.
    """
    memory = found.memory
    similarity = found.similarity if relevance is None else relevance
    fresh = recency(_time(memory["valid_from"]), moment)
    confidence = memory["confidence"] * STATUS_WEIGHT.get(memory["status"], 1.0)
    boost = BOOSTS[found.role] if found.role else 0.0
    total = (
        WEIGHTS["similarity"] * similarity
        + WEIGHTS["recency"] * fresh
        + WEIGHTS["confidence"] * confidence
        + WEIGHTS["source_boost"] * boost
    )
    section = CHANNEL_SECTION.get(found.channel) or ("episodes" if memory["type"] == "episodic" else "facts")
    return Scored(
        memory=memory,
        line=found.line,
        section=section,
        channel=found.channel,
        similarity=similarity,
        recency=fresh,
        confidence=confidence,
        source_boost=boost,
        score=total if found.rank is None else found.rank,
        note=found.note,
        answers=answer_by_nearness(similarity) if found.answers is None else found.answers,
        out=found.out,
    )


_time = lru_cache(maxsize=16_384)(parse_time)
"""The same memories are candidates of many questions."""


NOTHING_KNOWN = "nothing is known about the task"
"""Why everything is out where even the nearest line is far."""
NOT_NEAR = "not near enough"


def too_far(similarity: float) -> str:
    """Why something is out that is not near enough."""
    return f"{NOT_NEAR}: {_cut(similarity)} is below {NEAR_ENOUGH}"


def is_for_nearness(out: str) -> bool:
    """Whether something is out for no other reason than that others are nearer, or that nothing is near."""
    return out.startswith((NOT_NEAR, NOTHING_KNOWN))


def _cut(similarity: float) -> str:
    """Two digits that never round up to what they are compared with."""
    return f"{floor(similarity * 100) / 100:.2f}"
