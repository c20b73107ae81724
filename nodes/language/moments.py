"""Which days a named time is, seen from a day: "the 20th", "wed the 20th", "next week", "three days ago"."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

from memorist.nodes.dates.calendar import Days, month_of, nearest, one, period, quarter_of, shifted
from memorist.nodes.language.calendar_words import MONTH_NUMBERS, SEASONS, WEEKDAY_NUMBERS
from memorist.nodes.language.dates import AMOUNT, MONTH_NAME, SEASON_NAME, UNIT, WEEKDAY_NAME, YEAR

type Reader = Callable[[re.Match[str], date, bool], Days | None]


def moment_of(said: str, at: datetime, *, ahead: bool, end: bool = False) -> datetime | None:
    """The time a phrase names: its first moment, or its last if ``end``. ``ahead`` prefers the future.

    Returns null for what is no time. All times are in the zone of ``at``.
    """
    if said.strip().lower() == "now":
        return at
    days = days_of(said, at.date(), ahead=ahead)
    if days is None:
        return None
    zone = at.tzinfo or UTC
    return datetime.combine(days[1], time.max, zone) if end else datetime.combine(days[0], time.min, zone)


def days_of(said: str, today: date, *, ahead: bool) -> Days | None:
    """The first and the last day that a phrase names, both inside; null for what is no time."""
    words = re.sub(r"[\s-]+", " ", said.lower().replace(",", " ").replace(".", " ")) if not _ISO.match(said) else said
    words = _IN_FULL.sub(lambda found: _LONG[found[0]], words.strip().removeprefix("the "))
    for pattern, read in _READERS:
        if found := pattern.fullmatch(words):
            try:
                return read(found, today, ahead)
            except (ValueError, OverflowError):  # the thirty-first of February
                return None
    return None


_ISO = re.compile(r"\d{4}-\d{2}-\d{2}")
_LONG = {
    "eod": "end of day", "eow": "end of week", "eom": "end of month", "eoq": "end of quarter", "eoy": "end of year",
    "wk": "week", "wknd": "weekend",
}  # fmt: skip
_IN_FULL = re.compile(r"\b(?:" + "|".join(_LONG) + r")\b")
_SIMPLE = {
    "today": 0, "tonight": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "end of day": 0,
    "end of the day": 0, "end of this day": 0, "this night": 0,
    "yesterday": -1, "last night": -1, "day before yesterday": -2,
    "tomorrow": 1, "day after tomorrow": 2,
}  # fmt: skip
_NUMBERS = {
    word: number
    for number, word in enumerate("one two three four five six seven eight nine ten eleven twelve".split(), 1)
}
_STEPS = {"last": -1, "this": 0, "the": 0, "next": 1}
_FAR = 18
"""Months to look through for one in which a weekday falls on a day: there is one at least every year."""
_JUST_NOW = 45
"""Days after which somebody who tells of "fri 15th" would name the month, too."""
_HALF_A_YEAR = 183
_HOURS = 12
_SOON = 35
"""Days within which a bare number behind a weekday is its day, if it may be an hour: "fri 9"."""


def _moved(day: date, amount: str, unit: str, sign: int) -> date:
    bare = amount.removesuffix(" of").split()[-1]
    number = 2 if bare == "couple" else int(bare) if bare.isdigit() else _NUMBERS.get(bare, 1)
    unit = unit.rstrip("s").replace("wk", "week")
    return shifted(day, "week", 2 * sign * number) if unit == "fortnight" else shifted(day, unit, sign * number)


def _counted_from(found: re.Match[str], today: date, ahead: bool) -> Days | None:
    """A week from Monday; two days before the 24th."""
    start = days_of(found["rest"], today, ahead=ahead)
    if start is None:
        return None
    return one(_moved(start[0], found["amount"], found["unit"], -1 if found["way"] == "before" else 1))


def _weekday(found: re.Match[str], today: date, ahead: bool) -> Days:
    """The coming or the last such day other than today."""
    apart = (WEEKDAY_NUMBERS[found["weekday"]] - today.weekday()) % 7
    if found["which"] == "last" or (not ahead and found["which"] in {None, "this"}):
        return one(today - timedelta(days=(7 - apart) if apart else 7))
    return one(today + timedelta(days=apart or 7))


def _weekday_in_week(found: re.Match[str], today: date, ahead: bool) -> Days:
    del ahead
    monday, _ = period("week", _STEPS[found["which"]], today)
    return one(monday + timedelta(days=WEEKDAY_NUMBERS[found["weekday"]]))


def _day_of_months(day: int, today: date, *, months: int = _FAR) -> list[date]:
    """Such a day of each month around; February has no thirtieth."""
    now = today.year * 12 + today.month - 1
    lasts = [month_of(n // 12, n % 12 + 1)[1] for n in range(now - months, now + months + 1)]
    return [last.replace(day=day) for last in lasts if 1 <= day <= last.day]


def _weekday_and_day(found: re.Match[str], today: date, ahead: bool) -> Days | None:
    """Such a day of the month in the month in which that weekday falls on it.

    Ahead it is the coming one. Looking back it is the last one; but where that is long ago, "it was fri 15th" tells of
    a day that is near, though it may be to come.
    """
    number, weekday = int(found["day"]), WEEKDAY_NUMBERS[found["weekday"]]
    days = [day for day in _day_of_months(number, today) if day.weekday() == weekday]
    if ahead:
        chosen = next((day for day in days if day >= today), None)
    else:
        last = next((day for day in reversed(days) if day <= today), None)
        near = last is not None and (today - last).days <= _JUST_NOW
        chosen = last if near else min(days, key=lambda day: abs((day - today).days), default=None)
    if not found["ordinal"] and number <= _HOURS and (chosen is None or abs((chosen - today).days) > _SOON):
        apart = (weekday - today.weekday()) % 7
        return one(today + timedelta(days=(apart or 7) if ahead else (apart - 7)))
    return one(chosen) if chosen else None


def _day_of_month(found: re.Match[str], today: date, ahead: bool) -> Days | None:
    """Such a day of this month or the one beside it: who says "the 31st" in June may mean anything."""
    day = int(found["day"])
    if found["which"]:
        first = shifted(today.replace(day=1), "month", _STEPS[found["which"]])
        return one(first.replace(day=day))
    return nearest([one(each) for each in _day_of_months(day, today, months=1)], today, ahead=ahead)


def _date(found: re.Match[str], today: date, ahead: bool) -> Days | None:
    """A day of a named month; without a year the nearest, on its weekday if it has that near by."""
    month, day = MONTH_NUMBERS[found["month"]], int(found["day"])
    if found["year"]:
        return one(date(int(found["year"]), month, day))
    days = [date(today.year + by, month, day) for by in (-1, 0, 1) if day <= month_of(today.year + by, month)[1].day]
    if found["weekday"]:
        on_it = [one for one in days if one.weekday() == WEEKDAY_NUMBERS[found["weekday"]]]
        if on_it := [one for one in on_it if abs((one - today).days) <= _HALF_A_YEAR]:
            return one(on_it[0])
    return nearest([one(each) for each in days], today, ahead=ahead)


def _month(found: re.Match[str], today: date, ahead: bool) -> Days | None:
    number, ahead = MONTH_NUMBERS[found["month"]], ahead and found["which"] != "last"
    if found["year"]:
        return month_of(int(found["year"]), number)
    return nearest([month_of(today.year + by, number) for by in (-1, 0, 1)], today, ahead=ahead)


def _season(found: re.Match[str], today: date, ahead: bool) -> Days | None:
    def of(year: int) -> Days:
        first = date(year, SEASONS[found["season"]], 1)
        return first, shifted(first, "month", 3) - timedelta(days=1)

    if found["year"]:
        return of(int(found["year"]))
    return nearest([of(today.year + by) for by in (-1, 0, 1)], today, ahead=ahead and found["which"] != "last")


def _quarter(found: re.Match[str], today: date, ahead: bool) -> Days | None:
    number = int(found["number"])
    if found["year"]:
        return quarter_of(int(found["year"]), number)
    return nearest([quarter_of(today.year + by, number) for by in (-1, 0, 1)], today, ahead=ahead)


def _period(found: re.Match[str], today: date, ahead: bool) -> Days:
    """The week, month … before, around or after this day; a sprint is taken for a week."""
    which, unit = found["which"], found["unit"]
    step = _STEPS[which or "the"]
    if unit == "weekend":
        if which in {None, "the"} and not ahead and today.weekday() < 5:
            step = -1  # what was at the weekend was at the last one
        sunday = period("week", step, today)[1]
        return sunday - timedelta(days=1), sunday
    return period("week" if unit == "sprint" else unit, step, today)


def _part(found: re.Match[str], today: date, ahead: bool) -> Days | None:
    """The end of a span is its last day; its beginning, middle and late part are some days."""
    rest = found["rest"]
    rest = f"this {rest}" if rest in {"week", "month", "quarter", "year", "sprint"} else rest
    whole = days_of(rest, today, ahead=ahead)
    if whole is None:
        return None
    first, last = whole
    size = (last - first).days + 1
    if found["part"] == "end":
        return one(last)
    begins = {"mid": size // 2 - 1, "middle": size // 2 - 1, "late": size * 5 // 7}.get(found["part"], 0)
    ends = {"mid": size * 2 // 3, "middle": size * 2 // 3, "late": size}.get(found["part"], max(size // 3, 1))
    return first + timedelta(days=begins), first + timedelta(days=ends - 1)


_WEEKDAY = rf"(?P<weekday>{WEEKDAY_NAME})"
_DAY = r"(?P<day>\d{1,2})(?P<ordinal>st|nd|rd|th)?"
_WHICH = "(?P<which>next|last|this)"
_COUNT = rf"(?P<amount>{AMOUNT}) (?P<unit>{UNIT})"
_OF_YEAR = rf"(?: (?P<year>{YEAR}))?"
_SHAPES: tuple[tuple[str, Reader], ...] = (
    ("|".join(_SIMPLE), lambda m, today, _: one(today + timedelta(days=_SIMPLE[m[0]]))),
    (_ISO.pattern, lambda m, today, _: one(date.fromisoformat(m[0]))),
    (rf"{_COUNT} ago", lambda m, today, _: one(_moved(today, m["amount"], m["unit"], -1))),
    (rf"(?:in )?{_COUNT}(?: from (?:now|today))?", lambda m, today, _: one(_moved(today, m["amount"], m["unit"], 1))),
    (rf"{_COUNT} (?P<way>from|before|after|on) (?P<rest>.+)", _counted_from),
    (rf"(?:{_WEEKDAY} )?(?:the )?{_DAY} (?:of )?(?P<month>{MONTH_NAME}){_OF_YEAR}", _date),
    (rf"(?:{_WEEKDAY} )?(?P<month>{MONTH_NAME}) {_DAY}{_OF_YEAR}", _date),
    (rf"{_WEEKDAY} (?:the )?{_DAY}", _weekday_and_day),
    (r"(?P<day>\d{1,2})(?:st|nd|rd|th)(?: of (?P<which>this|next|last|the) month)?", _day_of_month),
    (rf"{_WEEKDAY} {_WHICH} week", _weekday_in_week),
    (rf"{_WHICH} week (?:on )?{_WEEKDAY}", _weekday_in_week),
    (rf"(?:(?P<which>next|last|this|coming) )?{_WEEKDAY}", _weekday),
    (r"(?:(?P<which>next|last|this|the) )?(?P<unit>week|weekend|month|quarter|year|sprint)", _period),
    (r"(?P<part>early|mid|late|beginning|start|middle|end)(?: of| in)?(?: the)? (?P<rest>.+)", _part),
    (rf"(?:{_WHICH} )?(?P<month>{MONTH_NAME}){_OF_YEAR}", _month),
    (rf"(?:{_WHICH} )?(?P<season>{SEASON_NAME}){_OF_YEAR}", _season),
    (rf"q(?P<number>[1-4]){_OF_YEAR}", _quarter),
    (YEAR, lambda m, today, _: (date(int(m[0]), 1, 1), date(int(m[0]), 12, 31))),
)
_READERS = tuple((re.compile(shape), read) for shape, read in _SHAPES)
