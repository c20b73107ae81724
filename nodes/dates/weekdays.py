"""Weekdays that a date must not be put beside."""

import re
from itertools import pairwise

from memorist.nodes.dates.find import Place
from memorist.nodes.dates.grammar import words

_REGULARLY = re.compile(
    r"\b(?:daily|weekly|biweekly|fortnightly|monthly|every|each|always|usually|regular(?:ly)?)\b", re.IGNORECASE
)
_FROM = re.compile(r"\bfrom\s$", re.IGNORECASE)
_AND = re.compile(r"\s(?:and|&)\s(?:on\s)?", re.IGNORECASE)
_TO = re.compile(r"\s(?:to|through|[-–])\s", re.IGNORECASE)
MOVES = re.compile(
    r"\b(?:mov(?:e|es|ed|ing)|push(?:es|ed)?|shift(?:s|ed)?|postponed|changed?|rescheduled|went|delayed|extended|"
    r"scaled|invoice|brought|brings)\b",
    re.IGNORECASE,
)
"""Verbs before "from" which make its date the one that something was moved from, and no beginning."""


def dateless(sentence: str, places: list[Place]) -> set[int]:
    """The start positions of the weekdays that no date is written beside, because no single day is meant.

    They recur (a weekly rehearsal on Thursday, meetings on Tuesday and Friday, open Tuesday to Sunday), or something is
    moved away from them ("from Thursday to Friday"), which leaves open whether the last or the next one is meant.
    """
    days = [place for place in places if _is_weekday(place)]
    if days and _REGULARLY.search(sentence):
        return {place.start for place in days}
    left = {place.start for place in days if _FROM.search(sentence, max(0, place.start - len("from ")), place.start)}
    pairs = ((one, other) for one, other in pairwise(days) if _recur(sentence, one, other))
    return left | {place.start for pair in pairs for place in pair}


def _recur(sentence: str, one: Place, other: Place) -> bool:
    if _AND.fullmatch(sentence, one.end, other.start):
        return True
    return bool(_TO.fullmatch(sentence, one.end, other.start)) and not MOVES.search(sentence, 0, one.start)


def _is_weekday(place: Place) -> bool:
    return place.words.casefold() in words().weekdays
