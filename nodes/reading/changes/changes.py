"""Judge if a later statement ends an older one, may have changed it, or leaves it as it is.

The model is linear; `tools/fit_changes.py` writes its weights, and the probabilities from which a change is believed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.reading.changes.features import features, may_tell, statement_of
from memorist.nodes.reading.shipped_weights import read_arrays, restored, rounded

Change = Literal["ends", "may change", "none"]
MAX_SENTENCES = 12
"""Sentences of a text that are looked at as changes."""


@dataclass(frozen=True, slots=True)
class Linear:
    """The weights, and the probabilities from which a change is believed (``ends``) or pointed out (``doubt``)."""

    weights: NDArray[np.float32]
    constant: float
    ends: float
    doubt: float

    def probability(self, old: str, new: str, vectors: WordVectors) -> float:
        """Return how probable it is that ``new`` ends ``old``."""
        places, values = features(old, new, vectors)
        return float(1 / (1 + np.exp(-(self.weights[places] @ values + self.constant))))

    def judge(self, old: str, new: str, vectors: WordVectors) -> Change:
        """Judge two statements."""
        likely = self.probability(old, new, vectors)
        return "ends" if likely >= self.ends else "may change" if likely >= self.doubt else "none"


def packed(model: Linear) -> dict[str, NDArray[Any]]:
    """Return the arrays of the model's file."""
    numbers = np.array([model.constant, model.ends, model.doubt], dtype=np.float32)
    return rounded({"weights": model.weights[None, :], "numbers": numbers})


@lru_cache(maxsize=1)
def load() -> Linear:
    """Return the model that is shipped."""
    arrays = restored(read_arrays(__package__ or ""))
    constant, ends, doubt = map(float, arrays["numbers"])
    return Linear(arrays["weights"][0], constant, ends, doubt)


@lru_cache(maxsize=4_096)
def stretches(text: str) -> tuple[str, ...]:
    """Return what of a text may tell a change: its sentences, and each two that follow each other; no questions."""
    said = [one for one in sentences_in(text) if any(map(str.isalnum, one))][:MAX_SENTENCES]
    told = [one for one in said if not one.rstrip().endswith("?")]
    return *told, *(f"{one} {other}" for one, other in pairwise(told))


@lru_cache(maxsize=65_536)
def _judged(old: str, new: str, vectors: WordVectors) -> Change:
    return load().judge(old, new, vectors)


def changes_in(old: str, new: str, vectors: WordVectors) -> Iterator[Change]:
    """Yield what each stretch of a later text does to an older statement, of those that may tell a change."""
    before = statement_of(old)
    return (_judged(old, one, vectors) for one in stretches(new) if may_tell(before, statement_of(one)))


def change_probability(old: str, new: str, vectors: WordVectors) -> float:
    """Return how probable it is that a later text ends an older statement, by the stretch of it that changes most."""
    return max((load().probability(old, one, vectors) for one in stretches(new)), default=0.0)


def change_of(old: str, new: str, vectors: WordVectors) -> Change:
    """Return what a later text does to an older statement, by the stretch of it that changes most."""
    judged = set(changes_in(old, new, vectors))
    if "ends" in judged:
        return "ends"
    return "may change" if "may change" in judged else "none"
