"""Habits: weekdays that come again and again, and spans that say how long something lasts but not when."""

import re
from datetime import date
from functools import lru_cache

from memorist.nodes.dates.bare_days import names_its_month
from memorist.nodes.dates.calendar import Days
from memorist.nodes.dates.find import TimeExpression
from memorist.nodes.dates.grammar import View, any_of, words

_SOME_DAY = date(2024, 1, 31)
_LONG = 27
"""Days from which a span is long enough for a weekday to recur in it."""
_ALL = re.compile(r"all\s+(?:day|week)", re.IGNORECASE)
_ALL_DAY = re.compile(r"all\s+day", re.IGNORECASE)
_OCLOCK = (
    r"(?:\s*[,;(–—-]?\s*(?:at|from|to|until|till|and|\d[\d:.]*|[ap]\.?m\b\.?|o'clock|h\b|uhr|noon|midday|morning|"
    r"afternoon|evening|night|sharp)\)?)"
)
_CLAUSE_END = re.compile(
    r"[;!?]\s|\.\s|\s-\s|(?:,\s|\b(?:and|but|so|because|when|while)\s)(?:(?:and|but|so)\s)?"
    r"(?:on\s|i\b|we\b|you\b|he\b|she\b|it\b|they\b|the\s|my\s|our\s|his\s|her\s|their\s|this\s|that\s|there\b)",
    re.IGNORECASE,
)


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    w = words()
    habits, weekly, lasting = (any_of(w.data[name]) for name in ("habits", "habits_of_weekdays", "lasting"))
    named, hours = any_of(w.data["long_spans"]), "|".join(w.numbers)
    clock = rf"(?:{_OCLOCK}|\s*,?\s*(?:{hours}))*\s*[,;(–—-]?\s*"
    patterns = {
        "regular": rf"(?<!\w){habits}(?!\w)",
        "weekly": rf"(?<!\w){weekly}(?!\w)",
        "opening weekly": rf"\W*{weekly}(?!\w)",
        "then": rf"{clock}(?:only\s)?{lasting}\s(?:the\s)?",
        "then named": rf"{clock}(?:only\s)?{lasting}\s(?:the\s)?{named}(?!\w)",
        "clock": clock,
        "to": r"\s(?:to|till|until|through|[-–])\s",
        "opening": rf"\W*(?:and\s|but\s)?{lasting}\s(?:the\s)?",
        "opening named": rf"\W*(?:and\s|but\s)?{lasting}\s(?:the\s)?{named}(?!\w)",
        "of a month": rf"\s(?:in|of)\s{w.month}(?!\w)",
    }
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}


def is_regular(sentence: str) -> bool:
    """Return true if a sentence tells of what is done again and again: "every", "weekly"."""
    return _patterns()["regular"].search(sentence) is not None


def recurs(sentence: str, weekday: TimeExpression, long: list[TimeExpression]) -> bool:
    """Return true if a weekday recurs by the words around it: "Monday, all year", "on Wednesday from January".

    ``long``: the times of the sentence for which :func:`is_long` holds.
    """
    of = _patterns()
    clause = max((end.end() for end in _CLAUSE_END.finditer(sentence, 0, weekday.start)), default=0)
    following = _CLAUSE_END.search(sentence, weekday.end)
    if of["weekly"].search(sentence, clause, following.start() if following else len(sentence)):
        return True
    if of["opening weekly"].match(sentence) or of["then named"].match(sentence, weekday.end):
        return True
    if of["opening named"].match(sentence, clause, weekday.start):
        return True
    return any(
        of["then"].fullmatch(sentence, weekday.end, other.start)
        or (of["clock"].fullmatch(sentence, weekday.end, other.start) and of["to"].match(sentence, other.end))
        if other.start > weekday.start
        else clause <= other.start and of["opening"].fullmatch(sentence, clause, other.start)
        for other in long
    )


def is_long(place: TimeExpression) -> bool:
    """Return true if a time is a month or longer, or a day of a month: no weekday, and no "tomorrow"."""
    days: Days | None = place.days(View(_SOME_DAY)) or place.days(View(_SOME_DAY, ahead=True))
    is_named = names_its_month(place) or re.search(r"\d", place.words) is not None
    return days is not None and (is_named or (days[1] - days[0]).days >= _LONG)


def lasts_in_another(sentence: str, place: TimeExpression, places: list[TimeExpression]) -> bool:
    """Return true if "all day" or "all week" says how long something lasts at a time that is named beside it: "all week
    at the sea in July"."""
    if not _ALL.fullmatch(place.words):
        return False
    if _patterns()["of a month"].match(sentence, place.end):
        return True
    return any(other.start != place.start and not _ALL.fullmatch(other.words) for other in places)


def is_all_day(place: TimeExpression) -> bool:
    """Return true if a time is "all day", which tells of no day."""
    return _ALL_DAY.fullmatch(place.words) is not None
