"""Judge whose affair a sentence tells of: its speaker's own ("We are getting divorced"), or everybody's.

The network's head `whose` judges; `tools/fit_network.py` writes the limits. What an assistant said to a person is
judged as a whole: it is as private as what it is about.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memorist.memory_store.domain.concern import binds_others
from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.visibility import leans
from memorist.memory_store.network import network
from memorist.nodes.language.shipped import shipped
from memorist.nodes.language.words import upper_first
from memorist.nodes.reading.whose.discretion import confided_places

MAX_SENTENCES = 60
"""Sentences of an input that are judged, 3 ms each. What follows is private if any of them is."""
_JOINED = re.compile(r"^\W*(?:(?:and|or|but|so|then|also|oh|und|oder|aber|et|mais|y|pero)\b\W*)+", re.IGNORECASE)
"""Conjunctions at the beginning of a sentence; in a chat, every second one has some, or begins in small letters."""


class WhoseAffair(NamedTuple):
    """Places of the sentences of an input that are its speaker's own affair.

    Args:
        private: told to an assistant alone.
        sensitive: those that are so even if they were said in front of others, where hardly anything is private.
        confided: those of which the speaker wants nobody to be told.
    """

    private: tuple[int, ...]
    sensitive: tuple[int, ...]
    confided: tuple[int, ...]


def probability(sentence: str) -> float:
    """Return how probable it is that a sentence is its speaker's own affair; what binds others is theirs to know."""
    return 0.0 if binds_others(sentence) else float(network.load().probabilities("whose", sentence)[1])


def whose_affair(content: str, *, answer: bool = False) -> WhoseAffair:
    """Return the places of the sentences of an input that are its speaker's own affair.

    A sentence that leans on the one before ("It's on Friday.") is as private as that.

    Args:
        content: the words.
        answer: an assistant's.
    """
    sentences = [*sentences_in(content)]
    confided = set[int]() if answer else {*confided_places(sentences)}
    if answer:
        likely = [probability(content)] * len(sentences)
    else:
        likely = [*map(probability, sentences[:MAX_SENTENCES])]
        likely += [max(likely, default=0.0)] * (len(sentences) - len(likely))
        for place in confided:
            likely[place] = 1.0
    limits: dict[str, float] = shipped(__name__, "limits.yaml")
    asked = [float(place in confided) for place in range(len(sentences))]
    judged = ((likely, limits["alone"]), (likely, limits["company"]), (asked, 1.0))
    return WhoseAffair(*(tuple(_places(sentences, each, limit)) for each, limit in judged))


def _places(sentences: Sequence[str], likely: Sequence[float], limit: float) -> Iterator[int]:
    before = False
    for place, sentence in enumerate(sentences):
        said = _JOINED.sub("", sentence).strip()
        before = likely[place] >= limit or (before and leans(upper_first(said)))
        if before:
            yield place
