"""Origins of evidence: through the whole graph, which may have cycles."""

from collections.abc import Iterable, Mapping, Sequence

from memorist.memory_store.domain.memory import Lineage, Memory, Trust

Parents = Mapping[str, Iterable[str]]
"""Sources of each thing, by id."""


def ancestry(start: Iterable[str], parents: Parents) -> frozenset[str]:
    """Everything that ``start`` was made from, directly or not. Cycles end the walk."""
    found: set[str] = set()
    waiting = [parent for one in start for parent in parents.get(one, ())]
    while waiting:
        current = waiting.pop()
        if current not in found:
            found.add(current)
            waiting.extend(parents.get(current, ()))
    return frozenset(found)


def is_circular(evidence: Iterable[str], target: str, parents: Parents) -> bool:
    """Return true if the target is among what the evidence was made from: then it speaks for itself."""
    return target in ancestry(evidence, parents)


def lowest_trust(trusts: Iterable[Trust]) -> Trust:
    """The trust of a lineage is its lowest."""
    return min(trusts, key=lambda trust: trust.rank, default=Trust.INFERRED)


def extended(sources: Sequence[Memory], episodes: Iterable[str] = (), *, onto: Lineage | None = None) -> Lineage:
    """The lineage of what is made from these sources: every original of theirs, and the way up.

    Nothing is lost: each original and raw episode of each source is in it, and all of ``onto``.
    """
    before = onto or Lineage()
    originals = {o for s in sources for o in (*s.lineage.original_source_ids, *s.source_episode_ids)}
    chain = [*(step for source in sources for step in source.lineage.promotion_chain), *(s.id for s in sources)]
    return Lineage(
        original_source_ids=tuple(sorted({*before.original_source_ids, *originals, *episodes})),
        promotion_chain=tuple(dict.fromkeys((*before.promotion_chain, *chain))),
    )
