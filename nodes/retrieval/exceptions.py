"""Exceptions and stand-ins: what changes how a rule is to be followed, told beside the rule."""

import re
from collections.abc import Sequence
from functools import lru_cache

from memorist.nodes.language.lexical import stems_of

_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w-]+")
SHARED_STEMS = 2


def rule_of(content: str, rules: Sequence[str]) -> int | None:
    """The place of the rule that a statement is an exception to: the one that shares a name, or most words with it."""
    said, names = stems_of(content), _names(content)
    shared = [
        (len(names & _names(rule)) * SHARED_STEMS + len(said & stems_of(rule)), -place)
        for place, rule in enumerate(rules)
    ]
    best, place = max(shared, default=(0, 0))
    return -place if best >= SHARED_STEMS else None


@lru_cache(maxsize=8_192)
def _names(content: str) -> frozenset[str]:
    return frozenset(found[0] for found in _NAME.finditer(content))
