"""The window of time that a text names: "last week", "in March 2025", "vor 5 Tagen", "上个月".

By rules alone, in a few microseconds; the words stand in ``times.yaml``. A week begins on Monday. Of several times the
first named counts, of two readings at one place the longer.
"""

import re
import unicodedata
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any

from memorist.nodes.dates.calendar import Days, few_ago, named_span, one, quarter_of, shifted
from memorist.nodes.language.calendar_words import ORDINAL_DAY
from memorist.nodes.language.dates import MONTH_NAME, WEEKDAY_NAME
from memorist.nodes.language.moments import days_of
from memorist.nodes.language.shipped import shipped

MAX_CHARS = 4_000
type Reader = Callable[[re.Match[str], datetime], Days | None]


@dataclass(frozen=True)
class TimeWindow:
    """From the first to the last moment, both inside, and the words that named it."""

    start: datetime
    end: datetime
    words: str


def window_of(text: str, now: datetime) -> TimeWindow | None:
    """The window that ``text`` names as seen at ``now``, or null."""
    plain = unicodedata.normalize("NFKC", text[:MAX_CHARS]).replace("’", "'").lower()
    best: tuple[int, int] | None = None
    found: tuple[Days, str] | None = None
    for pattern, read in _rules():
        for match in pattern.finditer(plain):
            place = (match.start(), -match.end())
            if best is not None and place >= best:
                break
            if (days := _safely(read, match, now)) is not None:
                best, found = place, (days, match.group().strip())
                break
    if found is None:
        return None
    (first, last), words = found
    return TimeWindow(datetime.combine(first, time.min, UTC), datetime.combine(last, time.max, UTC), words)


def _safely(read: Reader, match: re.Match[str], now: datetime) -> Days | None:
    try:
        return read(match, now)
    except (ValueError, OverflowError):  # the thirty-first of February, a million years ago
        return None


@lru_cache(maxsize=1)
def _rules() -> tuple[tuple[re.Pattern[str], Reader], ...]:
    data: dict[str, Any] = shipped(__name__, "times.yaml")
    return (*_dates(data), *_ago(data), *_spans(data), *_clock())


def _any(words: Iterable[str]) -> str:
    longest_first = sorted(words, key=len, reverse=True)
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in longest_first) + ")"


def _words(words: Iterable[str]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){_any(words)}(?!\w)")


def _spans(data: dict[str, Any]) -> Iterator[tuple[re.Pattern[str], Reader]]:
    for name, words in data["spans"].items():
        yield _words(words), lambda _, now, name=name: named_span(name, now.date())
    for name, words in data["joined"].items():
        yield re.compile(_any(words)), lambda _, now, name=name: named_span(name, now.date())
    for number, words in enumerate(data["weekdays"]):
        yield _words(words), lambda _, now, number=number: _weekday(number, now.date())
    yield re.compile(r"(?:周|星期|礼拜)([一二三四五六日天])"), _chinese_weekday
    yield re.compile(r"(?<!\w)(?:q([1-4])|(first|second|third|fourth) quarter)(?:(?: of)? (\d{4}))?(?!\w)"), _quarter


