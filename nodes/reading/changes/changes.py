"""Judge if a later statement ends an older one, or leaves it as it is.

The network's head `changes` judges; `tools/fit_network.py` writes the probability from which a change is believed
(``limits.yaml``). Pairs that share no word are not judged: that would take twice the time of a turn.
"""

import re
from functools import lru_cache
from itertools import pairwise

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.network import network
from memorist.nodes.dates.find import places_in
from memorist.nodes.dates.said import without_dates
from memorist.nodes.dates.tense import has_verb
from memorist.nodes.language.calendar_words import CALENDAR_WORDS
from memorist.nodes.language.lexical import FUNCTION_WORDS, stem
from memorist.nodes.language.shipped import shipped
from memorist.nodes.language.words import upper_first
from memorist.nodes.reading.changes.topic import may_end
from memorist.nodes.reading.markers import narrows

LONGEST = 320
"""Characters of a statement whose words are looked at."""
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NOT_CONTENT = frozenset(
    map(
        stem,
        CALENDAR_WORDS | FUNCTION_WORDS | frozenset("user team now today still get got really ok yes new date".split()),
    )
)
_SPEAKER = re.compile(r"^(?:team|we|user|i)\s")
_OPENING = re.compile(
    r"\W*(?:(?:and|but|so|now|then)\s)?(?:(?P<same>it|he|she|they|this|that)|(?P<speaker>i|we|you))\b", re.IGNORECASE
)
"""The subject that opens a sentence: one of the sentence before, or those who talk."""
_HOUR = re.compile(
    r"(?<![\d.])\d{1,2}(?:[:.]\d{2}(?!\d)(?:\s?[ap]m\b)?|\s?(?:[ap]\.?m\b|o'clock|h\b|uhr\b))", re.IGNORECASE
)
MAX_SENTENCES = 12
"""Sentences of a text that are looked at as changes."""


@lru_cache(maxsize=8_192)
def content_of(text: str) -> frozenset[str]:
    """Return the stems of the words that say what a statement is about."""
    words = _WORD.findall(text[:LONGEST].replace("’", "'").lower())
    return frozenset(stem(word.removesuffix("'s")) for word in words) - _NOT_CONTENT


@lru_cache(maxsize=4_096)
def stretches(text: str) -> tuple[str, ...]:
    """Return what of a text may tell a change: its sentences, and each two that follow each other; no questions."""
    said = [one for one in sentences_in(text) if any(map(str.isalnum, one))][:MAX_SENTENCES]
    told = [one for one in said if not one.rstrip().endswith("?")]
    return *told, *(f"{one} {other}" for one, other in pairwise(told))


def probability(old: str, new: str) -> float:
    """Return how probable it is that a later statement ends an older one, both as they were said: without the dates
    that are noted beside the words of a memory.

    0 if it says the same, shares no word, speaks of something else, or holds for a part only ("… on Mondays only").
    """
    old, new = without_dates(old), without_dates(new)
    shared = content_of(old) & content_of(new)
    if not shared or _said(old) == _said(new) or narrows(new, old) or not may_end(old, new, shared):
        return 0.0
    return float(network.load().probabilities("changes", new, old)[1])


def _said(statement: str) -> str:
    """Return the words that carry a statement, whoever makes it: "Team uses Jenkins" is what "We use Jenkins" says."""
    words = " ".join(stem(word) for word in re.findall(r"[\w'’%.,:-]*\w%?", folded(statement)))
    return _SPEAKER.sub("", words)


def ends(old: str, new: str) -> bool:
    """Return true if a stretch of a later text ends an older statement."""
    least = float(shipped(__name__, "limits.yaml")["ends"])
    return any(probability(old, one) >= least for one in stretches(new))


def under_topic(old: str, before: str, new: str) -> str | None:
    """Return a sentence under its topic if it gives a value to what the one before shares with an older statement.

    To "The opening is on 14 May", the second sentence of "The opening has to move. New date: 21 May." is "Opening: New
    date: 21 May.". Null if they share no word or give values of different kinds, if the first one holds for a part
    only, or if the second is a clause with a subject and words of its own ("We sign on 21 May").

    Args:
        old: the older statement.
        before: the sentence before.
        new: the sentence that may give the new value.
    """
    shared = content_of(old) & content_of(before)
    if not shared or narrows(before, old) or _values_in(without_dates(old)).isdisjoint(_values_in(new)):
        return None
    opening = _OPENING.match(new)
    is_clause = bool(opening["speaker"]) if opening else has_verb(new)
    if is_clause and content_of(new) - content_of(old) - content_of(before):
        return None
    topic = " ".join(word for word in _WORD.findall(before[:LONGEST]) if content_of(word) & shared)
    return f"{upper_first(topic)}: {new}"


@lru_cache(maxsize=1_024)
def _values_in(text: str) -> frozenset[str]:
    """Return the kinds of values that a text names: "day", "hour", "number"."""
    left, days = text, places_in(text)
    for place in reversed(days):
        left = f"{left[: place.start]} {left[place.end :]}"
    rest, hours = _HOUR.subn(" ", left)
    named = {"day": bool(days), "hour": hours > 0, "number": re.search(r"\d", rest) is not None}
    return frozenset(kind for kind, is_named in named.items() if is_named)
