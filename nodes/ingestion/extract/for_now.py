"""What is so for a named time alone: "I'm on call this week", "the office is closed tomorrow", "no deploys today"."""

import re
from dataclasses import replace
from datetime import datetime

from memorist.nodes.ingestion.extract.times import Bounds
from memorist.nodes.language.moments import moment_of
from memorist.nodes.language.seeking import Shape

_SPAN = (
    r"(?P<when>today|tonight|tomorrow|this (?:morning|afternoon|evening)|"
    r"(?:this|next) (?:week|wk|weekend|wknd|month|quarter)|all (?:day|week))"
)
_STATE = (
    r"(?:\b(?:am|is|are|be)|['’](?:m|re|s))\s(?:not\s|all\s|also\s|both\s|only\s|currently\s)*"
    r"(?!(?:due|about|born|called|named|scheduled|planned|my|our|the\sday)\b)"
    r"(?:(?:working\s(?:from|remotely)|covering|filling\sin|standing\sin|hosting|travel(?:l)?ing|staying)\b|"
    r"(?!\w+ing\b)(?!(?:on|at|in|by)\s(?:mon|tues|wednes|thurs|fri|satur|sun)day)[a-z])"
)
_SO_THEN = Shape(
    rf"^(?!.*\b(?:as\sof|since|from|by|until|before|after|starting|every|each)\s{_SPAN.replace('when', 'not')}\b)"
    rf"(?:{_SPAN},?\s(?!is\b|was\b).*?{_STATE}|.*?{_STATE}.*?\s{_SPAN.replace('when', 'behind')}\W*$)",
    re.IGNORECASE | re.DOTALL,
)
_PARTS_OF_A_DAY = frozenset({"tonight", "this morning", "this afternoon", "this evening", "all day", "day"})
_REST = frozenset({"week", "month", "quarter"})
"""Of which the rest is named."""


def so_for_now(text: str, at: datetime) -> tuple[datetime, datetime] | None:
    """When a state that the text tells begins and ends, if it names a time that is passing or near.

    What somebody does or did then is an event, which stays true; what he must do is not over when the day is.
    """
    if not (found := _SO_THEN.match(text.strip())):
        return None
    return _span_of(found["when"] or found["behind"], at)


def passing(when: str, at: datetime) -> datetime | None:
    """The last moment of a time that passes, as "today" or "the rest of the week" name it; null where it is over."""
    span = _span_of(_the_rest(when), at)
    return span[1] if span else None


def _the_rest(when: str) -> str:
    """What is so for the rest of the week is so this week."""
    return _REST_OF.sub("", when)


_REST_OF = re.compile(r"^(?:for\s)?(?:the\srest\sof\sthe\s(?=\w))?", re.IGNORECASE)


_NOT = r"(?:(?:please\s)?(?:don['’]?t|do\snot)|no(?!\slonger|\smore\b)|nobody|no\sone)\s"
_NOT_WHEN = (
    rf"(?P<when>(?:for\s)?the\srest\sof\sthe\s(?:day|week|month|quarter)|(?:for\s)?{_SPAN.replace('?P<when>', '?:')})"
)
_FORBIDDEN_THEN = re.compile(
    rf"(?P<act>{_NOT}\S.*?),?\s{_NOT_WHEN}\W*$|{_NOT_WHEN.replace('when', 'first')},?\s(?P<behind>{_NOT}.*)$",
    re.IGNORECASE | re.DOTALL,
)
"""Do not deploy this week. Who says "never" means no day in particular."""


def forbidden_for_now(bounds: Bounds, at: datetime) -> Bounds:
    """The bounds of a clause that forbids something for a named time: with that time, and without its words."""
    if bounds.valid_until or bounds.condition or not (found := _FORBIDDEN_THEN.match(bounds.text)):
        return bounds
    when = found["when"] or found["first"]
    span = _span_of(_the_rest(when), at)
    if span is None:
        return bounds
    text = (found["act"] or found["behind"]).strip(" ,")
    return replace(bounds, text=text, valid_from=span[0], valid_until=span[1], phrases=(*bounds.phrases, when))


def _span_of(said: str, at: datetime) -> tuple[datetime, datetime] | None:
    """The time that is named, from now on; null where it is over."""
    words = " ".join(said.lower().split())
    words = "today" if words in _PARTS_OF_A_DAY else words.replace("all week", "this week")
    words = f"this {words}" if words in _REST else words
    first, last = moment_of(words, at, ahead=True), moment_of(words, at, ahead=True, end=True)
    return (max(at, first), last) if first and last and last > at else None
