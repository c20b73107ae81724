"""When a statement holds: "since March", "from Monday", "until v4.1", read relative to when it was said."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hypomnema.nodes.language.calendar_words import MONTH_NUMBERS, SEASONS, WEEKDAYS
from hypomnema.nodes.language.seeking import Shape

_MONTH = "|".join(sorted(MONTH_NUMBERS, key=len, reverse=True))
_DAY = "|".join(WEEKDAYS)
_SEASON = "|".join(SEASONS)
DATE = (
    rf"(?:(?:next|last|this) (?:{_SEASON}|{_MONTH})|the \d{{1,2}}(?:st|nd|rd|th)\b(?! of\b)|"
    rf"\d{{4}}-\d{{2}}-\d{{2}}|(?:{_MONTH})\.? \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? (?:of )?(?:{_MONTH})(?: \d{{4}})?|(?:{_MONTH})(?: \d{{4}})?|(?:(?:next|last|"
    rf"this) )?(?:{_DAY})"
    r"|(?:next|last|this) (?:week|month|year|quarter|sprint)|today|tomorrow|yesterday|now|tonight"
    rf"|(?:the )?end of (?:the |this |next )?(?:day|week|month|year|quarter|sprint)"
    rf"|(?:the )?end of (?:{_MONTH})(?: \d{{4}})?"
    r"|\d{4}"
    r"|(?:a|an|one|two|three|four|five|six|\d+) (?:day|week|month|year)s? ago|(?:early|mid|late) (?:\d{4}|"
    + _MONTH
    + r"))"
)
"""A time as people name it, as a piece of a pattern; ignore case."""
_FROM = Shape(
    r"[,(]?\s*\b(?P<word>since|(?:starting|beginning)(?: from| on| with| in)?|as (?:of|from)|effective|from)\s+"
    rf"(?P<when>{DATE})\b(?!['’]s\b)(?: (?:on|onwards?|forward|on out))?\)?",
    re.IGNORECASE,
)
_PAST = re.compile(
    rf"[,(]?\s*\b(?:(?:back )?in (?=(?:{_MONTH}|\d{{4}})\b)|on (?=(?:last )?(?:{_DAY})\b))?"
    rf"(?P<when>{DATE})\b(?!['’]s\b)",
    re.IGNORECASE,
)
_BARE = re.compile(rf"{_MONTH}|\d{{4}}", re.IGNORECASE)
_INTRODUCED = re.compile(r"\b(?:in|on)\b", re.IGNORECASE)
_UNTIL = Shape(
    r"[,;(–—-]?\s*\b(?:(?:only |valid |needed |works |required |holds )?(?:until|till|up to and including)"
    r"|through(?= (?:the end|"
    + _MONTH
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
_FULL_DATE = re.compile(rf"^{DATE}$", re.IGNORECASE)
_NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_UNIT_DAYS = {"day": 1, "week": 7, "month": 30, "year": 365}
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
    valid_from = valid_until = None
    condition: str | None = None
    phrases: list[str] = []
    end = _UNTIL.search(text)
    dated = end is not None and bool(_FULL_DATE.match(end["when"].strip()))
    if end is not None and (dated or not _is_procedure_word(text, end)):
        said = end["when"].strip()
        if dated:
            valid_until = moment_of(said, at, ahead=True, end=True)
        else:
            condition = _ENDS_EVENT.sub("", said).removeprefix("the release of ").strip() or None
        phrases.append(end.group().strip(" ,;()–—-"))
        text = _without(text, end)
    if begin := _FROM.search(text):
        ahead = begin["word"].lower() not in {"since"}
        valid_from = moment_of(begin["when"], at, ahead=ahead)
        phrases.append(begin.group().strip(" ,()"))
        text = _without(text, begin)
    return Bounds(text, valid_from, valid_until, condition, tuple(phrases))


def past_moment(text: str, at: datetime) -> datetime | None:
    """When something that is told in the past happened ("yesterday", "last week", "in January"), if it is said.

    "May" and "2013" alone are an auxiliary and a number.
    """
    for found in _PAST.finditer(text):
        if _BARE.fullmatch(found["when"]) and not _INTRODUCED.search(found.group()):
            continue
        if _ENDS_THERE.search(text, 0, found.start("when")):
            continue
        moment = moment_of(found["when"], at, ahead=False)
        if moment is not None and moment <= at:
            return moment
    return None


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


_NAMED_DATE = re.compile(rf"(?<!\w)(?!(?<!in )(?<!by )(?<!of )may\b(?! \d))(?P<when>{DATE})\b", re.IGNORECASE)
_NOT_THEN = re.compile(r"(?:now|today|tonight|yesterday|last .*|.* ago)", re.IGNORECASE)


def date_in(text: str) -> str | None:
    """The last time that a text names, other than the present and the past: "Friday", "the 20th"."""
    said = [found["when"] for found in _NAMED_DATE.finditer(text)]
    return next((when for when in reversed(said) if not _NOT_THEN.fullmatch(when)), None)


_ENDS_THERE = re.compile(r"\b(?:until|till|by|before|through|no later than)\s+$", re.IGNORECASE)


def moment_of(said: str, at: datetime, *, ahead: bool, end: bool = False) -> datetime | None:
    """The time a phrase names: its first moment, or its last if ``end``. ``ahead`` prefers the future.

    Returns null for what is no time. All times are in the zone of ``at``.
    """
    words = said.lower().replace(",", "").replace(".", "").split()
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    day = _relative(words, at, midnight, ahead) or _calendar(words, midnight, ahead)
    if day is None:
        return None
    start, days = day
    return start + timedelta(days=days) - timedelta(microseconds=1) if end else start


def _relative(words: list[str], at: datetime, midnight: datetime, ahead: bool) -> tuple[datetime, int] | None:
    text = " ".join(words)
    simple = {"today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1}
    if text == "now":
        return at, 0
    if text in simple:
        return midnight + timedelta(days=simple[text]), 1
    if "end of" in text:
        return _end_of(words[-1], midnight)
    if words[-1] == "ago":
        return midnight - timedelta(days=_amount(words[0]) * _UNIT_DAYS[words[1].rstrip("s")]), 1
    if words[-1] in WEEKDAYS:
        ahead = ahead if len(words) == 1 else words[0] != "last"
        apart = (WEEKDAYS.index(words[-1]) - midnight.weekday()) % 7
        if ahead:
            return midnight + timedelta(days=apart or 7), 1
        return midnight - timedelta(days=(7 - apart) if apart else 7), 1
    if len(words) == 2 and words[0] in {"next", "last", "this"}:
        shift = {"next": 1, "last": -1, "this": 0}[words[0]]
        return _period(words[1], midnight, shift)
    return None


def _amount(word: str) -> int:
    return _NUMBERS.get(word) or (int(word) if word.isdigit() else 1)


def _period(unit: str, midnight: datetime, shift: int) -> tuple[datetime, int] | None:
    if unit in {"week", "sprint"}:
        monday = midnight - timedelta(days=midnight.weekday())
        return monday + timedelta(days=7 * shift), 7
    if unit in {"month", "quarter"}:
        size = 1 if unit == "month" else 3
        first = midnight.month - 1 - (midnight.month - 1) % size + shift * size
        start, after = (
            midnight.replace(year=midnight.year + month // 12, month=month % 12 + 1, day=1)
            for month in (first, first + size)
        )
        return start, (after - start).days
    if unit == "year":
        return midnight.replace(year=midnight.year + shift, month=1, day=1), 365
    return None


def _end_of(unit: str, midnight: datetime) -> tuple[datetime, int] | None:
    if unit in MONTH_NUMBERS:
        year = midnight.year + (MONTH_NUMBERS[unit] < midnight.month)
        following = MONTH_NUMBERS[unit] % 12 + 1
        return _date(year + (following == 1), following, 1, midnight) - timedelta(days=1), 1
    if unit == "day":
        return midnight, 1
    if unit == "week":
        return midnight + timedelta(days=6 - midnight.weekday()), 1
    following = _period(unit, midnight, 1)
    return (following[0] - timedelta(days=1), 1) if following else None


def _calendar(words: list[str], midnight: datetime, ahead: bool) -> tuple[datetime, int] | None:
    text = " ".join(words)
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        return _date(int(text[:4]), int(text[5:7]), int(text[8:]), midnight), 1
    offset = {"early": 0, "mid": 14, "late": 22}.get(words[0], 0)
    words = [w for w in words if w not in {"early", "mid", "late", "of"}]
    year = next((int(w) for w in words if re.fullmatch(r"\d{4}", w)), None)
    month = next((MONTH_NUMBERS.get(w) or SEASONS[w] for w in words if w in MONTH_NUMBERS or w in SEASONS), None)
    day = next((int(m.group(1)) for w in words if (m := re.fullmatch(r"(\d{1,2})(?:st|nd|rd|th)?", w))), None)
    if month is None and day is not None and len(words) == 2 and words[0] == "the":
        return _day_of_month(day, midnight, ahead), 1
    if words[0] == "last":
        ahead = False
    if month is None:
        return (_date(year, 1, 1, midnight), 365) if year and 1990 <= year <= 2100 and len(words) == 1 else None
    start = _date(year or midnight.year, month, day or 1, midnight)
    if year is None and ahead and start + timedelta(days=1 if day else 31) <= midnight:
        start = _date(midnight.year + 1, month, day or 1, midnight)
    if year is None and not ahead and start > midnight:
        start = _date(midnight.year - 1, month, day or 1, midnight)
    return start + timedelta(days=offset), 1 if day else 31


def _day_of_month(day: int, midnight: datetime, ahead: bool) -> datetime:
    """The nearest such day of a month, from now on or up to now."""
    shift = int(day < midnight.day) if ahead else -int(day > midnight.day)
    first = midnight.month - 1 + shift
    return _date(midnight.year + first // 12, first % 12 + 1, day, midnight)


def _date(year: int, month: int, day: int, like: datetime) -> datetime:
    try:
        return datetime(year, month, day, tzinfo=like.tzinfo or UTC)
    except ValueError:
        return datetime(year, month, 1, tzinfo=like.tzinfo or UTC)


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
