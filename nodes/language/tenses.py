"""Whether a sentence tells of a day as past: "we left on Friday" does, "the shop is closed on Friday" does not."""

import re
from enum import Enum, auto

from memorist.nodes.language.calendar_words import WEEKDAY_NUMBERS
from memorist.nodes.language.dates import Named
from memorist.nodes.language.verbs import is_past


class Tense(Enum):
    """How something is told: as done, as having been so, or as what is, will be or may be."""

    PAST = auto()
    STATE_IN_PAST = auto()
    OTHER = auto()


def tense_at(text: str, day: Named) -> Tense:
    """The tense of the verb that a named day belongs to: the last before it, else the first behind it, in its clause.

    Nothing is told as past where the verb tells what is said, wanted or arranged: the day is that of something else.
    """
    before = _BEGINS_ANEW.split(text[max(0, day.start - _LOOKED_AT) : day.start])[-1]
    for place in reversed(list(_WORD.finditer(before))):
        if tense := _tense_of(place[0].lower(), before[: place.start()].lower()):
            return Tense.OTHER if _TO.match(before, place.end()) else tense
    behind = text[day.end : day.end + _LOOKED_AT]
    if not _BEGUN.search(before):  # "On Friday, we shipped it": the comma ends no clause
        behind = behind.lstrip(" ,")
    behind = _ENDS.split(behind, maxsplit=1)[0]
    for place in _WORD.finditer(behind):
        if tense := _tense_of(place[0].lower(), behind[: place.start()].lower()):
            return tense
    return Tense.OTHER


_LOOKED_AT = 200
"""Characters on each side of the day; a clause is seldom longer."""
_WORD = re.compile(r"[A-Za-z]+(?:['’][a-z]+)?")
_CONJUNCTION = (
    r"(?:as(?!\s(?:an?|the|our|my|his|her|its|their)\b)|because|cause|cos|but|so|while|when|whenever|if|that|which|who|"
    r"whose|although|though|then|where|since)"
)
"""Karim began as the manager on Monday: what he is, not what else was so."""
_ENDS = re.compile(rf"[,;:!?()–—]|\.(?=\s|$)|\s-\s|\b{_CONJUNCTION}\b", re.IGNORECASE)
_BEGINS_ANEW = re.compile(rf"{_ENDS.pattern}|\b(?=(?:i|he|she|we|they)(?:\b|['’]))", re.IGNORECASE)
"""Whom a nominative names does what comes behind it."""
_BEGUN = re.compile(r"\b(?!(?:on|in|at|by|and|or|the|this|back|over)\b)[a-z]", re.IGNORECASE)
_TO = re.compile(r"(?<=\bhad)\sto\b|(?<=\bwas)\sto\b|(?<=\bwere)\sto\b|(?<=\bused)\sto\b", re.IGNORECASE)
"""Who had to cancel the cottage in July, or was to fly on the 8th, does not say when it was done."""
_STATES = frozenset("was were used had stayed ran lived worked kept lasted wasn't weren't hadn't".split())
_ELSEWHERE = frozenset(
    """
    said told mentioned confirmed promised announced decided agreed planned scheduled booked reserved wanted hoped asked
    invited arranged offered expected postponed delayed rescheduled supposed meant thought reminded warned
    suggested proposed requested needed registered
    """.split()
)
"""Whoever booked a table for Saturday did not do so on Saturday."""
_OF_TWO_TENSES = frozenset("put read set cost cut hit hurt let shut split spread burst cast run come become".split())
_NOT_PAST = frozenset(
    """
    am is are isn't aren't be being will won't would can can't could should shouldn't must might going gonna gotta do
    does don't doesn't have has gets starts begins ends comes goes leaves arrives opens closes runs expires launches
    ships lands happens takes moves flies returns visits meets works needs wants plays plans
    """.split()
)
_IS = re.compile(
    r"(?:(?:\b(?:am|is|are|isn['’]?t|aren['’]?t|be|being|gets?|im)|['’](?:re|m)|"
    r"\b(?:it|he|she|that|who|there|here|what)['’]s)(?:\s(?!\w*['’])[a-z]+){0,2}?|['’]s)\s$"
)
"""It is closed, it's fully booked, school's closed."""
_REPORTED = re.compile(r"\b(?:said|told|thought|assumed|claimed)\b")
_ARTICLE = re.compile(r"\b(?:the|an?|our|my|his|her|its|their|this|that|no|each|every|some|all)\s$")


def _tense_of(word: str, before: str) -> Tense | None:
    """The tense of a word that is a verb, with what stands before it; null for other words."""
    word = word.replace("’", "'")
    if word in WEEKDAY_NUMBERS:
        return None
    if word in _NOT_PAST or word.endswith(("'re", "'ll", "'m")):
        return Tense.OTHER
    if _REPORTED.search(before) and (word in _STATES or is_past(word)):
        return Tense.OTHER
    if word in _STATES and not _ARTICLE.search(before):
        return Tense.OTHER if word == "used" and _IS.search(before) else Tense.STATE_IN_PAST
    if not (word in {"did", "didn't", "been"} or is_past(word)) or word in _OF_TWO_TENSES or _ARTICLE.search(before):
        return None
    return Tense.OTHER if word in _ELSEWHERE or _IS.search(before) else Tense.PAST
