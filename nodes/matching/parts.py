"""Permissions for a part of what a rule forbids or demands: exceptions to the rule, which stays in force."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.sameness import numbers
from memorist.memory_store.embedders.words import WordVectors
from memorist.nodes.language.lexical import stem, stems_of, words_of
from memorist.nodes.language.permission import permission_in
from memorist.nodes.matching.meant import UNRELATED
from memorist.nodes.reading.markers import narrows

_JOINED = re.compile(
    r",?\s(?:and|or|nor)\s(?:even\s)?|,\s(?:not even\s)?(?=(?:[\w'’-]+\s?){1,3}(?:,|\s(?:and|or|nor)\s|[.!]?$))",
    re.IGNORECASE,
)
"""Joints of a list; a longer clause behind a comma is no item of it."""
HALF = 0.5
"""Share of the words of a rule or of an act that must be named for one to be perhaps about the other."""


def allows_a_part(said: str, rule: str) -> bool:
    """Return true if a sentence allows only a part of what a rule is about.

    It names a condition, a limit or a number that the rule lacks, people or things that the rule does not name, or some
    of the things that the rule joins by "and" or "or".
    """
    if narrows(said, rule):
        return True
    allowed = permission_in(said)
    if allowed is None:
        return False
    named = stems_of(f"{allowed.who} {allowed.act}")
    if not named & stems_of(rule):
        return False  # in other words throughout, which need not mean less
    if allowed.omits:  # a duty that has ended is told in any words
        return _names_some(named, rule)
    named = frozenset(stem(word) for word in words_of(f"{allowed.who} {allowed.act}") if not word.endswith("ly"))
    lacking = set(numbers(allowed.act)) - set(numbers(rule)) or named - stems_of(allowed.verb) - stems_of(rule)
    return bool(lacking) or _names_some(named, rule)


def rule_allowed_in_part(said: str, rules: Sequence[Memory], vectors: WordVectors) -> Memory | None:
    """Return the rule of which a sentence allows a part; null if there is none.

    The sentence names all that the rule names. One for some people, or under a condition, may name half of it exactly
    and the rest by words of the same kind ("closed bottles" of a rule about drinks).
    """
    allowed = permission_in(said)
    if allowed is None:
        return None
    named = stems_of(f"{allowed.who} {allowed.act}")

    def share(rule: Memory) -> float:
        units = _units(rule.content)
        exactly = sum(bool(unit & named) for unit in units)
        if not units or (exactly < len(units) and not (allowed.who or narrows(said, rule.content))):
            return 0.0
        others = [sorted(unit) for unit in units if not unit & named]
        near = all(float(vectors.nearness(unit, sorted(named)).max()) >= UNRELATED for unit in others)
        return exactly / len(units) if near else 0.0

    shares = [share(rule) if allows_a_part(said, rule.content) else 0.0 for rule in rules]
    best = max(shares, default=0.0)
    return rules[shares.index(best)] if best >= HALF else None


def _units(rule: str) -> list[frozenset[str]]:
    """Return the words of a rule, those of things that it joins in one set."""
    units: list[frozenset[str]] = []
    for number, piece in enumerate(_JOINED.split(rule)):
        words = [found for word in piece.split() if (found := stems_of(word) - _UNSPECIFIC)]
        if number and words and units:
            units[-1] |= words.pop(0)
        units += words
    return units


_UNSPECIFIC = frozenset(
    map(stem, "never no don cannot always only nobody without any anything anyone anybody every all".split())
)
"""Words by which a rule forbids or demands, and those for all things alike, of which a permission names some."""


def _names_some(said: frozenset[str], rule: str) -> bool:
    """Return true if words name some of the things that a rule joins, and not the others."""
    pieces = [piece for piece in _JOINED.split(rule) if stems_of(piece)]
    if len(pieces) == 1:
        return False
    words = [[found for word in piece.split() if (found := stems_of(word))] for piece in pieces]
    named = [bool(each & said) for each in (words[0][-1], *(further[0] for further in words[1:]))]
    return any(named) and not all(named)
