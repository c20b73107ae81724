"""Damage of acting against a memory: from its words, and from what happened."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import Episodic
from memorist.nodes.promotion.evidence import Severity
from memorist.nodes.reading.speech_acts.acts import act_of

WORDS: tuple[tuple[Severity, str], ...] = (
    (
        Severity.HIGH,
        r"data loss|los(?:e|es|ing|t) data|corrupt\w*|outage|downtime|breach\w*|leak\w*|vulnerab\w*|security|secret\w*|"
        r"credential\w*|production|irreversibl\w*|illegal|compliance|gdpr|legal\w*|destroy\w*|wipe[sd]?",
    ),
    (
        Severity.MEDIUM,
        r"painful|broke|breaks?|broken|fail(?:s|ed|ure|ures|ing)?|"
        r"crash\w*|regression\w*|blocked|blocks?|rollback\w*|sync issues?|deadline|rejected|costly|expensive",
    ),
    (Severity.LOW, r"slow\w*|annoying|flicker\w*|inconsistent|confusing|warning\w*|noisy|avoid"),
)
"""The first line whose words occur decides."""

_PATTERNS = tuple((severity, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for severity, words in WORDS)
BAD_ENDS = 2
"""So many failed episodes make acting against it at least of medium consequence."""


def severity_of(memory: Memory, episodes: Sequence[Memory] = ()) -> tuple[Severity, str]:
    """The severity, and what shows it."""
    texts = " ".join(
        filter(None, (memory.content, getattr(memory, "reason", None), getattr(memory, "reasoning", None)))
    )
    severity, why = Severity.NONE, "nothing says what would follow"
    for level, pattern in _PATTERNS:
        if found := pattern.search(texts):
            severity, why = level, f"it says {found.group(0)!r}"
            break
    if severity < Severity.MEDIUM and act_of(memory.content).likeliest == "rule":
        severity, why = Severity.MEDIUM, "it is said as a rule"
    failed = [e for e in episodes if isinstance(e, Episodic) and e.outcome == "failure"]
    if len(failed) >= BAD_ENDS and severity < Severity.MEDIUM:
        return Severity.MEDIUM, f"{len(failed)} episodes failed over it"
    return severity, why
