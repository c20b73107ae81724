"""How likely what was found answers the task: chances, set where questions with and without an answer weigh alike.

What they tell apart on conversations stands in ``evals/README.md``.
"""

import re
from functools import lru_cache
from math import exp

import numpy as np

from memorist.nodes.language.lexical import words_of
from memorist.nodes.language.stops import sentences_in
from memorist.nodes.retrieval.coverage import Column, Flags

ENOUGH = 0.45
"""Share of a question that a text must speak of to answer it with a chance of one half."""
OWN_ENOUGH = 0.3
"""The same for a question about a person, not counting his name or what a turn does not tell of its speaker."""
STEEP = 0.07
OWN_LEAD, OWN_STEEP = 0.025, 0.125
"""How much more of the question the person asked about must tell than anybody else, for a chance of one half; and the
steepness of that chance."""

_WORD = re.compile(r"\w+")
_SPEAKER = frozenset("i me my mine myself we us our ours".split())
_LISTENER = frozenset("you your yours yourself".split())


def answers_by_nearness(nearness: Column) -> Column:
    """The chance that each thing answers a question of which it speaks so much."""
    return _chance(nearness, ENOUGH, STEEP)


def answer_by_nearness(nearness: float) -> float:
    """The same of one thing."""
    return 1.0 / (1.0 + exp((ENOUGH - nearness) / STEEP))


def answers_by_person(told: Column, own: Flags) -> Column:
    """The chance that each turn answers a question about a person, when others speak beside that person.

    Args:
        told: how much of the question each turn tells of its own speaker.
        own: whether that is the person asked about.

    A question about somebody who did not do a thing also finds the one who did. So only turns of the person asked about
    count, if they tell enough of the question and more of it than anybody else's.
    """
    theirs = told[~own].max(initial=0.0)
    chances = np.minimum(_chance(told, OWN_ENOUGH, STEEP), _chance(told - theirs, OWN_LEAD, OWN_STEEP))
    return np.where(own, chances, 0.0)


@lru_cache(maxsize=8_192)
def told_of_oneself(content: str) -> tuple[str, ...]:
    """The words of what a turn tells of the one who speaks: no question, nothing that is said of the listener alone."""
    return tuple(word for s in sentences_in(content) if _of_oneself(s) for word in words_of(s))


def _of_oneself(sentence: str) -> bool:
    words = set(_WORD.findall(sentence.lower()))
    return not sentence.endswith("?") and (words.isdisjoint(_LISTENER) or not words.isdisjoint(_SPEAKER))


def _chance(value: Column, half: float, steep: float) -> Column:
    return 1.0 / (1.0 + np.exp((half - value) / steep))
