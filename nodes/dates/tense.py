"""Tense of a clause about a day: "we left on Friday" is past, "the shop is closed on Friday" is not."""

import re
from typing import Literal

from memorist.nodes.language.verbs import DISTINCT_PASTS, NO_PAST

type Tense = Literal["past", "past state", "other", "unknown"]
"""``past state``: how something was then, and may no longer be ("we used Heroku until December"). ``unknown``: no verb
that stands beside the day is known ("that cost us 900 euros in October")."""

_LOOKED_AT = 160
"""Characters on each side of the day; a clause is seldom longer."""
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_CLAUSE_END = re.compile(
    r"[;:!?()–—]|,|\.(?=\s|$)|\s-\s|\b(?:because|but|so|while|when|whenever|if|which|who|although|though|then|"
    r"where|since)\b|\bthat\s(?:i|we|you|he|she|it|they|there|the|an?|our|my|his|her|their|this|these|no|all|every)\b"
)
_STATES = frozenset("was were used stayed lived worked kept wasn't weren't".split())
_ABOUT_OTHERS = frozenset(
    """
    said told mentioned confirmed promised announced decided agreed planned scheduled booked reserved wanted hoped asked
    invited arranged offered expected postponed delayed rescheduled supposed meant thought reminded warned suggested
    proposed requested needed registered approved
    """.split()
)
"""Past verbs whose date belongs to what is arranged or reported: "booked a table for Saturday" was done before."""
_NOT_PAST = frozenset(
    """
    am is are isn't aren't be being will won't would can can't could should shouldn't must might going gonna do does
    don't doesn't have has gets starts begins ends comes goes leaves arrives opens closes runs expires launches ships
    lands happens takes moves flies returns visits meets works needs wants plays plans it's that's there's he's she's
    """.split()
)
_IRREGULAR = DISTINCT_PASTS | {"did", "didn't", "been", "had", "hadn't"}
_ADJECTIVE_BEFORE = re.compile(r"\b(?:the|an?|our|my|his|her|its|their|this|that|no|each|every|some|all)\s$")
_PASSIVE_NOW = re.compile(
    r"(?:\b(?:am|is|are|isn't|aren't|be|being|gets?|(?:it|he|she|that|who|there|here)'s)|'(?:re|m))\s(?:[a-z]+\s){0,2}$|'s\s$"
)
_REPORTED = re.compile(r"\b(?:said|told|thought|assumed|claimed)\b")
_TO_DO_LATER = re.compile(r"(?:had|was|were|used)\sto\b")


def tense_at(text: str, start: int, end: int) -> Tense:
    """The tense of the verb that the words at ``start`` belong to: the last before them, else the first after."""
    plain = text.lower().replace("’", "'")
    before = _CLAUSE_END.split(plain[max(0, start - _LOOKED_AT) : start])[-1]
    for found in reversed(list(_WORD.finditer(before))):
        if tense := _tense_of(found[0], before[: found.start()]):
            return "other" if _TO_DO_LATER.match(before, found.start()) else tense
    after = plain[end : end + _LOOKED_AT]
    after = _CLAUSE_END.split(after if before.strip() not in {"", "on", "in"} else after.lstrip(" ,"), maxsplit=1)[0]
    for found in _WORD.finditer(after):
        if tense := _tense_of(found[0], after[: found.start()]):
            return tense
    return "unknown"


def has_verb(text: str) -> bool:
    """Return true if a text has a verb that its form or a list shows."""
    plain = text.lower().replace("’", "'")
    return any(
        _tense_of(found[0], plain[max(0, found.start() - _LOOKED_AT) : found.start()])
        for found in _WORD.finditer(plain)
    )


def _tense_of(word: str, before: str) -> Tense | None:
    """The tense of a word if it is a verb; ``before`` is what stands before it in the clause."""
    if word in _NOT_PAST or word.endswith(("'re", "'ll", "'m")):
        return "other"
    if _REPORTED.search(before) and (word in _STATES or word in _IRREGULAR or word.endswith("ed")):
        return "other"
    if word in _STATES and not _ADJECTIVE_BEFORE.search(before):
        return "other" if word == "used" and _PASSIVE_NOW.search(before) else "past state"
    is_past = word in _IRREGULAR or (word.endswith("ed") and word not in NO_PAST)
    if not is_past or _ADJECTIVE_BEFORE.search(before):
        return None
    return "other" if word in _ABOUT_OTHERS or _PASSIVE_NOW.search(before) else "past"
