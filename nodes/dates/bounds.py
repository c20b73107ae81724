"""Validity of a sentence: the dates it names, its beginning, its end, and the event that ends it."""

import re
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta

from memorist.nodes.dates.asides import is_aside
from memorist.nodes.dates.bare_days import in_named_months
from memorist.nodes.dates.before import read_before
from memorist.nodes.dates.calendar import Days
from memorist.nodes.dates.ends import BoundsDraft, begins_event, read_duration, read_event
from memorist.nodes.dates.find import TimeExpression, places_in
from memorist.nodes.dates.grammar import View
from memorist.nodes.dates.habits import lasts_in_another
from memorist.nodes.dates.moves import in_one_year, is_doubtful, moves
from memorist.nodes.dates.passing import EVENT_BESIDE, IN, LOOKED_AT, OF_WHICH, PASSING, holds_during
from memorist.nodes.dates.spans import Span, in_spans
from memorist.nodes.dates.tense import Tense, tense_at
from memorist.nodes.dates.weekdays import dateless


@dataclass(frozen=True, slots=True)
class Dated:
    """Words that name a time, and the first and last day that they mean."""

    words: str
    start: date
    end: date


@dataclass(frozen=True, slots=True)
class Bounds:
    """Validity of a sentence.

    Args:
        core: the sentence without the phrases of time at its beginning and its end.
        valid_from: when it began or begins to hold, in UTC; null: not said.
        valid_until: when it ceases to hold, exclusive, in UTC; null: not said.
        condition: the event that ends it, in the sentence's words ("NativeWind 4.1").
        dates: the times that it names, in order.
    """

    core: str
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    condition: str | None = None
    dates: tuple[Dated, ...] = ()

    @property
    def ends(self) -> bool:
        """True if it is said when or with what it ends."""
        return self.valid_until is not None or self.condition is not None


LONGEST_SENTENCE = 1_000
"""Characters up to which a text is a sentence that bounds are read from."""
_STANDING = re.compile(
    r"\b(?:from\s(?:now|here|today)\s(?:on|onwards?|forward)|(?:as\sof|starting|effective)\s(?:now|today|immediately|right\snow)|"
    r"going\sforward|moving\sforward|henceforth|from\stoday|in\sfuture)\b",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"\b(?P<word>since|seit|depuis|desde|dal|(?:starting|beginning)(?:\s(?:from|on|with|in))?|as\s(?:of|from)|effective|from)\s(?:the\s)?(?:early\s)?$",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?P<word>(?:only\s|valid\s|not\s)?(?:until|till|til|up\sto(?:\sand\sincluding)?)|through|bis(?:\szum)?|jusqu'à|hasta|fino\sa|até)\s(?:the\s)?$",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"\b(?:by|before|no\slater\sthan|after|for|(?<!all\s)of|about|to|due(?:\s(?:in|on|at))?|every|each|between)\s(?:the\s|on\s)?$",
    re.IGNORECASE,
)
"""Words right before a time which keep it from bounding the sentence: "by Friday" (a deadline), "every Monday"."""
_FOR = re.compile(r"\bfor\s(?:the\s)?$", re.IGNORECASE)
_OF_A_THING = re.compile(r"\b(?:scaled|invoice)\b", re.IGNORECASE)
"""Words before "from" which make its date no beginning."""
_TO_NUMBER = re.compile(r"\s(?:to|[-–])\s\d")
_ONWARDS = re.compile(r"\s(?:on(?!\s\w)|onwards?|forward)\b", re.IGNORECASE)
_PASSIVE = re.compile(
    r"\b(?:was|were)\s(?:\w+ly\s|not\s)?(?:\w+ed|sent|shut|cut|put|lost|made|built|sold|left|held|found|given|taken)\b",
    re.IGNORECASE,
)
_BORN = re.compile(r"\bborn\b", re.IGNORECASE)
_LONG_AGO = 183
_JUST_BEGUN, _LONG_TO_GO = 31, 300


