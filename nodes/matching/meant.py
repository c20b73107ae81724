"""Choice of the standing rule that a message lifts.

The network of speech acts judges each pair of the message and a rule (`tools/fit_network.py`).
"""

from collections.abc import Sequence
from typing import NamedTuple

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.sameness import numbers
from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.language.words import stems
from memorist.nodes.reading.changes.changes import content_of
from memorist.nodes.reading.speech_acts.acts import load

UNRELATED = 0.25
"""Nearness of the nearest words of a message and a rule below which they are about different things."""
MAX_JUDGED = 12
"""Things that are judged for a message: those whose words are nearest to its own; each takes about 15 ms."""


class Lifted(NamedTuple):
    """The rule that a message more probably lifts than none; ``sure`` enough to change what holds."""

    rule: Memory
    sure: bool


def lifted(sentence: str, message: str, rules: Sequence[Memory], vectors: WordVectors) -> Lifted | None:
    """Return the rule that a sentence of a message probably lifts; null where it is more probable that none is meant.

    Rules with other numbers are none. A hard rule, or a wish, needs to be surer than a policy, which blocks nothing; so
    does what is about something else.
    """
    said = numbers(sentence)
    may_be = [rule for rule in rules if not (said and numbers(rule.content)) or said == numbers(rule.content)]
    model = load()
    told = model.in_context(sentence, message)
    near = nearest(told, may_be, vectors)
    if not near:
        return None
    likely = model.lifts(told, [rule.content for rule in near])
    probability, rule = max(zip(likely, near, strict=True), key=lambda each: each[0])
    if probability < max(model.limits.meant.values()) and not related(message, rule.content, vectors):
        return None
    sure = probability >= model.limits.meant.get(rule.type, max(model.limits.meant.values()))
    return Lifted(rule, sure) if sure or model.pair(told, rule.content) > 0 else None


def related(message: str, rule: str, vectors: WordVectors) -> bool:
    """Return true if a word of a message is near to one of a rule."""
    mine, its = sorted(content_of(message)), sorted(content_of(rule))
    return bool(mine and its) and float(vectors.nearness(its, mine).max()) >= UNRELATED


def nearest(message: str, rules: Sequence[Memory], vectors: WordVectors) -> list[Memory]:
    """Return the rules whose words are nearest to those of a message, at most ``MAX_JUDGED``."""
    mine = sorted(stems(message))
    if len(rules) <= MAX_JUDGED or not mine:
        return [*rules][:MAX_JUDGED]

    def near(rule: Memory) -> float:
        its = sorted(stems(rule.content))
        return float(vectors.nearness(its, mine).max(axis=1).mean()) if its else 0.0

    return sorted(rules, key=near, reverse=True)[:MAX_JUDGED]
