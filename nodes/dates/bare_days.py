"""Days of a month that is not named beside them: "the 7th", as an answer to "7 or 8 November?"."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from memorist.nodes.dates.calendar import Days, month_of, nearest, one
from memorist.nodes.dates.find import MAX_CHARS, TimeExpression, places_in
from memorist.nodes.dates.grammar import View, any_of, words

_NUMBER = r"\d{1,2}(?:st|nd|rd|th|\.)?"
_NUMBERS = rf"(?:the\s)?{_NUMBER}(?:(?:\s?(?:,|/|-|–|or|and|to)\s?)+(?:the\s)?{_NUMBER})*"
_ORDINAL = re.compile(r"(?<!\w)(?:the\s)?\d{1,2}(?:st|nd|rd|th)(?!\w)", re.IGNORECASE)
_NO_MONTHS = frozenset("may mar march mars jan mai sep".split())
"""Names of months that are other words as often."""
_WORD = re.compile(r"[^\W\d]+")
_DAY_ALONE = re.compile(r"(?:[^\W\d]+,?\s)?(?:the\s)?(?P<day>\d{1,2})(?:st|nd|rd|th)?", re.IGNORECASE)


@lru_cache(maxsize=1)
def _patterns() -> dict[str, re.Pattern[str]]:
    w = words()
    lead, on, behind, reasons = (
        any_of(w.data[name]) for name in ("answers", "answers_on", "answers_behind", "reasons")
    )
    patterns = {
        "listed": rf"(?<![\w.])(?:(?P<days>{_NUMBERS})\s(?:of\s)?(?P<month>{w.month})|"
        rf"(?P<first>{w.month})\.?\s(?P<behind>{_NUMBERS}))(?![\w:])",
        "named": rf"(?<!\w){any_of(sorted({*w.months} - _NO_MONTHS))}(?!\w)",
        "lead": rf"(?:\W|(?<!\w){lead}(?!\w))*",
        "lead on": rf"(?:\W|(?<!\w){lead}(?!\w))*{on}\s+",
        "behind": rf"\W*$|\s*[,;:.!?–—-]|\s+(?:{behind}|{reasons})(?!\w)",
        "behind on": rf"\W*$|\s*[.!?]|,?\s+(?:{reasons})(?!\w)|,?\s+please\W*$",
    }
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}


def is_day_alone(place: TimeExpression) -> bool:
    """Return true if a time is a day of a month that it does not name: "the 30th", "Saturday 14"."""
    return _DAY_ALONE.fullmatch(place.words) is not None and not names_its_month(place)


def names_its_month(place: TimeExpression) -> bool:
    """Return true if a word of a time is the name of a month."""
    return any(word.strip(",") in words().months for word in place.words.casefold().split())


def answers(sentence: str, place: TimeExpression) -> bool:
    """Return true if a time is all that a sentence says before its reasons: "The 7th, since the train is cheaper"."""
    of = _patterns()
    return any(
        of[f"lead{on}"].fullmatch(sentence, 0, place.start) and of[f"behind{on}"].match(sentence, place.end)
        for on in ("", " on")
    )


def in_named_months(sentence: str, places: Sequence[TimeExpression], before: str) -> list[TimeExpression]:
    """Return the times, and days of a month whose month the turn before names.

    That turn either lists the day ("7 or 8 November?"), or names one month alone and is answered with the day.
    """
    told = before[-MAX_CHARS:]
    if not told or not _ORDINAL.search(sentence):
        return [*places]
    free = (
        TimeExpression(found[0], found.start(), found.end(), _no_day)
        for found in _ORDINAL.finditer(sentence)
        if not any(place.start < found.end() and found.start() < place.end for place in places)
        and _patterns()["behind"].match(sentence, found.end())
    )
    dated = [_in_month(place, _month_of(sentence, place, told)) for place in (*places, *free)]
    return sorted((place for place in dated if place.days is not _no_day), key=lambda place: place.start)


def _no_day(_: View) -> Days | None:
    return None


def _month_of(sentence: str, place: TimeExpression, before: str) -> int | None:
    found = _DAY_ALONE.fullmatch(place.words)
    if found is None or not is_day_alone(place):
        return None
    table = words().months
    months = {
        table[(each["month"] or each["first"]).casefold()]
        for each in _patterns()["listed"].finditer(before)
        if int(found["day"]) in {int(number) for number in re.findall(r"\d+", each["days"] or each["behind"])}
    }
    if not months and answers(sentence, place):
        named = [*_patterns()["named"].findall(before), *(said.words for said in places_in(before))]
        months = {table[word] for said in named for word in _WORD.findall(said.casefold()) if word in table}
    return months.pop() if len(months) == 1 else None


def _in_month(place: TimeExpression, month: int | None) -> TimeExpression:
    found = _DAY_ALONE.fullmatch(place.words)
    if month is None or found is None:
        return place
    day = int(found["day"])

    def days(view: View) -> Days | None:
        years = range(view.today.year - 1, view.today.year + 2)
        known = [one(last.replace(day=day)) for year in years if 0 < day <= (last := month_of(year, month)[1]).day]
        return nearest(known, view.today, ahead=view.ahead)

    return replace(place, days=days)
