"""Calendar arithmetic on spans of days; first and last day are both inside. A week begins on Monday."""

from calendar import monthrange
from datetime import date, timedelta

type Days = tuple[date, date]

_HALVES = {"first_half": (1, 6), "second_half": (7, 12)}
_QUARTERS = {"first_quarter": 1, "second_quarter": 2, "third_quarter": 3, "fourth_quarter": 4}
_DAYS = {"today": 0, "yesterday": -1, "day_before_yesterday": -2, "tomorrow": 1, "day_after_tomorrow": 2}
_STEPS = {"last": -1, "this": 0, "next": 1}


def one(day: date) -> Days:
    """A span of a single day."""
    return day, day


def named_span(name: str, today: date) -> Days:
    """The days of a span such as ``last_week`` or ``second_quarter``, seen from ``today``."""
    if name in _DAYS:
        return one(today + timedelta(days=_DAYS[name]))
    if name in _HALVES:
        first, last = _HALVES[name]
        return date(today.year, first, 1), month_of(today.year, last)[1]
    if name in _QUARTERS:
        return quarter_of(today.year, _QUARTERS[name])
    step, _, unit = name.partition("_")
    return period(unit, _STEPS[step], today)


def period(unit: str, step: int, today: date) -> Days:
    """The week, weekend, month, quarter or year around ``today`` (step 0), before it (-1) or after it (1)."""
    monday = today - timedelta(days=today.weekday() - 7 * step)
    if unit == "week":
        return monday, monday + timedelta(days=6)
    if unit == "weekend":
        return monday + timedelta(days=5), monday + timedelta(days=6)
    if unit == "quarter":
        year, number = divmod(today.year * 4 + (today.month - 1) // 3 + step, 4)
        return quarter_of(year, number + 1)
    if unit == "month":
        moved = shifted(today.replace(day=1), "month", step)
        return month_of(moved.year, moved.month)
    return date(today.year + step, 1, 1), date(today.year + step, 12, 31)


def month_of(year: int, month: int) -> Days:
    """A whole month."""
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def quarter_of(year: int, number: int) -> Days:
    """A quarter of a year, from 1 to 4."""
    return date(year, 3 * number - 2, 1), month_of(year, 3 * number)[1]


def shifted(day: date, unit: str, by: int) -> date:
    """``day`` moved by so many days, weeks, months or years; the end of a shorter month is its last day."""
    if unit in ("day", "week"):
        return day + timedelta(days=by * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + by * (12 if unit == "year" else 1)
    year, month = months // 12, months % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def few_ago(today: date, unit: str, least: int, most: int) -> Days | None:
    """Between ``least`` and ``most`` units ago; a few years are too vague to be a span."""
    days = {"day": 1, "week": 7, "month": 30}.get(unit)
    return (today - timedelta(days=most * days), today - timedelta(days=least * days)) if days else None


def nearest(spans: list[Days], today: date, *, ahead: bool) -> Days | None:
    """Of spans in order, the first that is not over (``ahead``) or the last that has begun."""
    if ahead:
        return next((span for span in spans if span[1] >= today), None)
    return next((span for span in reversed(spans) if span[0] <= today), None)
