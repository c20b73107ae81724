"""What kind of answer a task asks for, beside what is similar to it: what is in use, what was before, what changed."""

import re
from typing import Literal

Asks = Literal["slot", "before", "since", "changes"]

_CHANGES = re.compile(
    r"\b(?:what(?:'s| is| has| have)? (?:been )?(?:changed|new|different)|what did \w+ (?:decide|change|learn|switch)|"
    r"anything new|any changes|what changes|catch me up|changes since)\b",
    re.IGNORECASE,
)
_SINCE = re.compile(
    r"\b(?:since when|how long (?:have|has|did)|when did (?:we|you|they|the team|\w+) (?:start|begin|switch|move|adopt|"
    r"change|migrate))\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\b(?:before|previous(?:ly)?|formerly|used to|originally|history|back then|earlier|in the past|"
    r"did we (?:use|have)|replaced|switch(?:ed)? from)\b",
    re.IGNORECASE,
)
_SLOT = re.compile(
    r"\b(?:what|which)\b[^?.]{0,60}?\b(?:do|does|are|is|should) (?:we|the team|our \w+|\w+) (?:use|using|run|deploy|"
    r"prefer|store)\b|\bwhat(?:'s| is| are) (?:our|the team's)\b|\bwhich [\w -]{1,40} (?:is|are) (?:ours|in use)\b",
    re.IGNORECASE,
)


def what_is_asked(task: str) -> Asks | None:
    """The kind of question, or null for everything else: most tasks ask for nothing but what fits them."""
    for asks, pattern in _KINDS:
        if pattern.search(task):
            return asks
    return None


_KINDS: tuple[tuple[Asks, re.Pattern[str]], ...] = (
    ("changes", _CHANGES),
    ("since", _SINCE),
    ("before", _BEFORE),
    ("slot", _SLOT),
)
