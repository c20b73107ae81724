"""The one door for writes: all of a change set or nothing, and only once."""

import itertools
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from pydantic import ValidationError

from memorist.memory_store.domain.change_set import Count, Hold, Mention, Update
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import Conflict, DanglingReference, StoreError, WrongDimension
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from tests.memory_store.builders import (
    DAY,
    about,
    change_set,
    claim_edge,
    edge,
    ended,
    entity,
    episode,
    hold,
    learn,
    memory,
    supersession,
    uses,
    write,
)
from tests.stores import START


async def dump(store: Store, scope: Scope) -> dict[str, Any]:
    """Everything that can be seen of a group."""
    every = await store.memories.all(scope, statuses=list(Status))
    return {
        "memories": sorted(m.model_dump_json() for m in every),
        "links": await store.memories.links(scope, [m.id for m in every]),
        "numbers": await store.admin.numbers(scope.group_id),
        "log": await store.changes.log(scope, START - 9 * DAY),
    }


async def test_a_group_that_was_never_written_to_is_empty(store: Store, scope: Scope):
    assert await store.memories.all(scope) == []
    assert await store.admin.numbers(scope.group_id) == {}
    assert await store.admin.check(scope.group_id) == []
    assert await store.changes.log(scope, START) == []


async def test_an_empty_change_set_leaves_only_its_log_entry(store: Store, scope: Scope):
    assert (await write(store, scope)).new
    assert await store.admin.numbers(scope.group_id) == {"changes test": 1}


async def test_applying_twice_changes_nothing_and_leaves_one_log_entry(store: Store, scope: Scope):
    clerk, said = entity(scope, "Clerk"), episode(scope)
    fact = memory(scope, "The team uses Clerk", claim=uses("Clerk"), source_episode_ids=[said.id])
    changes = change_set(
        scope,
        [clerk, fact],
        episodes=(said,),
        edges=(about(fact, clerk),),
        claims=(claim_edge(fact, clerk, fact, of=said),),
        mentions=(Mention(episode_id=said.id, memory_id=fact.id),),
        counts=(Count(memory_id=clerk.id, field="mention_count", at=START),),
        holds=(hold(fact),),
    )
    first = await store.changes.apply(changes)
    before = await dump(store, scope)
    again = await store.changes.apply(changes)
    assert (first.new, again.new) == (True, False)
    assert await dump(store, scope) == before
    assert len(before["log"]) == 1
    assert before["numbers"]["edges RELATES_TO"] == 1


async def test_a_set_applied_again_is_told_the_place_it_has_in_the_log(store: Store, scope: Scope):
    early = change_set(scope, [memory(scope, "early")])
    first = await store.changes.apply(early)
    await write(store, scope, [memory(scope, "later")])
    assert (await store.changes.apply(early)).sequence == first.sequence


async def test_applying_again_after_others_moved_on_is_no_conflict(store: Store, scope: Scope):
    old, new = (memory(scope, f"The team uses {o}", claim=uses(o)) for o in ("Firebase", "Clerk"))
    first = change_set(scope, [old], holds=(hold(old),))
    second = change_set(scope, **supersession(new, old))
    await store.changes.apply(first)
    await store.changes.apply(second)
    before = await dump(store, scope)
    assert [(await store.changes.apply(c)).new for c in (first, second)] == [False, False]
    assert await dump(store, scope) == before


async def test_counters_add_up_and_repeated_counts_do_not(store: Store, scope: Scope):
    clerk, fact = entity(scope, "Clerk"), memory(scope, "fact")
    await write(store, scope, [clerk, fact])
    at = START + DAY
    access = change_set(scope, counts=(Count(memory_id=fact.id, field="access_count", at=at),))
    mention = Count(memory_id=clerk.id, field="mention_count", by=3, at=at)
    for _ in range(3):
        await store.changes.apply(access)
    await write(store, scope, counts=(mention, mention))
    [clerk, fact] = await store.memories.get(scope, [clerk.id, fact.id])
    assert (fact.access_count, fact.last_accessed, fact.revision) == (1, at, 1)
    assert clerk.model_dump()["mention_count"] == 6


