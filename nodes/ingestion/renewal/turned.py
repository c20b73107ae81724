"""What was denied and is told now, or was told and is denied now: the same words, the other way round."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.sameness import negated
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.renewal.come_about import may_be_so
from memorist.nodes.language.lexical import stem

_TURN = re.compile(
    r"\b(?:not|never|no\slonger|no|cannot|does|do|did|has|have|had|is|are|was|were|am|any\s?more|any\slonger|again|now|finally|yet|still|"
    r"already|these\sdays|at\sall|really|the|a|an)\b|n['’]t\b",
    re.IGNORECASE,
)
_FEWEST = 2
"""In words: a subject and what is said of it."""


def tells_a_turn(draft: Draft) -> bool:
    """Whether a draft may be the contrary of something: it denies, or says "again", "now", "finally"."""
    return bool(_TURNS.search(draft.content)) and not may_be_so(draft.content)


_TURNS = re.compile(r"\b(?:not|no\slonger|never|again|now|finally|any\s?more|any\slonger)\b|n['’]t\b", re.IGNORECASE)


def turned(drafts: Sequence[Draft], stored: Sequence[Memory]) -> list[Draft]:
    """The drafts, those that say the contrary of a memory in its own words with that memory as ended."""
    return [_ending(draft, stored) if tells_a_turn(draft) else draft for draft in drafts]


def _ending(draft: Draft, stored: Sequence[Memory]) -> Draft:
    said, denied = _core(draft.content), negated(draft.content)
    if len(said) < _FEWEST:
        return draft
    meant = [
        m.id for m in stored if m.id not in draft.ends and negated(m.content) != denied and _core(m.content) == said
    ]
    if not meant:
        return draft
    return draft.ending(meant, f'"{draft.content}" says the contrary')


def _core(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in re.findall(r"\w+", _TURN.sub(" ", text).casefold()))