def _dates(data: dict[str, Any]) -> Iterator[tuple[re.Pattern[str], Reader]]:
    names = {word: number for number, words in enumerate(data["months"], start=1) for word in words}
    with_short = {**{word: number for number, word in enumerate(data["short_months"], start=1)}, **names}
    month, short = _any(names), _any(with_short)
    day, year = r"(\d{1,2})(?:st|nd|rd|th|\.|º)?", r"(\d{4})"

    def of(d: str | None, m: str, y: str | None, now: datetime) -> Days | None:
        return _date(int(d) if d else None, with_short[m.rstrip(".")], int(y) if y else None, now.date())

    of_month = rf"(?:\s+(?:of\s+)?{MONTH_NAME}(?:,?\s+\d{{4}})?)"
    yield (
        re.compile(
            rf"(?<!\w){WEEKDAY_NAME},?\s+(?:(?:the\s+)?(?:{ORDINAL_DAY}{of_month}?|\d{{1,2}}{of_month})|"
            rf"{MONTH_NAME}\s+(?:{ORDINAL_DAY}|\d{{1,2}})(?:,?\s+\d{{4}})?)(?!\w)"
        ),
        lambda m, now: days_of(m[0], now.date(), ahead=False),
    )
    yield (
        re.compile(rf"(?<!\w)on\s+the\s+({ORDINAL_DAY})(?=\W*$|[,.;:!?])"),
        lambda m, now: days_of(m[1], now.date(), ahead=False),
    )
    yield (
        re.compile(rf"(?<![\w-]){year}[-/](\d\d?)[-/](\d\d?)(?![\w-])"),
        lambda m, now: _date(int(m[3]), int(m[2]), int(m[1]), now.date()),
    )
    yield (
        re.compile(rf"(?<![\w/])(\d\d?)/(\d\d?)/{year}(?![\w/])"),
        lambda m, now: _date(int(m[2]), int(m[1]), int(m[3]), now.date()),
    )
    yield (
        re.compile(rf"(?<![\w.])(\d\d?)\.(\d\d?)\.{year}(?![\w.])"),
        lambda m, now: _date(int(m[1]), int(m[2]), int(m[3]), now.date()),
    )
    yield (
        re.compile(rf"{year}年(\d\d?)月(?:(\d\d?)日)?"),
        lambda m, now: _date(int(m[3]) if m[3] else None, int(m[2]), int(m[1]), now.date()),
    )
    yield re.compile(r"(?<!\d)(\d\d?)月(\d\d?)日"), lambda m, now: _date(int(m[2]), int(m[1]), None, now.date())
    numbers = data["joined_numbers"]
    yield re.compile(rf"({_any(numbers)})月(?!\d)"), lambda m, now: _date(None, numbers[m[1]], None, now.date())
    yield (
        re.compile(rf"(?<!\w){day}\s+(?:de\s+|of\s+)?({short}\.?),?\s+(?:de\s+|of\s+)?{year}(?!\w)"),
        lambda m, now: of(m[1], m[2], m[3], now),
    )
    yield re.compile(rf"(?<!\w)({short}\.?)\s+{day},?\s+{year}(?!\w)"), lambda m, now: of(m[2], m[1], m[3], now)
    yield re.compile(rf"(?<!\w)({short})\s+(?:de\s+|of\s+)?{year}(?!\w)"), lambda m, now: of(None, m[1], m[2], now)
    yield re.compile(rf"(?<!\w)({month})\s+{day}(?!\w)"), lambda m, now: of(m[2], m[1], None, now)
    yield re.compile(rf"(?<!\w){day}\s+(?:de\s+|of\s+)?({month})(?!\w)"), lambda m, now: of(m[1], m[2], None, now)
    plain_month = _any(set(names) - {"may", "march", "mars", "mai", "marzo"})  # these are other words, too
    yield (
        re.compile(rf"(?<!\w)(?:in|since|during|last|im|en|в)\s+({month})(?!\w|\s+\d{{4}})"),
        lambda m, now: of(None, m[1], None, now),
    )
    yield re.compile(rf"(?<!\w)({plain_month})(?!\w|\s+\d{{4}})"), lambda m, now: of(None, m[1], None, now)
    yield re.compile(rf"(?<!\w)(?:in|since|during) {year}(?!\w)"), lambda m, _: (
        date(int(m[1]), 1, 1), date(int(m[1]), 12, 31)
    )  # fmt: skip
    iso = r"(\d{4}-\d\d-\d\d)"
    yield re.compile(rf"between {iso} and {iso}|from {iso} (?:to|until) {iso}"), lambda m, _: (
        date.fromisoformat(m[1] or m[3]), date.fromisoformat(m[2] or m[4])
    )  # fmt: skip


