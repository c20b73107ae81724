"""Times that a date must not be put beside, because they name no single day."""

import re
from collections.abc import Collection
from functools import lru_cache
from itertools import pairwise

from memorist.nodes.dates.bare_days import answers, is_day_alone
from memorist.nodes.dates.find import TimeExpression
from memorist.nodes.dates.grammar import any_of, words
from memorist.nodes.dates.habits import is_all_day, is_long, is_regular, lasts_in_another, recurs
from memorist.nodes.dates.moves import moves

_ON = re.compile(r"\b(?:on|this|next|last|coming)\s(?:the\s)?$", re.IGNORECASE)
_RANK = re.compile(r"(?:the\s)?\d{1,2}(?:st|nd|rd|th)", re.IGNORECASE)
_COUNTED = re.compile(r"\b(?:days?|weeks?|months?|years?|hours?|ago)\b")
_FROM = re.compile(r"\bfrom\s$", re.IGNORECASE)
_AND = re.compile(r"\s(?:and|&)\s(?:on\s)?", re.IGNORECASE)
_TO = re.compile(r"\s(?:to|through|[-–])\s", re.IGNORECASE)
_HOURS = re.compile(
    r"\b(?:opening\shours|office\shours|business\shours|hours:|open(?:s|ed)?\s(?:from|daily))", re.IGNORECASE
)
_CLOSED = re.compile(r"\s(?:is|are)\s(?:always\s|usually\s)?(?:closed|open|off|free|a\srest\sday)\b", re.IGNORECASE)
_OF_THE_KIND = re.compile(
    r"\s(?!(?:is|was|has|does|works|suits|looks|sounds|starts|begins|ends|marks|sees|brings|comes|goes|needs|gets|as|us|this|its)\b)"
    r"[a-z-]{3,}s(?=\s*(?:[.,;:!?]|$)|\s(?:are|were|must|should|can|cannot|may|have|need|without|stay|stands?|remain|go|only)\b)",
    re.IGNORECASE,
)
"""A plural behind a weekday, which says what is done on each of them: "friday deploys"."""
_TIMES_OF_DAY = re.compile(
    r"\s(?:mornings|afternoons|evenings|nights|morgens|vormittags|nachmittags|abends)\b", re.IGNORECASE
)
_ONCE_A_YEAR = re.compile(r"\b(?:birthdays?|anniversar(?:y|ies)|born|name\sday|b-?day)\b", re.IGNORECASE)
_OF_A_MONTH = re.compile(r"\sof\s", re.IGNORECASE)
_NUMBERED = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th|\.)?|first|second|third|last|middle|beginning|start|end|mid)\s(?:day\s)?(?:of\s)?$",
    re.IGNORECASE,
)
_TERMS = re.compile(
    r"\b(?:payable|refundable|returnable|cancell?able|redeemable|deliver(?:ed|y|s)?|ships?|shipped|repl(?:y|ies|ied)|respond\w*|"
    r"answer(?:ed|s)?|took|takes?|ran|run|done|finished|completed?|learn(?:ed|t)|usually|typically|normally|within|net)\b",
    re.IGNORECASE,
)
"""Words before "in 14 days" by which that is how long something takes, and no day."""
_LASTS = re.compile(r"in (?:\d+|[a-z]+) (?:days?|weeks?|months?|years?)", re.IGNORECASE)


