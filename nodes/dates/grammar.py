"""The ways in which people write a day or a span of days, as rules: a pattern, and the days that a match means.

A rule is read from a viewpoint: today, and whether a time without a year lies ahead or behind. The words stand in
``words.yaml``.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from dateutil.easter import easter
from dateutil.relativedelta import TH, relativedelta

from memorist.nodes.dates.calendar import (
    Days,
    few_ago,
    month_of,
    named_span,
    nearest,
    one,
    period,
    quarter_of,
    shifted,
)
from memorist.nodes.language.shipped import shipped


@dataclass(frozen=True, slots=True)
class View:
    """The viewpoint from which a time expression is resolved.

    ``ahead``: a time without a year lies in the future, else in the past. ``asked``: it stands in a question about the
    past, where "on Monday" may be today.
    """

    today: date
    ahead: bool = False
    asked: bool = False


type Reader = Callable[[re.Match[str], View], Days | None]
type Rule = tuple[re.Pattern[str], Reader]

_STEPS = {"last": -1, "past": -1, "this": 0, "the": 0, "next": 1, "coming": 1}
_HAN_DAYS = "一二三四五六日天"
_FAR = 18
"""Months to look through for one in which a weekday falls on a day of the month; each combination recurs within 13."""
_MENTIONED_SOON = 45
"""Up to this many days ago, the last matching date is meant even if a coming one is nearer: "Friday the 15th"."""
_MAY_BE_AN_HOUR = 12
"""Up to this number, "Fri 9" may name an hour instead of a day of the month …"""
_SAME_PERIOD = 35
"""… if the nearest matching date is more than this many days away."""


class Words:
    """The vocabulary of ``words.yaml``, as tables and as pieces of patterns."""

    def __init__(self) -> None:
        data: dict[str, Any] = shipped(__name__, "words.yaml")
        self.data = data
        full = {word: number for number, words in enumerate(data["months"], start=1) for word in words}
        self.months: dict[str, int] = {**data["short_months"], **full}
        self.weekdays = {word: number for number, words in enumerate(data["weekdays"]) for word in words}
        self.units = {word: unit for unit, words in data["units"].items() for word in words}
        self.joined_units = {word: unit for unit, words in data["joined_units"].items() for word in words}
        self.named_days: dict[str, tuple[str, int]] = {
            name: (of, by) for of in ("easter", "thanksgiving") for name, by in data[f"days_from_{of}"].items()
        }
        self.named_day = any_of(self.named_days)
        self.numbers: dict[str, int] = {**data["numbers"], **data["joined_numbers"]}
        self.month, self.weekday = any_of(self.months), any_of(self.weekdays)
        self.full_month, self.unit = any_of(full), any_of(self.units)
        self.couple, self.few = any_of(data["couple"]), any_of(data["few"])
        self.count = rf"(?P<count>\d{{1,3}}|{any_of(data['numbers'])})"

    def number(self, word: str) -> int:
        """The number that a word or digits stand for."""
        return int(word) if word.isdigit() else self.numbers[word]


def any_of(words: Iterable[str]) -> str:
    """An alternation of words, the longest first."""
    longest_first = sorted(words, key=len, reverse=True)
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in longest_first) + ")"


@lru_cache(maxsize=1)
def words() -> Words:
    """The vocabulary, read once."""
    return Words()


@lru_cache(maxsize=1)
def rules() -> tuple[Rule, ...]:
    """All rules. Their matches may overlap: the leftmost counts, of several the longest."""
    w = words()
    return tuple(
        (re.compile(pattern), read)
        for part in (_dates, _weekdays, _named, _spans, _counted)
        for pattern, read in part(w)
    )


def _whole(pattern: str) -> str:
    return rf"(?<!\w)(?:{pattern})(?!\w)"


def _day_of_month(day: int, month: int, year: int | None, view: View, weekday: int | None = None) -> Days | None:
    """A day of a named month; without a year, in the year in which it is ``weekday``, else the nearest of the view."""
    if year is not None:
        return one(date(year, month, day))
    years = range(view.today.year - 1, view.today.year + 2)
    days = [date(year, month, day) for year in years if day <= month_of(year, month)[1].day]
    if weekday is not None:
        near = [found for found in days if abs((found - view.today).days) <= 183 and found.weekday() == weekday]
        if near:
            return one(near[0])
    return nearest([one(found) for found in days], view.today, ahead=view.ahead)


def _month(month: int, year: int | None, view: View) -> Days | None:
    if year is not None:
        return month_of(year, month)
    around = [month_of(view.today.year + by, month) for by in (-1, 0, 1)]
    return nearest(around, view.today, ahead=view.ahead)


def _dates(w: Words) -> Iterator[tuple[str, Reader]]:
    def numeric(m: re.Match[str], view: View) -> Days:
        year, month, day = int(m["year"]), int(m["month"]), int(m["day"])
        return one(date(year, day, month) if month > 12 else date(year, month, day))

    def written(m: re.Match[str], view: View) -> Days | None:
        weekday = w.weekdays[m["weekday"]] if m["weekday"] else None
        year = int(m["year"]) if m["year"] else None
        return _day_of_month(int(m["day"]), w.months[m["month"]], year, view, weekday)

    def month_said(m: re.Match[str], view: View) -> Days | None:
        ahead = m["which"] == "this" or (view.ahead and m["which"] != "last")
        return _month(w.months[m["month"]], int(m["year"]) if m["year"] else None, View(view.today, ahead=ahead))

    def han(m: re.Match[str], view: View) -> Days | None:
        month, year = w.number(m["month"]), int(m["year"]) if m["year"] else None
        return _day_of_month(int(m["day"]), month, year, view) if m["day"] else _month(month, year, view)

    day = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.|º)?(?![\d:])"
    year = r"(?:,?\s+(?:de\s+|of\s+)?(?P<year>\d{4}))?"
    lead = rf"(?:(?P<weekday>{w.weekday}),?\s+)?(?:the\s+)?"
    yield r"(?<![\w-])(?P<year>\d{4})[-/](?P<month>\d\d?)[-/](?P<day>\d\d?)(?![\w-])", numeric
    yield r"(?<![\w/])(?P<month>\d\d?)/(?P<day>\d\d?)/(?P<year>\d{4})(?![\w/])", numeric
    yield r"(?<![\w.])(?P<day>\d\d?)\.(?P<month>\d\d?)\.(?P<year>\d{4})(?![\w.])", numeric
    yield (
        rf"(?:(?P<year>\d{{4}})年)?(?P<month>\d\d?|{any_of(w.data['joined_numbers'])})月(?:(?P<day>\d\d?)日|(?!\d))",
        han,
    )
    yield _whole(rf"{lead}{day}\s+(?:de\s+|of\s+)?(?P<month>{w.month})(?:\.(?=\s*\w))?{year}"), written
    yield _whole(rf"{lead}(?P<month>{w.month})\.?\s+{day}{year}"), written
    yield (
        _whole(rf"(?:(?P<which>next|last|this)\s+)?(?P<month>{w.month})(?:\s+(?:de\s+|of\s+)?(?P<year>\d{{4}}))?"),
        month_said,
    )
    yield (
        _whole(r"(?P<year>(?:19|20)\d\d)(?![-/.:]\d|%)"),
        lambda m, _: (date(int(m["year"]), 1, 1), date(int(m["year"]), 12, 31)),
    )


def _weekdays(w: Words) -> Iterator[tuple[str, Reader]]:
    def weekday(m: re.Match[str], view: View) -> Days | None:
        apart = (w.weekdays[m["weekday"]] - view.today.weekday()) % 7
        if m["which"] == "next" and 0 < apart < 7 - view.today.weekday():
            return None  # on a Wednesday, "next Friday" is the coming one to some, and a week later to others
        if view.asked and not m["which"]:
            return one(view.today - timedelta(days=(7 - apart) % 7))
        if m["which"] == "last" or (not view.ahead and m["which"] in {None, "this"}):
            return one(view.today - timedelta(days=(7 - apart) if apart else 7))
        return one(view.today + timedelta(days=apart or 7))

    def in_week(m: re.Match[str], view: View) -> Days:
        monday, _ = period("week", _STEPS[m["which"]], view.today)
        return one(monday + timedelta(days=w.weekdays[m["weekday"]]))

    def on_day(m: re.Match[str], view: View) -> Days | None:
        return _weekday_and_day(w.weekdays[m["weekday"]], int(m["day"]), bool(m["ordinal"]), view)

    def bare_day(m: re.Match[str], view: View) -> Days | None:
        number = int(m["day"])
        if m["which"]:
            return one(shifted(view.today.replace(day=1), "month", _STEPS[m["which"]]).replace(day=number))
        return nearest([one(day) for day in _days_of_months(number, view.today, 1)], view.today, ahead=view.ahead)

    name = rf"(?P<weekday>{w.weekday})"
    yield _whole(rf"(?:(?P<which>next|last|(?:this\s+|the\s+)?coming|this)\s+)?{name}"), weekday
    yield _whole(rf"{name}\s+(?:of\s+)?(?P<which>next|last|this)\s+(?:week|wk)"), in_week
    yield _whole(rf"(?P<which>next|last|this)\s+(?:week|wk)\s+(?:on\s+)?{name}"), in_week
    yield (
        _whole(
            rf"{name},?\s+(?:the\s+)?(?P<day>\d{{1,2}})(?P<ordinal>st|nd|rd|th)?(?![\d:%]|\.\d|\s?(?:[ap]m|o'clock|uhr|h)\b)"
        ),
        on_day,
    )
    yield (
        _whole(r"(?:the\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th)(?:\s+of\s+(?P<which>this|next|last|the)\s+month)?"),
        bare_day,
    )
    yield (
        r"(?:周|星期|礼拜)([一二三四五六日天])",
        lambda m, view: one(view.today - timedelta(days=(view.today.weekday() - min(_HAN_DAYS.index(m[1]), 6)) % 7)),
    )


def _days_of_months(day: int, today: date, months: int) -> list[date]:
    """This day of each month from ``months`` before to ``months`` after today, where the month has it."""
    now = today.year * 12 + today.month - 1
    lasts = [month_of(n // 12, n % 12 + 1)[1] for n in range(now - months, now + months + 1)]
    return [last.replace(day=day) for last in lasts if 1 <= day <= last.day]


def _weekday_and_day(weekday: int, number: int, ordinal: bool, view: View) -> Days | None:
    """A near date with this weekday and day of the month; without one, "Fri 9" is an hour of the nearest Friday."""
    today = view.today
    days = [day for day in _days_of_months(number, today, _FAR) if day.weekday() == weekday]
    if view.ahead:
        chosen = next((day for day in days if day >= today), None)
    else:
        last = next((day for day in reversed(days) if day <= today), None)
        near = last is not None and (today - last).days <= _MENTIONED_SOON
        chosen = last if near else min(days, key=lambda day: abs((day - today).days), default=None)
    is_far = chosen is None or abs((chosen - today).days) > _SAME_PERIOD
    if not ordinal and number <= _MAY_BE_AN_HOUR and is_far:
        apart = (weekday - today.weekday()) % 7
        return one(today + timedelta(days=(apart or 7) if view.ahead else apart - 7))
    return one(chosen) if chosen else None


def _named(w: Words) -> Iterator[tuple[str, Reader]]:
    def named(m: re.Match[str], view: View) -> Days | None:
        of, by = w.named_days[" ".join(m["name"].split())]

        def of_year(year: int) -> Days:
            # Thanksgiving is the fourth Thursday of November.
            first = easter(year) if of == "easter" else date(year, 11, 1) + relativedelta(weekday=TH(4))
            return one(first + timedelta(days=by))

        if m["year"]:
            return of_year(int(m["year"]))
        around = [of_year(view.today.year + years) for years in (-1, 0, 1)]
        return nearest(around, view.today, ahead=view.ahead)

    yield _whole(rf"(?P<name>{w.named_day})(?:\s+(?P<year>(?:19|20)\d\d))?"), named


def _spans(w: Words) -> Iterator[tuple[str, Reader]]:
    for name, said in w.data["spans"].items():
        yield _whole(any_of(said)), lambda _, view, name=name: named_span(name, view.today)
    for name, said in w.data["joined"].items():
        yield any_of(said), lambda _, view, name=name: named_span(name, view.today)

    def unit(m: re.Match[str], view: View) -> Days:
        step = _STEPS[m["which"]]
        if m["unit"] == "weekend" and m["which"] == "the" and not view.ahead and view.today.weekday() < 5:
            step = -1
        return period(
            "week" if m["unit"] in {"sprint", "wk"} else m["unit"].replace("wknd", "weekend"), step, view.today
        )

    def season(m: re.Match[str], view: View) -> Days | None:
        def of(year: int) -> Days:
            first = date(year, w.data["seasons"][m["season"]], 1)
            return first, shifted(first, "month", 3) - timedelta(days=1)

        if m["year"]:
            return of(int(m["year"]))
        if not m["which"] and not view.asked:
            return None  # "in summer" is as often every summer
        around = [of(view.today.year + by) for by in (-1, 0, 1)]
        ahead = m["which"] == "this" or (view.ahead and m["which"] != "last")
        return nearest(around, view.today, ahead=ahead)

    def quarter(m: re.Match[str], view: View) -> Days | None:
        number = int(m["q"]) if m["q"] else ("first", "second", "third", "fourth").index(m["word"]) + 1
        if m["year"] or view.asked:
            return quarter_of(int(m["year"] or view.today.year), number)
        around = [quarter_of(view.today.year + by, number) for by in (-1, 0, 1)]
        return nearest(around, view.today, ahead=view.ahead)

    def end(m: re.Match[str], view: View) -> Days:
        name = m["unit"] or {"w": "week", "m": "month", "q": "quarter", "y": "year"}[m["short"]]
        last = period("week" if name == "sprint" else name, _STEPS[m["which"] or "this"], view.today)[1]
        return one(last)

    units = r"(?P<unit>week|wk|weekend|wknd|month|quarter|year|sprint)"
    yield _whole(rf"(?P<which>next|last|this)\s+{units}"), unit
    yield _whole(r"(?P<which>the)\s+(?P<unit>weekend|wknd)"), unit
    yield _whole(r"(?:the\s+)?rest\s+of\s+(?P<which>the|this)\s+(?P<unit>week|month|quarter|year|sprint)"), unit
    yield _whole(r"(?:the\s+)?rest\s+of\s+(?:the|this)\s+day|all\s+day"), lambda _, view: one(view.today)
    yield _whole(r"all\s+(?P<unit>week)"), lambda m, view: period(m["unit"], 0, view.today)
    yield (
        _whole(r"(?:(?P<which>next|last|this)\s+)?(?P<season>spring|summer|autumn|fall|winter)(?:\s+(?P<year>\d{4}))?"),
        season,
    )
    yield _whole(r"(?:q(?P<q>[1-4])|(?P<word>first|second|third|fourth) quarter)(?:(?: of)? (?P<year>\d{4}))?"), quarter
    yield (
        _whole(
            r"(?:the\s+)?end\s+of\s+(?:(?P<which>the|this|next|last)\s+)?(?P<unit>week|month|quarter|year|sprint)"
            r"|eo(?P<short>[wmqy])"
        ),
        end,
    )


def _counted(w: Words) -> Iterator[tuple[str, Reader]]:
    def moved(sign: int) -> Reader:
        return lambda m, view: one(shifted(view.today, w.units[m["unit"]], sign * w.number(m["count"])))

    def lasting(m: re.Match[str], view: View) -> Days:
        by = w.number(m["count"])
        if m["which"] in {"next", "coming"}:
            return view.today, shifted(view.today, w.units[m["unit"]], by)
        return shifted(view.today, w.units[m["unit"]], -by), view.today

    unit = rf"(?P<unit>{w.unit})"
    after, before, later = (any_of(w.data[name]) for name in ("after", "before", "later"))
    yield _whole(rf"{w.count}\s*{unit}\s+{after}"), moved(-1)
    yield _whole(rf"{before}\s+{w.count}\s+{unit}"), moved(-1)
    yield _whole(rf"in\s+(?:exactly\s+|precisely\s+)?{w.count}\s+{unit}(?!\w|\s+{after}|['’])"), moved(1)
    yield _whole(rf"{w.count}\s+{unit}\s+(?:{later}|from\s+(?:now|today))"), moved(1)
    yield (
        _whole(rf"in\s+(?:a\s+)?couple\s+of\s+{unit}"),
        lambda m, view: one(shifted(view.today, w.units[m["unit"]], 2)),
    )
    yield _whole(r"in\s+a\s+fortnight"), lambda _, view: one(view.today + timedelta(days=14))
    yield _whole(rf"{w.couple}\s+{unit}\s+{after}"), lambda m, view: few_ago(view.today, w.units[m["unit"]], 1, 3)
    yield _whole(rf"{w.few}\s+{unit}\s+{after}"), lambda m, view: few_ago(view.today, w.units[m["unit"]], 2, 5)
    yield _whole(rf"(?P<which>last|past|next|coming)\s+{w.count}\s+{unit}"), lasting
    each, tens = any_of(w.joined_units), rf"(?P<count>{any_of(w.data['joined_numbers'])}|\d{{1,4}})"

    def han(m: re.Match[str], view: View) -> Days:
        return one(shifted(view.today, w.joined_units[m["unit"]], -w.number(m["count"])))

    def recent(m: re.Match[str], view: View) -> Days:
        return han(m, view)[0], view.today

    yield rf"(?<![一二三四五六七八九十百千万亿\d]){tens}(?P<unit>{each})前", han
    yield rf"几(?P<unit>{each})前", lambda m, view: few_ago(view.today, w.joined_units[m["unit"]], 2, 5)
    yield rf"(?:最近|过去){tens}(?P<unit>{each})", recent
