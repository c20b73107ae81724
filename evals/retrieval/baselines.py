"""Three ways to beat: words, vectors, and both. They compare everything, in memory."""

import math
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import numpy as np

from memorist.evals.retrieval.data import RetrievalTurn
from memorist.memory_store.domain.change_set import Vector
from memorist.nodes.language.lexical import stem, words_of

K1, B = 1.2, 0.75
BASELINES = ("bm25", "dense", "hybrid")

Column = np.ndarray[Any, np.dtype[np.float64]]
type Embed = Callable[[Sequence[str]], Awaitable[Sequence[Vector]]]


def unit(turn: RetrievalTurn) -> str:
    """Return the time, the speaker and the words as one text."""
    return f"[{turn.at:%Y-%m-%d}] {turn.speaker}: {turn.text}"


class Bm25:
    """Okapi BM25 over units, with stems and without function words."""

    def __init__(self, units: Sequence[str]) -> None:
        turns = [Counter(map(stem, words_of(text))) for text in units]
        self._lengths = np.array([turn.total() for turn in turns], dtype=np.float64)
        self._holding: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for place, turn in enumerate(turns):
            for term, count in turn.items():
                self._holding[term].append((place, count))

    def scores(self, question: str) -> Column:
        """One score a unit."""
        count, mean = len(self._lengths), max(1.0, float(self._lengths.mean()))
        scores = np.zeros(count)
        for term in dict.fromkeys(map(stem, words_of(question))):
            holding = self._holding.get(term, [])
            rarity = math.log(1 + (count - len(holding) + 0.5) / (len(holding) + 0.5))
            for place, times in holding:
                room = K1 * (1 - B + B * self._lengths[place] / mean)
                scores[place] += rarity * times * (K1 + 1) / (times + room)
        return scores


def spread(values: Column) -> Column:
    """Min-max: between 0 and 1."""
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)


class Baselines:
    """The turns of one conversation, ranked by their words, by their vectors, and by both."""

    def __init__(self, turns: Sequence[RetrievalTurn], embed: Embed) -> None:
        self.units = [unit(turn) for turn in turns]
        self._words = Bm25(self.units)
        self._embed = embed
        self._vectors: np.ndarray[Any, Any] | None = None

    async def orders(self, question: str, pool: int | None = None) -> dict[str, list[int]]:
        """Return the places of the first ``pool`` turns, or of all, best first, by each baseline."""
        if self._vectors is None:
            self._vectors = np.asarray(await self._embed(self.units))
        [vector] = await self._embed([question])
        by_words, by_vector = self._words.scores(question)[:pool], self._vectors[:pool] @ np.asarray(vector)
        scores = {"bm25": by_words, "dense": by_vector, "hybrid": spread(by_words) / 2 + spread(by_vector) / 2}
        return {name: [int(i) for i in np.argsort(-values, kind="stable")] for name, values in scores.items()}
