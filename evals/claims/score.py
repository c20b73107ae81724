"""Accuracy of the claims after a conversation, and the harm of wrong ones.

Harm is what a user cannot see coming: a memory that states what nobody said, a number or name that stands in no turn,
or something that still holds and was ended.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from memorist.evals.case_file import CasePart
from memorist.evals.claims.case import Believed, ClaimCase, ExpectedClaim, Groups

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:T[\d:]+)?(?:\s\d{2}:\d{2})?")
_SHORT_FORM = 4
"""Letters that a name and its short form have in common."""
_OURS = re.compile(r"\b(?:user|team)\b", re.IGNORECASE)


class ClaimScore(CasePart):
    """One case.

    Args:
        turns: turns of users.
        held: what had to be held; ``as_memory`` of it what a live memory states, ``in_words`` what at least a turn says
            verbatim, ``claimed`` what a memory states with the right subject, object and polarity.
        claims: claims that were made, of live memories that match something held or nothing that is known to be right.
        ended: what had to end and was believed once; ``retired`` of it what is no longer live.
        wrong_ends: what still holds and was ended.
        invented: memories that nobody's words support, with the reason.
    """

    id: str
    kind: str
    turns: int
    held: int
    as_memory: int
    in_words: int
    claimed: int
    claims: int
    ended: int
    retired: int
    wrong_ends: tuple[str, ...] = ()
    invented: tuple[str, ...] = ()


class ClaimTotal(CasePart):
    """All cases: shares from 0 to 1; ``harm`` per 100 turns."""

    cases: int
    turns: int
    held_as_memory: float
    held_in_words: float
    claim_precision: float
    claim_recall: float
    claim_f1: float
    ends_precision: float
    ends_recall: float
    ends_f1: float
    wrong_ends: int
    invented: int
    harm: float
    by_kind: dict[str, dict[str, float]]


def score_claims(case: ClaimCase, believed: Sequence[Believed], words: Sequence[str]) -> ClaimScore:
    """Compare what is believed with what is known to follow; ``words`` are the texts that a search could still find."""
    live = [memory for memory in believed if memory.live]
    dead = [memory for memory in believed if not memory.live]
    states = [[memory for memory in live if matches(said(memory), held.words)] for held in case.held]
    right = {id(memory) for found in states for memory in found}
    claimed = [any(_claims(memory, held) for memory in found) for held, found in zip(case.held, states, strict=True)]
    wrong_ends = [
        f"{held.subject} {held.predicate} {held.object}"
        for held, found in zip(case.held, states, strict=True)
        if not found and any(_claims(memory, held) and matches(said(memory), held.words) for memory in dead)
    ]
    known = [e for e in case.ended if any(matches(said(m), e.words) for m in believed if id(m) not in right)]
    stale = [e for e in known if any(matches(said(m), e.words) for m in live if id(m) not in right)]
    return ClaimScore(
        id=case.id,
        kind=case.kind,
        turns=sum(turn.role == "user" for turn in case.turns),
        held=len(case.held),
        as_memory=sum(map(bool, states)),
        in_words=sum(
            bool(found) or any(matches(text, held.words) for text in words)
            for held, found in zip(case.held, states, strict=True)
        ),
        claimed=sum(claimed),
        claims=sum(claimed) + sum(memory.subject is not None and id(memory) in _wrong(case, live) for memory in live),
        ended=len(known),
        retired=len(known) - len(stale),
        wrong_ends=tuple(wrong_ends),
        invented=tuple(dict.fromkeys(_invented(case, live))),
    )


def _wrong(case: ClaimCase, live: Sequence[Believed]) -> set[int]:
    """Live memories that state what the case says nobody said, or what has ended."""
    groups = [*(never.words for never in case.never), *(ended.words for ended in case.ended)]
    right = {id(m) for m in live if any(matches(said(m), held.words) for held in case.held)}
    return {id(m) for m in live if id(m) not in right and any(matches(said(m), words) for words in groups)}


def _years(case: ClaimCase) -> set[str]:
    """The years that a date may be in which was said without one."""
    said_in = {datetime.fromisoformat(turn.at).year for turn in case.turns}
    return {str(year + step) for year in said_in for step in (-1, 0, 1)}


def _invented(case: ClaimCase, live: Sequence[Believed]) -> Iterable[str]:
    heard = " ".join(turn.content for turn in case.turns).casefold()
    numbers = set(_NUMBER.findall(heard)) | _years(case)
    for memory in live:
        if memory.type.startswith("entity:"):
            continue
        for never in case.never:
            if matches(said(memory), never.words):
                yield f"{memory.content!r}: {never.why}"
        plain = _DATE.sub(" ", memory.content)
        if foreign := [number for number in _NUMBER.findall(plain) if number not in numbers and number not in heard]:
            yield f"{memory.content!r}: the number {foreign[0]} stands in no turn"
        names = re.findall(r"(?<!^)(?<![.!?:]\s)\b[A-Z][\w-]{2,}", _OURS.sub(" ", plain))
        if strange := [name for name in names if not _heard(name.casefold(), heard)]:
            yield f"{memory.content!r}: the name {strange[0]} stands in no turn"


def _heard(name: str, heard: str) -> bool:
    """Return true if a name was said, or a short form of it ("postgres" for PostgreSQL)."""
    return name in heard or (len(name) > _SHORT_FORM and name[:_SHORT_FORM] in heard)


def _claims(memory: Believed, held: ExpectedClaim) -> bool:
    """Return true if a memory's claim has the subject, the object and the polarity of what must be held."""
    if memory.subject is None or memory.object is None or memory.polarity != held.polarity:
        return False
    subject = _same(memory.subject, held.subject) or (held.party is not None and _same(memory.subject, held.party))
    qualified = f"{memory.object} {memory.qualifier or ''}"
    return (subject or _same(qualified, held.subject)) and _same(qualified, held.object)