def bounds_of(sentence: str, said_at: datetime, context: str = "", before: str = "") -> Bounds:
    """Read when a sentence holds, as seen from when it was said; days are days in the zone of ``said_at``.

    Of a text longer than a sentence only the dates are read.

    Args:
        sentence: the sentence.
        said_at: when it was said.
        context: all that was said with it.
        before: the turn before, which may name the month of a day.
    """
    today = said_at.date()
    found = places_in(sentence)
    places = in_named_months(sentence, found, before)
    known = {place.start for place in places if place not in found}
    undated = dateless(sentence, places, context, known)
    if len(sentence) > LONGEST_SENTENCE:
        dateable = (place for place in places if place.start not in undated)
        named = ((place.words, place.days(View(today, ahead=True))) for place in dateable)
        return Bounds(sentence, dates=tuple(Dated(said, *days) for said, days in named if days))
    draft = BoundsDraft()
    for found in _STANDING.finditer(sentence):
        draft.cuts += ((found.start(), found.end()),)
    dated = list[tuple[TimeExpression, Days]]()
    for place in in_spans(sentence, [place for place in places if not lasts_in_another(sentence, place, places)]):
        before_it = replace(draft)
        days = _read(sentence, place, today, draft)
        if draft.first != before_it.first and is_aside(sentence, place):
            draft = before_it
        if days:
            dated += place.dated(days, today) if isinstance(place, Span) else [(place, days)]
    dated = [(place, days) for place, days in dated if place.start not in undated]
    if draft.first is None and draft.until is None:
        read_duration(sentence, today, draft)
    if draft.until is None:
        read_event(sentence, places, draft)
    return Bounds(
        core=_without(sentence, draft.cuts) if draft.cuts else sentence,
        valid_from=_midnight(draft.first, said_at),
        valid_until=_midnight(draft.until, said_at),
        condition=draft.condition,
        dates=tuple(Dated(place.words, *days) for place, days in in_one_year(sentence, dated, today)),
    )


def _midnight(day: date | None, said_at: datetime) -> datetime | None:
    return datetime.combine(day, time.min, said_at.tzinfo or UTC).astimezone(UTC) if day else None


def _read(text: str, place: TimeExpression, today: date, draft: BoundsDraft) -> Days | None:
    """The days of a time, with what it says of the sentence's bounds."""
    near, here = max(0, place.start - LOOKED_AT), place.start
    told = tense_at(text, place.start, place.end)
    tense: Tense = "other" if told == "unknown" else told
    if text.startswith(("'s", "’s"), place.end):
        return place.days(View(today, ahead=tense == "other"))
    if found := _BEGINS.search(text, near, here):
        return _begin(text, place, today, tense, found, draft)
    until = _ENDS.search(text, near, place.last.start if isinstance(place, Span) and tense == "other" else here)
    if until and not begins_event(text, place):
        return _end(place, today, tense, until, draft)
    past, coming = (place.days(View(today, ahead=ahead)) for ahead in (False, True))
    if coming and tense == "other":
        read_before(text, place, coming, today, draft)
    is_other_things = _BESIDE.search(text, near, here) and not (
        PASSING.fullmatch(place.words) and _FOR.search(text, near, here)
    )
    if is_other_things and not (isinstance(place, Span) and tense != "other"):
        return coming
    if past and past[0] <= today and (tense != "other" or _clearly_past(place, past, today)):
        days = _happened(text, place, past, today, tense, draft)
        if days:
            return days
    if told == "unknown" and past and coming and is_doubtful(past, coming, today):
        return None
    if coming and coming[1] >= today:
        holds_during(text, place, coming, today, draft)
    return coming or past