def dateless(sentence: str, places: list[TimeExpression], context: str = "", known: Collection[int] = ()) -> set[int]:
    """Return the start positions of the times that no date is written beside, because no single day is meant.

    Weekdays recur (a weekly rehearsal on Thursday, "bin day is Tuesday", open Tuesday to Sunday, "sunday is
    closed", "friday deploys", choir on Monday all year, swimming on Wednesday from January), or something is moved
    away from them ("from Thursday to Friday"), which leaves open whether the last or the next one is meant. A
    birthday comes every year, "payable in 14 days" is a term, and "the 31st" in "the 31st of June" is part of a
    longer date, which there may not even be. "Saturday 14 and Saturday 21 March", "is he free on the 30th?" behind
    "the party is on 30 May": beside a month that is named, a day without one is hardly of the present month. Nor is
    "The 7th, since …", which answers a question. "All day" and "all week" say how long something lasts.

    Args:
        sentence: the sentence.
        places: the times in it.
        context: all that was said with it.
        known: start positions of the days whose month the turn before names.
    """
    days = [place for place in places if _is_weekday(place)]
    recurring = set[int]()
    if is_regular(sentence) or _HOURS.search(sentence):
        recurring = {place.start for place in places if _is_weekday(place) or _is_yearless(place)}
    if _HOURS.search(sentence):  # "Monday 9-17" reads as a day of the month
        recurring |= {place.start for place in places if _begins_with_weekday(place)}
    long = [place for place in places if is_long(place)] if days else []
    recurring |= {place.start for place in days if recurs(sentence, place, long)}
    left = {place.start for place in days if _FROM.search(sentence, max(0, place.start - len("from ")), place.start)}
    pairs = ((one, other) for one, other in pairwise(days) if _recur(sentence, one, other))
    alone = {place.start for place in places if _names_no_day(sentence, place)}
    alone |= {place.start for place in places if is_all_day(place) or lasts_in_another(sentence, place, places)}
    monthless = [place for place in places if is_day_alone(place) and place.start not in known]
    of_another = bool(monthless) and (bool(known) or _names_a_month(context or sentence))
    alone |= {place.start for place in monthless if of_another or answers(sentence, place)}
    return recurring | left | alone | {place.start for pair in pairs for place in pair}


def _names_no_day(sentence: str, place: TimeExpression) -> bool:
    """Return whether a time, by the words around it, is no single day."""
    before = sentence[: place.start]
    if _is_weekday(place):
        weekly, is_weekly = _days_of_weeks()
        if weekly.search(before) or any(
            of.match(sentence, place.end) for of in (_OF_THE_KIND, _TIMES_OF_DAY, is_weekly)
        ):
            return True
        return not _ON.search(before) and bool(_CLOSED.match(sentence, place.end))
    if _LASTS.fullmatch(place.words):
        return _TERMS.search(before) is not None
    if place.words.casefold() in words().months:
        return _NUMBERED.search(before) is not None
    if _RANK.fullmatch(place.words):
        return bool(_OF_A_MONTH.match(sentence, place.end))
    return _is_yearless(place) and _ONCE_A_YEAR.search(sentence) is not None


@lru_cache(maxsize=1)
def _days_of_weeks() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns of what stands before or behind the weekday of what is done each week: "bin day is Tuesday"."""
    once = rf"(?!{any_of(words().data['single_days'])}[\s-])"
    day = rf"(?:(?<![\w'’-]){once}[\w'’-]+[\s-]day|\bday\soff)"
    return (
        re.compile(
            rf"(?<!\bnext\s)(?<!\blast\s)(?<!\bfirst\s)(?<!\w['’]s\s){day}(?:\sis|:)\s(?:on\s)?$", re.IGNORECASE
        ),
        re.compile(rf"(?:\sis|:)\s(?:(?:the|an?|my|our|your)\s)?(?:{once}[\w'’-]+\s)?{day}(?![\w'’-])", re.IGNORECASE),
    )


def _names_a_month(text: str) -> bool:
    """Return whether a text names a day of a month by its name."""
    month = words().full_month
    return (
        bool(text)
        and re.search(rf"(?i)\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s(?:of\s)?{month}\b|\b{month}\s\d{{1,2}}\b", text)
        is not None
    )


def _is_yearless(place: TimeExpression) -> bool:
    """Return whether a time is a day of a month, or of any month, without a year."""
    said = place.words.casefold()
    return bool(re.search(r"\d", said)) and not re.search(r"\d{4}", said) and not _COUNTED.search(said)


def _begins_with_weekday(place: TimeExpression) -> bool:
    return place.words.casefold().split()[0].rstrip(",") in words().weekdays


def _recur(sentence: str, one: TimeExpression, other: TimeExpression) -> bool:
    if _AND.fullmatch(sentence, one.end, other.start):
        return True
    return bool(_TO.fullmatch(sentence, one.end, other.start)) and not moves(sentence, one.start)


def _is_weekday(place: TimeExpression) -> bool:
    return place.words.casefold() in words().weekdays
