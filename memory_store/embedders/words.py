"""Vectors of single words: how near two words are, for matching texts word by word."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from memorist.memory_store.embedders.wordllama import StaticVectors, load_wordllama
from memorist.memory_store.threads import loaded

MAX_KNOWN = 20_000
"""So many words are kept, 20 MB; a conversation has a few thousand."""

LARGEST_PRODUCT = 250_000
"""Multiplications at once: from 262,144 on OpenBLAS wakes a thread for each core, and they go on looking for work when
it is done, where an embedded database needs the core."""

Matrix = np.ndarray[Any, np.dtype[np.float32]]


class WordVectors:
    """The static vectors of wordllama, one a word. They come inside a package."""

    def __init__(self, model: StaticVectors) -> None:
        self._model = model
        self._known: dict[str, int] = {}
        self._rows: Matrix = np.zeros((1_024, model.table.shape[1]), dtype=np.float32)

    def of(self, words: Sequence[str]) -> Matrix:
        """One row of unit length a word; a word without a vector is all zeros."""
        places = [self._known.get(word, -1) for word in words]
        if -1 in places:
            if len(self._known) + len(words) > MAX_KNOWN:
                self._known.clear()
            places = [self._known[word] if word in self._known else self._look_up(word) for word in words]
        return self._rows[places] if places else self._rows[:0]

    def nearness(self, words: Sequence[str], others: Sequence[str]) -> Matrix:
        """The cosine of each word (a row) with each of the others (a column)."""
        mine, theirs = self.of(words), self.of(others)
        wide = max(1, LARGEST_PRODUCT // max(1, mine.size))
        parts = [mine @ theirs[start : start + wide].T for start in range(0, len(theirs), wide)]
        return np.concatenate(parts, axis=1) if parts else np.zeros((len(words), 0), dtype=np.float32)

    def _look_up(self, word: str) -> int:
        mean = self._model.mean_of(word)
        length = float(np.linalg.norm(mean))
        vector = mean / length if length > 0 else mean
        place = len(self._known)
        if place >= len(self._rows):
            self._rows = np.concatenate((self._rows, np.zeros_like(self._rows)))
        self._rows[place] = vector
        self._known[word] = place
        return place


async def word_vectors() -> WordVectors:
    """The vectors, loaded in a thread once a process. Raises :class:`EmbedderUnavailable` with the fix."""
    return await loaded(loaded_vectors)


@cache
def loaded_vectors() -> WordVectors:
    """Return the vectors, loaded once a process: a quarter of a second. Raises :class:`EmbedderUnavailable`."""
    return WordVectors(load_wordllama())
