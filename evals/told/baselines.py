"""Prompts of as many tokens from the whole turns that BM25 or the embedder rank first."""

from collections.abc import Sequence

import numpy as np

from memorist.evals.retrieval.baselines import Bm25, baseline_orders, unit
from memorist.evals.retrieval.data import RetrievalTurn
from memorist.memory_store.embedders.base import Embedder
from memorist.nodes.token_count import count_text

SYSTEMS = ("bm25", "dense")


class Baselines:
    """The turns of one conversation, ranked by their words and by their vectors."""

    def __init__(self, turns: Sequence[RetrievalTurn], embedder: Embedder) -> None:
        self._units = [unit(turn) for turn in turns]
        self._embedder = embedder
        self._words = Bm25(self._units)
        self._vectors: np.ndarray[tuple[int, ...], np.dtype[np.float64]] | None = None

    async def orders(self, question: str) -> dict[str, list[int]]:
        """Return the places of all turns, best first, by each system."""
        if self._vectors is None:
            self._vectors = np.asarray(await self._embedder.embed(self._units))
        [vector] = await self._embedder.embed([question])
        orders = baseline_orders(self._words, self._vectors, question, vector, len(self._units))
        return {system: orders[system] for system in SYSTEMS}

    def prompt(self, order: Sequence[int], tokens: int) -> str:
        """Fill ``tokens`` with the turns of ``order`` that still fit; the earliest stands first."""
        left, taken = tokens, list[int]()
        for place in order:
            size = count_text(self._units[place])
            if size <= left:
                taken.append(place)
                left -= size
        return "\n".join(self._units[place] for place in sorted(taken))
