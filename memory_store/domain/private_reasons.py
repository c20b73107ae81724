"""Rules without the private reasons of their authors: a rule binds everybody, its author's life is nobody else's."""

import re
from typing import Any

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import HARD_RULE
from memorist.memory_store.domain.visibility import tells_of_private_life

_BETWEEN = re.compile(
    r"(?<!\s)\s*(?:[,;:(]|[.!?](?=\s)|(?<=\s)[-–—]+)\s+|(?<!\s)\s*(?=\()|"
    r"(?<!\s)\s+(?=(?:because|since|as|so|due\sto|given|weil|da|car|porque)\b)",
    re.IGNORECASE,
)
_JOINS = re.compile(r"^\W*(?:(?:and|so|therefore|hence|which\sis\swhy|but)\b\W*)+", re.IGNORECASE)


def without_private_reason(content: str) -> str:
    """Return a sentence without the clauses in which somebody tells of their own private life; whole, if it has no
    other.

    >>> without_private_reason("Don't call me before ten, I have chemo")
    "Don't call me before ten"
    """
    clauses, done = list[tuple[str, str]](), 0
    for found in _BETWEEN.finditer(content):
        clauses.append((content[done : found.start()], found[0]))
        done = found.end()
    clauses.append((content[done:], ""))
    kept = [(clause, mark) for clause, mark in clauses if clause.strip() and not tells_of_private_life(clause)]
    if not kept or len(kept) == len([clause for clause, _ in clauses if clause.strip()]):
        return content
    told = "".join(f"{clause}{mark}" for clause, mark in kept[:-1]) + kept[-1][0].rstrip(" )")
    told = told if kept[0] == clauses[0] else _JOINS.sub("", told)
    return f"{told[:1].upper()}{told[1:]}"


def rule_for(viewer: str | None, memory: Memory) -> Memory:
    """Return a memory as somebody may be told it: somebody else's hard rule without their private reasons.

    ``viewer`` is null for whoever acts for the whole group.
    """
    if memory.type != HARD_RULE or None in (viewer, memory.scope.user_id) or viewer == memory.scope.user_id:
        return memory
    reason = getattr(memory, "reason", None)
    update: dict[str, Any] = {
        "content": without_private_reason(memory.content),
        "summary": without_private_reason(memory.summary),
        "quotes": tuple(quote for quote in memory.quotes if not tells_of_private_life(quote.text)),
    }
    if reason is not None and tells_of_private_life(reason):
        update["reason"] = None
    return memory.model_copy(update=update)
