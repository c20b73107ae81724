"""A memory's confidence without some of its evidence."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

MIN_CONFIDENCE = 0.3
"""Below this a memory that lost evidence is retracted."""


class EvidencePiece(NamedTuple):
    """One piece of evidence: the raw input it came with, and how sure it was."""

    episode_id: str
    confidence: float


def pieces_of(memory_id: str, payloads: Sequence[Mapping[str, Any]]) -> list[EvidencePiece]:
    """The evidence of a memory as the change log tells it, in order: how sure it began, and each confirmation since.

    A confirmation closes a third of the doubt, weighted by its own confidence; so much can be read back.
    """
    pieces: list[EvidencePiece] = []
    for payload in payloads:
        for memory in payload.get("memories", ()):
            if memory.get("id") == memory_id and not pieces:
                pieces += [
                    EvidencePiece(source, memory["confidence"]) for source in memory.get("source_episode_ids", ())[:1]
                ]
        for update in payload.get("updates", ()):
            if update.get("memory_id") != memory_id:
                continue
            before, after = update.get("before", {}), update.get("after", {})
            added = set(after.get("source_episode_ids", ())) - set(before.get("source_episode_ids", ()))
            if len(added) == 1 and before.get("confidence", 1.0) < 1.0:
                left = (1.0 - after["confidence"]) / (1.0 - before["confidence"])
                pieces.append(EvidencePiece(added.pop(), max(0.0, min(1.0, 3.0 * (1.0 - left)))))
    return pieces


def confidence_without(
    confidence: float, gone: Collection[str], pieces: Sequence[EvidencePiece], *, left: int, lost: int
) -> float:
    """The confidence without the evidence of ``gone``; it never rises.

    Where the log tells all pieces, the rest are added up anew, and what happened beside them (decay) is kept in
    proportion. Where it does not, each of ``left + lost`` pieces is taken to have closed an equal share of the doubt.
    """
    rest = [piece for piece in pieces if piece.episode_id not in gone]
    if len(pieces) - len(rest) == lost and rest:
        return min(confidence, confidence * _sum(rest) / (_sum(pieces) or 1.0))
    if not lost or not left:
        return confidence if not lost else 0.0
    return min(confidence, 1.0 - (1.0 - confidence) ** (left / (left + lost)))


def _sum(pieces: Sequence[EvidencePiece]) -> float:
    total = pieces[0].confidence
    for piece in pieces[1:]:
        total += (1.0 - total) / 3.0 * piece.confidence
    return total
