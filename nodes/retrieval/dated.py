"""Words such as "tomorrow" as they are told later: with the date that they meant when they were said.

Only words that are relative in whatever sentence they stand, since this is done to every line of every recall: the
grammar of ``nodes/dates`` reads whole statements, takes a millisecond for each, and finds a time in "the warm summer
breeze".
"""

import re
from datetime import date, timedelta
from functools import lru_cache

_DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
_RELATIVE = re.compile(
    r"\b(?:(?P<day>day\safter\stomorrow|day\sbefore\syesterday|tomorrow|today|tonight|yesterday|this\s(?:morning|afternoon|evening))|"
    r"(?P<which>next|last|this)\s(?P<unit>week(?:end)?|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|"
    r"in\s(?P<in>\d{1,3}|an?|two|three|four|five|six|seven)\s(?P<ahead>day|week|month)s?|"
    r"(?P<ago>\d{1,3}|an?|two|three|four|five|six|seven)\s(?P<back>day|week|month)s?\sago)\b(?!\s\()",
    re.IGNORECASE,
)
_OFFSET = {
    "day after tomorrow": 2, "tomorrow": 1, "today": 0, "tonight": 0, "yesterday": -1, "day before yesterday": -2,
    "this morning": 0, "this afternoon": 0, "this evening": 0,
}  # fmt: skip
_NUMBER = {"a": 1, "an": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}


@lru_cache(maxsize=4_096)
def with_dates(text: str, said_on: str) -> str:
    """``text`` with the date behind each relative one, as seen from the day ``said_on`` (YYYY-MM-DD).

    >>> with_dates("The dentist is tomorrow", "2026-03-11")
    'The dentist is tomorrow (2026-03-12)'
    """
    if not _RELATIVE.search(text):
        return text
    day = date.fromisoformat(said_on)
    return _RELATIVE.sub(lambda found: f"{found[0]} ({_meant(found, day)})", text)


def _meant(found: re.Match[str], day: date) -> str:
    if found["day"]:
        return (day + timedelta(days=_OFFSET[" ".join(found["day"].lower().split())])).isoformat()
    if found["unit"]:
        return _unit(found["which"].lower(), found["unit"].lower(), day)
    number, unit, sign = (found["in"], found["ahead"], 1) if found["in"] else (found["ago"], found["back"], -1)
    count = sign * (int(number) if number.isdigit() else _NUMBER[number.lower()])
    if unit.lower() == "month":
        return _month(day, count)
    moved = day + timedelta(days=count * (7 if unit.lower() == "week" else 1))
    return moved.isoformat()


def _unit(which: str, unit: str, day: date) -> str:
    step = {"next": 1, "last": -1, "this": 0}[which]
    monday = day - timedelta(days=day.weekday())
    if unit in _DAYS:
        distance = (_DAYS.index(unit) - day.weekday()) % 7
        if which == "last":
            return (day - timedelta(days=7 - distance)).isoformat()
        return (day + timedelta(days=distance or 7 * step)).isoformat()
    if unit == "week":
        return f"week of {(monday + timedelta(weeks=step)).isoformat()}"
    if unit == "weekend":
        return (monday + timedelta(weeks=step, days=5)).isoformat()
    return _month(day, step) if unit == "month" else str(day.year + step)


def _month(day: date, count: int) -> str:
    months = day.year * 12 + day.month - 1 + count
    return f"{months // 12}-{months % 12 + 1:02d}"
