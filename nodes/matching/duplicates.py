"""Duplicates: is a draft something that is stored already, perhaps in other words?"""

from collections.abc import Iterable, Sequence
from typing import Literal

from memorist.memory_store.domain.memory import Memory, Part, Trust
from memorist.memory_store.domain.sameness import MERGE_SIMILARITY, differences, numbers
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import HardRule
from memorist.memory_store.domain.visibility import person_of
from memorist.nodes.dates.said import without_dates
from memorist.nodes.draft import BY_PEOPLE, Draft
from memorist.nodes.language.words import stems
from memorist.nodes.matching.candidates import Candidate
from memorist.nodes.matching.relations import claims_the_same, had_ended, settles, shows_less

NEVER_MERGED = frozenset({"episodic", "semantic:hard_rule"})
"""Two things that happened are two, however alike; a person's rule is never folded into another by likeness."""


class Duplicate(Part):
    """The stored memory that a draft repeats, and what shows it."""

    memory_id: str
    by: Literal["reader", "claim", "words", "similarity"]
    similarity: float

    @property
    def reason(self) -> str:
        """Why both are one, in words."""
        return {
            "reader": "the reader found that it repeats this",
            "claim": "the same claim",
            "words": "the same words",
            "similarity": f"similarity {self.similarity:.2f} and no difference",
        }[self.by]


def find_duplicate(draft: Draft, place: int, scope: Scope, candidates: Sequence[Candidate]) -> Duplicate | None:
    """The memory that already says what the draft says: the same claim, or nearly the same words and no difference.

    Cosine alone never merges: "rate limit 100" and "rate limit 500" are at .94. What the user says personally settles
    what was contested, and is no repetition of it; nor is what is said after the time for which it was told. Personal
    statements of two people are two memories.
    """
    if draft.type == "episodic":
        return None
    candidates = [
        each
        for each in candidates
        if each[0].id not in draft.ends and not settles(draft, each[0], scope) and not had_ended(each[0], draft)
    ]
    by_id = {memory.id: memory for memory, _, _ in candidates}
    if draft.operation == "confirms" and (named := [id_ for id_ in draft.targets if id_ in by_id]):
        return Duplicate(memory_id=named[0], by="reader", similarity=1.0)
    for memory in by_id.values():
        if claims_the_same(draft, memory, scope) and not differ_beside_the_claim(draft, memory):
            return Duplicate(memory_id=memory.id, by="claim", similarity=1.0)
    narrower = {memory.id for memory in by_id.values() if shows_less(draft, memory, scope)}
    if len(narrower) == 1:
        return Duplicate(memory_id=min(narrower), by="claim", similarity=1.0)
    if draft.type in NEVER_MERGED:
        alike = [memory for memory, of, _ in candidates if of == place]
        return _same_rule(draft, alike) if draft.type == "semantic:hard_rule" else None
    near = [
        (similarity, memory)
        for memory, of, similarity in candidates
        if of == place and similarity >= MERGE_SIMILARITY and memory.type == draft.type and not _anothers(memory, scope)
    ]
    for similarity, memory in sorted(near, key=lambda pair: -pair[0]):
        if (draft.claim is None or memory.claim is None) and not told_apart(draft.content, memory.content):
            return Duplicate(memory_id=memory.id, by="similarity", similarity=similarity)
    return None


def _same_rule(draft: Draft, stored: Iterable[Memory]) -> Duplicate | None:
    """A rule without a claim repeats one in the same words."""
    for memory in stored:
        if memory.type == draft.type and not told_apart(draft.content, memory.content):
            return Duplicate(memory_id=memory.id, by="words", similarity=1.0)
    return None


def differ_beside_the_claim(draft: Draft, memory: Memory) -> bool:
    """Return true if a person tells an equal claim with another number: "her code is 7120" and "her code is 7210".

    The dates that are written beside relative times do not count: "on Tuesday" is another date each week.
    """
    mine, stored = (set(numbers(without_dates(text))) for text in (draft.content, memory.content))
    return draft.source in BY_PEOPLE and bool(mine - stored) and bool(stored)


def _anothers(memory: Memory, scope: Scope) -> bool:
    """Return true if a memory is what another person than the scope's user said about themselves."""
    return None not in (memory.scope.user_id, scope.user_id) and person_of(memory) not in (None, scope.user_id)


def told_apart(one: str, other: str) -> tuple[str, ...]:
    """Return the differences that keep two similar texts without claims from being duplicates; empty if there are none.

    Without a claim nothing says which word may go ("likes coffee", "hates coffee"), so that only wordings of the same
    words are one.
    """
    words = ("words",) if stems(one) != stems(other) else ()
    return (*differences(one, other), *words)


def laid_down_anew(draft: Draft, memories: Sequence[Memory], scope: Scope) -> Draft:
    """Let a person's rule supersede the stored rule that it repeats with other details; return the draft.

    Details that were not given are taken from the stored rule. A stored rule that only warns, because a file or an
    agent laid it down, is superseded as soon as a person states it as a blocking one.
    """
    if draft.type != "semantic:hard_rule" or not (draft.forced or draft.by_user):
        return draft
    for memory in memories:
        if not (isinstance(memory, HardRule) and memory.status.live):
            continue
        if not claims_the_same(draft, memory, scope) and told_apart(draft.content, memory.content):
            continue
        stands = {"severity": memory.severity, "reason": memory.reason, "alternatives": memory.alternatives}
        if memory.trust != Trust.USER and memory.severity == "warn" and draft.source in BY_PEOPLE:
            if draft.details.get("severity", "block") == "block":
                details = {**stands, **draft.details, "severity": "block"}
                return draft.ending([memory.id], "a person laid it down", details=details)
        elif draft.forced:
            changed = [name for name, value in draft.details.items() if name in stands and stands[name] != value]
            if changed:
                why = f"laid down anew, with {' and '.join(changed)} changed"
                return draft.ending([memory.id], why, details={**stands, **draft.details})
    return draft