UPDATED: dict[str, Any] = {
    "status": "archived",
    "level": "rule",
    "confidence": 0.25,
    "expired_at": START + DAY,
    "valid_until": START + 2 * DAY,
    "valid_until_condition": 'NativeWind "4.1"',
    "evidence_count": 5,
    "source_episode_ids": ("e1", "e2"),
    "flagged": "look \\ here",
    "promoted_to_shared": True,
    "lineage": {"original_source_ids": ["e1"], "promotion_chain": ["p"]},
}


async def test_every_updated_field_is_read_back(store: Store, scope: Scope):
    fact = memory(scope, "fact")
    await write(store, scope, [fact])
    await write(store, scope, updates=(Update.of(fact, UPDATED, "because"),))
    [after] = await store.memories.get(scope, [fact.id])
    assert after == fact.model_validate({**fact.model_dump(), **UPDATED, "revision": 2})


async def test_an_update_to_null_removes(store: Store, scope: Scope):
    gone: dict[str, Any] = {"valid_until": None, "flagged": None, "valid_until_condition": None}
    fact = memory(scope, "fact", valid_until=START + DAY, flagged="why", valid_until_condition="x")
    await write(store, scope, [fact])
    await write(store, scope, updates=(Update.of(fact, gone, "r"),))
    assert await store.memories.get(scope, [fact.id]) == [fact.model_copy(update={**gone, "revision": 2})]


MISSING = uuid4().hex
Parts = Callable[[Memory, Memory], dict[str, Any]]
FAILING: dict[str, tuple[type[StoreError], Parts]] = {
    "taken slot": (Conflict, lambda held, free: {"holds": (slot_of(held, None, free.id),)}),
    "slot of somebody else": (Conflict, lambda held, free: {"holds": (slot_of(held, free.id, free.id),)}),
    "empty slot": (
        Conflict,
        lambda held, free: {"holds": (Hold(slot_id="no such slot", expected=held.id, holder=free.id),)},
    ),
    "one slot of two": (
        Conflict,
        lambda held, free: {"holds": (Hold(slot_id="free", expected=None, holder=free.id), hold(held))},
    ),
    "older revision": (Conflict, lambda held, free: {"updates": (revised(held, revision=9),)}),
    "one revision of two": (Conflict, lambda held, free: {"updates": (revised(free), revised(held, revision=2))}),
    "edge to nowhere": (
        DanglingReference,
        lambda held, free: {"edges": (edge(EdgeType.PROVES, held, MISSING, held.scope.group_id),)},
    ),
    "edge from nowhere": (
        DanglingReference,
        lambda held, free: {"edges": (edge(EdgeType.PROVES, MISSING, held, held.scope.group_id),)},
    ),
    "update of nothing": (DanglingReference, lambda held, free: {"updates": (revised(held, memory_id=MISSING),)}),
    "count of nothing": (DanglingReference, lambda held, free: {"counts": (accessed(MISSING),)}),
    "mention of nothing": (
        DanglingReference,
        lambda held, free: {"mentions": (Mention(episode_id="here", memory_id=MISSING),)},
    ),
    "mention by nothing": (
        DanglingReference,
        lambda held, free: {"mentions": (Mention(episode_id=MISSING, memory_id=held.id),)},
    ),
    "holder that is nobody": (
        DanglingReference,
        lambda held, free: {"holds": (Hold(slot_id="free", expected=None, holder=MISSING),)},
    ),
}
"""Parts of a change set that must not be applied, where ``held`` holds a slot and ``free`` none."""


def slot_of(held: Memory, expected: str | None, holder: str) -> Hold:
    return Hold(slot_id=hold(held).slot_id, expected=expected, holder=holder)


def revised(old: Memory, **changed: object) -> Update:
    return ended(old, since=START + DAY).model_copy(update=changed)


def accessed(id_: str) -> Count:
    return Count(memory_id=id_, field="access_count", at=START)