def _same(one: str, other: str) -> bool:
    """Return true if two phrases share half of the words of the shorter one."""
    mine, theirs = (set(re.findall(r"\w+", text.casefold())) - {"the", "a", "our", "my"} for text in (one, other))
    return bool(mine & theirs) and len(mine & theirs) * 2 >= min(len(mine), len(theirs))


def said(memory: Believed) -> str:
    """A memory in its words and those of its claim."""
    parts = (memory.subject, memory.object, memory.qualifier) if memory.polarity else ()
    return " ".join((memory.content, *(part for part in parts if part)))


def matches(text: str, groups: Groups) -> bool:
    """Return true if a text contains at least one alternative of every group."""
    folded = text.casefold()
    return all(any(word in folded for word in group) for group in groups)


def total(scores: Sequence[ClaimScore]) -> ClaimTotal:
    """Sum up."""

    def added(name: str, of: Sequence[ClaimScore] = scores) -> int:
        return sum(value if isinstance(value := getattr(score, name), int) else len(value) for score in of)

    kinds: dict[str, list[ClaimScore]] = defaultdict(list)
    for score in scores:
        kinds[score.kind].append(score)
    precision, recall = _share(added("claimed"), added("claims")), _share(added("claimed"), added("held"))
    ends_precision = _share(added("retired"), added("retired") + added("wrong_ends"))
    ends_recall = _share(added("retired"), added("ended"))
    return ClaimTotal(
        cases=len(scores),
        turns=added("turns"),
        held_as_memory=_share(added("as_memory"), added("held")),
        held_in_words=_share(added("in_words"), added("held")),
        claim_precision=precision,
        claim_recall=recall,
        claim_f1=_f1(precision, recall),
        ends_precision=ends_precision,
        ends_recall=ends_recall,
        ends_f1=_f1(ends_precision, ends_recall),
        wrong_ends=added("wrong_ends"),
        invented=added("invented"),
        harm=round(100 * (added("wrong_ends") + added("invented")) / max(1, added("turns")), 3),
        by_kind={
            kind: {
                "as_memory": _share(added("as_memory", of), added("held", of)),
                "retired": _share(added("retired", of), added("ended", of)),
                "harm": float(added("wrong_ends", of) + added("invented", of)),
            }
            for kind, of in sorted(kinds.items())
        },
    )


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 1.0


def _f1(precision: float, recall: float) -> float:
    return round(2 * precision * recall / (precision + recall), 4) if precision + recall else 0.0
