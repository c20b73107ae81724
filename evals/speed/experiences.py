"""Input of a maintenance pass: experiences that repeat, and chains of evidence."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import batched, islice, pairwise
from typing import Any

from memorist.evals.speed.crowd import BATCH, change_set
from memorist.memory_store.domain.change_set import ChangeSet, Hold, Mention, Update
from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory, Source
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.ontology.ontology import Ontology

PATTERN = 3
"""Memories of one pattern: a fact, and two experiences that show it, enough for an observation."""
APART = timedelta(hours=2)


def experiences(scope: Scope, count: int, at: datetime, ontology: Ontology, what: str) -> Iterator[ChangeSet]:
    """Change sets with ``count`` memories: facts that were each seen twice, two hours apart.

    ``what`` tells those of one call from those of another.
    """
    patterns = (_pattern(scope, f"{what} {number}", at, ontology) for number in range(-(-count // PATTERN)))
    left = count
    for page in batched(patterns, BATCH // PATTERN):
        memories = tuple(islice((m for pattern in page for m in pattern["memories"]), left))
        left -= len(memories)
        ids = {m.id for m in memories}
        yield change_set(
            scope,
            f"{what} {left}",
            memories=memories,
            episodes=tuple(e for pattern in page for e in pattern["episodes"]),
            mentions=tuple(m for pattern in page for m in pattern["mentions"] if m.memory_id in ids),
            holds=tuple(h for pattern in page for h in pattern["holds"] if h.holder in ids),
        )


def chain(scope: Scope, depth: int, at: datetime, name: str) -> tuple[str, ChangeSet, ChangeSet]:
    """Facts of which ``depth`` stand one on the other: the id of the lowest, what adds them, and what retracts it."""
    facts = [
        _made(scope, "semantic:fact", f"{name}: step {number}", at, (), confidence=0.9) for number in range(depth + 1)
    ]
    edges = [
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
        for lower, upper in pairwise(facts)
    ]
    lowest = facts[0]
    wrong = Update.of(lowest, {"status": "retracted", "expired_at": at}, "it was wrong")
    added = change_set(scope, f"{name} added", memories=tuple(facts), edges=tuple(edges))
    return lowest.id, added, change_set(scope, f"{name} retracted", updates=(wrong,))


def _pattern(scope: Scope, name: str, at: datetime, ontology: Ontology) -> dict[str, Any]:
    tool = f"tool {name}"
    seen = [_episode(scope, f"Worked with {tool}, time {time}", at + time * APART) for time in (1, 2)]
    claim = Claim(subject="team", predicate="uses", object=tool, object_kind="entity", qualifier=f"task {name}")
    fact = _made(scope, "semantic:fact", f"The team uses {tool} for task {name}", at, seen, claim=claim.model_dump())
    lived = [_made(scope, "episodic", e.content, e.at, [e], timestamp=e.at, outcome="success") for e in seen]
    return {
        "memories": (fact, *lived),
        "episodes": seen,
        "mentions": [Mention(episode_id=e.id, memory_id=m.id) for m in (fact, *lived) for e in seen if _is_of(m, e)],
        "holds": [Hold(slot_id=ontology.slot_of(fact, claim), expected=None, holder=fact.id)],
    }


def _is_of(memory: Memory, episode: RawEpisode) -> bool:
    return episode.id in memory.source_episode_ids


def _episode(scope: Scope, content: str, at: datetime) -> RawEpisode:
    return RawEpisode(
        id=stable_id(scope.group_id, "experience", content),
        scope=scope,
        name=content,
        content=content,
        source="json",
        description="observation",
        at=at,
        created_at=at,
    )


def _made(
    scope: Scope, kind: str, content: str, at: datetime, seen: list[RawEpisode] | tuple[()], **fields: Any
) -> Memory:
    made = {
        "type": kind,
        "id": stable_id(scope.group_id, kind, content),
        "scope": scope.model_dump(),
        "content": content,
        "source": Source.OBSERVATION,
        "confidence": 0.6,
        "created_at": at,
        "valid_from": at,
        "source_episode_ids": tuple(e.id for e in seen),
    }
    return parse_memory({**made, **fields})
