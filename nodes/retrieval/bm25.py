"""BM25 over the candidates of one question, in memory."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from memorist.nodes.language.lexical import stem, words_of
from memorist.nodes.retrieval.coverage import Column

K1, B = 1.2, 0.75
Counts = np.ndarray[Any, np.dtype[np.float64]]
MAX_WORDS = 150
"""Of one text; more say nothing new."""


@lru_cache(maxsize=16_384)
def counted(text: str) -> tuple[tuple[str, ...], Mapping[str, int]]:
    """The words of a text and its stems, counted: the same texts are candidates of many questions."""
    said = words_of(text)[:MAX_WORDS]
    return tuple(said), dict(Counter(map(stem, said)))


def counts_of(terms: Sequence[str], texts: Sequence[Mapping[str, int]]) -> Counts:
    """Return how often each term (a column) stands in each text (a row)."""
    counts = [text.get(term, 0) for text in texts for term in terms]
    return np.array(counts, dtype=np.float64).reshape(len(texts), len(terms))


def rarity_of(counts: Counts) -> Column:
    """BM25's weight of each term by how many of the texts have it."""
    holding = (counts > 0).sum(axis=0)
    return np.log(1.0 + (len(counts) - holding + 0.5) / (holding + 0.5))


def bm25(counts: Counts, lengths: Sequence[int], rarity: Column) -> Column:
    """One score a text; ``lengths`` in words."""
    mean = max(1.0, sum(lengths) / max(1, len(lengths)))
    room = K1 * (1 - B + B * np.array(lengths, dtype=np.float64) / mean)
    return (rarity * counts * (K1 + 1) / (counts + room[:, None])).sum(axis=1)
