"""Judge if a later statement ends an older one, or leaves it as it is.

The network's head `changes` judges; `tools/fit_network.py` writes the probability from which a change is believed
(``limits.yaml``). A turn is compared with dozens of memories: pairs that share no word are not judged.
"""

from functools import lru_cache
from itertools import pairwise

from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.network import network
from memorist.nodes.language.shipped import shipped
from memorist.nodes.reading.changes.statements import may_tell, statement_of

MAX_SENTENCES = 12
"""Sentences of a text that are looked at as changes."""


@lru_cache(maxsize=1)
def limit() -> float:
    """Return the probability from which it is believed that an older statement ends."""
    return float(shipped(__name__, "limits.yaml")["ends"])


@lru_cache(maxsize=4_096)
def stretches(text: str) -> tuple[str, ...]:
    """Return what of a text may tell a change: its sentences, and each two that follow each other; no questions."""
    said = [one for one in sentences_in(text) if any(map(str.isalnum, one))][:MAX_SENTENCES]
    told = [one for one in said if not one.rstrip().endswith("?")]
    return *told, *(f"{one} {other}" for one, other in pairwise(told))


def probability(old: str, new: str) -> float:
    """Return how probable it is that a later statement ends an older one; 0 where it cannot be about the same."""
    if not may_tell(statement_of(old), statement_of(new)):
        return 0.0
    return float(network.load().probabilities("changes", new, old)[1])


def ends(old: str, new: str) -> bool:
    """Return true if a stretch of a later text ends an older statement."""
    return any(probability(old, one) >= limit() for one in stretches(new))
