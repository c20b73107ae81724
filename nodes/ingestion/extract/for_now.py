"""What is so for a named time alone: "I'm on call this week", "the office is closed tomorrow"."""

import re
from datetime import datetime, timedelta

from hypomnema.nodes.ingestion.extract.times import moment_of
from hypomnema.nodes.language.seeking import Shape

_SPAN = (
    r"(?P<when>today|tonight|tomorrow|this (?:morning|afternoon|evening)|(?:this|next) (?:week|weekend|month|quarter)|"
    r"all (?:day|week))"
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
_PARTS_OF_A_DAY = frozenset({"tonight", "this morning", "this afternoon", "this evening", "all day"})


def so_for_now(text: str, at: datetime) -> tuple[datetime, datetime] | None:
    """When a state that the text tells begins and ends, if it names a time that is passing or near.

    What somebody does or did then is an event, which stays true; what he must do is not over when the day is.
    """
    if not (found := _SO_THEN.match(text.strip())):
        return None
    words = " ".join((found["when"] or found["behind"]).lower().split())
    if words.endswith("weekend"):
        monday = moment_of(f"{words.split()[0]} week", at, ahead=True)
        span = (monday + timedelta(days=5), monday + timedelta(days=7)) if monday else None
    else:
        named = "today" if words in _PARTS_OF_A_DAY else words.replace("all week", "this week")
        first, last = moment_of(named, at, ahead=True), moment_of(named, at, ahead=True, end=True)
        span = (first, last) if first and last else None
    return (max(at, span[0]), span[1]) if span and span[1] > at else None
