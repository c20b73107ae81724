"""Spans of days in a rule: "28 March to 6 April", "on 24 and 31 December", "in July", "until 6 April 2027".

A span without a year holds each year. A date in brackets behind another, as the reader writes the one that it resolved,
gives the year only of a limit on one side ("until 6 April").
"""

import re
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from memorist.nodes.language.calendar_words import MONTH_NUMBERS

_MONTHS = "|".join(sorted(MONTH_NUMBERS, key=len, reverse=True))
_DAY = r"\d{1,2}(?:st|nd|rd|th)?\.?"
_NOTE = r"(?:\s\(\d{4}-\d{2}-\d{2}\))?"
_DATE = (
    rf"(?:(?:the\s)?{_DAY}\s(?:of\s)?(?:{_MONTHS})\b\.?(?:,?\s\d{{4}}\b)?{_NOTE}|"
    rf"(?:{_MONTHS})\.?\s{_DAY}(?!\d)(?:,?\s\d{{4}}\b)?{_NOTE}|\d{{4}}-\d{{2}}-\d{{2}})"
)
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
    rf"in\s(?:{_MONTHS})\b(?:{_JOIN}(?:{_MONTHS})\b){{0,5}}|"
    rf"(?:before|after|until|till|by|past|as\sof)\s{_DATE}|from\s{_DATE}\son(?:wards?)?\b"
)
"""Pattern of the days at which a rule holds."""
_PIECE = re.compile(
    rf"(?P<iso>\d{{4}}-\d{{2}}-\d{{2}})|(?P<before>\d{{1,2}})(?:st|nd|rd|th)?\.?\s(?:of\s)?(?P<month>{_MONTHS})\b"
    rf"|(?P<named>{_MONTHS})\b\.?(?:\s(?P<after>\d{{1,2}})(?!\d)(?:st|nd|rd|th)?)?|(?P<alone>\d{{1,2}})(?!\d)(?:st|nd|rd|th)?",
    re.IGNORECASE,
)
_YEAR = re.compile(r",?\s(\d{4})(?!-)\b")
_RESOLVED = re.compile(r"\s\((\d{4})-\d{2}-\d{2}\)")


class _Named(NamedTuple):
    """A date as it is said: ``year`` if it is said, ``resolved`` if it was added in brackets."""

    day: int | None
    month: int | None
    year: int | None = None
    resolved: int | None = None


def in_days(words: str, at: date) -> bool | None:
    """Return true if a day is in the span that ``words`` name, as :data:`SPAN` finds them; null if that is unknown."""
    words = words.casefold()
    dates = _completed([*_dates(words)])
    if not dates or any(one.month is None for one in dates):
        return None
    try:
        if limit := re.match(r"before|after|until|till|by|past|as\sof|from(?=.*\son(?:wards?)?$)", words):
            return _on_side(limit[0], dates[0], at)
        if re.match(r"(?:in|on)\s", words) and not re.search(rf"\d(?:st|nd|rd|th)?{_UP_TO}|\){_UP_TO}", words):
            return any(_is_on(one, at) for one in dates)
        return _between(dates[0], dates[-1], at)
    except ValueError:  # 31 February
        return None


def day_in(text: str, now: date) -> date | None:
    """Return the day of the first date that a text names with its month, from ``now`` on; null if it names none."""
    found = re.search(rf"\b{_DATE}", text, re.IGNORECASE)
    one = next(_dates(found[0].casefold()), None) if found else None
    if one is None or one.day is None or one.month is None:
        return None
    try:
        day = date(one.year or one.resolved or now.year, one.month, one.day)
        return day if one.year or one.resolved or day >= now else day.replace(year=now.year + 1)
    except ValueError:
        return None


def _dates(words: str) -> Iterator[_Named]:
    place = 0
    while found := _PIECE.search(words, place):
        place = found.end()
        if found["iso"]:
            year, month, day = map(int, found["iso"].split("-"))
            yield _Named(day, month, year)
            continue
        month = found["month"] or found["named"]
        day = found["before"] or found["after"] or found["alone"]
        year = _YEAR.match(words, place)
        resolved = _RESOLVED.match(words, year.end() if year else place)
        place = resolved.end() if resolved else year.end() if year else place
        yield _Named(
            int(day) if day else None,
            MONTH_NUMBERS[month] if month else None,
            int(year[1]) if year else None,
            int(resolved[1]) if resolved else None,
        )


def _completed(dates: list[_Named]) -> list[_Named]:
    """Fill in the months of dates that share one: "8 to 12 February", "March 20-28"."""
    for place, one in enumerate(dates):
        if one.month is None:
            beside = (*dates[place:], *reversed(dates[:place]))
            dates[place] = one._replace(month=next((other.month for other in beside if other.month), None))
    return dates


def _is_on(one: _Named, at: date) -> bool:
    same_year = one.year is None or one.year == at.year
    return same_year and one.month == at.month and one.day in (None, at.day)


def _on_side(word: str, limit: _Named, at: date) -> bool | None:
    """Compare a day with a limit on one side; null for a limit whose year is unknown."""
    year = limit.year or limit.resolved
    if year is None or limit.day is None or limit.month is None:
        return None
    day = date(year, limit.month, limit.day)
    if word in ("after", "past"):
        return at > day
    return at >= day if word in ("from", "as of") else at < day if word == "before" else at <= day


def _between(first: _Named, last: _Named, at: date) -> bool:
    begins, ends = (first.month or 1, first.day or 1), (last.month or 12, last.day or 31)
    today = (at.month, at.day)
    if first.year is None and last.year is None:
        return begins <= today <= ends if begins <= ends else today >= begins or today <= ends
    over = begins > ends
    from_ = first.year if first.year is not None else (last.year or 0) - over
    until = last.year if last.year is not None else from_ + over
    return (from_, *begins) <= (at.year, *today) <= (until, *ends)
