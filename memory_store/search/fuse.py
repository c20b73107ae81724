"""One ranking out of two: vector similarity and full text."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.memory import Memory

VECTOR_SHARE = 0.6
"""Weight of the cosine against the full-text score; both between 0 and 1."""


class SearchHit[M: (Memory, Glance)](NamedTuple):
    """One memory found by one query in one way; ``score`` as the database gave it."""

    memory: M
    role: str
    how: Literal["vector", "text"]
    score: float


class Fused[M: (Memory, Glance)](NamedTuple):
    """A memory with its similarity to one query, between 0 and 1, and the two parts of it."""

    memory: M
    role: str
    similarity: float
    cosine: float | None
    text: float | None


def fuse[M: (Memory, Glance)](hits: Iterable[SearchHit[M]]) -> list[Fused[M]]:
    """Join the hits of each query by min-max: full-text scores are divided by the query's best, cosines are kept.

    Adding normalised scores loses less than reciprocal ranks do, because it keeps how near the best was. What only one
    of the two ways found gets that part alone.
    """
    by_role: dict[str, dict[str, dict[str, SearchHit[M]]]] = {}
    for hit in hits:
        by_role.setdefault(hit.role, {}).setdefault(hit.memory.id, {})[hit.how] = hit
    fused: list[Fused[M]] = []
    for role, found in by_role.items():
        best = max((ways["text"].score for ways in found.values() if "text" in ways), default=0.0)
        fused += [_join(role, ways, best) for ways in found.values()]
    return sorted(fused, key=lambda f: (-f.similarity, f.memory.id))


def _join[M: (Memory, Glance)](role: str, ways: dict[str, SearchHit[M]], best_text: float) -> Fused[M]:
    cosine = min(1.0, max(0.0, ways["vector"].score)) if "vector" in ways else None
    text = (ways["text"].score / best_text if best_text > 0 else 1.0) if "text" in ways else None
    similarity = VECTOR_SHARE * (cosine or 0.0) + (1 - VECTOR_SHARE) * (text or 0.0)
    memory = next(iter(ways.values())).memory
    return Fused(memory, role, similarity, cosine, text)
