"""Judge if a later statement ends an older one, or leaves it as it is.

The network's head `changes` judges; `tools/fit_network.py` writes the probability from which a change is believed. A
linear model lets through what may be a change: a turn is compared with dozens of memories.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.embedders.words import WordVectors
from memorist.memory_store.network import network as networks
from memorist.memory_store.network.network import Network
from memorist.nodes.reading.changes.features import features, may_tell, statement_of
from memorist.nodes.reading.shipped_weights import read_arrays, restored, rounded
from memorist.nodes.reading.sieve import Sieve

MAX_SENTENCES = 12
"""Sentences of a text that are looked at as changes."""


@dataclass(frozen=True, slots=True)
class ChangeModel:
    """The network's judgement, with the probability from which it is believed that an older statement ends.

    Args:
        sieve: rules out what is no change.
        network: judges pairs.
        limit: from this probability on a change is believed.
    """

    sieve: Sieve
    network: Network
    limit: float

    def may_end(self, old: str, new: str, vectors: WordVectors) -> bool:
        """Return true if two statements are worth the network."""
        return self.sieve.passes(features(old, new, vectors))

    def probability(self, old: str, new: str) -> float:
        """Return how probable it is that ``new`` ends ``old``."""
        return float(self.network.probabilities("changes", new, old)[1])

    def ends(self, old: str, new: str, vectors: WordVectors) -> bool:
        """Return true if ``new`` ends ``old``."""
        return self.may_end(old, new, vectors) and self.probability(old, new) >= self.limit


def packed(model: ChangeModel) -> dict[str, NDArray[Any]]:
    """Return the arrays of the model's file."""
    numbers = np.array([model.sieve.constant, model.sieve.limit, model.limit], dtype=np.float32)
    return rounded({"sieve": model.sieve.weights[None, :], "numbers": numbers})


@lru_cache(maxsize=1)
def load() -> ChangeModel:
    """Return the model that is shipped."""
    arrays = restored(read_arrays(__package__ or ""))
    constant, passed, limit = map(float, arrays["numbers"])
    return ChangeModel(Sieve(arrays["sieve"][0], constant, passed), networks.load(), limit)


@lru_cache(maxsize=4_096)
def stretches(text: str) -> tuple[str, ...]:
    """Return what of a text may tell a change: its sentences, and each two that follow each other; no questions."""
    said = [one for one in sentences_in(text) if any(map(str.isalnum, one))][:MAX_SENTENCES]
    told = [one for one in said if not one.rstrip().endswith("?")]
    return *told, *(f"{one} {other}" for one, other in pairwise(told))


def ends(old: str, new: str, vectors: WordVectors) -> bool:
    """Return true if a stretch of a later text ends an older statement."""
    before, model = statement_of(old), load()
    told = (one for one in stretches(new) if may_tell(before, statement_of(one)))
    return any(model.ends(old, one, vectors) for one in told)
