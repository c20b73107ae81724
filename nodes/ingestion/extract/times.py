"""When a statement holds: "since March", "from Monday", "until v4.1", read relative to when it was said."""

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from memorist.nodes.language.dates import AMOUNT, DATE, MONTH_NAME, UNIT, WEEKDAY_NAME, YEAR, Named, dates_in
from memorist.nodes.language.moments import moment_of
from memorist.nodes.language.seeking import Shape
from memorist.nodes.language.tenses import Tense, tense_at

_FROM = Shape(
    r"[,(]?\s*\b(?P<word>since|(?:starting|beginning)(?: from| on| with| in)?|as (?:of|from)|effective|from)\s+"
    rf"(?P<when>{DATE})\b(?!['’]s\b)(?: (?:on|onwards?|forward|on out))?\)?",
    re.IGNORECASE,
)
_UNTIL = Shape(
    r"[,;(–—-]?\s*\b(?:(?:only |valid |needed |works |required |holds )?(?:until|till|up to and including)"
    r"|through(?= (?:the end|"
    + MONTH_NAME
    + r")))\s+(?!then\b)(?P<when>"
    + DATE
    + r"\b(?!['’])|[^,;.()]+?(?:\.\d+[^,;.()]*?)*"
    r"(?=\s(?:we|i|everyone|nobody|the team|all)\s[a-z]+|[,;()]|\.(?!\d)|$))\)?",
    re.IGNORECASE,
)
_ENDS_EVENT = re.compile(
    r"\s+(?:(?:is|gets|has been|are) (?:out|released|fixed|available|done|merged|shipped|here)|comes out|ships|"
    r"lands|arrives|releases|release)$",
    re.IGNORECASE,
)
_FULL_DATE = re.compile(rf"^(?!q[1-4]\b){DATE}$", re.IGNORECASE)
"""Who is short of money until Q3 is so no longer when it begins, or when it is over: which is not said."""
_CUES = Shape(
    r"\b(?:since|from|starting|beginning|as of|effective|until|till|through|yesterday|last|ago|in|on|up to)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Bounds:
    """When it holds, and the text without the words that said so. ``phrases`` are these words, in order."""

    text: str
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    condition: str | None = None
    phrases: tuple[str, ...] = ()


def bounds_of(text: str, at: datetime) -> Bounds:
    """Read the beginning, the end and the condition of end out of a clause said at ``at``."""
    if not _CUES.search(text):
        return Bounds(text)
    condition: str | None = None
    phrases: list[str] = []
    begin, end = _FROM.search(text), _UNTIL.search(text)
    if begin and _of_a_thing(text, begin):
        begin = None
    first = begin
    if begin and (to := _TO_ANOTHER.match(text, begin.end())):
        is_span = to["when"] and not (_MAY_RECUR.fullmatch(begin["when"]) or _MOVES.search(text, 0, begin.start()))
        first, end = (begin, end or to) if is_span else (None, end)
    if end and not _FULL_DATE.match(end["when"].strip()):
        if _is_procedure_word(text, end):
            end = None
        else:
            condition = _ENDS_EVENT.sub("", end["when"].strip()).removeprefix("the release of ").strip() or None
    valid_from, valid_until = _span(text, first, None if condition else end, at)
    if end:
        phrases.append(end.group().strip(" ,;()–—-"))
        text = _without(text, end)
    if begin and (begin := _FROM.search(text)):
        phrases.append(begin.group().strip(" ,()"))
        text = _without(text, begin)
    return Bounds(text, valid_from, valid_until, condition, tuple(phrases))


_TO_ANOTHER = re.compile(rf"\s(?:to|[-–])\s(?:the\s)?(?:(?P<when>{DATE})\b|\d)", re.IGNORECASE)
_MAY_RECUR = re.compile(rf"{WEEKDAY_NAME}|{MONTH_NAME}", re.IGNORECASE)
"""Open from Monday to Friday, or from May to September: every week, every year."""
_MOVES = re.compile(
    r"\b(?:mov(?:e|es|ed|ing)|push(?:es|ed)?|shift(?:s|ed)?|postponed|changed?|rescheduled|bumped|slip(?:s|ped)|went|"
    r"goes|delayed|extended|brought)\b",
    re.IGNORECASE,
)
"""Where a thing was moved from is no beginning."""


def _when(found: re.Match[str]) -> Named:
    return Named(found["when"], found.start("when"), found.end("when"))


def _beginning(text: str, found: re.Match[str], at: datetime) -> datetime | None:
    """What began some days ago, and would begin again in a year, has begun: "from 1 July", said on the third."""
    past = found["word"].lower() == "since" or tense_at(text, _when(found)) != Tense.OTHER
    before, coming = (moment_of(found["when"], at, ahead=ahead) for ahead in (False, True))
    just_begun = before and coming and at - before <= _JUST_NOW and coming - at > _LONG
    return before if past or just_begun else coming


_JUST_NOW, _LONG = timedelta(days=31), timedelta(days=300)


def _of_a_thing(text: str, found: re.Match[str]) -> bool:
    """Whether "from" and a time tell which thing is meant, or how far off: "the invoice from March is unpaid"."""
    if found["word"].lower() != "from":
        return False
    if _COUNTED.search(text[: found.start()]):
        return True
    if _OVER.match(found["when"]) and not _ON.search(found.group()):
        return True
    return bool(re.search(r"\w", text[: found.start()])) and bool(_IS_SO.match(text, found.end()))


_COUNTED = re.compile(rf"\b{AMOUNT}\s{UNIT}$", re.IGNORECASE)
_OVER = re.compile(r"(?:last|yesterday|.* ago$|the day before)\b", re.IGNORECASE)
_ON = re.compile(r"\b(?:on|onwards?|forward|on out)\W*$", re.IGNORECASE)
_IS_SO = re.compile(
    r"\s(?:is|are|was|were|has|have|had|does|did|do|can|could|will|isn['’]?t|aren['’]?t|wasn['’]?t|says|said)\b",
    re.IGNORECASE,
)


def _ending(text: str, found: re.Match[str], at: datetime) -> datetime | None:
    """The last moment of the time that is named; "until next week" ends with this one."""
    said = found["when"].strip()
    if _NEXT.fullmatch(said):
        following = moment_of(said, at, ahead=True)
        return following and datetime.combine(following.date() - timedelta(days=1), time.max, following.tzinfo)
    was = tense_at(text, _when(found)) == Tense.STATE_IN_PAST
    return moment_of(said, at, ahead=not was, end=True)


def _span(
    text: str, begin: re.Match[str] | None, end: re.Match[str] | None, at: datetime
) -> tuple[datetime | None, datetime | None]:
    """The beginning, and the first end behind it: "from the 1st of June until the 14th".

    What would end before it begins again goes on now: "from April till September", said in May.
    """
    first = _beginning(text, begin, at) if begin else None
    last = _ending(text, end, at) if end else None
    if not (begin and end and first and last) or first <= last:
        return first, last
    running, later = moment_of(begin["when"], at, ahead=False), _ending(text, end, first)
    goes_on = running and later and last - running <= later - first + timedelta(days=1)
    return (running, last) if goes_on else (first, later)


_NEXT = re.compile(r"next (?:week|wk|month|quarter|year|sprint)", re.IGNORECASE)


def past_moment(text: str, at: datetime) -> datetime | None:
    """When something that is told in the past happened ("yesterday", "last week", "in January"), if it is said.

    A day that may be past or to come, such as "Friday", is past only where the verb beside it is.
    """
    for day in dates_in(text):
        lead = text[max(0, day.start - _LOOKED_AT) : day.start]
        if _OF_SOMETHING_ELSE.search(lead):
            continue
        clearly = _OVER.match(day.words) or _IN_A_YEAR.search(day.words)
        if not clearly and tense_at(text, day) == Tense.OTHER:
            continue
        if _BORN.search(lead) and not clearly:
            continue  # a birthday
        moment = moment_of(day.words, at, ahead=False)
        if moment is None or moment > at or (not clearly and _DATED.search(day.words) and at - moment > _HALF_A_YEAR):
            continue
        return moment
    return None


_LOOKED_AT = 60
"""Characters before a day."""
_DATED, _HALF_A_YEAR = re.compile(r"\d"), timedelta(days=183)
"""Leave that was approved for Aug 3 is the next one; a day so long ago would be told with its year."""
_BORN = re.compile(r"\bborn\b", re.IGNORECASE)
_IN_A_YEAR = re.compile(rf"{YEAR}$")
_OF_SOMETHING_ELSE = re.compile(
    r"\b(?:until|till?|by|before|through|no later than|after|for|from|of|about|to|due(?:\s(?:in|on|at))?)\s+"
    r"(?:the\s|on\s)?$",
    re.IGNORECASE,
)
"""A table for Saturday, the deadline moved to June 3, the report of last week: not when it was done."""


_PLANNED = re.compile(
    r"\b(?:will|won['’]t|going to|(?:am|is|are|be) (?:\w+ )?(?!using)[a-z]+ing|(?:we|i|they|team) (?:all )?"
    r"(?:switch|move|migrate|change|upgrade|start|stop|roll|drop|replace|adopt|go)|(?:switches|moves|migrates|changes|upgrades|starts|stops|rolls|drops|replaces|adopts|goes|launches))\b"
    r"|['’]ll\b|['’](?:re|m) (?:\w+ )?(?!using)[a-z]+ing\b",
    re.IGNORECASE,
)


def planned_moment(text: str, at: datetime) -> datetime | None:
    """When something that is told as planned will begin ("we move in May"), if it is said."""
    if not _PLANNED.search(text):
        return None
    when = date_in(text)
    moment = moment_of(when, at, ahead=True) if when else None
    return moment if moment and moment > at else None


_NOT_THEN = re.compile(
    r"(?:now|today|tonight|yesterday|last .*|.* ago|(?:the )?day before yesterday|"
    r"this (?:morning|afternoon|evening|night))",
    re.IGNORECASE,
)


def date_in(text: str) -> str | None:
    """The last time that a text names, other than the present and the past: "Friday", "the 20th"."""
    said = [day.words for day in dates_in(text)]
    return next((when for when in reversed(said) if not _NOT_THEN.fullmatch(when)), None)


def _is_procedure_word(text: str, found: re.Match[str]) -> bool:
    """ "wait until the build is green" tells what to do, not how long something holds.

    "Don't deploy until the audit is over" tells how long: an audit ends once.
    """
    if _ENDS_ONCE.match(found["when"].strip()) and not re.search(r"\b(?:wait|hold|retry)\b", text, re.IGNORECASE):
        return False
    return bool(
        re.search(
            r"\b(?:wait|hold|not|don't|never|retry|keep \w+ing)\b[^,;]*$", text[: found.start() + 1], re.IGNORECASE
        )
    )


_ENDS_ONCE = re.compile(
    r"(?:the|our|this)\s(?!(?:[\w-]+\s)?(?:build|tests?|ci|pipeline|review|checks?|deploy|job|query|command)\b)(?:[\w'’-]+\s){1,4}?"
    r"(?:is|are)\s(?:over|done|finished|complete|completed|through|closed|out|live)$",
    re.IGNORECASE,
)


def _without(text: str, found: re.Match[str]) -> str:
    return f"{text[: found.start()].rstrip()} {text[found.end() :].lstrip()}".strip(" ,;")
