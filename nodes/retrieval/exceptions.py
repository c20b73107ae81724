"""Exceptions and stand-ins: what changes how a rule is to be followed, told beside the rule."""

import re
from collections.abc import Sequence
from functools import lru_cache

from memorist.nodes.language.lexical import stems_of

QUERY_WORDS = "instead except unless while away stands in for covers substitute exception"
_EXCEPTS = re.compile(
    r"\b(?:instead|except(?:ion|ional|ions)?|unless|stands?\sin|stand-in|fill(?:s|ing)?\sin|cover(?:s|ing)?\sfor|in\splace\sof|"
    r"on\sbehalf|deput\w+|substitut\w+|temporar(?:y|ily)|exempt\w*|allowed\s(?:for|until|to)|for\snow|"
    r"(?:while|until|as\slong\sas)\b[^.;]{1,60}\b(?:away|back|gone|off|out|sick|ill|returns?|on\s(?:leave|holiday|vacation)))\b|"
    r"\b(?:vertritt|vertretung|stattdessen|ausnahme|solange)\b",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w-]+")
SHARED_STEMS = 2


@lru_cache(maxsize=8_192)
def excepts(content: str) -> bool:
    """Whether a statement reads like an exception to something."""
    return bool(_EXCEPTS.search(content))


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
