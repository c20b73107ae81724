"""Find the times that a text names."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from itertools import islice

from memorist.nodes.dates.calendar import Days, one, shifted
from memorist.nodes.dates.grammar import View, any_of, rules, words
from memorist.nodes.dates.relative import counts_from_a_condition, counts_from_an_event
from memorist.nodes.language.common import is_ordinary
from memorist.nodes.language.lexical import FUNCTION_WORDS
from memorist.nodes.language.name_lists import all_given_names

MAX_CHARS = 4_000
"""Characters of a text in which times are looked for."""
MAX_TIMES = 60
"""Matches of one grammar rule that are looked at in a text."""


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """A time expression in a text; ``days`` gives the days that it means as seen from a :class:`View`, or null."""

    words: str
    start: int
    end: int
    days: Callable[[View], Days | None]


def places_in(text: str) -> list[TimeExpression]:
    """The times that a text names, in order, without overlaps; words that are only written like a time are left out."""
    plain = _plain(text[:MAX_CHARS])
    if not _may_name_a_time(plain):
        return []
    found = sorted(_matches(plain), key=lambda place: (place.start, -place.end))
    chosen: list[TimeExpression] = []
    done = 0
    for place in found:
        if place.start < done or _is_within_a_name(text, place):
            continue
        named_day = re.match(words().named_day, place.words) is not None
        is_time = _is_dated(plain, place) if named_day else not _only_looks_like_it(plain, place)
        if is_time:
            chosen.append(_widened(plain, place, done))
        if is_time or named_day:  # "Black Friday" that dates nothing is no Friday either
            done = place.end
    starts = [place.start for place in chosen]
    named = (place for place in chosen if not counts_from_a_condition(plain, place.start, place.end, starts))
    return [replace(place, words=text[place.start : place.end]) for place in named]


_NAME_BEFORE = re.compile(r"\w[\w'’,]*\s(?P<word>[A-Z][a-z]+)\s$")


def _is_within_a_name(text: str, place: TimeExpression) -> bool:
    """Return true for a weekday behind a common word with a capital, which is a name: "Lazy Friday"."""
    if place.words not in words().weekdays:
        return False
    before = _NAME_BEFORE.search(text, max(0, place.start - 40), place.start)
    word = before["word"].casefold() if before else ""
    known = word in words().months or word in words().weekdays or word in FUNCTION_WORDS
    return bool(word) and not known and is_ordinary(word) and word not in all_given_names()


def _plain(text: str) -> str:
    """The text in lower case with compatible characters made plain, of the same length."""
    plain = unicodedata.normalize("NFKC", text).lower()
    if len(plain) != len(text):
        plain = "".join(c if len(c) == 1 else " " for c in (unicodedata.normalize("NFKC", c).lower() for c in text))
    return plain.replace("’", "'").replace("\n", " ").replace("\t", " ")


_TOKEN = re.compile(r"[^\W\d]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_DIGITS = re.compile(
    r"(?<![\d.])(?:\d{4}|\d\d?(?:st|nd|rd|th)|\d\d?\.\d\d?\.\d{4}|\d\d?/\d\d?/\d{4})(?!\d)|\bq[1-4]\b|\beo[wmqy]\b"
)


@lru_cache(maxsize=1)
def _cues() -> frozenset[str]:
    """Month, weekday, unit and span words: a time without digits and Chinese characters contains at least one."""
    w = words()
    said = [*w.months, *w.weekdays, *w.units, *w.data["seasons"], *w.named_days]
    said += ["fortnight", "weekend", "wknd", "quarter", "sprint"]
    said += [phrase for phrases in w.data["spans"].values() for phrase in phrases]
    unspecific = {"the", "this", "last", "next", "of"}
    return frozenset(token for phrase in said for token in _TOKEN.findall(phrase)) - unspecific


def _may_name_a_time(plain: str) -> bool:
    return bool(_DIGITS.search(plain) or _HAN.search(plain)) or not _cues().isdisjoint(_TOKEN.findall(plain))


def _matches(plain: str) -> Iterator[TimeExpression]:
    for pattern, read in rules():
        for match in islice(pattern.finditer(plain), MAX_TIMES):
            days = _reading(match, read)
            if days(View(date(2024, 1, 31))) is not None or days(View(date(2024, 1, 31), ahead=True)) is not None:
                yield TimeExpression(match[0], match.start(), match.end(), days)


def _reading(match: re.Match[str], read: Callable[[re.Match[str], View], Days | None]) -> Callable[[View], Days | None]:
    def days(view: View) -> Days | None:
        try:
            return read(match, view)
        except (ValueError, OverflowError):  # February 31
            return None

    return days


_AMBIGUOUS = frozenset("may jan mar march mars mai marzo april june august sep sat sun wed mon spring fall".split())
_SPAN = r"between(?:\s(?:the\s)?[\w.]+(?:\s[\w.]+)?\sand)?"
_INTRODUCED = re.compile(
    rf"(?:\b(?:{_SPAN}|in|on|by|of|until|till?|before|after|since|from|to|starting|beginning|effective|during|through|over|next|last|this|early|mid|late|"
    r"notes)|-)\s*$"
)
_ON = re.compile(
    rf"(?:\b(?:{_SPAN}|on|by|from|until|till?|before|since|after|due|is|was|or|to|for)\s+|^\W*)(?:the\s)?$"
)
_OWNED = re.compile(r"(?:\d|\b(?:the|an?|my|our|your|his|her|its|their|no)|\w's)\s+$")
_ONE_OF = re.compile(
    r"\b(?:(?:first|second|third|fourth|last|every|each|other|\d(?:st|nd|rd|th))\s(?:(?:week|half|weekend|[a-z]+day)\s"
    r"(?:of|in)\s)?|(?:week|half|weekend)\s(?:of|in)\s)(?:the\s)?$"
)
_RANKS = re.compile(r"(?:\d{1,2}(?:st|nd|rd|th))$")
_COUNTED_BEHIND = re.compile(
    r"\s(?!(?:is|was|has|its|as|this|at|in|on|and|or|but|so|then|will|would|for|from|to|till?|until|through|with|if|"
    r"because|we|i|they|he|she|you|it|the|that|our|my|which|when|where|not|too|also|already|please|before|after|by|"
    r"around|noon|morning|afternoon|evening|night|latest|everyone|nobody|all|no|never|can|has|have|had|of)\b)[a-z]"
)
_YEAR_OF = re.compile(r"\s(?!(?:is|was|has|its|as|this|us)\b)[a-z]+s\b")


def _is_dated(plain: str, place: TimeExpression) -> bool:
    """Return true if the name of a day dates something: "on Black Friday", and neither "our Black Friday sale" nor "a
    branch called Black Friday"."""
    lead, behind = plain[max(0, place.start - 40) : place.start], plain[place.end : place.end + 16]
    is_introduced = place.words[-1].isdigit() or _INTRODUCED.search(lead) or _ON.search(lead)
    return bool(is_introduced) and _COUNTED_BEHIND.match(behind) is None


