"""Edges of a statement: greetings, markers, a reason, a place told first. The templates see what is left."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from memorist.nodes.language.clauses import is_own_clause
from memorist.nodes.reading.patterns.line import PatternLine
from memorist.nodes.reading.patterns.slots import slot_types
from memorist.nodes.reading.patterns.words import alternatives, listed

_MOST = 5
"""So many markers are taken off each end."""


@dataclass(frozen=True, slots=True)
class Edged:
    """A statement without its edges.

    Args:
        core: what the templates are matched with.
        told: the statement with its reason and place, without greetings and markers: what is kept as said.
        reason: why it is so, with the word that brings it in ("because of token refresh issues").
        place: where it holds, told in front ("For project Apollo we …").
        corrects: it began with words such as "correction:".
        remark: what was added behind a comma; it stays in the words and in no claim.
        alternative: what to do instead, told behind it ("…, use WatermelonDB instead").
    """

    core: PatternLine
    told: PatternLine
    reason: str = ""
    place: str = ""
    corrects: bool = False
    alternative: str = ""
    remark: str = ""

    @property
    def why(self) -> str:
        """The reason without the word that brings it in; empty if it says what happens else."""
        return "" if _else().match(self.reason) else _reason_word().sub("", self.reason, count=1)


def without_edges(line: PatternLine) -> Edged:
    """Take the edges off."""
    told, corrects = _opened(line)
    told = _tailed(told)
    edged = _reasoned(_with_alternative(Edged(core=told, told=told, corrects=corrects)))
    return _placed(replace(edged, core=_tailed(edged.core)))


def without_remark(edged: Edged) -> Edged | None:
    """The statement without what its speaker added behind its first comma or dash, if there is such a thing.

    What restricts the statement, or takes something back from it, is no remark.
    """
    norm = edged.core.norm
    found = _REMARK.search(norm)
    if not found or edged.remark or not listed("exceptions").isdisjoint(found["remark"].casefold().split()):
        return None
    core, remark = edged.core.between(0, found.start()), edged.core.said(found.start("remark"), len(norm))
    return replace(_placed(replace(edged, core=_tailed(core), place="")), remark=remark)


_REMARK = re.compile(r"(?<= )[,;:-] (?P<remark>\S.*)$")


def without_clause_beside(said: str) -> str:
    """A statement without the clause behind its first comma or dash, or in brackets: when that was says nothing of it.

    What restricts the statement is no such clause.
    """
    found = _BESIDE.search(said)
    if not found or not is_own_clause(found["beside"]):
        return said
    return said[: found.start()] if listed("exceptions").isdisjoint(found["beside"].casefold().split()) else said


_BESIDE = re.compile(r"(?:[,;:]\s|\s[-–—]\s|\s\()(?P<beside>[^()]*)\)?$")


def _opened(line: PatternLine) -> tuple[PatternLine, bool]:
    corrects = False
    for _ in range(_MOST):
        found = _openers().match(line.norm)
        if not found:
            break
        corrects = corrects or found["corrects"] is not None
        line = line.between(found.end(), len(line.norm))
    return line, corrects


def _tailed(line: PatternLine) -> PatternLine:
    for _ in range(_MOST):
        found = _tails().search(line.norm)
        if not found or found.start() == 0 or _CONSENT.search(line.norm):
            break
        if _OPEN_VERB.search(line.norm[: found.start()]):
            break
        line = line.between(0, found.start())
    return line


_CONSENT = re.compile(r"\b(?:my|your|his|her|our|their|an?|the|\w+ ['’]s|\w+['’]s) (?:\w+ )?ok(?:ay)? $", re.IGNORECASE)
"""Somebody's ok, which is no remark: "not without my explicit ok"."""


_OPEN_VERB = re.compile(
    r"\b(?:is|are|am|was|were|be|been|isn['’]t|aren['’]t)(?: (?:not|all|still|already|now))? $", re.IGNORECASE
)
"""A verb that the word behind it completes: "the auditors are here" loses no word."""


