"""``memorist bench claims``: what is held, what has ended and what nobody said, against cases that know it.

Harm is what a user cannot see coming: a memory that states what nobody said, a number or name that stands in no turn,
or something that still holds and was ended.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Annotated, Any

from pydantic import Field
from rich.console import RenderableType
from rich.table import Table

from memorist.api.memory import AsyncMemory
from memorist.evals.benchmark import Benchmark, Figures
from memorist.evals.case_file import CasePart, Identified, Words
from memorist.evals.conversation import DatedTurn, said, tell_turns
from memorist.evals.figures import f1_of, share
from memorist.evals.updates.bench import AFTERWARDS
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store

SPEAKER = "user"
"""Name of the person who speaks where a turn names nobody."""
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(?:T[\d:]+)?(?:\s\d{2}:\d{2})?")
_NAME = re.compile(r"(?<!^)(?<![.!?:]\s)\b[A-Z][\w-]{2,}")
_OURS = re.compile(r"\b(?:user|team)\b", re.IGNORECASE)
_ARTICLES = frozenset({"the", "a", "our", "my"})
_SHORT_FORM = 4
"""Letters that a name and its short form have in common."""

type Groups = Annotated[tuple[Words, ...], Field(min_length=1)]
"""A text matches when it contains at least one alternative of every group."""


class ExpectedClaim(CasePart):
    """A statement that must be stored as true now. ``party`` is whom it belongs to, if that is not the subject."""

    subject: str
    predicate: str
    object: str
    party: str | None = None
    since: date | None = None
    until: date | None = None
    polarity: bool = True
    words: Groups


class OutdatedStatement(CasePart):
    """An earlier statement that must no longer count as current."""

    words: Groups
    on: date | None = None


class Never(CasePart):
    """A statement that must not be stored as a live memory, because nobody said it."""

    words: Groups
    why: str


class ClaimCase(Identified):
    """A conversation with what follows from it."""

    kind: str
    turns: tuple[DatedTurn, ...] = Field(min_length=1)
    held: tuple[ExpectedClaim, ...] = ()
    ended: tuple[OutdatedStatement, ...] = ()
    never: tuple[Never, ...] = ()
    why: str


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


async def claimed_after(case: ClaimCase, store: Store, clock: VirtualClock, group: str) -> list[ClaimScore]:
    """Tell a conversation, each turn by its user, and score what is stored afterwards or findable as it was said."""
    memory = AsyncMemory(store, Scope(group_id=group))
    turns = [turn.model_copy(update={"user": turn.user or SPEAKER}) for turn in case.turns]
    results = await tell_turns(turns, memory, clock, case.id)
    kept = zip(case.turns, results, strict=True)
    words = [turn.content for turn, result in kept if result.verdict and result.verdict.action != "skip"]
    now = max(turn.at for turn in case.turns) + AFTERWARDS
    clock.move_to(now)
    stored = await store.memories.all(memory.scope, statuses=list(Status))
    believed = [one for one in stored if not one.is_entity and not one.type.startswith("model:")]
    live = [one for one in believed if one.status.live and not (one.valid_until and one.valid_until <= now)]
    return [score_claims(case, live, [one for one in believed if one not in live], words)]


def score_claims(case: ClaimCase, live: Sequence[Memory], dead: Sequence[Memory], words: Sequence[str]) -> ClaimScore:
    """Compare what is believed with what is known to follow.

    Args:
        case: what is known.
        live: memories that count as current.
        dead: memories that were stored and do not.
        words: texts of turns that a search could still find.
    """
    states = [(held, [memory for memory in live if _states(memory, held.words)]) for held in case.held]
    right = {memory.id for _, found in states for memory in found}
    others = [memory for memory in live if memory.id not in right]
    known = [e for e in case.ended if any(_states(memory, e.words) for memory in (*others, *dead))]
    stale = [e for e in known if any(_states(memory, e.words) for memory in others)]
    false = [one.words for one in (*case.never, *case.ended)]
    wrong = [memory for memory in others if memory.claim and any(_states(memory, words) for words in false)]
    claimed = sum(any(_claims(memory, held) for memory in found) for held, found in states)
    return ClaimScore(
        id=case.id,
        kind=case.kind,
        turns=sum(turn.role == "user" for turn in case.turns),
        held=len(case.held),
        as_memory=sum(bool(found) for _, found in states),
        in_words=sum(bool(found) or any(_matches(text, held.words) for text in words) for held, found in states),
        claimed=claimed,
        claims=claimed + len(wrong),
        ended=len(known),
        retired=len(known) - len(stale),
        wrong_ends=tuple(
            f"{held.subject} {held.predicate} {held.object}"
            for held, found in states
            if not found and any(_claims(memory, held) and _states(memory, held.words) for memory in dead)
        ),
        invented=tuple(dict.fromkeys(_invented(case, live))),
    )


def _invented(case: ClaimCase, live: Sequence[Memory]) -> Iterable[str]:
    heard = " ".join(turn.content for turn in case.turns).casefold()
    # A date that was said without its year may be in the year before or after.
    years = {str(turn.at.year + step) for turn in case.turns for step in (-1, 0, 1)}
    numbers = years.union(_NUMBER.findall(heard))
    for memory in live:
        for never in case.never:
            if _states(memory, never.words):
                yield f"{memory.content!r}: {never.why}"
        plain = _DATE.sub(" ", memory.content)
        if foreign := [number for number in _NUMBER.findall(plain) if number not in numbers and number not in heard]:
            yield f"{memory.content!r}: the number {foreign[0]} stands in no turn"
        if strange := [name for name in _NAME.findall(_OURS.sub(" ", plain)) if not _heard(name.casefold(), heard)]:
            yield f"{memory.content!r}: the name {strange[0]} stands in no turn"


def _heard(name: str, heard: str) -> bool:
    """Return true if a name was said, or a short form of it ("postgres" for PostgreSQL)."""
    return name in heard or (len(name) > _SHORT_FORM and name[:_SHORT_FORM] in heard)


def _claims(memory: Memory, held: ExpectedClaim) -> bool:
    """Return true if a memory's claim has the subject, the object and the polarity of what must be held."""
    claim = memory.claim
    if claim is None or claim.polarity != held.polarity:
        return False
    subject = _same(claim.subject, held.subject) or (held.party is not None and _same(claim.subject, held.party))
    qualified = f"{claim.object} {claim.qualifier or ''}"
    return (subject or _same(qualified, held.subject)) and _same(qualified, held.object)


