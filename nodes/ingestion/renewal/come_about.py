"""What holds until something happens is over when that is said to have happened: "the audit is over"."""

import re
from collections.abc import Sequence
from datetime import datetime

from memorist.memory_store.domain.memory import Memory
from memorist.nodes.ingestion.draft import BY_PEOPLE, Draft
from memorist.nodes.language.verbs import is_past
from memorist.nodes.language.words import stems

_DONE = frozenset("over done finished complete completed through closed concluded ended passed".split())
"""Of what comes to an end; "no deploys until the audit is over" ends when it is done, too."""
_THERE = frozenset("out released fixed available merged shipped here back live ready".split())
_EMPTY = frozenset(
    "the our my a an is are was were has have had been be being it its s now finally just at last after".split()
)
_IS = re.compile(r"\b(?:is|are|was|were|has|have|had|gets|got)\b|['’]s\b", re.IGNORECASE)
_HAPPENS = re.compile(r"\b(?:is|are|has|have|gets?)\b|\s[a-z]{2,}s$", re.IGNORECASE)
_OPEN = (
    r"will|would|might|may|could|should|must|if|when|once|until|till|before|almost|nearly|soon|hopes?|maybe|probably|perhaps|"
    r"supposed|expected|planned|about\sto|going\sto|wants?|needs?"
)
_MAY_BE = re.compile(rf"\b(?:{_OPEN})\b", re.IGNORECASE)
_NOT_YET = re.compile(rf"\b(?:not|never|no|without|hopefully|{_OPEN})\b|n['’]t\b", re.IGNORECASE)


def come_about(drafts: Sequence[Draft], stored: Sequence[Memory], at: datetime) -> list[Draft]:
    """The drafts, those that tell of what a memory was to hold until with that memory as ended.

    A rule too: whoever laid it down said how long. Memories that a person told are meant, and what is so by ``at``.
    """
    waiting = [m for m in stored if m.valid_until_condition and m.status.live and m.source in BY_PEOPLE]
    return [_ending(draft, waiting) if waiting and draft.valid_from <= at else draft for draft in drafts]


def may_not_be_so(text: str) -> bool:
    """Whether a text tells what is not, will be, or may be."""
    return _NOT_YET.search(text) is not None


def may_be_so(text: str) -> bool:
    """Whether a text tells what will be or may be, whether it denies or not."""
    return _MAY_BE.search(text) is not None


def is_told_as_so(text: str) -> bool:
    """Whether a text tells what is so or was done."""
    return not may_not_be_so(text) and bool(_IS.search(text) or any(map(is_past, re.findall(r"\w+", text.casefold()))))


def _ending(draft: Draft, waiting: Sequence[Memory]) -> Draft:
    told = draft.content
    if not is_told_as_so(told):
        return draft
    met = [m for m in waiting if m.id not in draft.ends and _is_met(m.valid_until_condition or "", told)]
    if not met:
        return draft
    why = f'it was to hold until "{met[0].valid_until_condition}", and that is so now'
    return draft.ending((m.id for m in met), why)


def _is_met(condition: str, told: str) -> bool:
    """Whether all that a condition says is told; of "until the migration" that it came to its end, or is there."""
    awaited, said = _event(condition), _event(told)
    if not awaited or not awaited <= said or not _event(subject_of(told)) <= awaited:
        return False
    return bool(len(awaited) > 1 and _HAPPENS.search(condition)) or bool(said & {"over", "there"} - awaited)


def subject_of(told: str) -> str:
    """What stands before the verb: "the audit" is not "the tax audit at dad's firm"."""
    words = told.split()
    verb = next((n for n, w in enumerate(words) if _IS.fullmatch(w) or (n and is_past(w.casefold().strip(".,!")))), 0)
    return " ".join(words[:verb])


def _event(text: str) -> frozenset[str]:
    words = [word for word in re.findall(r"\w+", text.casefold()) if word not in _EMPTY]
    states = {"over" for word in words if word in _DONE} | {"there" for word in words if word in _THERE}
    return frozenset(states).union(*(stems(word) for word in words if word not in _DONE | _THERE))