def _ago(data: dict[str, Any]) -> Iterator[tuple[re.Pattern[str], Reader]]:
    units = {word: unit for unit, words in data["units"].items() for word in words}
    joined = {word: unit for unit, words in data["joined_units"].items() for word in words}
    numbers, han = data["numbers"], data["joined_numbers"]
    some, two = _any(data["few"]), _any(data["couple"])
    unit, after, before = _any(units), _any(data["after"]), _any(data["before"])
    count = rf"(\d{{1,4}}|{_any(numbers)})"

    def number(word: str) -> int:
        return int(word) if word.isdigit() else int(numbers.get(word) or han[word])

    def back(m: re.Match[str], now: datetime) -> Days:
        return one(shifted(now.date(), units[m[2]], -number(m[1])))

    def on(m: re.Match[str], now: datetime) -> Days:
        return one(shifted(now.date(), units[m[2]], number(m[1])))

    yield re.compile(rf"(?<!\w){count}\s*({unit})\s+{after}(?!\w)"), back
    yield re.compile(rf"(?<!\w){before}\s+{count}\s+({unit})(?!\w)"), back
    # "participated in a week ago" looks back.
    yield re.compile(rf"(?<!\w)in\s+{count}\s+({unit})(?!\w|\s+{after})"), on
    yield re.compile(rf"(?<!\w){count}\s+({unit})\s+{_any(data['later'])}(?!\w)"), on
    yield re.compile(rf"(?<!\w){two}\s+({unit})\s+{after}(?!\w)"), lambda m, now: few_ago(now.date(), units[m[1]], 1, 3)
    yield (
        re.compile(rf"(?<!\w){some}\s+({unit})\s+{after}(?!\w)"),
        lambda m, now: few_ago(now.date(), units[m[1]], 2, 5),
    )
    yield re.compile(rf"(?<!\w)(?:last|past)\s+{count}\s+({unit})(?!\w)"), lambda m, now: (
        shifted(now.date(), units[m[2]], -number(m[1])), now.date()
    )  # fmt: skip
    each, tens = _any(joined), rf"({_any(han)}|\d{{1,4}})"
    yield (
        re.compile(rf"(?<![一二三四五六七八九十百千万亿\d]){tens}({each})前"),
        lambda m, now: one(shifted(now.date(), joined[m[2]], -number(m[1]))),
    )
    yield re.compile(rf"几({each})前"), lambda m, now: few_ago(now.date(), joined[m[1]], 2, 5)
    yield re.compile(rf"(?:最近|过去){tens}({each})"), lambda m, now: (
        shifted(now.date(), joined[m[2]], -number(m[1])), now.date()
    )  # fmt: skip


def _clock() -> Iterator[tuple[re.Pattern[str], Reader]]:
    """A time of day is the last one that has been."""

    def last(m: re.Match[str], now: datetime) -> Days | None:
        hour = int(m[1]) % 12 + (12 if m[2] == "pm" else 0)
        return one(now.date() - timedelta(days=int(now.hour < hour)))

    yield re.compile(r"(?<!\w)at (\d\d?)\s?(am|pm)(?!\w)"), last


def _date(day: int | None, month: int, year: int | None, today: date) -> Days | None:
    """A day or a month; without a year the last that has been."""
    if year is None:
        first = date(today.year, month, day or 1)
        year = today.year if first <= today else today.year - 1
    if day is not None:
        return one(date(year, month, day))
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def _weekday(number: int, today: date) -> Days:
    return one(today - timedelta(days=(today.weekday() - number) % 7))


def _chinese_weekday(match: re.Match[str], now: datetime) -> Days:
    return _weekday("一二三四五六日天".index(match[1]) % 7 if match[1] != "天" else 6, now.date())


def _quarter(match: re.Match[str], now: datetime) -> Days:
    number = int(match[1]) if match[1] else ("first", "second", "third", "fourth").index(match[2]) + 1
    return quarter_of(int(match[3]) if match[3] else now.year, number)
