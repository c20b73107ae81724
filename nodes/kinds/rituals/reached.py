"""The words of an evening about the goals of the day: which were reached, and which are still to do.

A sentence is judged clause by clause. A clause is about the goals that it names ("Paint bought"); one that names none
is about those of the clause before it ("…, so that's for Tuesday").
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from memorist.nodes.language.verbs import bases, is_past
from memorist.nodes.language.words import STOP_WORDS

ENOUGH = 0.5
"""Share of a goal's words that must occur in a clause which speaks of it."""
DONE = re.compile(
    r"\b(?:finished|done|complete[ds]?|shipped|merged|fixed|delivered|wrapped up|released|"
    r"(?<!\bwas )(?<!\bwere )(?<!\bis )(?<!\bare )(?<!\balready )closed)\b",
    re.IGNORECASE,
)
"""Words for what was done, whatever it was: "the office was closed" tells of opening hours."""
_DAY = (
    r"(?:tomorrow|later|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:the )?next (?:week|month|year|time|\w+day)|"
    r"another (?:day|time|week))"
)
_PUT_OFF = (
    rf"\b(?:postponed?|carr(?:y|ied) over|blocked|tomorrow|moved to|remains?|left over|next (?:week|month|time)|"
    rf"(?:for|until|till|to) {_DAY})\b"
)
_MISSED = (
    r"n['’]t\b|\b(?:not|never|cannot|no|none|nobody|nothing|without|unfinished|half|partial\w*|almost|nearly|tried|wanted|still|yet|"
    r"must|should|will|needs? to|ha(?:s|ve) to|(?:ran )?out of time)\b|['’]ll\b|^(?:except|apart from)\b"
)
NOT_DONE = re.compile(
    r"\b(?:did(?:n['’]t| not)|(?:not|n['’]t) (?:yet )?(?:finished|done|complete)|unfinished|half|partial\w*|"
    rf"still (?:open|to do|missing|need|have)|(?:no|ran out of) time)\b|{_PUT_OFF}",
    re.IGNORECASE,
)
DECIDING = re.compile(r"^(?:one )?(?:correction|decision|decided)\s*[:,]\s*|^(?=from now on\b)", re.IGNORECASE)
"""Openings of what holds from now on."""
_PUT_OFF_CLAUSE = re.compile(_PUT_OFF, re.IGNORECASE)
_MISSED_CLAUSE = re.compile(_MISSED, re.IGNORECASE)
_CLAUSE_END = re.compile(
    r"(?<!\s)\s*[,;:]\s*(?:and\s+)?|(?<!\s)\s+(?=(?:but|except|apart from|although|though|so|because)\b)|"
    r"(?<!\s)\s+and\s+",
    re.IGNORECASE,
)
_OF_ALL = re.compile(r"(?:everything|all(?: of (?:it|them))?|the whole (?:list|plan))\b", re.IGNORECASE)
_REFERS = re.compile(r"(?:(?:so|but|and|because)\s+)?(?:that|this|it|which)\b", re.IGNORECASE)
_OBJECT = re.compile(r"\b(?:it|that|them|this)\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w-]*")
_SHORT = re.compile(r"['’](?:s|re|m|ve|ll|d)\b")
_PHRASE_END = frozenset("to for from with by at in on of about before after until".split())


def outcome_told(words: str) -> str:
    """Return the outcome of a day, told from the words alone."""
    return "partial" if NOT_DONE.search(words) else "success" if DONE.search(words) else "unknown"


def reached(goals: Sequence[str], said: Sequence[str]) -> tuple[bool | None, ...]:
    """Return for each goal true if the sentences tell that it was reached, false that it was not; else None."""
    wanted = [_Goal.of(goal) for goal in goals]
    told: list[bool | None] = [None] * len(goals)
    every: bool | None = None
    about: list[int] = []
    for one in said:
        about = about if _REFERS.match(one) else []
        for clause in _clauses(one):
            named = _named(clause, wanted)
            if not named and _OF_ALL.match(clause):
                every = _verdict(clause, None)
                continue
            about = named or about
            for place in about:
                verdict = _verdict(clause, wanted[place])
                if verdict is not None and (named or told[place] is None or _REFERS.match(clause)):
                    told[place] = verdict
    return tuple(every if one is None else one for one in told)


@dataclass(frozen=True, slots=True)
class _Goal:
    verb: str
    words: frozenset[str]
    thing: frozenset[str]

    @classmethod
    def of(cls, goal: str) -> "_Goal":
        verb, *rest = _words(goal) or [""]
        end = next((n for n, word in enumerate(rest) if word in _PHRASE_END and n), len(rest))
        words, thing = (frozenset(w for w in some if w not in STOP_WORDS) for some in (rest, rest[:end]))
        return cls("" if verb in STOP_WORDS - _VERBS else verb, words, thing or words)

    def found_in(self, clause: Sequence[str]) -> frozenset[str]:
        """The words of the goal that a clause contains, if it speaks of the goal; else none."""
        forms = frozenset(base for word in clause for base in bases(word))
        things = frozenset(word for word in self.words if bases(word) & forms)
        found = things | ({self.verb} & forms)
        enough = len(found) >= ENOUGH * (len(self.words) + 1) or (len(found) > len(things) and self.thing <= things)
        return found if things and enough else frozenset()


_VERBS = frozenset("do add create make build implement use get need want let have".split())
"""Words that are skipped as content, though goals begin with them as verbs."""


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(_SHORT.sub("", text))]


def _clauses(said: str) -> Iterator[str]:
    """The clauses of a sentence; a single word belongs to the next one: "Reviewed and merged the PR"."""
    begin = 0
    for end in _CLAUSE_END.finditer(said):
        if " " in said[begin : end.start()].strip():
            yield said[begin : end.start()].strip()
            begin = end.end()
    yield said[begin:].strip(" .!")


def _named(clause: str, goals: Sequence[_Goal]) -> list[int]:
    """The places of the goals that a clause speaks of: of two that share words, the one that it names more fully."""
    words = _words(clause)
    found = {place: some for place, goal in enumerate(goals) if (some := goal.found_in(words))}
    if not found and _OBJECT.search(clause):
        forms = frozenset(base for word in words for base in bases(word))
        return [place for place, goal in enumerate(goals) if goal.verb in forms]
    return [place for place, some in found.items() if not any(some < other for other in found.values())]


def _verdict(clause: str, goal: _Goal | None) -> bool | None:
    """Return true if a clause tells that its goal was reached, false that it was not."""
    if _MISSED_CLAUSE.search(clause):
        return False
    if goal is not None and any(is_past(word, goal.verb) for word in _words(clause)):
        return True
    if _PUT_OFF_CLAUSE.search(clause):
        return False
    return True if DONE.search(clause) else None