def _same(one: str, other: str) -> bool:
    """Return true if two phrases share half of the words of the shorter one."""
    mine, theirs = (set(re.findall(r"\w+", text.casefold())) - _ARTICLES for text in (one, other))
    return bool(mine & theirs) and len(mine & theirs) * 2 >= min(len(mine), len(theirs))


def _states(memory: Memory, groups: Groups) -> bool:
    return _matches(said(memory), groups)


def _matches(text: str, groups: Groups) -> bool:
    """Return true if a text contains at least one alternative of every group."""
    folded = text.casefold()
    return all(any(word in folded for word in group) for group in groups)


def total(_: Sequence[ClaimCase], scores: Sequence[ClaimScore]) -> Figures:
    """Sum up: shares from 0 to 1; ``harm`` per 100 turns, and in ``by_kind`` a number."""
    every, kinds = _added(scores), defaultdict[str, list[ClaimScore]](list)
    for score in scores:
        kinds[score.kind].append(score)
    precision, recall = _part(every, "claimed", "claims"), _part(every, "claimed", "held")
    ends_precision = share(every["retired"], every["retired"] + every["wrong_ends"], of_nothing=1.0)
    ends_recall = _part(every, "retired", "ended")
    return {
        "cases": len(scores),
        "turns": every["turns"],
        "held_as_memory": _part(every, "as_memory", "held"),
        "held_in_words": _part(every, "in_words", "held"),
        "claim_precision": precision,
        "claim_recall": recall,
        "claim_f1": f1_of(precision, recall),
        "ends_precision": ends_precision,
        "ends_recall": ends_recall,
        "ends_f1": f1_of(ends_precision, ends_recall),
        "wrong_ends": every["wrong_ends"],
        "invented": every["invented"],
        "harm": round(100 * (every["wrong_ends"] + every["invented"]) / max(1, every["turns"]), 3),
        "by_kind": {
            kind: {
                "as_memory": _part(of, "as_memory", "held"),
                "retired": _part(of, "retired", "ended"),
                "harm": float(of["wrong_ends"] + of["invented"]),
            }
            for kind, of in ((kind, _added(some)) for kind, some in sorted(kinds.items()))
        },
    }


def _added(scores: Sequence[ClaimScore]) -> dict[str, int]:
    """Return the sum of each count, and of the lengths of each list."""
    rows: list[dict[str, Any]] = [score.model_dump(exclude={"id", "kind"}) for score in scores]
    return {
        name: sum(row[name] if isinstance(row[name], int) else len(row[name]) for row in rows)
        for name in ClaimScore.model_fields.keys() - {"id", "kind"}
    }


def _part(added: dict[str, int], some: str, every: str) -> float:
    return share(added[some], added[every], of_nothing=1.0)


def _shown(_: str, total: Figures) -> Iterator[RenderableType]:
    yield (
        f"{total['cases']} conversations, {total['turns']} turns: held as memory {total['held_as_memory']:.3f}, in "
        f"words {total['held_in_words']:.3f}; claims P {total['claim_precision']:.3f} R {total['claim_recall']:.3f} "
        f"F1 {total['claim_f1']:.3f}; ends P {total['ends_precision']:.3f} R {total['ends_recall']:.3f} "
        f"F1 {total['ends_f1']:.3f}; harm {total['harm']:.2f} per 100 turns ({total['invented']} invented, "
        f"{total['wrong_ends']} ended wrongly)"
    )
    table = Table("kind", "held as memory", "retired", "harm")
    for kind, figures in total["by_kind"].items():
        table.add_row(kind, f"{figures['as_memory']:.2f}", f"{figures['retired']:.2f}", f"{figures['harm']:.0f}")
    yield table


def _faults(score: ClaimScore) -> Iterator[str]:
    for line in (*score.invented, *(f"ended, but it holds: {end}" for end in score.wrong_ends)):
        yield f"{score.id} ({score.kind}): {line}"


CLAIMS = Benchmark(
    about="Tell a memory conversations whose claims are known; report claim F1, ends F1 and harm per 100 turns.",
    case=ClaimCase,
    measure=claimed_after,
    total=total,
    shown=_shown,
    faults=_faults,
)
