"""A claim as Graphiti keeps facts: an edge between entities."""

from datetime import datetime
from typing import Self

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.identity import entity_id, stable_id
from memorist.memory_store.domain.memory import Memory, Part


def claim_edge_id(group_id: str, memory_id: str) -> str:
    """The id of the one fact edge that carries a memory's claim."""
    return stable_id(group_id, "claim_edge", memory_id)


class ClaimEdge(Part):
    """A claim as an edge from its subject to its object (or, for a plain value, to the memory that states it)."""

    id: str
    memory_id: str
    source: str
    target: str
    name: str
    fact: str
    episode_ids: tuple[str, ...]
    valid_at: UtcTime
    created_at: UtcTime
    invalid_at: UtcTime | None = None
    expired_at: UtcTime | None = None

    @classmethod
    def of(cls, memory: Memory, *, at: datetime, episode_ids: tuple[str, ...] | None = None) -> Self:
        """The edge of a memory's claim; a denied one is named ``not_…``.

        Args:
            memory: it has a claim.
            at: system time of the edge.
            episode_ids: what it was learned from; by default what the memory was.
        """
        claim, group = memory.claim, memory.scope.group_id
        assert claim is not None
        return cls(
            id=claim_edge_id(group, memory.id),
            memory_id=memory.id,
            source=entity_id(group, claim.subject),
            target=entity_id(group, claim.object) if claim.object_kind == "entity" else memory.id,
            name=claim.predicate if claim.polarity else f"not_{claim.predicate}",
            fact=memory.content,
            episode_ids=memory.source_episode_ids if episode_ids is None else episode_ids,
            valid_at=memory.valid_from,
            created_at=at,
            invalid_at=memory.valid_until,
            expired_at=memory.expired_at,
        )
