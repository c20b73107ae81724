"""The score of a memory: one number, every part of it kept."""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, NamedTuple

from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.recency import recency
from memorist.memory_store.domain.status import Status
from memorist.nodes.retrieval.features import Retrievable
from memorist.nodes.retrieval.passage_line import PassageLine
from memorist.nodes.retrieval.state import Channel, Found, RememberedFields, Role

Section = Literal["constraints", "person", "procedures", "facts", "self", "user", "episodes", "turns"]
"""Of a prompt, in their order."""

WEIGHTS = {"similarity": 0.4, "recency": 0.2, "confidence": 0.3, "source_boost": 0.1}
"""The composite of the Galatea design; the parts are between 0 and 1, the boost up to 1.5."""
BOOSTS: dict[Role, float] = {"primary": 1.0, "topic": 1.0, "standing": 0.0}
STATUS_WEIGHT: Mapping[str, float] = {Status.STAGED: 0.8, Status.CONTESTED: 0.6}
"""Weight of each status: what is on probation or disputed counts less; everything else counts whole."""
ON_TASK = 0.3
"""Share of a task that a line must speak of to count as used by it, and an archived memory to be brought back."""
CHANNEL_SECTION: dict[Channel, Section] = {
    "hard_rules": "constraints",
    "procedures": "procedures",
    "self_model": "self",
    "user_model": "user",
    "recent_episodes": "episodes",
    "raw_episodes": "turns",
}


_BY_RELEVANCE = frozenset[Section]({"facts", "turns", "episodes"})


class Scored(NamedTuple):
    """A memory or passage with its scores, the section it belongs to, and why it is out if it is.

    ``relevance`` orders what competes for the target; ``similarity`` is the share of the task that it speaks of;
    ``score`` is the design's composite, kept for the trace; ``place`` orders lines that have an order of their own;
    ``told`` are the memories that were learned from the input of a passage.
    """

    memory: RememberedFields
    line: str | PassageLine
    section: Section
    channel: Channel
    similarity: float
    recency: float
    confidence: float
    source_boost: float
    score: float
    note: str
    relevance: float = 0.0
    out: str | None = None
    place: float = 0.0
    text: Retrievable | None = None
    passage: PassageLine | None = None
    told: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, int]:
        """Identity of a candidate: a memory, or a part of an input."""
        return self.memory["id"], self.text.part if self.text else 0

    @property
    def competes(self) -> bool:
        """True if it goes in by relevance, up to the target."""
        return self.section in _BY_RELEVANCE and self.channel != "recent_episodes"

    @property
    def on_task(self) -> bool:
        """True if it speaks of enough of the task to count as used."""
        return self.similarity >= ON_TASK


def score(found: Found, moment: datetime, *, similarity: float, relevance: float) -> Scored:
    """Score one find: 0.4 similarity + 0.2 recency + 0.3 confidence + 0.1 source boost."""
    memory = found.memory
    fresh = recency(parse_time(memory["valid_from"]), moment)
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
        score=total,
        note=found.note,
        relevance=relevance,
        out=found.out,
        place=found.place,
        text=found.text,
        passage=found.passage,
        told=tuple(found.told),
    )
