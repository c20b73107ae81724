"""Coverage of a question by a text, word by word."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.language.lexical import stem

Column = np.ndarray[Any, np.dtype[np.float64]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]


class Coverage:
    """The words of one question held against those of many texts.

    Args:
        words: of the question.
        said: the words of every text; others are not known later.
        rarity: what each stem of the question weighs.
    """

    def __init__(
        self, words: Sequence[str], said: Iterable[Sequence[str]], rarity: Mapping[str, float], vectors: WordVectors
    ) -> None:
        self._place = {word: i for i, word in enumerate(dict.fromkeys(chain.from_iterable(said)))}
        self._stems = [stem(word) for word in words]
        self._weights = np.array([rarity[term] for term in self._stems])
        self._near = np.maximum(vectors.nearness(words, list(self._place)), 0.0)

    def of(self, said: Sequence[Sequence[str]], *, leaving: Iterable[str] = ()) -> Column:
        """Return the coverage of the question by each text, 0 to 1: every word by the nearest one of the text, rare
        words more. Words of the stems ``leaving`` are not asked for; where none is left, nothing is spoken of."""
        left_out = set(leaving)
        weights = np.where([term in left_out for term in self._stems], 0.0, self._weights)
        total, covered = weights.sum(), np.zeros(len(said))
        known = [[self._place[word] for word in text if word in self._place] for text in said]
        filled = [i for i, places in enumerate(known) if places]
        if total <= 0 or not filled:
            return covered
        places = [place for i in filled for place in known[i]]
        begins = np.cumsum([0, *(len(known[i]) for i in filled[:-1])])
        covered[filled] = weights @ np.maximum.reduceat(self._near[:, places], begins, axis=1)
        return covered / total
