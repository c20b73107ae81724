"""Spans of days that are told by both their ends: "between 20 March and 2 April", "from the 10th till the 20th".

Both ends are resolved together: the last day follows the first, and a span that holds the present has begun.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from memorist.nodes.dates.bare_days import names_its_month
from memorist.nodes.dates.calendar import Days
from memorist.nodes.dates.find import TimeExpression
from memorist.nodes.dates.grammar import View, words
from memorist.nodes.dates.moves import moves

_YEAR = re.compile(r"\b\d{4}\b")
_UP_TO = re.compile(r"(?:\s(?:to|until|till?|through|bis)\s|\s?[-–—]\s?)(?:the\s)?", re.IGNORECASE)
_AND = re.compile(r"\sand\s(?:the\s)?", re.IGNORECASE)
_BETWEEN = re.compile(r"\bbetween\s(?:the\s)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Span(TimeExpression):
    """A time expression that consists of two, the ends of a span."""

    first: TimeExpression
    last: TimeExpression

    @property
    def recurs(self) -> bool:
        """True if both ends are weekdays, or both months ("Monday to Friday")."""
        w, ends = words(), (self.first.words.casefold(), self.last.words.casefold())
        return any(all(end in names for end in ends) for names in (w.weekdays, w.months))

    def dated(self, days: Days, today: date) -> list[tuple[TimeExpression, Days]]:
        """Return both ends with the days that they mean if the span means ``days``."""
        for ahead in (True, False):
            opens, closes = _ends(self.first, self.last, View(today, ahead=ahead))
            if opens and closes and (opens[0], closes[1]) == days:
                return [(self.first, opens), (self.last, closes)]
        return []


def in_spans(text: str, places: Sequence[TimeExpression]) -> list[TimeExpression]:
    """Return the times of a text, with one :class:`Span` for each two that are its ends."""
    found: list[TimeExpression] = []
    rest = [*places]
    while rest:
        first, *rest = rest
        if rest and _join(text, first, rest[0]):
            last, *rest = rest
            first = _span(text, first, last)
        found.append(first)
    return found


def _join(text: str, first: TimeExpression, last: TimeExpression) -> bool:
    """Return true if two times are the ends of a span, and not the days that something is moved between."""
    if _UP_TO.fullmatch(text, first.end, last.start):
        return not moves(text, first.start)
    lead = max(0, first.start - len("between the "))
    return bool(_AND.fullmatch(text, first.end, last.start) and _BETWEEN.search(text, lead, first.start))


def _span(text: str, first: TimeExpression, last: TimeExpression) -> Span:
    def days(view: View) -> Days | None:
        opens, closes = _ends(first, last, view)
        return (opens[0], closes[1]) if opens and closes else None

    return Span(text[first.start : last.end], first.start, last.end, days, first, last)


def _ends(first: TimeExpression, last: TimeExpression, view: View) -> tuple[Days | None, Days | None]:
    """Return the days of both ends: the span that has begun, else the coming one if the view is ``ahead``.

    A year behind the last day is that of the first one, too: "from March to May 2025".
    """
    if _YEAR.search(last.words) and not _YEAR.search(first.words) and names_its_month(first):
        closes = last.days(view)
        return closes and first.days(View(closes[0], ahead=False)), closes
    begun, coming = (first.days(replace(view, ahead=ahead)) for ahead in (False, True))
    if begun and (closes := _behind(begun, last, view)):
        goes_on = begun[0] <= view.today <= closes[1] and (coming is None or coming[0] > closes[1])
        if goes_on or not view.ahead:
            return begun, closes
    return coming, coming and _behind(coming, last, view)


def _behind(first: Days, last: TimeExpression, view: View) -> Days | None:
    """Return the next days that a time means from the first of a span on; null if it always means earlier ones."""
    begun, coming = (last.days(View(view.today, ahead=ahead)) for ahead in (False, True))
    days = coming if begun == coming else last.days(View(first[0], ahead=True))
    return days if days and days[1] >= first[0] else None
