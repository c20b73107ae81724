"""Vectors of single words: how near two words are, for matching texts word by word."""

import asyncio
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from memorist.memory_store.embedders.wordllama import load_wordllama

MAX_KNOWN = 20_000
"""So many words are kept, 20 MB; a conversation has a few thousand."""

LARGEST_PRODUCT = 250_000
"""Multiplications at once: from 262,144 on OpenBLAS wakes a thread for each core, and they go on looking for work when
it is done, where an embedded database needs the core."""

Matrix = np.ndarray[Any, np.dtype[np.float32]]


class WordVectors:
    """The static vectors that the default embedder averages, one a word. They come inside a package."""

    def __init__(self, model: Any) -> None:
        self._tokenizer = model.tokenizer
        self._table: Matrix = np.asarray(model.embedding, dtype=np.float32)
        self._known: dict[str, Matrix] = {}

    def of(self, words: Sequence[str]) -> Matrix:
        """One row of unit length a word; a word without a vector is all zeros."""
        if not words:
            return np.zeros((0, self._table.shape[1]), dtype=np.float32)
        return np.array([self._known[w] if w in self._known else self._look_up(w) for w in words])

    def nearness(self, words: Sequence[str], others: Sequence[str]) -> Matrix:
        """The cosine of each word (a row) with each of the others (a column)."""
        mine, theirs = self.of(words), self.of(others)
        wide = max(1, LARGEST_PRODUCT // max(1, mine.size))
        parts = [mine @ theirs[start : start + wide].T for start in range(0, len(theirs), wide)]
        return np.concatenate(parts, axis=1) if parts else np.zeros((len(words), 0), dtype=np.float32)

    def _look_up(self, word: str) -> Matrix:
        pieces = self._tokenizer.encode(word, add_special_tokens=False).ids
        mean = self._table[pieces].mean(axis=0) if pieces else np.zeros(self._table.shape[1], dtype=np.float32)
        length = float(np.linalg.norm(mean))
        vector = mean / length if length > 0 else mean
        if len(self._known) >= MAX_KNOWN:
            self._known.clear()
        self._known[word] = vector
        return vector


async def word_vectors() -> WordVectors:
    """The vectors, loaded in a thread once a process. Raises :class:`EmbedderUnavailable` with the fix."""
    if _loaded.cache_info().currsize:
        return _loaded()
    return await asyncio.to_thread(_loaded)


@cache
def _loaded() -> WordVectors:
    return WordVectors(load_wordllama())
