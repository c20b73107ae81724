"""Judge whose affair a sentence tells of: its speaker's own ("We are getting divorced"), or everybody's.

A logistic regression on the network's vector of the sentence, on whether it speaks in the first person, and whether
it names others whom it concerns; `tools/fit_whose.py` writes its weights. What an assistant said to a person is judged
as a whole: it is as private as what it is about.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from memorist.memory_store.domain.concern import binds_others, concerns_others
from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.visibility import in_first_person, is_own, leans
from memorist.memory_store.network import network
from memorist.memory_store.network.network import DIMENSION
from memorist.nodes.language.shipped import shipped

MAX_SENTENCES = 60
"""Sentences of an input that are judged, 3 ms each. What follows is private if any of them is."""

FIRST_PERSON = DIMENSION
"""Place of the feature of the first person, behind the vector."""


class PrivacyWeights(NamedTuple):
    """Weights of the features, and the constant; above 0 a sentence is private."""

    of_features: NDArray[np.float32]
    constant: float


@cache
def load() -> PrivacyWeights:
    """Return the weights that are shipped."""
    data = shipped(__name__, "weights.json")
    return PrivacyWeights(np.array(data["weights"], np.float32), data["constant"])


def features(sentence: str) -> NDArray[np.float32]:
    """Return the features of a sentence; blocks for some 3 ms."""
    by_words = in_first_person(sentence), is_own(sentence), concerns_others(sentence)
    return np.concatenate((network.load().embedding(sentence), np.array(by_words, np.float32)))


def is_private(sentence: str) -> bool:
    """Return true if a sentence is most probably its speaker's own affair; what binds others is theirs to know."""
    weights = load()
    return not binds_others(sentence) and float(features(sentence) @ weights.of_features) + weights.constant > 0


def private_sentences(content: str, *, answer: bool = False) -> tuple[int, ...]:
    """Return the places of the sentences of an input that are its speaker's own affair.

    A sentence that leans on the one before ("It's on Friday.") is as private as that.

    Args:
        content: the words.
        answer: an assistant's.
    """
    sentences = [*sentences_in(content)]
    if answer:
        return tuple(range(len(sentences))) if is_private(content) else ()
    return tuple(_places(sentences))


def _places(sentences: Sequence[str]) -> Iterator[int]:
    before = found = False
    for place, sentence in enumerate(sentences):
        judged = is_private(sentence) if place < MAX_SENTENCES else found
        before = judged or (before and leans(sentence))
        found = found or before
        if before:
            yield place
