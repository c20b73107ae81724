"""About people: what tells of a person, and so is nobody's business elsewhere."""

import re

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.private_life import private_theme
from memorist.memory_store.domain.visibility import PERSONAL, is_own, says_of_himself
from memorist.nodes.persona.personal import NAME, Cleaner

_ME = re.compile(r"(?<![\w/])(?:[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|I)(?![\w/])")
"""First-person words in the object of a claim, which keeps them as they were said: "email me after six"."""
_ASKED = re.compile(r'^Asked "[^"]*\b(?:you|your|our|i|my|me)\b', re.IGNORECASE)
"""A question whose answer is kept with it: "what do you earn"."""


def about_the_speaker(content: str, claim: Claim | None) -> bool:
    """Return true if a statement is about its speaker, so that in another group it would be taken to be about whoever
    asks."""
    if is_own(content, subject=claim.subject if claim is not None else None):
        return True
    return claim is not None and claim.object_kind == "value" and bool(_ME.search(claim.object))


def about_a_person(memory: Memory, cleaner: Cleaner) -> bool:
    """Return true if a memory tells of a person: of the one who said it, of one whom its claim names, or of anybody's
    health, family, money, birth, papers or belief."""
    content, claim = memory.content, memory.claim
    if PERSONAL in memory.tags or says_of_himself(memory) or about_the_speaker(content, claim):
        return True
    ends = () if claim is None else (claim.subject, *((claim.object,) if claim.object_kind == "entity" else ()))
    if any(cleaner.is_person(name) for name in ends):
        return True
    if private_theme(content) is None:
        return False
    return bool(_ASKED.match(content)) or cleaner.clean(content)[1][NAME] > 0
