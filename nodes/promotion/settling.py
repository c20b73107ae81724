"""The cascade as a calculation: evidence falls away, and what stood on it is weighed anew until nothing moves.

Each dependent keeps the share ``strength(what is left) / strength(what there was)`` of its confidence. Below .3 it
falls itself and is evidence for nothing. Shares only shrink, by at least :data:`STEP` or not at all, so it ends; cycles
included, because what only holds itself up shrinks until it falls.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from memorist.memory_store.domain.memory import Part
from memorist.nodes.promotion.confidence import strength
from memorist.nodes.promotion.evidence import CIRCULAR_WEIGHT
from memorist.nodes.promotion.lineage import ancestry

FALLS_BELOW = 0.3
"""Soft invalidation: seed 000."""
STEP = 1e-3
"""Smaller changes of a share count as none, so that the calculation ends."""


class Dependent(Part):
    """A memory that rests on evidence: ids of memories and raw episodes, including those that are gone."""

    id: str
    confidence: float
    evidence: tuple[str, ...]


class SettledDependent(Part):
    """New state of a dependent."""

    id: str
    action: Literal["lower", "fall"]
    confidence: float
    lost: tuple[str, ...]
    reason: str


def settle(dependents: Iterable[Dependent], gone: Iterable[str]) -> dict[str, SettledDependent]:
    """Weigh everything anew without what is ``gone``; those that stay as they are are left out. Pure."""
    nodes = {node.id: node for node in sorted(dependents, key=lambda node: node.id)}
    fallen = set(gone)
    parents = {node.id: node.evidence for node in nodes.values()}
    weights = {node.id: _weights(node, parents) for node in nodes.values()}
    share = dict.fromkeys(nodes, 1.0)
    moved = True
    while moved:
        moved = False
        for node in nodes.values():
            if node.id in fallen:
                continue
            left = _share(weights[node.id], share, fallen)
            if node.confidence * left < FALLS_BELOW and left < 1.0:
                fallen.add(node.id)
                moved = True
            elif share[node.id] - left >= STEP:
                share[node.id], moved = left, True
    left = {id_: _share(weights[id_], share, fallen) if id_ in fallen else share[id_] for id_ in nodes}
    return {node.id: _settled(node, left[node.id], fallen) for node in nodes.values() if left[node.id] < 1.0}


def _share(weights: Mapping[str, float], share: Mapping[str, float], fallen: set[str]) -> float:
    before = strength(weights.values())
    if before == 0:
        return 1.0
    after = strength(0.0 if id_ in fallen else weight * share.get(id_, 1.0) for id_, weight in weights.items())
    return min(1.0, after / before)


def _weights(node: Dependent, parents: Mapping[str, Iterable[str]]) -> dict[str, float]:
    return {
        id_: CIRCULAR_WEIGHT if node.id in ancestry([id_], parents) else 1.0
        for id_ in dict.fromkeys(node.evidence)
        if id_ != node.id
    }


def _settled(node: Dependent, share: float, fallen: set[str]) -> SettledDependent:
    lost = tuple(id_ for id_ in node.evidence if id_ in fallen)
    confidence = node.confidence * share
    falls = node.id in fallen
    said = f"{len(lost)} of {len(node.evidence)} pieces of evidence fell away" if lost else "its evidence became weaker"
    return SettledDependent(
        id=node.id,
        action="fall" if falls else "lower",
        confidence=confidence,
        lost=lost,
        reason=f"evidence_invalidated: {said}, {node.confidence:.2f} → {confidence:.2f}"
        + (f", below {FALLS_BELOW:g}" if falls else ""),
    )