def _only_looks_like_it(plain: str, place: TimeExpression) -> bool:
    """Return true if words are no time here: "may I", "sat down", "the 2nd attempt", "2013 requests", "every
    Monday"."""
    lead, behind, said = plain[max(0, place.start - 40) : place.start], plain[place.end : place.end + 16], place.words
    if place.start and plain[place.start - 1] in ".$€£#/-@_" and said.isascii():
        return not (plain[place.start - 1] == "-" and lead.endswith("mid-"))
    if behind.startswith("/") or (behind.startswith(" of ") and said.startswith("last ")):
        return True
    if counts_from_an_event(plain, place.start, place.end):
        return True
    alone = said.strip() == plain.strip()
    if said.isdigit():
        return not (_INTRODUCED.search(lead) or alone) or bool(_YEAR_OF.match(behind))
    if _RANKS.search(said):
        is_bare = " " not in said.removeprefix("the ")
        return bool(_COUNTED_BEHIND.match(behind)) or (is_bare and not _ON.search(lead))
    if said in _AMBIGUOUS and not _INTRODUCED.search(lead):
        return True
    plain_name = said in words().months or said in words().weekdays
    if plain_name and (_OWNED.search(lead) or behind.startswith("'s")):
        return True
    return said.split()[0] not in {"next", "last", "this", "past", "the"} and bool(_ONE_OF.search(lead))


@lru_cache(maxsize=1)
def _before_a_time() -> tuple[re.Pattern[str], re.Pattern[str]]:
    w = words()
    part = re.compile(
        r"(?<!\w)(?:the\s)?(?:(?P<part>early|mid|late)[ -](?:in\s)?|(?P<of>beginning|start|middle|end)\sof\s)"
        r"(?:the\s)?$"
    )
    apart = re.compile(rf"(?<!\w){w.count}\s(?P<unit>{any_of(w.units)})\s(?P<way>from|before|after)\s(?:the\s)?$")
    return part, apart


def _widened(plain: str, place: TimeExpression, least: int) -> TimeExpression:
    """A time with what is said of it before: "early June", "the end of Q3", "two days before the 24th"."""
    lead = plain[max(least, place.start - 40) : place.start]
    part, apart = _before_a_time()
    if (found := part.search(lead)) is not None:
        name = found["part"] or found["of"]

        def part_of(view: View) -> Days | None:
            return _part(place.days(view), name)

        return replace(place, start=place.start - len(lead) + found.start(), days=part_of)
    if (found := apart.search(lead)) is not None:
        by = words().number(found["count"]) * (-1 if found["way"] == "before" else 1)
        unit = words().units[found["unit"]]

        def counted(view: View) -> Days | None:
            days = place.days(view)
            return one(shifted(days[0], unit, by)) if days else None

        return replace(place, start=place.start - len(lead) + found.start(), days=counted)
    return place


def _part(days: Days | None, name: str) -> Days | None:
    """A part of a span: its last day ("end"), first third ("early", "start"), middle ("mid") or last days ("late")."""
    if days is None or name == "end":
        return days and one(days[1])
    first, size = days[0], (days[1] - days[0]).days + 1
    begins = {"mid": size // 2 - 1, "middle": size // 2 - 1, "late": size * 5 // 7}.get(name, 0)
    ends = {"mid": size * 2 // 3, "middle": size * 2 // 3, "late": size}.get(name, max(size // 3, 1))
    return first + timedelta(days=max(begins, 0)), first + timedelta(days=ends - 1)
