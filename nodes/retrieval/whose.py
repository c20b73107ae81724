"""Whose a statement is: what somebody said of himself is his, and others are told it by name or not at all."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.own import is_own, named_instead

PERSONAL = "personal"
"""Tag of what a person says of himself."""
_SPEAKER = re.compile(
    r"(?:^|[\s,;(¿¡])(?:I|I['’](?:m|ve|d|ll)|[Mm]y|[Mm]ine|[Ii]ch|[Mm]ein(?:e[nrms]?)?|[Mm]ir|[Jj]e|[Jj]['’](?=\w)|[Mm]on|[Yy]o|[Mm]i|[Ss]oy|[Tt]engo|"
    r"[Ii]o|[Ss]ono|[Ee]u|[Mm]eu|[Mm]inha|[Jj]ag|[Ii]k|[Mm]ijn|"
    r"я|мой|моя|у меня|我|私|저는|나는)(?=[\s,.;:!?)’']|$|[^\x00-\x7f])"
)
"""Words by which somebody speaks of himself."""
_TEAM = frozenset(
    {"team", "we", "us", "the team", "our team", "everyone", "everybody", "company", "household", "family"}
)
_TO_HIM = re.compile(
    r"\b(?P<act>(?:ask|check\swith|talk\sto|speak\sto|call|remind|tell|ping|consult|inform|contact|bother|disturb|wake|cc|involv|notify|"
    r"asking|checking\swith|talking\sto|telling|pinging|consulting|informing|contacting|involving|notifying))\sthe\suser\b",
    re.IGNORECASE,
)
"""Without asking the user: the one who laid down the rule, and not whoever reads it."""
_OWN_TYPES = frozenset({"semantic:preference", "model:user", "model:self"})


@lru_cache(maxsize=8_192)
def in_first_person(content: str) -> bool:
    """Whether somebody speaks of himself in his own words."""
    return bool(_SPEAKER.search(content))


def is_personal(
    content: str, *, type_: str, user: str | None, claim: Mapping[str, Any] | None = None, tags: tuple[str, ...] = ()
) -> bool:
    """Whether a statement is about the person who made it, and not about the team or the world."""
    if type_ == "semantic:hard_rule":
        return False
    if PERSONAL in tags:
        return True
    return _about_himself(content, type_, user or None, str(claim["subject"]) if claim else None)


@lru_cache(maxsize=16_384)
def _about_himself(content: str, type_: str, user: str | None, subject: str | None) -> bool:
    subject = folded(subject) if subject else None
    if subject in _TEAM or type_.startswith("entity:"):
        return False
    return is_own(content, subject=subject, user=user) or in_first_person(content) or type_ in _OWN_TYPES


def named_in(user: str, task: str) -> bool:
    """Whether a text names a person."""
    return re.search(rf"(?<!\w){re.escape(user)}(?!\w)", task, re.IGNORECASE) is not None


def in_his_name(content: str, user: str) -> str:
    """A statement as it is told to others: by its owner's name, or as his own words."""
    named = named_instead(content, user)
    if named == content and in_first_person(content):
        return f'{user} said: "{content.rstrip()}"'
    return named


def rule_for_others(content: str, whose: str) -> str:
    """A rule with its owner's name where it says "ask the user"."""
    return _TO_HIM.sub(rf"\g<act> {whose}", content)


def memory_for(asking: str | None, query: str, memory: Memory) -> Memory | None:
    """A memory as it is told to ``asking`` who searched for ``query``; null where it is another's own affair.

    What is shared with the group is everybody's.
    """
    whose = memory.scope.user_id
    if asking is None or whose is None or whose == asking or memory.promoted_to_shared:
        return memory
    claim = memory.claim.model_dump(mode="json") if memory.claim is not None else None
    if not is_personal(memory.content, type_=memory.type, user=whose, claim=claim, tags=memory.tags):
        return memory
    return memory.model_copy(update={"content": in_his_name(memory.content, whose)}) if named_in(whose, query) else None
