"""A piece of a message, and pieces that belong to the one before."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from hypomnema.nodes.language.words import lower_first

Kind = Literal["clause", "list", "steps", "code", "wrapper", "log"]


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a message and what it is."""

    text: str
    kind: Kind = "clause"


_REASON_APART = re.compile(
    r"^(?:(?:the\s|main\s|our\s|my\s)*(?:reasons?|why|background|rationale)(?:\s(?:is|was|being))?\s?(?::|[-–—]|that\b)\s*|(?:that['’]s\s|this\sis\s|simply\s|mostly\s|mainly\s)?because\s)(?P<why>\S.*)$",
    re.IGNORECASE,
)
_TICKET_APART = re.compile(
    r"^(?:(?:we\sknow|known|we['’]re\saware|reported)[,.]?\s)?(?:(?:the|see|there['’]s\sa)\s)*(?:ticket|issue|jira|bug|pr|mr|see)\s?(?:is|number|no\.?|:)?\s?(?P<ticket>#\d+|[A-Z]{2,}-\d+)\W*$",
    re.IGNORECASE,
)


_EMPHASIS = re.compile(
    r"^(?:and\s)?(?:(?:that['’]s|this\sis)\s(?:just\s)?(?:how|the\sway)\swe\s(?:do|work|roll|handle)\b[^.!?]{0,20}|not\s(?:allowed|negotiable|up\sfor\sdebate)\b[^.!?]{0,20}|"
    r"(?:that['’]s|this\sis)\s(?:a|the|our)\s(?:\w+\s)?(?:rule|policy|convention|law)|don['’]?t\seven\s(?:\w+\s?){1,3}|not\seven\s(?:\w+\s?){1,4}|no\sexceptions?|no\s(?:fix|workaround|eta|solution|known\sfix)(?:\s(?:yet|so\sfar|in\ssight))?|without\sexception|full\sstop|always)\W*$",
    re.IGNORECASE,
)
"""That's how we do it, always: said of what stands before, with more weight."""


def with_reasons(segments: Iterable[Segment]) -> Iterator[Segment]:
    """A reason or a ticket that is told in a sentence of its own stays with what it is of."""
    last: Segment | None = None
    for segment in segments:
        if last is not None and last.kind == segment.kind == "clause" and not last.text.endswith("?"):
            stated = last.text.rstrip(" .!")
            if (reason := _REASON_APART.match(segment.text)) and " because " not in stated:
                last = Segment(f"{stated} because {reason['why']}")
                continue
            if _EMPHASIS.match(segment.text):
                last = Segment(f"{stated}, {lower_first(segment.text)}")
                continue
            if ticket := _TICKET_APART.match(segment.text):
                last = Segment(f"{stated} (ticket {ticket['ticket']})")
                continue
        if last is not None:
            yield last
        last = segment
    if last is not None:
        yield last
