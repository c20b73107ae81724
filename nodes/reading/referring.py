"""Times that a sentence takes from one before it: "The audit is on 10 March. Nobody deploys that day."."""

import re
from datetime import date
from typing import NamedTuple

from memorist.nodes.dates.find import TimeExpression, places_in
from memorist.nodes.dates.grammar import View
from memorist.nodes.dates.spans import Span, in_spans
from memorist.nodes.language.words import upper_first
from memorist.nodes.reading.segments import segments_of

_UP_TO = (
    r"(?P<side>until|till|til|before|by|after|since|from)\s"
    r"(?P<on>then\son(?:wards?)?)?(?(on)|(?:then|that\s(?:day|date|time))\b)"
)
_DURING = (
    r"(?:at|during|for|in|on|over|throughout|within)\s(?:all\s(?:of\s)?)?(?:(?:that|those)\s(?:whole\s|same\s)?"
    r"(?:dates?|days?|month|period|phase|span|time|week|weekend|weeks|window)|this\s(?:whole\s)?(?:period|phase|span|window))\b|"
    r"(?:all\s)?(?:that|those)\s(?:dates?|days?|month|week|weekend|weeks)\b|in\sthe\smeantime\b|meanwhile\b"
)
_REFERENCE = re.compile(
    rf"(?<![\w-])(?:(?:{_UP_TO})|(?P<during>{_DURING}))(?!\s(?:that|which|when|of)\b)", re.IGNORECASE
)
"""Words that mean a time which was named before."""
_GOVERNS = re.compile(
    r"\b(?P<word>before|between|by|during|from|in|on|over|since|through|till|until)\s(?:the\s)?$", re.IGNORECASE
)
_FIRST_DAY = re.compile(
    r"\b(?:from|between)\s(?:the\s)?(?P<first>\d{1,2})(?:st|nd|rd|th|\.)?\s?(?:to|until|till?|and|[-–])\s?(?:the\s)?$",
    re.IGNORECASE,
)
"""First day of a span whose month stands behind the last: "from 1 to 15 December"."""
_UNTIL = frozenset({"before", "by", "through", "till", "until"})
_SOME_DAY = View(date(2026, 1, 1), ahead=True)


class Referring(NamedTuple):
    """A sentence that refers to a time: its words with that time in place of the reference, and the text from the
    sentence that names the time to its own end, verbatim."""

    said: str
    quote: str


def with_time_before(sentence: str, text: str) -> Referring | None:
    """Return a sentence of a text with the time that it takes from the nearest sentence before it that names one; null
    if it takes none, or that sentence names several."""
    found = _REFERENCE.search(sentence)
    parts = segments_of(text) if found else ()
    at = next((n for n, part in enumerate(parts) if part.text == sentence), 0)
    for part in reversed(parts[:at]):
        if found and part.own and (named := in_spans(part.text, places_in(part.text))):
            if len(named) > 1:
                return None
            meant = _meant(found, part.text, named[0])
            said = f"{sentence[: found.start()]}{meant}{sentence[found.end() :]}"
            return Referring(upper_first(said), text[part.start : parts[at].end].strip())
    return None


def _meant(found: re.Match[str], before: str, named: TimeExpression) -> str:
    """Return the words of a time with the preposition that the reference to it demands."""
    first, last = (named.first.words, named.last.words) if isinstance(named, Span) else (named.words, named.words)
    short = _FIRST_DAY.search(before, 0, named.start)
    if found["on"]:
        return f"from {last} on"
    if found["side"]:
        first = f"{short['first']} {last.partition(' ')[2]}" if short else first
        return f"{found['side']} {first if found['side'].casefold() == 'before' else last}"
    if short:
        return f"{short[0]}{last}"
    governs = _GOVERNS.search(before, 0, named.start)
    word = governs["word"].casefold() if governs else ""
    if isinstance(named, Span):
        return f"{word if word in ('between', 'during') else 'from'} {named.words}"
    if word in _UNTIL:
        return f"until {named.words}"
    if word in ("from", "since"):
        return f"from {named.words} on"
    days = named.days(_SOME_DAY)
    is_day = days is not None and days[0] == days[1] and re.search(r"\d", named.words)
    return f"{word or ('on' if is_day else '')} {named.words}".lstrip()
