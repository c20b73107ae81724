"""Input of a maintenance pass: experiences that repeat, and chains of evidence."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import batched, pairwise
from typing import Any

from memorist.evals.speed.crowd import BATCH, builder, episode, made, mentions
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.ontology.ontology import Ontology

PATTERN = 3
"""Memories of one pattern: a fact, and two experiences that show it, enough for an observation."""
APART = timedelta(hours=2)


def experiences(scope: Scope, count: int, at: datetime, ontology: Ontology, what: str) -> Iterator[ChangeSet]:
    """Change sets with ``count`` memories: facts that were each seen twice, two hours apart.

    ``what`` tells those of one call from those of another.
    """
    left = count
    for page in batched(range(-(-count // PATTERN)), BATCH // PATTERN):
        patterns = [_pattern(scope, f"{what} {number}", at) for number in page]
        memories = [memory for some, _ in patterns for memory in some][:left]
        left -= len(memories)
        changes = builder(scope, ontology, f"{what} {left}")
        changes.add(*memories)
        episodes = tuple(one for _, seen in patterns for one in seen)
        changes.more = {"episodes": episodes, "mentions": mentions(memories)}
        yield changes.build()


def chain(scope: Scope, depth: int, at: datetime, ontology: Ontology, name: str) -> tuple[str, ChangeSet, ChangeSet]:
    """Facts of which ``depth`` stand one on the other: the id of the lowest, what adds them, and what retracts it."""
    steps = (f"{name}: step {number}" for number in range(depth + 1))
    facts = [_made(scope, "semantic:fact", step, at, (), confidence=0.9) for step in steps]
    added = builder(scope, ontology, f"{name} added")
    added.add(*facts)
    for lower, upper in pairwise(facts):
        added.draw(
            Edge(
                type=EdgeType.PROMOTED_TO,
                group_id=scope.group_id,
                source=lower.id,
                target=upper.id,
                created_at=at,
                valid_from=at,
                promotion_reason="it was seen again",
                promotion_threshold=1.0,
            )
        )
    retracted = builder(scope, ontology, f"{name} retracted")
    retracted.change(facts[0], {"status": "retracted", "expired_at": at}, "it was wrong")
    return facts[0].id, added.build(), retracted.build()


def _pattern(scope: Scope, name: str, at: datetime) -> tuple[list[Memory], list[RawEpisode]]:
    """Return a fact with two experiences that show it, and what they were seen in."""
    tool = f"tool {name}"
    seen = [
        episode(
            scope,
            stable_id(scope.group_id, "experience", content),
            content,
            content,
            then,
            source="json",
            of="observation",
        )
        for time in (1, 2)
        for content, then in [(f"Worked with {tool}, time {time}", at + time * APART)]
    ]
    claim = Claim(subject="team", predicate="uses", object=tool, object_kind="entity", qualifier=f"task {name}")
    fact = _made(scope, "semantic:fact", f"The team uses {tool} for task {name}", at, seen, claim=claim.model_dump())
    lived = [_made(scope, "episodic", e.content, e.at, [e], timestamp=e.at, outcome="success") for e in seen]
    return [fact, *lived], seen


def _made(
    scope: Scope,
    kind: str,
    content: str,
    at: datetime,
    seen: Sequence[RawEpisode],
    *,
    confidence: float = 0.6,
    **more: Any,
) -> Memory:
    sources = tuple(one.id for one in seen)
    id_ = stable_id(scope.group_id, kind, content)
    return made(scope, kind, id_, content, at, confidence=confidence, source_episode_ids=sources, **more)
