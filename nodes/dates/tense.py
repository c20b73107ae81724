"""Tense of a clause about a day: "we left on Friday" is past, "the shop is closed on Friday" is not."""

import re
from collections.abc import Iterator
from typing import Literal

from memorist.nodes.dates.grammar import words
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
_AHEAD_THEN = frozenset("wanted hoped expected planned scheduled supposed meant needed thought".split())
"""Past verbs whose day is that of what was ahead: "planned the launch on Friday"."""
_ARRANGED = frozenset(
    """
    booked reserved arranged invited announced promised suggested proposed postponed delayed rescheduled confirmed
    mentioned
    """.split()
)
"""Past verbs whose day may be that of their object: "booked a table on Friday", but not "booked it on Friday"."""
_SPOKEN = frozenset("said told asked offered reminded warned decided agreed approved requested registered".split())
"""Past verbs whose day may be that of an act that is spoken of: "asked us to come on Friday"."""
_CHOSEN = frozenset("agreed decided".split())
"""Past verbs behind which "on" may introduce what is chosen: "agreed on 20 May", "agreed on Friday for the demo"."""
_DETERMINER = r"(?:the|an?|my|our|your|his|her|its|their|this|that|these|those|all|both|some|any|no|each|every)"
_PERSON = r"(?:me|you|him|her|us|them|it|this|that)"
_SPOKEN_OF = re.compile(
    rf"\bto\s(?!(?:{_DETERMINER}|{_PERSON})\b)[a-z]|\b(?:about|of)\s|"
    rf"(?:^|(?<!\w)(?!{_DETERMINER}\b)[\w'’]+)\s(?!\w+thing\b)[a-z]{{2,}}ing\b"
)
"""Words between a verb and the day of what it speaks of: "to come", "meeting", "about the party"."""
_NO_OBJECT = re.compile(rf"\W*(?:{_PERSON}\W+)?(?:(?:on|in|at|over|during)\s)?(?:the\s)?", re.IGNORECASE)
_PASSIVE_THEN = re.compile(r"\b(?:was|were|been|being|got)\s(?:[a-z]+\s)?$")
_IS_CHOSEN_FOR = re.compile(r"\s(?:for|as|instead)\b")
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
    after = plain[end : end + _LOOKED_AT]
    for found in reversed(list(_WORD.finditer(before))):
        if tense := _tense_of(found[0], before[: found.start()]):
            if _TO_DO_LATER.match(before, found.start()):
                return "other"
            between = text[start - len(before) + found.end() : start]
            return _of_day_behind(found[0], before[: found.start()], between, plain[start:end], after) or tense
    opens = before.strip() in {"", "on", "in"}
    after = _CLAUSE_END.split(after.lstrip(" ,") if opens else after, maxsplit=1)[0]
    for found in _WORD.finditer(after):
        if tense := _tense_of(found[0], after[: found.start()]):
            verbs = _AHEAD_THEN if opens and after[: found.start()].strip() else _AHEAD_THEN | _ARRANGED | _SPOKEN
            return "other" if found[0] in verbs else tense
    return "unknown"


def _of_day_behind(verb: str, before: str, between: str, day: str, after: str) -> Tense | None:
    """The tense of a day behind a past verb, by what stands between them; null if it is that of the verb."""
    if verb in _CHOSEN and between.strip() == "on":
        if _IS_CHOSEN_FOR.match(after):
            return "other"
        return None if day in words().weekdays else "unknown"
    of_other = verb in _AHEAD_THEN
    if verb in _ARRANGED:
        of_other = _NO_OBJECT.fullmatch(between) is None or _PASSIVE_THEN.search(before) is not None
    elif verb in _SPOKEN:
        of_other = _SPOKEN_OF.search(between) is not None
    is_its_object = verb in _ARRANGED | _SPOKEN and not between.strip()
    return "other" if of_other or is_its_object else None


def has_verb(text: str) -> bool:
    """Return true if a text has a verb that its form or a list shows."""
    return next(_tenses(text), None) is not None


def tells_an_act(text: str) -> bool:
    """Return true if the first verb of a text that its form or a list shows tells of an act in the past."""
    return next(_tenses(text), None) == "past"


def _tenses(text: str) -> Iterator[Tense]:
    """The tenses of the verbs of a text, in order."""
    plain = text.lower().replace("’", "'")
    for found in _WORD.finditer(plain):
        if tense := _tense_of(found[0], plain[max(0, found.start() - _LOOKED_AT) : found.start()]):
            yield tense


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
    return "other" if _PASSIVE_NOW.search(before) else "past"
