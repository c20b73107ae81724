"""Choice of the fact that holds a slot: one live memory a slot, and Graphiti knows no slots."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from memorist.memory_store.domain.gist import gist
from memorist.memory_store.domain.identity import folded, stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status

MAX_QUALIFIER_CHARS = 512
SAID_AGAIN = "the same fact again"
REPLACED = "a newer fact names another, and one holds at a time"


@dataclass(frozen=True, slots=True)
class Contender:
    """The part of a live fact that is kept until all facts are read, to decide which of them holds the slot."""

    memory_id: str
    since: datetime
    object: str
    words: str

    @classmethod
    def of(cls, memory: Memory) -> "Contender":
        """A live fact, by digests: there may be many."""
        assert memory.claim is not None
        return cls(
            memory.id, memory.valid_from, folded(memory.claim.object), stable_id("", "words", gist(memory.content))
        )


@dataclass(frozen=True)
class Narrowed:
    """Verdict: the fact says something else of the same entities and stays live, in a slot of its own."""


@dataclass(frozen=True)
class Ended:
    """Verdict: the fact ends, because the holder of the slot supersedes it."""

    by: str
    since: datetime
    reason: str


Verdict = Narrowed | Ended


def settle(slots: Mapping[str, Iterable[Contender]]) -> dict[str, Verdict]:
    """The verdicts on those that do not hold their slot, by memory id; all others do.

    The newest holds. An older one ends when it says the same in the same words, or when a newer one names another
    object where one fits at a time (only there do two objects share a slot); with other words it stands, narrowed.
    """
    verdicts: dict[str, Verdict] = {}
    for contenders in slots.values():
        newest, *older = newer = sorted(contenders, key=lambda c: (c.since, c.memory_id), reverse=True)
        said = {newest.words: newest}
        for place, one in enumerate(older, start=1):
            if one.object != newest.object:
                rival = next(other for other in reversed(newer[:place]) if other.object != one.object)
                verdicts[one.memory_id] = Ended(rival.memory_id, rival.since, REPLACED)
            elif one.words in said:
                same = said[one.words]
                verdicts[one.memory_id] = Ended(same.memory_id, same.since, SAID_AGAIN)
            else:
                said[one.words] = one
                verdicts[one.memory_id] = Narrowed()
    return verdicts


def narrowed(memory: Memory) -> Memory:
    """The fact with its own words as the qualifier of its claim, which gives it a slot of its own."""
    assert memory.claim is not None
    said = f"{memory.claim.qualifier}: {memory.content}" if memory.claim.qualifier else memory.content
    if len(said) > MAX_QUALIFIER_CHARS:
        told_apart = stable_id("", "words", said)
        said = f"{said[: MAX_QUALIFIER_CHARS - len(told_apart) - 2]}… {told_apart}"
    return memory.model_copy(update={"claim": memory.claim.model_copy(update={"qualifier": said})})


def ended(memory: Memory, verdict: Ended, at: datetime) -> Memory:
    """The fact as one that ended when the holder became true, which is learned at ``at``."""
    until = max(verdict.since, memory.valid_from)
    return memory.model_copy(
        update={
            "status": Status.SUPERSEDED,
            "valid_until": min(until, memory.valid_until) if memory.valid_until else until,
            "expired_at": max(at, memory.created_at),
        }
    )


def contested(memory: Memory, holder: str) -> Memory:
    """The fact beside a memory of the group's own that holds its slot: a person decides."""
    return memory.model_copy(update={"status": Status.CONTESTED, "flagged": f"adopted beside {holder}, which holds"})
