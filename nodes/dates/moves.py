"""Moves: the days of one plan that is moved from one of them to the other, which are in one year."""

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from memorist.nodes.dates.bare_days import names_its_month
from memorist.nodes.dates.calendar import Days
from memorist.nodes.dates.find import TimeExpression
from memorist.nodes.dates.grammar import View, any_of, words

_LATELY, _FAR_AHEAD = 123, 240
"""Days: where no verb tells, a time of the last four months is not taken for one that comes in eight."""
_JUST_GONE = 31
"""Days since a day that something was moved to, up to which it is as likely that day as the one in a year."""
_TO = re.compile(r"\bto\s(?:the\s)?$", re.IGNORECASE)
_OF_A_PLAN = re.compile(r"\w\s(?:on|of|for)\s(?:the\s)?$", re.IGNORECASE)
_IS_MOVED = re.compile(r"\s(?:(?:is|was|has|had|got|gets|been|being)\s)+", re.IGNORECASE)
_LOOKED_AT = 24
"""Characters before a time that are searched for words such as "from" or "instead of"."""


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    data = words().data
    return (
        re.compile(rf"(?<!\w){any_of(data['moves'])}(?!\w)", re.IGNORECASE),
        re.compile(rf"(?<!\w){any_of(data['moved_from'])}\s(?:the\s)?$", re.IGNORECASE),
    )


def moves(text: str, end: int | None = None) -> bool:
    """Return true if a text, up to ``end``, holds a verb by which something is moved."""
    return _patterns()[0].search(text, 0, len(text) if end is None else end) is not None


def is_doubtful(past: Days, coming: Days, today: date) -> bool:
    """Return true if a time that could be either is as likely one that was lately as one that comes in long."""
    return past != coming and (today - past[1]).days <= _LATELY and (coming[0] - today).days >= _FAR_AHEAD


def in_one_year(
    text: str, named: Sequence[tuple[TimeExpression, Days]], today: date
) -> list[tuple[TimeExpression, Days]]:
    """Return the times of a sentence; the one that something was moved from is the nearest to the one it is moved to.

    Both are left out if it is doubtful in which year they are.
    """
    if len(named) < 2 or not moves(text):
        return [*named]
    left = [place for place, _ in named if _is_left(text, place)]
    others = [(place, days) for place, days in named if place not in left]
    target = next(
        ((place, days) for place, days in others if _TO.search(text, max(0, place.start - _LOOKED_AT), place.start)),
        others[0] if len(others) == 1 else None,
    )
    if not left or target is None:
        return [*named]
    past, coming = (target[0].days(View(today, ahead=ahead)) for ahead in (False, True))
    is_far = coming is not None and target[1] == coming and (coming[0] - today).days >= _FAR_AHEAD
    if is_far and past and 0 < (today - past[1]).days <= _JUST_GONE:
        return [(place, days) for place, days in others if place is not target[0]]
    return [(place, _left(place, target[1], days, today) if place in left else days) for place, days in named]


def _is_left(text: str, place: TimeExpression) -> bool:
    """Return true if something is moved away from a time: "instead of Friday", "the call on Friday is moved to"."""
    moved, left = _patterns()
    if left.search(text, max(0, place.start - _LOOKED_AT), place.start):
        return True
    return _OF_A_PLAN.search(text, 0, place.start) is not None and (
        (verb := _IS_MOVED.match(text, place.end)) is not None and moved.match(text, verb.end()) is not None
    )


def _left(place: TimeExpression, to: Days, days: Days, today: date) -> Days:
    """The days that something was moved from: of a named month those nearest to the new ones, else the coming ones.

    "Thursday" is the one that was known when the move is told of, and not the one beside the new day.
    """
    if not names_its_month(place):
        return place.days(View(today, ahead=True)) or days
    around = [found for ahead in (False, True) if (found := place.days(View(to[0], ahead=ahead))) is not None]
    return min(around, key=lambda found: abs((found[0] - to[0]).days), default=days)
