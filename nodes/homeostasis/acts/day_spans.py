"""Spans of days in a rule: "28 March to 6 April", "on 24 and 31 December", "in July", "until 6 April 2027".

A span without a year holds each year. A date in brackets behind another time, as the reader writes the one that it
resolved, counts only as a limit on one side ("until 6 April", "before Thursday").
"""

import re
from datetime import date
from typing import NamedTuple

from memorist.nodes.dates.calendar import Days
from memorist.nodes.dates.find import places_in
from memorist.nodes.dates.grammar import View
from memorist.nodes.dates.grammar import words as time_words
from memorist.nodes.dates.said import NOTE, noted_days, without_dates
from memorist.nodes.language.calendar_words import MONTH_NUMBERS, WEEKDAY_NUMBERS

_MONTHS = "|".join(sorted(MONTH_NUMBERS, key=len, reverse=True))
_DAY = r"\d{1,2}(?:st|nd|rd|th)?\.?"
_NOTE = r"(?:\s\(\d{4}-\d{2}-\d{2}\))?"
_IN_YEAR = r"(?:,?\s\d{4}\b(?!-\d\d-))?"
_DATE = (
    rf"(?:(?:the\s)?{_DAY}\s(?:of\s)?(?:{_MONTHS})\b\.?{_IN_YEAR}{_NOTE}|"
    rf"(?:{_MONTHS})\.?\s{_DAY}(?!\d){_IN_YEAR}{_NOTE}|\d{{4}}-\d{{2}}-\d{{2}})"
)
_NOTED = (
    rf"(?:(?:the|this|next|coming|end|beginning|start|of|early|mid|late|in|an?|\w+(?=\s(?:days|weeks|months)\b))\s)*"
    rf"(?:{_MONTHS}|{'|'.join(WEEKDAY_NUMBERS)}|today|tonight|tomorrow|days?|weekend|weeks?|months?|quarter|year|sprint|"
    rf"{time_words().named_day}|spring|summer|autumn|winter|q[1-4]|{_DAY})\s(?:{NOTE}|(?:19|20)\d\d\b(?!-))"
)
"""Any other time whose year is known: one with the date beside it that the reader resolved it to."""
_TO = r"(?:\s(?:to|until|till|through|and)\s|\s?[-–—]\s?)"
_UP_TO = r"(?:\s(?:to|until|till|through)\s|\s?[-–—]\s?)"
_SHORT = rf"(?:the\s)?{_DAY}(?!\d){_NOTE}"
_JOIN = r"(?:,\s|,?\s(?:and|or)\s)"
_NAMED = r"(?:(?:during|in|over|within|throughout)\s[^.;,:()]{1,60}[,:(]\s?)?"
"""Name of a span: "during the Easter sale, 28 March to 6 April"."""
SPAN = (
    rf"{_NAMED}(?:(?:from|between|during|on)\s(?:{_DATE}|{_SHORT}){_TO}{_DATE}|(?:{_DATE}|{_SHORT}){_UP_TO}{_DATE}|"
    rf"(?:(?:from|between|during|on)\s)?(?:{_MONTHS})\.?\s{_DAY}{_UP_TO}{_SHORT}(?!\s(?:{_MONTHS})\b))\)?|"
    rf"(?:from|between)\s(?:{_MONTHS}){_TO}(?:{_MONTHS})\b|"
    rf"on\s(?:(?:{_SHORT}){_JOIN}){{0,5}}{_DATE}(?:{_JOIN}{_DATE}){{0,5}}|"
    rf"on\s{time_words().named_day}{_IN_YEAR}{_NOTE}|"
    rf"in\s(?:{_MONTHS})\b(?:{_JOIN}(?:{_MONTHS})\b){{0,5}}|"
    rf"(?:before|after|until|till|by|past|as\sof)\s(?:{_NOTED}|{_DATE})|from\s(?:{_NOTED}|{_DATE})\son(?:wards?)?\b"
)
"""Pattern of the days at which a rule holds."""
_PIECE = re.compile(rf"{_DATE}|\b(?:{_MONTHS})\b|(?<!\d){_SHORT}")
_MONTH = re.compile(rf"\b(?:{_MONTHS})\b")
_YEAR = re.compile(r"\d{4}")
_LEAP = View(date(2024, 1, 1), ahead=True)
"""A date without a year is read in one that has each day."""


class _Named(NamedTuple):
    """A date or month as it is said: the days that it means, those of a leap year if it names no ``year``."""

    days: Days
    year: int | None


def in_days(words: str, at: date) -> bool | None:
    """Return true if a day is in the span that ``words`` name, as :data:`SPAN` finds them; null if that is unknown."""
    words = words.casefold()
    if limit := re.match(r"before|after|until|till|by|past|as\sof|from(?=.*\son(?:wards?)?$)", words):
        return _on_side(limit[0], words, at)
    dates = _dates(without_dates(words))
    if not dates:
        places = places_in(without_dates(words))
        days = places[0].days(View(date(at.year, 1, 1), ahead=True)) if places else None
        return at in days if days else None
    if re.match(r"(?:in|on)\s", words) and not re.search(rf"\d(?:st|nd|rd|th)?{_UP_TO}|\){_UP_TO}", words):
        return any(_between(one, one, at) for one in dates)
    return _between(dates[0], dates[-1], at)


def day_in(text: str, now: date) -> date | None:
    """Return the day of the first date that a text names with its month, from ``now`` on; null if it names none."""
    found = re.search(rf"\b{_DATE}", text, re.IGNORECASE)
    places = places_in(found[0]) if found else ()
    days = places[-1].days(View(now, ahead=True)) if places else None
    return days and days[0]


def _dates(words: str) -> list[_Named]:
    """Return the dates in words, with the months of days that share one ("8 to 12 February", "March 20-28"); none if
    one of them is not understood."""
    dates, month = list[_Named](), (_MONTH.findall(words) or [""])[-1]
    for said in reversed(_PIECE.findall(words)):
        named = _MONTH.search(said)
        month = named[0] if named else month
        places = places_in(f"in {said}" if named else f"in {said} {month}")
        days = places[0].days(_LEAP) if places else None
        if days is None:
            return []
        dates.append(_Named(days, days[0].year if _YEAR.search(said) else None))
    return dates[::-1]


def _on_side(word: str, words: str, at: date) -> bool | None:
    """Compare a day with a limit on one side; null for a limit whose year is unknown."""
    with_year = (place.days(_LEAP) for place in places_in(words) if _YEAR.search(place.words))
    days = noted_days(words) or next(with_year, None)
    if days is None:
        return None
    first, last = days
    if word in ("after", "past"):
        return at > last
    return at >= first if word in ("from", "as of") else at < first if word == "before" else at <= last


def _between(first: _Named, last: _Named, at: date) -> bool:
    begins, ends, today = ((day.month, day.day) for day in (first.days[0], last.days[1], at))
    if first.year is None and last.year is None:
        return begins <= today <= ends if begins <= ends else today >= begins or today <= ends
    over = begins > ends
    from_ = first.year if first.year is not None else (last.year or 0) - over
    until = last.year if last.year is not None else from_ + over
    return (from_, *begins) <= (at.year, *today) <= (until, *ends)
