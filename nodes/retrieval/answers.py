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
"""A memory or a turn that speaks of so much of a question is as likely as not to answer it."""
OWN_ENOUGH = 0.3
"""The same, counting neither the name of the one asked about nor what is not said of oneself."""
STEEP = 0.07
OWN_LEAD, OWN_STEEP = 0.025, 0.125
"""So much more of the question has to be said by the one asked about than by anybody else."""

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

    A question about somebody who did not do it finds the one who did: it is answered when the person asked about tells
    enough of it, and more of it than anybody else.
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
