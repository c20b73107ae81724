"""Coverage of a question by a text, word by word."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from memorist.memory_store.embedders.words import WordVectors

Column = np.ndarray[Any, np.dtype[np.float64]]


def coverage(words: Sequence[str], weights: Column, said: Sequence[Sequence[str]], vectors: WordVectors) -> Column:
    """Return the coverage of a question by each text, 0 to 1: every word by the nearest one of the text.

    Args:
        words: of the question.
        weights: what each of them counts.
        said: the words of each text.
        vectors: of words.
    """
    place: dict[str, int] = {}
    places = np.array([place.setdefault(word, len(place)) for text in said for word in text], dtype=np.intp)
    lengths = np.array([len(text) for text in said], dtype=np.intp)
    total, covered = weights.sum(), np.zeros(len(said))
    if total <= 0 or not place:
        return covered
    near = np.maximum(vectors.nearness(words, list(place)), 0.0)
    filled = lengths > 0
    begins = (np.cumsum(lengths) - lengths)[filled]
    covered[filled] = weights @ np.maximum.reduceat(near[:, places], begins, axis=1)
    return covered / total
