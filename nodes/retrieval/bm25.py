"""BM25 over the candidates of one question, in memory."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from memorist.nodes.language.lexical import stem, words_of
from memorist.nodes.retrieval.coverage import Column

K1, B = 1.2, 0.75
MAX_WORDS = 150
"""Of one text; more say nothing new."""


@lru_cache(maxsize=16_384)
def counted(text: str) -> tuple[tuple[str, ...], Counter[str]]:
    """The words of a text and its stems, counted: the same texts are candidates of many questions."""
    said = words_of(text)[:MAX_WORDS]
    return tuple(said), Counter(map(stem, said))


def rarity_of(terms: Sequence[str], texts: Sequence[Counter[str]]) -> dict[str, float]:
    """BM25's weight of each term by how many of the texts have it."""
    count = len(texts)
    holding = {term: sum(term in text for text in texts) for term in terms}
    return {term: math.log(1.0 + (count - some + 0.5) / (some + 0.5)) for term, some in holding.items()}


def bm25(terms: Sequence[str], texts: Sequence[Counter[str]], rarity: Mapping[str, float]) -> Column:
    """One score a text."""
    lengths = [text.total() for text in texts]
    mean = max(1.0, sum(lengths) / max(1, len(lengths)))
    scores = np.zeros(len(texts))
    for place, (text, length) in enumerate(zip(texts, lengths, strict=True)):
        room = K1 * (1 - B + B * length / mean)
        scores[place] = sum(rarity[t] * text[t] * (K1 + 1) / (text[t] + room) for t in terms if t in text)
    return scores
