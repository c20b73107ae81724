"""All dates of a text moved by whole weeks, so that a Tuesday stays a Tuesday."""

import re
from datetime import date, timedelta

from memorist.nodes.language import calendar_words

MONTHS = tuple(month.capitalize() for month in calendar_words.MONTHS)
_NAMES = "|".join(f"{month}|{month[:3]}" for month in MONTHS)
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_MONTH_DAY = re.compile(rf"\b({_NAMES}) (\d{{1,2}})\b(?! ?[ap]m)")
_DAY_MONTH = re.compile(rf"\b(\d{{1,2}}) ({_NAMES})\b")


def shifted(text: str, weeks: int, *, year: int) -> str:
    """``text`` with its dates ``weeks`` later; those without a year are of ``year``."""
    text = _ISO.sub(lambda found: str(_moved(int(found[1]), int(found[2]), int(found[3]), weeks) or found[0]), text)
    text = _DAY_MONTH.sub(lambda f: _named(f[0], f[2], f[1], weeks, year, "{day} {month}"), text)
    return _MONTH_DAY.sub(lambda f: _named(f[0], f[1], f[2], weeks, year, "{month} {day}"), text)


def _named(said: str, month: str, day: str, weeks: int, year: int, form: str) -> str:
    number = next(n for n, name in enumerate(MONTHS, start=1) if name.startswith(month[:3]))
    moved = _moved(year, number, int(day), weeks)
    if moved is None:
        return said
    name = MONTHS[moved.month - 1]
    short = len(month) == 3 and month != "May"
    figure = f"{moved.day:02}" if day.startswith("0") else str(moved.day)
    return form.format(day=figure, month=name[:3] if short else name)


def _moved(year: int, month: int, day: int, weeks: int) -> date | None:
    """Null for what is no date, such as 31 February."""
    try:
        return date(year, month, day) + timedelta(weeks=weeks)
    except (ValueError, OverflowError):
        return None
