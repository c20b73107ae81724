"""Rank: one score a memory, every part of it kept."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from math import floor
from time import perf_counter
from typing import Any, Literal

from hypomnema.memory_store.domain.clock import parse_time
from hypomnema.memory_store.domain.identity import folded
from hypomnema.memory_store.domain.recency import recency
from hypomnema.memory_store.domain.status import Status
from hypomnema.nodes.language.gazetteer import topic_of
from hypomnema.nodes.retrieval.answers import answers_by_nearness
from hypomnema.nodes.retrieval.channels.channel import let_go
from hypomnema.nodes.retrieval.state import Channel, Found, Remembered, RetrievalState, Role, plain

type Claimed = dict[str, Any]
Section = Literal["constraints", "procedures", "facts", "self", "user", "episodes", "turns"]

WEIGHTS = {"similarity": 0.4, "recency": 0.2, "confidence": 0.3, "source_boost": 0.1}
"""The composite of the Galatea design; the parts are between 0 and 1, the boost up to 1.5."""
BOOSTS: dict[Role, float] = {
    "constraint": 1.5,
    "primary": 1.0,
    "topic": 1.0,
    "concept": 0.0,
    "technology": 0.0,
    "standing": 0.0,
}
STATUS_WEIGHT: Mapping[str, float] = {Status.STAGED: 0.8, Status.CONTESTED: 0.6}
"""What is on probation or disputed counts less; everything else counts whole."""
NEAR_ENOUGH = 0.3
"""A memory that no channel brings nearer than this has nothing to do with the task."""
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


@dataclass(frozen=True)
class Scored:
    """A memory with its score, the parts of it, the section it belongs to, and why it is out if it is."""

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


def score(found: Found, moment: datetime) -> Scored:
    """Score one find: 0.4 similarity + 0.2 recency + 0.3 confidence + 0.1 source boost.

    Episodes that are in because they are recent are ordered by time alone.
    """
    memory = found.memory
    parts = {
        "similarity": found.similarity,
        "recency": recency(parse_time(memory["valid_from"]), moment),
        "confidence": memory["confidence"] * STATUS_WEIGHT.get(memory["status"], 1.0),
        "source_boost": BOOSTS[found.role] if found.role else 0.0,
    }
    total = sum(WEIGHTS[name] * value for name, value in parts.items())
    section = CHANNEL_SECTION.get(found.channel) or ("episodes" if memory["type"] == "episodic" else "facts")
    near = found.similarity >= NEAR_ENOUGH or found.channel not in NEEDS_NEARNESS
    return Scored(
        memory=memory,
        line=found.line,
        section=section,
        channel=found.channel,
        score=round(total if found.rank is None else found.rank, 6),
        note=found.note,
        answers=round(float(answers_by_nearness(found.similarity)) if found.answers is None else found.answers, 6),
        out=found.out if near else f"not near enough: {_cut(found.similarity)} is below {NEAR_ENOUGH}",
        **{name: round(value, 6) for name, value in parts.items()},
    )


def _cut(similarity: float) -> str:
    """Two digits that never round up to what they are compared with."""
    return f"{floor(similarity * 100) / 100:.2f}"


SECTION_ORDER: Mapping[Section, int] = {
    "constraints": 0,
    "procedures": 1,
    "facts": 2,
    "self": 3,
    "user": 4,
    "episodes": 5,
    "turns": 6,
}


def rank_all(found: Iterable[Found], moment: datetime) -> list[Scored]:
    """The best find of each memory, by section and score.

    A memory stands in one place: where a query found it near enough, else where its own channel puts it. What is
    preferred, or known to be wrong, about another thing stands behind what is used for the same purpose since then.
    """
    best: dict[str, Scored] = {}
    told: dict[str, tuple[str, ...]] = {}
    for one in found:
        told[one.memory["id"]] = one.told
        scored = score(one, moment)
        known = best.get(one.memory["id"])
        if known is None or _preference(scored) > _preference(known):
            best[one.memory["id"]] = scored
    ranked = sorted(_overtaken(best.values()), key=lambda s: (SECTION_ORDER[s.section], -s.score, s.memory["id"]))
    kept = {s.memory["id"] for s in ranked if s.out is None}
    return [_unless_told(scored, kept & set(told[scored.memory["id"]])) for scored in ranked]


JUST_BEHIND = 1e-6


def _overtaken(scored: Iterable[Scored]) -> list[Scored]:
    every = list(scored)
    used = [(s, claim) for s in every if s.out is None and (claim := _in_use(s))]
    return [_behind(s, used) for s in every]


def _in_use(scored: Scored) -> Claimed | None:
    return None if scored.memory["type"] == "semantic:preference" else _claim(scored, "uses")


def _claim(scored: Scored, predicate: str) -> Claimed | None:
    """What a memory claims to be so, if that is what it claims."""
    claim = scored.memory["claim"]
    return claim if claim and claim["polarity"] and claim["predicate"] == predicate else None


def _speaks_for(scored: Scored) -> tuple[str | None, str]:
    """What a preference is for, or what the thing with an issue is for; and which thing that is."""
    if scored.memory["type"] == "semantic:preference" and (claim := _claim(scored, "prefers")):
        return claim["topic"], claim["object"]
    if claim := _claim(scored, "has_issue"):
        return topic_of(claim["subject"]), claim["subject"]
    return None, ""


def _behind(scored: Scored, used: Iterable[tuple[Scored, Claimed]]) -> Scored:
    """What it speaks of is not what is used by now: who asks what to do needs that first."""
    topic, thing = _speaks_for(scored)
    if topic is None:
        return scored
    ahead = [
        (other, claim["object"])
        for other, claim in used
        if claim["topic"] == topic
        and folded(claim["object"]) != folded(thing)
        and other.memory["valid_from"] > scored.memory["valid_from"]
    ]
    if not ahead:
        return scored
    best, instead = max(ahead, key=lambda pair: pair[0].score)
    if best.score > scored.score:
        return scored
    return replace(scored, score=best.score - JUST_BEHIND, note=f"{scored.note}; {instead} is used since then")


def _unless_told(scored: Scored, by: set[str]) -> Scored:
    """A turn is out when what was learned from it is in: the memory is shorter, and knows whether it still holds."""
    if scored.out is None and by:
        return replace(scored, out=f"said by memory {min(by)}, which was learned from it")
    return scored


def _preference(scored: Scored) -> tuple[bool, bool, float]:
    by_query = scored.channel in ("hard_rules", "procedures", "semantic", "graph")
    return (scored.out is None, by_query, scored.score)


async def rank(state: RetrievalState) -> dict[str, Any]:
    """Score everything that was found."""
    began = perf_counter()
    let_go(state["run"])
    found = [Found(**f) for f in state.get("found", [])]
    ranked = rank_all(found, parse_time(state["moment"]["valid_at"]))
    return {
        "ranked": [plain(scored) for scored in ranked],
        "timings_ms": {"rank": (perf_counter() - began) * 1e3},
    }
