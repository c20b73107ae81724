"""The catalogue of patterns, one module a family, in the order in which they are tried."""

from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns import (
    client,
    comparison,
    correction,
    decision,
    dependency,
    freeze,
    hypothetical,
    known_issue,
    lesson,
    ownership,
    permission,
    personal,
    policy,
    preference,
    procedure,
    prohibition,
    requirement,
    retraction,
    self_observation,
    stack,
    switch,
    to_do,
    use,
    value,
    whereabouts,
)
from memorist.nodes.ingestion.extract.patterns.pattern import Example, Pattern
from memorist.nodes.ingestion.gate_rules import LONGEST_CLAUSE

FAMILIES = (
    hypothetical,
    correction,
    to_do,
    procedure,
    permission,
    prohibition,
    freeze,
    decision,
    lesson,
    retraction,
    known_issue,
    self_observation,
    client,
    requirement,
    policy,
    whereabouts,
    comparison,
    preference,
    switch,
    use,
    stack,
    dependency,
    personal,
    ownership,
    value,
)
CATALOGUE: tuple[Pattern, ...] = tuple(pattern for family in FAMILIES for pattern in family.PATTERNS)


def _by_cue() -> tuple[dict[str, tuple[int, ...]], tuple[int, ...]]:
    """Which patterns a word brings up, and which are tried whatever the words."""
    index: dict[str, tuple[int, ...]] = {}
    for at, pattern in enumerate(CATALOGUE):
        for cue in pattern.cues:
            index[cue] = (*index.get(cue, ()), at)
    return index, tuple(at for at, pattern in enumerate(CATALOGUE) if not pattern.cues)


_INDEX, _ALWAYS = _by_cue()


def read(clause: Clause) -> tuple[Draft, ...]:
    """What the first pattern that fits reads out of a clause; nothing when none fits or the clause is too long."""
    if len(clause.core) > LONGEST_CLAUSE and "\n" not in clause.core:
        return ()
    brought_up = {at for word in clause.words for at in _INDEX.get(word, ())}
    for at in sorted(brought_up.union(_ALWAYS)):
        if drafts := CATALOGUE[at].read(clause):
            return drafts
    return ()


__all__ = ["CATALOGUE", "FAMILIES", "Example", "Pattern", "read"]
