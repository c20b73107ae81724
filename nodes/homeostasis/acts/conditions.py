"""Conditions of a rule: when and where it holds, and whether that is so for an act.

"Never restart the database during business hours" is no rule at night. A time is compared with the clock (in the zone
of the team), or with the day and time that an act in words names; a place ("in production") with the places that an act
names. What is not understood is said to be so, and the stricter reading holds.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple

from memorist.nodes.homeostasis.acts.day_spans import SPAN, day_in, in_days
from memorist.nodes.language.calendar_words import WEEKDAY_NUMBERS

Holds = Literal["yes", "no", "unseen", "not understood"]
"""Truth of a condition for an act; ``unseen``: it is understood, but the act does not show it."""

BUSINESS = (9, 17)
"""Hours of a working day, Monday to Friday, where a rule says no more than "business hours"."""
PARTS_OF_DAY: Mapping[str, tuple[int, int]] = {
    "morning": (6, 12), "afternoon": (12, 18), "evening": (18, 22), "night": (22, 6), "day": (8, 18), "noon": (12, 13),
    "lunch": (12, 14), "lunchtime": (12, 14),
}  # fmt: skip
PLACES: Mapping[str, frozenset[str]] = {
    "production": frozenset("production prod prd live".split()),
    "staging": frozenset("staging stage stg preprod preproduction".split()),
    "development": frozenset("development dev local localhost locally sandbox".split()),
    "testing": frozenset("testing qa uat ci".split()),
}
_DAYS = "|".join(sorted((f"{name}s?" for name in WEEKDAY_NUMBERS), key=len, reverse=True))
_TIME = r"(?:\d{1,2}(?:[:.]\d{2})?\s?(?:am|pm|a\.m\.|p\.m\.|h|o['’]clock)?|noon|midday|midnight)"
_ENV = rf"(?:{'|'.join(sorted(frozenset[str]().union(*PLACES.values()), key=len, reverse=True))})"
_PLACE_ENDS = (
    r"(?=\s*(?:[.,;:!?)]|$)|\s(?:during|on|in|at|after|before|between|from|while|when|without|unless|because|if|until|"
    r"and|or)\b)"
)
_PLACE = (
    rf"(?:in|on|to|against|at|into)\s(?:the\s|our\s)?(?P<place>{_ENV})"
    rf"(?:\s(?:environment|env|systems?|clusters?|servers?|site|machines?))?{_PLACE_ENDS}"
)
_SCHEDULE = (
    rf"(?:on|over|at|during)\s(?:(?:the|an?|any|public|bank)\s)?(?:{_DAYS}|weekends?|weekdays?|working\sdays|holidays|night|nights|lunch\w*)"
    rf"(?:(?:,\s|,?\s(?:and|or)\s)(?:on\s)?(?:{_DAYS}|weekends?)(?!\w)){{0,6}}"
    rf"(?:\s(?:mornings?|afternoons?|evenings?|nights?))?(?=\W|$)|"
    r"(?:in|during)\sthe\s(?:morning|afternoon|evening|night|day)s?\b|"
    rf"between\s{_TIME}\s(?:and|to)\s{_TIME}|from\s{_TIME}\s(?:to|until|till|-)\s{_TIME}|"
    rf"(?:after|before|past|until|till)\s{_TIME}(?![\w:])|"
    r"(?:during|outside|outside\sof|in|within)\s(?:the\s|our\s|normal\s|regular\s)*(?:business|working|office|work|opening)\shours"
)
_OPENERS = (
    r"during|while|whilst|when|whenever|if|once|after|before|until|till|unless|without|(?:as|so)\slong\sas|provided|"
    r"except\s(?:when|if|after|during|on)|outside"
)
_ELSE = rf"(?:{_OPENERS})\s[^.;,:]*?(?=\s(?:{_OPENERS})\s|\s(?:because|since|so\sthat|due\sto)\b|\s[-–—]\s|[.;,:]|$)"
_FOUND = re.compile(
    rf"\b(?:(?P<days>{SPAN})|(?P<schedule>{_SCHEDULE})|(?P<where>{_PLACE})|(?P<other>{_ELSE}))", re.IGNORECASE
)
_DONE_BEFORE = re.compile(r"^(?:without|unless|except|before|once|after)\b", re.IGNORECASE)
"""Conditions on something else ("without a review", "after a backup"): an act does not show whether they hold."""
_LASTS = re.compile(r"^(?:until|till)\b", re.IGNORECASE)
"""Conditions such as "until 4.1 ships": while the rule is in force the event has not happened, so they hold."""


class ActCondition(NamedTuple):
    """A condition in the words of the rule, and whether it holds for an act."""

    words: str
    holds: Holds


def split(content: str) -> tuple[str, list[re.Match[str]]]:
    """Split the text of a rule into what it says and the matches of its conditions."""
    found = list(_FOUND.finditer(content))
    return " ".join(_FOUND.sub(" ", content).split()), found


def never_shown(found: list[re.Match[str]]) -> list[str]:
    """The conditions of which no act shows whether they hold ("without asking"), and those that are not understood."""
    return [" ".join(each[0].split()) for each in found if _is_never_shown(each)]


def _is_never_shown(found: re.Match[str]) -> bool:
    if found["days"]:
        return in_days(found[0], _SOME_TIME.date()) is None
    if found["schedule"]:
        return _is_time(found[0].casefold(), _SOME_TIME) is None
    return not found["where"] and not _LASTS.match(found[0])


_SOME_TIME = datetime(2026, 1, 1, tzinfo=UTC)


def conditions_of(found: list[re.Match[str]], text: str, now: datetime, *, spoken: bool) -> list[ActCondition]:
    """Judge each condition of a rule for an act.

    Args:
        found: as :func:`split` gives them.
        text: the act; its words tell the place.
        now: the present in the zone of the team.
        spoken: the act is told in words, which may name a day and a time; a command is run now.
    """
    at = _time_in(text, now) if spoken else now
    return [ActCondition(" ".join(each[0].split()), _holds(each, text, at)) for each in found]


def _holds(found: re.Match[str], text: str, at: datetime) -> Holds:
    words = found[0].casefold()
    if found["days"] or found["schedule"]:
        so = in_days(words, at.date()) if found["days"] else _is_time(words, at)
        return "not understood" if so is None else "yes" if so else "no"
    if found["where"]:
        return _is_place(found["place"].casefold(), text)
    if _LASTS.match(words):
        return "yes"
    return "unseen" if _DONE_BEFORE.match(words) else "not understood"


def _is_time(words: str, at: datetime) -> bool | None:
    """Return true if a moment is in the time that the words name; null if they are not understood."""
    if "hours" in words:
        working = at.weekday() < 5 and BUSINESS[0] <= at.hour < BUSINESS[1]
        return not working if words.startswith("outside") else working
    if "holiday" in words:
        return None
    days = _days_in(words)
    bounded = re.match(r"(?:after|before|past|until|till)\b", words)  # "until noon" is no noon
    parts = (hours for name, hours in PARTS_OF_DAY.items() if re.search(rf"\b{name}s?\b", words))
    part = None if bounded else next(parts, None)
    clock = at.hour + at.minute / 60
    if days is not None or part is not None:
        return (days is None or at.weekday() in days) and (part is None or _between(clock, *part))
    times = [_hour(found[0]) for found in re.finditer(_TIME, words)]
    if not times or None in times:
        return None
    first, *rest = [time for time in times if time is not None]
    if rest:
        return _between(clock, first, rest[0])
    return clock < first if re.match(r"(?:before|until|till)\b", words) else clock >= first


def _days_in(words: str) -> frozenset[int] | None:
    if re.search(r"\bweekends?\b", words):
        return frozenset({5, 6})
    if re.search(r"\bweekdays?\b|\bworking\sdays\b", words):
        return frozenset(range(5))
    named = {number for name, number in WEEKDAY_NUMBERS.items() if re.search(rf"\b{name}s?\b", words)}
    return frozenset(named) or None


def _between(clock: float, first: float, last: float) -> bool:
    return first <= clock < last if first <= last else clock >= first or clock < last


def _hour(text: str) -> float | None:
    """A time of day in hours; null for what is none."""
    plain = text.strip().casefold()
    if plain in ("noon", "midday", "midnight"):
        return 24.0 if plain == "midnight" else 12.0
    found = re.match(r"(\d{1,2})(?:[:.](\d{2}))?\s?([ap])?", plain)
    if found is None or int(found[1]) > 24 or int(found[2] or 0) > 59:
        return None
    hour = int(found[1]) % 12 + (12 if found[3] == "p" else 0) if found[3] else int(found[1])
    return hour + int(found[2] or 0) / 60


def _is_place(wanted: str, text: str) -> Holds:
    """Judge whether an act is done at the place of a rule, as far as its words tell."""
    there = next(names for names in PLACES.values() if wanted in names)
    named = {
        found[1].casefold()
        for found in _NAMED_PLACE.finditer(text)
        if not text[max(0, found.start() - 1) : found.end() + 1].startswith("/dev/")
    }
    if named & there:
        return "yes"
    return "no" if named else "unseen"


_NAMED_PLACE = re.compile(rf"(?<![A-Za-z0-9])({_ENV})(?![A-Za-z0-9])", re.IGNORECASE)


def _time_in(text: str, now: datetime) -> datetime:
    """The moment at which an act in words is meant to happen: the day and hour that it names, else those of ``now``."""
    at = now
    day = re.search(rf"\b(?:(?P<day>{_DAYS})|(?P<next>tomorrow))(?=\W|$)", text, re.IGNORECASE)
    if day is not None and day["next"]:
        at += timedelta(days=1)
    elif day is not None:
        word = day["day"].casefold()
        number = WEEKDAY_NUMBERS.get(word, WEEKDAY_NUMBERS.get(word.removesuffix("s"), now.weekday()))
        at += timedelta(days=(number - now.weekday()) % 7)
    elif (named := day_in(text, now.date())) is not None:
        at = at.combine(named, at.timetz())
    time = re.search(rf"\bat\s({_TIME})", text, re.IGNORECASE)
    hour = _hour(time[1]) if time else None
    if hour is not None:
        at = at.replace(hour=int(hour) % 24, minute=round(hour % 1 * 60) % 60)
    return at
