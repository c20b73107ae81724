"""Details of a sentence that change while the rest of it stays: days, times, amounts; each is of a kind."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from memorist.nodes.language.calendar_words import MONTH, MONTH_IN_SHORT, ORDINAL_DAY, WEEKDAY

_NUMBER_WORDS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty thirty forty fifty sixty"
).split()
_NUMBERS = {
    **{word: number for number, word in enumerate(_NUMBER_WORDS[:19], start=2)},
    **dict(zip(_NUMBER_WORDS[19:], (30, 40, 50, 60), strict=True)),
}
_COUNT = rf"(?:\d[\d.,]*k?|{'|'.join(_NUMBER_WORDS)})"
_SHORT_DAY = r"(?:mon|tues?|wed|thurs?|thu|fri|sat|sun)"
_ANY_MONTH = rf"(?:{MONTH}|{MONTH_IN_SHORT}|sept)"
_MONTH_ALONE = rf"(?:(?-i:May|March)|(?<=\bin\s)(?:may|march)|(?<=\bby\s)(?:may|march)|(?!may|mar){_ANY_MONTH})"
"""Somebody may march on: two months are words as well."""

_KINDS = {
    "contact": r"[\w.+-]+@[\w-]+\.[\w.]+|\+?\d[\d()/-]{2,}[\s-]\d{3,}(?:[\s-]\d{2,})*",
    "day": (
        rf"(?:{_ANY_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?(?!\d)|\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_ANY_MONTH}|{ORDINAL_DAY}|"
        rf"\d{{4}}-\d\d-\d\d|\d{{1,2}}/\d{{1,2}}(?:/\d{{2,4}})?|{WEEKDAY}s?|{_SHORT_DAY}|{_MONTH_ALONE}|"
        r"tomorrow|tonight|(?:next|this)\s(?:week|month|year|spring|summer|autumn|fall|winter)|q[1-4])"
    ),
    "clock": (
        r"\d{1,2}(?::\d\d)?\s?(?:am|pm)|\d{1,2}[:.]\d\d(?!\d)|noon|midnight|(?:half|quarter)\s(?:past\s)?\w+|"
        r"(?<=\bat\s)\d{1,2}(?!\d)"
    ),
    "percent": r"\d+(?:[.,]\d+)?\s?(?:%|percent)",
    "money": (
        r"[$€£]\s?\d[\d.,]*[kKm]?|\d[\d.,]*k?\s?(?:euros?|dollars?|pounds?|bucks|eur|usd|chf|francs|quid)|"
        r"\d[\d.,]*\s?[€£$]"
    ),
    "version": r"v\d+(?:\.\d+)*|\d+\.\d+\.\d+|(?<=\bversion\s)\d[\d.]*",
    "often": (
        r"(?:twice|once|daily|weekly|biweekly|fortnightly|monthly|hourly|yearly|"
        r"every\s(?:other\s)?(?:day|week|month))"
    ),
    "number": _COUNT,
}
_DETAIL = re.compile(
    "|".join(rf"(?P<{kind}>(?<![\w.#-])(?:{shape})(?![\w%]))" for kind, shape in _KINDS.items()), re.IGNORECASE
)
_SHORT = {"tue": "tuesday", "tues": "tuesday", "thu": "thursday", "thur": "thursday", "thurs": "thursday"}


class Detail(NamedTuple):
    """One detail: its kind (day, clock, money …), a plain form to compare by, and where it stands."""

    kind: str
    value: str
    start: int
    end: int


def details_of(text: str) -> Iterator[Detail]:
    """The details of a text, in order."""
    for found in _DETAIL.finditer(text):
        kind = str(found.lastgroup)
        yield Detail(kind, _plain(found.group().casefold()), found.start(), found.end())


def _plain(value: str) -> str:
    value = re.sub(r"[\s,]+", " ", value).strip(" .")
    if value in _NUMBERS:
        return str(_NUMBERS[value])
    value = re.sub(r"(?<=\d)(?:st|nd|rd|th)\b|(?<=day)s$", "", value)
    return _SHORT.get(value, value)
