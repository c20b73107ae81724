"""Passing times: a state or a ban that ends with the short span it is told for, and a plan that begins on its day."""

import re
from datetime import date, timedelta

from memorist.nodes.dates.calendar import Days
from memorist.nodes.dates.ends import BoundsDraft
from memorist.nodes.dates.find import TimeExpression

LOOKED_AT = 60
"""Characters before a time expression that are searched for words such as "since", "until" or "by"."""
IN = re.compile(r"\b(?:in|on|for|between|during|at|back\sin|over|all|throughout)\s(?:the\s)?$", re.IGNORECASE)
_NOW_STATE = re.compile(
    r"\b(?:am|is|are|be|isn['’]?t|aren['’]?t)\b|['’](?:m|re|s)\b|^\W*(?:please\s)?(?:no|don['’]?t|"
    r"do\snot|never|only)\b|\bnobody\b|\b(?:closed|on\scall)\b",
    re.IGNORECASE,
)
PASSING = re.compile(
    r"today|tonight|this (?:morning|afternoon|evening)|tomorrow|all (?:day|week)|(?:the )?rest of (?:the|this) \w+|"
    r"(?:this|next) (?:week|wk|weekend|wknd|month|quarter|year|sprint)",
    re.IGNORECASE,
)
"""Short spans that limit a state or a ban: "the office is closed today". Behind :data:`EVENT_BESIDE` they date an
event instead: "the demo is today"."""
EVENT_BESIDE = re.compile(
    r"(?:\b(?:is|are|was|were|be|born|due|scheduled|planned|meeting|day)|['’]s)\s(?:on\s)?$", re.IGNORECASE
)
OF_WHICH = re.compile(
    r"\s(?:is|are|was|were|has|have|had|does|did|do|can|could|will|says|said)(?:n['’]?t)?\b", re.IGNORECASE
)
_PLANNED = re.compile(
    r"\b(?:will|won['’]t|going to)\b|['’]ll\b|(?:\b(?:am|is|are)|['’](?:re|m))\s"
    r"(?!working|covering|filling|standing|hosting|travell?ing|staying|using)\w+ing\b",
    re.IGNORECASE,
)
_PLAN_VERB = re.compile(
    r"\b(?:we|i|they|team)\s(?:all\s)?(?:switch|move|migrate|change|upgrade|start|stop|drop|replace|adopt|go)\b|"
    r"\b(?:switches|moves|migrates|upgrades|drops|replaces|adopts)\b",
    re.IGNORECASE,
)


def holds_during(text: str, place: TimeExpression, days: Days, today: date, draft: BoundsDraft) -> None:
    """Let a state or a ban end with the short span it is told for ("closed today"), and a plan begin on its day."""
    near = max(0, place.start - LOOKED_AT)
    if draft.first is not None or draft.until is not None:
        return
    passes = PASSING.fullmatch(place.words)
    begin = IN.search(text, near, place.start)
    start = begin.start() if begin else place.start
    at_start = not re.search(r"\w", text[:start]) and not OF_WHICH.match(text, place.end)
    at_edge = at_start or not re.search(r"\w", text[place.end :])
    if (
        passes
        and at_edge
        and not EVENT_BESIDE.search(text, near, place.start)
        and _is_state(_clause_at(text, place), has_begun=days[0] <= today)
        and not _PLANNED.search(text)
    ):
        if days[0] > today:
            draft.first = days[0]
        draft.until = days[1] + timedelta(days=1)
        draft.cuts += ((start, place.end),)
    elif (
        days[0] > today
        and (_PLANNED.search(text) or _PLAN_VERB.search(text))
        and not EVENT_BESIDE.search(text, near, place.start)
    ):
        draft.first = days[0]
        draft.cuts += ((start, place.end),)


_OF_NOW = re.compile(
    r"\b(?:feel|feels|feeling)\b|\b(?:have|has|['’]ve|['’]s|got)\s(?:(?:got|an?|the|some|bad|slight|terrible|high|such)\s)*"
    r"(?:cold|flu|fever|cough|headache|migraine|hangover|temperature|cramps|sore\s\w+|day\soff|no\s\w+)\b",
    re.IGNORECASE,
)


def _is_state(clause: str, *, has_begun: bool) -> bool:
    """Return whether a clause tells how something is in a span: "the office is closed tomorrow", "I have a cold today".

    What somebody has tomorrow is an appointment, and no state.
    """
    return _NOW_STATE.search(clause) is not None or (has_begun and _OF_NOW.search(clause) is not None)


_CLAUSE_ENDS = re.compile(r"[,;:]\s")


def _clause_at(text: str, place: TimeExpression) -> str:
    """Return the clause around a time; a time at the beginning belongs to the clause behind it."""
    start = max((found.end() for found in _CLAUSE_ENDS.finditer(text, 0, place.start)), default=0)
    following = _CLAUSE_ENDS.search(text, place.end + 2)
    return text[start : following.start() if following else len(text)]
