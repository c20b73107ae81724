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


def dateless(sentence: str, places: list[Place]) -> set[int]:
    """Where weekdays stand that have no date of their own.

    They come again (a weekly rehearsal on Thursday, meetings on Tuesday and Friday), or something leaves them ("from
    Thursday to Friday"), and nobody knows whether it was the last one or the next.
    """
    days = [place for place in places if _is_weekday(place)]
    if days and _REGULARLY.search(sentence):
        return {place.start for place in days}
    left = {place.start for place in days if _FROM.search(sentence, max(0, place.start - len("from ")), place.start)}
    pairs = ((one, other) for one, other in pairwise(days) if _AND.fullmatch(sentence, one.end, other.start))
    return left | {place.start for pair in pairs for place in pair}


def _is_weekday(place: Place) -> bool:
    return place.words.casefold() in words().weekdays