def _with_alternative(edged: Edged) -> Edged:
    found = _ALTERNATIVE.search(edged.core.norm)
    if not found:
        return edged
    other = edged.core.said(found.start("other"), found.end("other"))
    return replace(edged, core=edged.core.between(0, found.start()), alternative=other)


_ALTERNATIVE = re.compile(
    r"(?<= )[,;-] (?:but |please )?(?P<other>(?:use|take|go with|prefer|stick to|do|run|open|ask|write|send|put) "
    r"(?:[^\s,;:]{1,60} ){1,10}?)(?:instead )?$",
    re.IGNORECASE,
)


def _reasoned(edged: Edged) -> Edged:
    norm = edged.core.norm
    found = _reason().search(norm) or _FOR_REASONS.search(norm)
    if found and found.start():
        reason = edged.core.said(found.start("reason"), len(norm))
        return replace(edged, core=edged.core.between(0, found.start()), reason=reason)
    if first := _REASONS_FIRST.match(norm):
        reason = edged.core.said(*first.span("reason"))
        reason = reason[0].lower() + reason[1:]
        return replace(edged, core=edged.core.between(first.end(), len(norm)), reason=reason)
    return edged


def _placed(edged: Edged) -> Edged:
    norm = edged.core.norm
    if found := _place().match(norm):
        place = edged.core.said(*found.span("place"))
        return replace(edged, core=edged.core.between(found.end(), len(norm)), place=place)
    if after := _AFTER.match(norm):
        return replace(edged, core=edged.core.between(after.end(), len(norm)), remark="after")
    return edged


_FOR_REASONS = re.compile(r"(?<= )(?:, |- )?(?P<reason>for (?:[\w-]+ ){1,3}reasons )$", re.IGNORECASE)


_REASONS_FIRST = re.compile(r"(?P<reason>for (?:[\w-]+ ){1,3}?reasons )(?:, )?(?=\S)", re.IGNORECASE)
"""A reason told in front, which says nothing of where the statement holds: "For cost reasons we …"."""


_AFTER = re.compile(r"after (?:[^\s,;:]{1,30} ){1,7}?(?:, )?(?=we (?!.*,))", re.IGNORECASE)
"""Event before a decision: it stays in the words."""


@lru_cache(maxsize=1)
def _openers() -> re.Pattern[str]:
    openers, labels, corrections = map(alternatives, ("openers", "labels", "corrections"))
    return re.compile(
        rf"(?:@remember (?:: )?|(?P<corrects>(?:{corrections}) [,:;-] )|actually (?:, )?|"
        rf"(?:{openers}) (?:[,:;-] )?|(?:{labels}) (?:[,:;-] |$))",
        re.IGNORECASE,
    )


@lru_cache(maxsize=1)
def _tails() -> re.Pattern[str]:
    return re.compile(rf"(?<= )(?:[,;-] )?(?:{alternatives('tails')}|[:;]-?[)(DP]) $", re.IGNORECASE)


@lru_cache(maxsize=1)
def _reason() -> re.Pattern[str]:
    words, before, begin, other = map(alternatives, ("reasons", "reasons_before_a_clause", "clauses_begin", "else"))
    return re.compile(
        rf"(?<= )(?:[,;-] )?(?!as (?:it is|they are) $)"
        rf"(?P<reason>(?:(?:{words}|{other}) |(?:{before}) (?=(?:{begin}) ))\S.*)$",
        re.IGNORECASE,
    )


@lru_cache(maxsize=1)
def _reason_word() -> re.Pattern[str]:
    return re.compile(rf"^(?:{alternatives('reasons')}|{alternatives('reasons_before_a_clause')})\s+", re.IGNORECASE)


@lru_cache(maxsize=1)
def _else() -> re.Pattern[str]:
    return re.compile(rf"(?:{alternatives('else')})\b", re.IGNORECASE)


@lru_cache(maxsize=1)
def _place() -> re.Pattern[str]:
    noun, then = slot_types()["purpose"], "we|i|our|the team|never|always|do not"
    return re.compile(
        rf"(?:for|in|on|at|within|across|as for) (?P<place>{noun})(?:[,:] )?(?=(?:{then}) )",
        re.IGNORECASE,
    )
