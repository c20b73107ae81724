"""``memorist bench updates``: what is believed after something changed, against cases that know it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta

from pydantic import Field, computed_field
from rich.console import RenderableType

from memorist.api.memory import AsyncMemory
from memorist.evals.benchmark import Benchmark, Figures
from memorist.evals.case_file import CasePart, Identified, Words
from memorist.evals.conversation import DatedTurn, said, tell_turns
from memorist.evals.figures import share
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store

AFTERWARDS = timedelta(minutes=1)
"""Time between the last turn and the questions about current beliefs."""


class Gone(CasePart):
    """An outdated belief: a memory with all of ``words`` is stale, unless one of ``unless`` is in it."""

    words: Words = Field(min_length=1)
    unless: Words = ()


class UpdateCase(Identified):
    """A conversation, and what is believed after it.

    Args:
        kind: what kind of change it is an example of.
        now: of each, all words must stand in one memory: what is new, and what must have survived.
        gone: what must have been given up.
        why: in words.
    """

    kind: str
    turns: tuple[DatedTurn, ...] = Field(min_length=1)
    now: tuple[Words, ...]
    gone: tuple[Gone, ...] = ()
    why: str


class UpdateScore(CasePart):
    """One case.

    Args:
        missing: what is not believed and must be.
        stale: memories that are believed and must not be.
        believed: all of them, in words.
    """

    id: str
    kind: str
    wanted: int
    outdated: int
    missing: tuple[str, ...]
    stale: tuple[str, ...]
    unretired: int
    believed: tuple[str, ...]

    @computed_field
    @property
    def right(self) -> bool:
        """True if everything is as it must be."""
        return not self.missing and not self.stale


async def believed_after(case: UpdateCase, store: Store, clock: VirtualClock, group: str) -> list[UpdateScore]:
    """Tell a conversation, and score what is believed then and valid at that time; named things are left out."""
    scope = Scope(group_id=group, user_id="user")
    await tell_turns(case.turns, AsyncMemory(store, scope), clock, case.id)
    clock.move_to(case.turns[-1].at + AFTERWARDS)
    return [score_update(case, [memory for memory in await store.memories.all(scope) if not memory.is_entity])]


def score_update(case: UpdateCase, believed: Sequence[Memory]) -> UpdateScore:
    """Compare what is believed after a conversation with what must be."""
    texts = {said(memory): memory.content for memory in believed}
    stale = [[content for text, content in texts.items() if _is_stale(text, gone)] for gone in case.gone]
    return UpdateScore(
        id=case.id,
        kind=case.kind,
        wanted=len(case.now),
        outdated=len(case.gone),
        missing=tuple(" + ".join(words) for words in case.now if not any(_has(text, words) for text in texts)),
        stale=tuple(dict.fromkeys(content for each in stale for content in each)),
        unretired=sum(map(bool, stale)),
        believed=tuple(texts.values()),
    )


def _is_stale(text: str, gone: Gone) -> bool:
    """Return true if a memory, in the words of :func:`said`, is one that nobody may believe any more."""
    return _has(text, gone.words) and not any(word in text for word in gone.unless)


def _has(text: str, words: Words) -> bool:
    return all(word in text for word in words)


def total(_: Sequence[UpdateCase], scores: Sequence[UpdateScore]) -> Figures:
    """Sum up: shares of the cases that are ``right``, of what is to be ``known`` and of what is to be ``retired``."""
    kinds: dict[str, list[bool]] = defaultdict(list)
    for score in scores:
        kinds[score.kind].append(score.right)
    wanted, outdated = sum(score.wanted for score in scores), sum(score.outdated for score in scores)
    return {
        "cases": len(scores),
        "right": share(sum(score.right for score in scores), len(scores), of_nothing=1.0),
        "known": share(wanted - sum(len(score.missing) for score in scores), wanted, of_nothing=1.0),
        "retired": share(outdated - sum(score.unretired for score in scores), outdated, of_nothing=1.0),
        "by_kind": {kind: share(sum(right), len(right)) for kind, right in sorted(kinds.items())},
    }


def _shown(name: str, total: Figures) -> Iterator[RenderableType]:
    yield (
        f"{total['cases']} conversations of {name}: {total['right']:.3f} right; "
        f"known {total['known']:.3f}, retired {total['retired']:.3f}"
    )
    yield from (f"  {right:.2f}  {kind}" for kind, right in total["by_kind"].items())


def _faults(score: UpdateScore) -> Iterator[str]:
    if not score.right:
        yield f"\n{score.id} ({score.kind})"
        for name in ("missing", "stale", "believed"):
            yield from (f"  {name}: {line}" for line in getattr(score, name))


UPDATES = Benchmark(
    about="Tell a memory conversations in which something changes; see what it believes in the end.",
    case=UpdateCase,
    measure=believed_after,
    total=total,
    shown=_shown,
    faults=_faults,
)
