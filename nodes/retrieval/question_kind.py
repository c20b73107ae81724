"""Kind of answer that a task asks for, beside what is similar to it: what is in use, what was before, what changed."""

import re
from typing import Literal

QuestionKind = Literal["slot", "before", "since", "changes", "to_do"]

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
_WHEN = re.compile(r"\s*(?:when|how long|since when|what (?:date|day|month|time|year))\b", re.IGNORECASE)
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
_TO_DO = re.compile(
    r"\b(?:what(?:['’]s|\sis|\sare|\selse\sis)?|which\s(?:tasks|things|to-?dos|errands))\b[^?.]{0,40}?(?:\b(?:left|remains|remaining)\b|"
    r"\bstill\s(?:open|to\s(?:do|be\sdone)|pending|outstanding|missing|undone|need\w*\sto|has\sto|have\sto)\b|"
    r"\b(?:on|left\son)\s(?:my|our|the)\s(?:to-?\s?do\s)?list\b)|"
    r"\bwhat\s(?:else\s)?(?:do|does|should|must|shall)\s(?:i|we|the\steam|[\w-]+)\s(?:still\s)?(?:have\sto|need\sto|do\snext)"
    r"(?:\s(?:do|get\sdone|finish))?(?:\s(?:next|today|tomorrow|now|this\sweek|still|yet))*\s*(?:\?|$)|"
    r"\bwhat\sshould\s(?:i|we)\sdo\s(?:next|today|tomorrow|this\sweek)\s*(?:\?|$)|"
    r"\b(?:my|our|open|outstanding)\s(?:to-?\s?dos?(?:\slist)?|tasks|errands)\b|\banything\s(?:left\sto\sdo|still\sopen|i\sforgot\sto\sdo)\b|"
    r"\bwhat\sdid\s(?:i|we)\s(?:ask\syou\sto\sremind|want\sto\sbe\sreminded)",
    re.IGNORECASE,
)
"""Questions for open to-dos, whatever words these have."""


_WHOSE = re.compile(
    r"\b(?:[Dd]oes|[Mm]ust|[Ss]hould|[Hh]as|[Ff]or|[Dd]id)\s(?P<who>[A-Z]\w+)|(?P<whose>[A-Z]\w+)['’]s?\s"
)


def whose_to_dos(task: str) -> str | None:
    """Return the person named in a question for open to-dos: "what does Lena still have to do"."""
    found = next((one for one in _WHOSE.finditer(task) if one["who"] or one["whose"] not in _ASKING), None)
    return (found["who"] or found["whose"]) if found else None


_ASKING = frozenset({"What", "Who", "Which", "Where", "Let", "It", "That", "There", "Here"})


def asks_when(task: str) -> bool:
    """Return true if it asks for a time, or how long."""
    return _WHEN.match(task) is not None


def what_is_asked(task: str) -> QuestionKind | None:
    """The kind of question, or null for everything else: most tasks ask for nothing but what fits them."""
    for asks, pattern in _KINDS:
        if pattern.search(task):
            return asks
    return None


_KINDS: tuple[tuple[QuestionKind, re.Pattern[str]], ...] = (
    ("to_do", _TO_DO),
    ("changes", _CHANGES),
    ("since", _SINCE),
    ("before", _BEFORE),
    ("slot", _SLOT),
)
