"""Style instructions: how answers shall be given, whatever they are about."""

import re
from functools import lru_cache

from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.visibility import is_own
from memorist.memory_store.standing import about_answers, names_answers
from memorist.nodes.language.imperatives import IMPERATIVE

_SAID_OF_IT = re.compile(r'(?:About|Asked) "[^"]+":\s')
"""Quotation of earlier words in a statement: ``About "the export": it is slow``."""
TYPES = frozenset({"semantic:policy", "semantic:preference", "semantic:fact", "semantic:decision"})

WHO_ASKS = frozenset({"user", "team"})
"""People whose wishes are instructions to the assistant; anybody else's wish is a fact about them."""
_HOW_OFTEN = (
    r"(?:always|never|only|usually|often|rarely|seldom|mostly|sometimes|typically|generally|normally|just|also|still|"
    r"really|hardly|ever|not)"
)
_MAY = r"(?:does|do|did|will|would|can|could|should|must|may|might|shall|has\sto|have\sto|needs?\sto|tends?\sto)"
_NOT = r"(?:doesn|don|won|can|couldn|shouldn|mustn)['’]?t|cannot"
_HOW = rf"(?:{_HOW_OFTEN}|{_MAY}|{_NOT})"
_BETWEEN = rf"(?:{_HOW}\s)"
_ANSWERS = r"(?:answers?|repl(?:y|ies)|responds?|explains?|summari[sz]es?|speaks?|talks?|writes?)\b"
_LEAD = r"^(?:[^,]{1,60},\s|(?:from\snow\son|going\sforward|by\sdefault|as\sof\snow|for\sme|and|but|so|also)\s)*"
_OWN_HABIT = re.compile(
    rf"{_LEAD}(?:the\s)?(?:[\w.-]+|user['’]s\s[\w-]+(?:\s[\w-]+)??)\s{_BETWEEN}*{_ANSWERS}", re.IGNORECASE
)
"""Answers of the user, or of somebody of theirs: "his landlord never answers" is no instruction to the assistant."""
_WHO = r"(?P<who>(?:(?:the|our|my|an?|this|every|each|no)\s)?[\w'’.&-]+(?:\s[\w'’.&-]+)??)"
_DOES = re.compile(rf"{_LEAD}{_WHO}\s{_BETWEEN}+{_ANSWERS}", re.IGNORECASE)
_WISHES = re.compile(
    rf"{_LEAD}{_WHO}\s(?:{_BETWEEN})*(?:prefers?|wants?|likes?|loves?|hates?|needs?|expects?|insists?|asks?)\b",
    re.IGNORECASE,
)
_ASSISTANT = re.compile(
    r"(?:(?:the|an|our|your)\s)?(?:assistant|agents?|ai|bot|model|llm|you|answers|replies)", re.IGNORECASE
)
_NOBODY = re.compile(rf"(?:please|{_HOW}|and|or|but|{IMPERATIVE})\b", re.IGNORECASE)
"""Words in the place of a subject, in a sentence that tells somebody to do something."""


def is_standing(memory: Glance) -> bool:
    """Return true if a memory says how the assistant is to answer, once and for all.

    "Ben never answers before noon" and "support always replies in an hour" are about those who answer.
    """
    if memory.type not in TYPES:
        return False
    return _says_how_to_answer(memory.content, (memory.claim or {}).get("subject"), memory.user)


@lru_cache(maxsize=16_384)
def _says_how_to_answer(content: str, subject: str | None, user: str | None) -> bool:
    said = _SAID_OF_IT.sub("", content, count=1) if _SAID_OF_IT.match(content) else content
    if not about_answers(said):
        return False
    if is_own(said, subject=subject, user=user):
        return not _OWN_HABIT.match(said)
    if subject is not None and subject.casefold() not in WHO_ASKS and not names_answers(subject):
        return bool(_ASSISTANT.fullmatch(subject))
    return not (_is_somebody(_DOES.match(said)) or _is_somebody(_WISHES.match(said), *WHO_ASKS))


def _is_somebody(found: re.Match[str] | None, *but: str) -> bool:
    """Return true if a sentence has a subject, and another than the assistant and those who may ask him."""
    if found is None or _NOBODY.match(found["who"]) or _ASSISTANT.fullmatch(found["who"]):
        return False
    return found["who"].casefold().removeprefix("the ") not in but
