"""Writers that want the same slots, each in a process of its own."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from memorist.memory_store.domain.change_set import Hold, Update
from memorist.memory_store.domain.claim import subject_key
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from tests.memory_store.builders import change_set, edge, ended, episode, hold, learned, memory, slot_of, uses
from tests.memory_store.clients import in_a_process, opened


def topic_of(number: int, slots: int) -> str:
    """The slot that a write is about."""
    return f"topic {number % slots}"


@dataclass(frozen=True)
class Refused:
    """Said at the end: how many decisions were refused because somebody else had been faster."""

    decisions: int


def words_of(name: str, number: int, slots: int) -> str:
    """Change set that a rival writes."""
    return f"{name} says number {number} for {topic_of(number, slots)}"


@in_a_process
async def rival(url: str, group: str, name: str, writes: int, slots: int, contests: bool, told: Connection) -> None:
    """Write, and say the number of each write that was acknowledged, at the end :class:`Refused`."""
    async with opened(url) as store:
        told.send(Refused(await write_all(store, Scope(group_id=group), name, writes, slots, contests, told.send)))


async def write_all(
    store: Store,
    scope: Scope,
    name: str,
    writes: int,
    slots: int,
    contests: bool,
    acknowledged: Callable[[int], None] = lambda number: None,
) -> int:
    """Each write takes the place of what is there, or with ``contests`` every third contests it; return how many
    decisions were refused, and so made anew."""
    refused = 0
    for number in range(writes):
        topic = topic_of(number, slots)
        words = words_of(name, number, slots)
        said = episode(scope, words, id=stable_id(scope.group_id, "rival episode", words))
        while True:
            live = await _live(store, scope, topic)
            parts = _contest(scope, words, topic, live[0]) if contests and number % 3 == 2 and len(live) == 1 else None
            parts = parts or _supersede(scope, words, topic, live)
            new = parts.pop("new")
            given: dict[str, Any] = {"id": stable_id(scope.group_id, "rival", words), **learned(said, [new]), **parts}
            changes = change_set(scope, **given)
            try:
                await store.changes.apply(changes)
                break
            except Conflict:
                refused += 1
                await asyncio.sleep(0)
        acknowledged(number)
    return refused


async def _live(store: Store, scope: Scope, topic: str) -> list[Memory]:
    key = subject_key(uses("x", topic))
    found = await store.memories.comparable(scope, subjects=[key])
    return [c.memory for c in found if c.memory.claim and c.memory.claim.topic == topic]


def _new(scope: Scope, words: str, topic: str, **fields: Any) -> Memory:
    return memory(scope, words, id=stable_id(scope.group_id, "rival memory", words), claim=uses(words, topic), **fields)


def _supersede(scope: Scope, words: str, topic: str, losers: list[Memory]) -> dict[str, Any]:
    """A contested one holds nothing, so only what is not contested has to give the slot up."""
    new = _new(scope, words, topic)
    holder = next((m.id for m in losers if m.status is not Status.CONTESTED), None)
    return {
        "new": new,
        "updates": tuple(ended(m, since=new.valid_from, known=new.created_at) for m in losers),
        "edges": tuple(edge(EdgeType.SUPERSEDES, new, m, scope.group_id, reason="newer") for m in losers),
        "holds": (hold(new, expected=holder),),
    }


def _contest(scope: Scope, words: str, topic: str, held: Memory) -> dict[str, Any]:
    new = _new(scope, words, topic, status="contested", flagged="too close")
    assert held.claim is not None
    doubt = Update.of(held, {"status": Status.CONTESTED, "flagged": "too close"}, "too close")
    return {
        "new": new,
        "updates": (doubt,),
        "edges": (edge(EdgeType.CONTRADICTS, new, held, scope.group_id, reason="too close"),),
        "holds": (Hold(slot_id=slot_of(scope, held.claim), expected=held.id, holder=None),),
    }
