"""Ends that are told without a date: how long something lasts, and the event that ends it."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from memorist.nodes.dates.calendar import shifted
from memorist.nodes.dates.find import TimeExpression
from memorist.nodes.dates.grammar import words


@dataclass(slots=True)
class BoundsDraft:
    """The bounds found so far in a sentence; ``cuts`` are the spans of its text that stated them."""

    first: date | None = None
    until: date | None = None
    """Exclusive."""
    condition: str | None = None
    cuts: tuple[tuple[int, int], ...] = ()


_LASTING = re.compile(
    r"\bfor\s(?:(?:about|around|almost|nearly|over|more\sthan|the\s(?P<which>last|past|next|coming))\s)?"
    r"(?P<count>\w+(?:\s(?:couple|few)(?:\sof)?)?)\s(?P<unit>days?|weeks?|months?|years?)(?:\snow)?\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:.]\s|\b(?:that|which|because|so|and|when|while)\b", re.IGNORECASE)
_STILL = re.compile(r"\b(?:have|has|had|been|now)\b|['’](?:ve|s\sbeen)\b", re.IGNORECASE)
_UNTIL_EVENT = re.compile(
    r"(?:[,;(–—]\s?)?(?<!not\s)\b(?:only\s|valid\s|needed\s)?(?:until|till)\s(?!then\b|now\b|further\b)(?P<event>[^,;()!?\n]{2,120}?)"
    r"(?=[,;()!?]|\.(?!\d)|\s(?:(?:we|i|you|they)(?:['’]\w+)?|everyone|nobody|the\steam|all|our|please)\s[a-z]|$)",
    re.IGNORECASE,
)
_WAITS = re.compile(r"\b(?:wait|hold|retry|keep\s\w+ing|loop|poll|repeat)\b[^,;]*$", re.IGNORECASE)
_RECURS = re.compile(
    r"\b(?:builds?|tests?|ci|pipelines?|checks?|deploys?|jobs?|quer(?:y|ies)|commands?|reviews?|reviewers?|prs?|mrs?|"
    r"pull\srequests?|commits?|changes?|branch|tickets?|passe[sd]|green|it|they|them|you|someone|somebody|people|two|second|"
    r"asked|told)\b",
    re.IGNORECASE,
)
"""Words of events that recur, so that they end nothing: "don't merge until the tests pass" stays in force."""
_PARTICULAR = re.compile(
    r"^(?:the|our|this|that)\s[\w-]+\s\w+(?=\s(?:is|are|has been|goes|went)\s(?:through|over|behind us)$)",
    re.IGNORECASE,
)
"""Name of one thing that is over once: "until the load test is through"."""
_OF_AN_EVENT = re.compile(
    r"\s(?!nobody\b|everyone\b|it\b|he\b|she\b)[a-z]+\s(?:is|are|has|have|gets?)\b", re.IGNORECASE
)
_OUTCOME = re.compile(
    r"\s+(?:(?:is|gets|has been|are|was)\s(?:out|released|available|merged|shipped|here|done)|comes out|ships|lands|"
    r"arrives|releases|(?<=\d\s)release)$",
    re.IGNORECASE,
)
"""Ends of events that say no more than that they happen; "release" only behind a version: "until the release"."""


def read_duration(text: str, today: date, draft: BoundsDraft) -> None:
    """ "For two years now" began two years ago; "for the next two weeks" ends in two weeks."""
    found = _LASTING.search(text)
    if not found:
        return
    word = found["count"].lower().split()[-1]
    number = int(word) if word.isdigit() and len(word) < 4 else words().numbers.get(word)
    number = 2 if "couple" in found["count"].lower() else number
    if not number:
        return
    which = (found["which"] or "").lower()
    unit = found["unit"].lower().rstrip("s")
    if which in {"next", "coming"}:
        draft.until = shifted(today, unit, number) + timedelta(days=1)
    elif which or found[0].lower().endswith("now") or _STILL.search(_CLAUSE.split(text[: found.start()])[-1]):
        draft.first = shifted(today, unit, -number)
    else:
        return
    draft.cuts += ((found.start(), found.end()),)


def begins_event(text: str, place: TimeExpression) -> bool:
    """Return true if a time is part of the name of an event, not a date itself: "until the Q3 budget has been
    approved"."""
    return _OF_AN_EVENT.match(text, place.end) is not None


def read_event(text: str, places: list[TimeExpression], draft: BoundsDraft) -> None:
    """Read the event that ends the statement ("until 4.1 ships") into the draft, unless it recurs or is a time."""
    found = _UNTIL_EVENT.search(text)
    if not found or any(
        place.start - found.start("event") in {0, 4} and not begins_event(text, place) for place in places
    ):
        return  # what follows "until" is a time, perhaps behind "the"
    event = found["event"].strip(" .")
    if (
        _WAITS.search(text[: found.start() + 1])
        or _RECURS.search(_PARTICULAR.sub(" ", event))
        or not re.search(r"[^\W\d]", event)
    ):
        return
    draft.condition = _OUTCOME.sub("", event).removeprefix("the release of ").strip() or None
    draft.cuts += ((found.start(), found.end()),)
