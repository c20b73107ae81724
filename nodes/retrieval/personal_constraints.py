"""Standing constraints: what a person lives with (diet, disability, faith, budget, hours), told wherever it matters.

They are found by their kind; which kinds matter is told by the areas of life that the task touches. Kinds and areas are
data (``personal_constraints.yaml``).
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np

from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.language.shipped import shipped
from memorist.nodes.retrieval.relevance import asked_words

NEAR_AREA = 0.45
"""A word of the task that is so near to a word of an area touches it."""
TECHNICAL = "technical"
ANY = "any"
_LOOKS_UP = re.compile(
    r"\s*(?:who|whom|whose|what|which|when|where|how (?:much|many|long|old|often|far))\b"
    r"(?!.{0,200}\b(?:should|shall|can|could|would|might|may|must|need|do (?:i|we) \w)\b)",
    re.IGNORECASE | re.DOTALL,
)
"""A question for what is known; "what should I bring" asks for advice."""


def touched(task: str, vectors: WordVectors) -> frozenset[str]:
    """The kinds of constraints that matter for a task.

    These are all kinds where nothing tells which areas the task touches, unless it only asks for what is known.
    """
    words = asked_words(task)
    near = areas_of(words, vectors)
    if not near and not _LOOKS_UP.match(task):
        return frozenset(_kinds())
    return frozenset(kind for kind, areas in _kinds().items() if ANY in areas or near & areas)


def areas_of(words: list[str], vectors: WordVectors) -> frozenset[str]:
    """The areas of life that words touch, by their nearness to the words of each area; a technical task touches none
    beside the technical one unless a word names another."""
    if not words:
        return frozenset()
    names, places, seeds = _seeds()
    nearness = vectors.nearness(words, seeds)
    best = np.array([nearness[:, start:end].max() for start, end in places])
    found = {name for name, value in zip(names, best.tolist(), strict=True) if value >= NEAR_AREA}
    strongest = names[int(best.argmax())]
    return frozenset({TECHNICAL} if strongest == TECHNICAL and found else found)


@cache
def _data() -> Mapping[str, Any]:
    return shipped(__name__, "personal_constraints.yaml")


@cache
def _kinds() -> dict[str, frozenset[str]]:
    return {kind: frozenset(areas) for kind, areas in _data()["kinds"].items()}


@cache
def _seeds() -> tuple[list[str], list[tuple[int, int]], list[str]]:
    names, places, seeds = list[str](), list[tuple[int, int]](), list[str]()
    for name, words in _data()["areas"].items():
        names.append(name)
        places.append((len(seeds), len(seeds) + len(words)))
        seeds += words
    return names, places, seeds