def _begin(
    text: str, place: TimeExpression, today: date, tense: Tense, found: re.Match[str], draft: BoundsDraft
) -> Days | None:
    """Set the beginning to the first day of the time, and the end to the last one of a span."""
    word, span = found["word"].lower(), place if isinstance(place, Span) else None
    past, coming = (place.days(View(today, ahead=ahead)) for ahead in (False, True))
    from_another = (
        moves(text, found.start())
        or _OF_A_THING.search(text, 0, found.start())
        or (span is None and _TO_NUMBER.match(text, place.end))
        or (span and span.recurs and not _ENDS.search(text, span.first.end, span.last.start))
    )
    if word == "from" and (from_another or _is_which(text, place, found.start())):
        return past or coming
    began = word == "since" or tense != "other"
    if past and coming and (today - past[0]).days <= _JUST_BEGUN and (coming[0] - today).days > _LONG_TO_GO:
        began = True
    days = past if began else coming
    if days is None:
        return past or coming
    draft.first = days[0]
    onwards = _ONWARDS.match(text, place.end)
    draft.cuts += ((found.start(), onwards.end() if onwards else place.end),)
    if span:
        draft.until = days[1] + timedelta(days=1)
    return days


def _is_which(text: str, place: TimeExpression, start: int) -> bool:
    """Return true if "from" with a time picks out a thing and names no beginning: "the invoice from March is
    unpaid"."""
    if re.match(r"(?:last|past|yesterday|.* ago$)", place.words, re.IGNORECASE):
        return True
    return bool(re.search(r"\w", text[:start])) and bool(OF_WHICH.match(text, place.end))


def _end(place: TimeExpression, today: date, tense: Tense, found: re.Match[str], draft: BoundsDraft) -> Days | None:
    """Set the end to the last day of the time ("until next week": the day before); "not until" sets the beginning."""
    days = place.days(View(draft.first or today, ahead=tense != "past state"))
    if days is None:
        return None
    draft.cuts += ((found.start(), place.end),)
    if found["word"].lower().startswith("not"):  # "not until": the statement begins to hold then
        draft.first = days[0]
        return days
    begins_then = re.fullmatch(r"next (?:week|wk|month|quarter|year|sprint)", place.words, re.IGNORECASE)
    draft.until = days[0] if begins_then else days[1] + timedelta(days=1)
    return days


def _clearly_past(place: TimeExpression, past: Days, today: date) -> bool:
    """Return true if words tell of the past whatever the verb: "yesterday", "last week", "3 days ago", "in 2024"."""
    said = place.words.lower()
    if re.match(r"(?:last|yesterday|past)\b", said) or said.endswith(" ago"):
        return True
    return past[1] < today and re.search(r"\b\d{4}\b", said) is not None


def _happened(
    text: str, place: TimeExpression, past: Days, today: date, tense: Tense, draft: BoundsDraft
) -> Days | None:
    """Set the beginning to a past time, for a past state also the end; null if a coming day is more likely meant."""
    is_clear = _clearly_past(place, past, today)
    is_long_ago = (today - past[0]).days > _LONG_AGO  # nobody names a day so long ago without its year
    if tense == "past" and not is_clear and is_long_ago and re.search(r"\d", place.words):
        return None
    if not is_clear and (tense == "other" or _BORN.search(text, 0, place.start)):
        return past
    dated = tense == "other" and re.search(r"\d{4}", place.words) is not None
    if dated and not IN.search(text, max(0, place.start - LOOKED_AT), place.start):
        return past
    if tense == "other" and EVENT_BESIDE.search(text, max(0, place.start - LOOKED_AT), place.start):
        return past
    if draft.first is not None:
        return past
    draft.first = past[0]
    if tense == "past state" and past[0] < past[1] < today and not _PASSIVE.search(text, 0, place.start):
        draft.until = past[1] + timedelta(days=1)
    lead = IN.search(text, max(0, place.start - LOOKED_AT), place.start)
    draft.cuts += ((lead.start() if lead else place.start, place.end),)
    return past


def _without(text: str, cuts: tuple[tuple[int, int], ...]) -> str:
    """The text without those of the pieces that stand at its beginning or its end; pieces in the middle are kept."""
    start, end = 0, len(text)
    for _ in cuts:
        for first, last in cuts:
            if not re.search(r"\w", text[start:first]) and last > start:
                start = last
            elif not re.search(r"\w", text[last:end]) and first < end:
                end = first
    core = text[start:end].strip(" ,;:(–—-")
    return core.removesuffix(")") if core.count(")") > core.count("(") else core or text