@pytest.mark.parametrize("what", FAILING)
async def test_a_precondition_that_fails_writes_nothing_at_all(store: Store, scope: Scope, what: str):
    error, failing = FAILING[what]
    held, free = memory(scope, "held", claim=uses("Clerk")), memory(scope, "free")
    await write(store, scope, [held, free], episodes=(episode(scope, id="here" + scope.group_id),), holds=(hold(held),))
    before = await dump(store, scope)
    rest = {"episodes": (episode(scope),), "counts": (accessed(held.id),)}
    changes = change_set(scope, [memory(scope, "new")], **{**rest, **failing(held, free)})
    with pytest.raises(error) as raised:
        await store.changes.apply(changes)
    assert raised.value.ids
    assert await dump(store, scope) == before
    assert await store.admin.check(scope.group_id) == []


async def test_a_refused_set_may_be_applied_once_its_precondition_holds(store: Store, scope: Scope):
    a, b = (memory(scope, f"uses {o}", claim=uses(o)) for o in ("a", "b"))
    waits = change_set(scope, **supersession(b, a))
    with pytest.raises(DanglingReference):
        await store.changes.apply(waits)
    await write(store, scope, [a], holds=(hold(a),))
    assert (await store.changes.apply(waits)).new


@pytest.mark.parametrize("size", [0, 1, 255, 257, 512])
async def test_a_vector_of_another_size_is_refused(store: Store, scope: Scope, size: int):
    fact = memory(scope, "fact")
    changes = change_set(scope, [fact], vectors={fact.id: (0.5,) * size})
    with pytest.raises(WrongDimension) as raised:
        await store.changes.apply(changes)
    assert (raised.value.ids, await store.admin.numbers(scope.group_id)) == ((fact.id,), {})


@pytest.mark.parametrize("number", [float("nan"), float("inf"), 0.0], ids=str)
async def test_a_vector_without_a_direction_is_refused_before_it_spoils_the_search(
    store: Store, scope: Scope, number: float
):
    await write(store, scope, [memory(scope, "a good one")])
    bad = memory(scope, "bad")
    with pytest.raises((StoreError, ValidationError)):
        await store.changes.apply(change_set(scope, [bad], vectors={bad.id: (number,) * 256}))
    assert await store.memories.get(scope, [bad.id]) == []


async def test_tiny_and_negative_numbers_in_a_vector_are_fine(store: Store, scope: Scope):
    fact = memory(scope, "fact")
    vector = (1e-7, -1e-12, 5e-324, *(-0.0625,) * 253)
    await store.changes.apply(change_set(scope, [fact], vectors={fact.id: vector}))
    assert await store.admin.check(scope.group_id) == []


async def test_what_was_learned_from_an_episode_can_be_traced(store: Store, scope: Scope):
    said, fact = episode(scope), memory(scope, "fact")
    await learn(store, scope, said, [fact])
    assert await store.admin.check(scope.group_id) == []
    assert (await store.admin.numbers(scope.group_id))["edges MENTIONS"] == 1


async def test_a_large_change_set_is_still_one(store: Store, scope: Scope):
    many = [memory(scope, f"memory number {i}") for i in range(400)]
    edges = tuple(edge(EdgeType.PROVES, a, b, scope.group_id) for a, b in itertools.pairwise(many))
    await write(store, scope, many, edges=edges)
    numbers = await store.admin.numbers(scope.group_id)
    assert (numbers["memories semantic:fact"], numbers["edges PROVES"]) == (400, 399)
    assert (await store.memories.all(scope))[0].created_at == START


async def test_the_same_memory_in_a_second_set_stays_as_it_is(store: Store, scope: Scope):
    clerk = entity(scope, "Clerk", aliases=["clerk.dev"])
    await write(store, scope, [clerk], counts=())
    await write(store, scope, [entity(scope, "Clerk", at=START + timedelta(days=9))])
    assert await store.memories.get(scope, [clerk.id]) == [clerk]
