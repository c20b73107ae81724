"""Many at once: one slot has one holder, whoever was faster."""

import asyncio
from collections import Counter

import pytest

from memorist.memory_store.domain.change_set import Applied, Count
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from tests.memory_store.builders import (
    assert_sound,
    change_set,
    entity,
    episode,
    hold,
    learned,
    memory,
    supersession,
    uses,
    write,
)
from tests.memory_store.clients import everything_said, process
from tests.memory_store.rivals import Refused, rival, write_all
from tests.stores import BACKENDS, START, test_settings

RIVALS = 40


async def outcomes(store: Store, sets: list[object]) -> Counter[str]:
    done = await asyncio.gather(*(store.changes.apply(c) for c in sets), return_exceptions=True)  # pyright: ignore[reportArgumentType]
    return Counter(f"new {d.new}" if isinstance(d, Applied) else type(d).__name__ for d in done)


async def test_of_forty_who_want_an_empty_slot_one_gets_it(store: Store, scope: Scope):
    """All have seen it empty. The losers write nothing, and decide again."""
    await store.admin.ready(scope.group_id)
    rivals = [memory(scope, f"The team uses tool {i} for auth", claim=uses(f"tool {i}")) for i in range(RIVALS)]
    sets = [change_set(scope, holds=(hold(m),), **learned(episode(scope, m.content), [m])) for m in rivals]
    assert await outcomes(store, [*sets]) == {"new True": 1, Conflict.__name__: RIVALS - 1}
    assert await store.admin.numbers(scope.group_id) == {
        "memories semantic:fact": 1,
        "episodes chat turn": 1,
        "edges MENTIONS": 1,
        "changes test": 1,
    }
    await assert_sound(store, scope.group_id)


async def test_of_forty_who_want_to_take_a_slot_over_one_does(store: Store, scope: Scope):
    first = memory(scope, "The team uses tool 0 for auth", claim=uses("tool 0"))
    await write(store, scope, [first], holds=(hold(first),))
    rivals = [memory(scope, f"The team uses tool {i} for auth", claim=uses(f"tool {i}")) for i in range(1, RIVALS)]
    sets = [change_set(scope, **supersession(m, first)) for m in rivals]
    assert await outcomes(store, [*sets]) == {"new True": 1, Conflict.__name__: RIVALS - 2}
    assert len(await store.memories.all(scope)) == 1
    assert (await store.memories.get(scope, [first.id]))[0].status is Status.SUPERSEDED
    await assert_sound(store, scope.group_id)


async def test_one_change_set_sent_forty_times_at_once_is_applied_once(store: Store, scope: Scope):
    changes = change_set(scope, [memory(scope, "x"), entity(scope, "Clerk")])
    assert await outcomes(store, [changes] * RIVALS) == {"new True": 1, "new False": RIVALS - 1}
    assert (await store.admin.numbers(scope.group_id))["changes test"] == 1
    await assert_sound(store, scope.group_id)


async def test_counts_that_come_at_once_are_all_counted(store: Store, scope: Scope):
    clerk = entity(scope, "Clerk")
    await write(store, scope, [clerk])
    count = Count(memory_id=clerk.id, field="mention_count", at=START)
    sets = [change_set(scope, counts=(count,)) for _ in range(RIVALS)]
    assert await outcomes(store, [*sets]) == {"new True": RIVALS}
    assert (await store.memories.get(scope, [clerk.id]))[0].model_dump()["mention_count"] == RIVALS
    entries = await store.changes.log(scope, START)
    assert [e.sequence for e in entries] == list(range(1, RIVALS + 2))


async def test_new_entities_that_forty_mention_at_once_are_one_node_each_with_one_edge(store: Store, scope: Scope):
    sets = [change_set(scope, [entity(scope, "Clerk"), memory(scope, f"fact {i}")]) for i in range(RIVALS)]
    assert await outcomes(store, [*sets]) == {"new True": RIVALS}
    assert (await store.admin.numbers(scope.group_id))["memories entity:technology"] == 1
    await assert_sound(store, scope.group_id)


async def test_a_group_that_forty_touch_at_once_for_the_first_time_is_ready_for_all(store_url: str, scope: Scope):
    stores = await asyncio.gather(*(Store.open(store_url, settings=test_settings(max_connections=4)) for _ in range(8)))
    await asyncio.gather(
        *(write(s, scope, [memory(scope, f"fact {i} {j}")]) for i, s in enumerate(stores) for j in range(5))
    )
    query = Query("q", "fact", (await stores[0].embed(["fact"]))[0], 100)
    found, _ = await stores[0].search.memories(scope, [query], Moment.of(START))
    assert len(found) == 40
    assert any(hit.text is not None for hit in found)
    await assert_sound(stores[0], scope.group_id)
    for store in stores:
        await store.close()


@pytest.mark.parametrize("store_url", BACKENDS[:2], indirect=True)
async def test_reads_beside_writes_are_whole(store: Store, scope: Scope):
    """A reader sees all of a change set or nothing of it. Neo4j shows what is committed as it comes, no snapshot."""
    first = memory(scope, "The team uses tool 0 for auth", claim=uses("tool 0"))
    await write(store, scope, [first], holds=(hold(first),))

    async def successors() -> None:
        old = first
        for i in range(1, 25):
            new = memory(scope, f"The team uses tool {i} for auth", claim=uses(f"tool {i}"))
            await write(store, scope, **supersession(new, old))
            old = new

    writing = asyncio.create_task(successors())
    while not writing.done():
        await assert_sound(store, scope.group_id)
        assert len(await store.memories.all(scope)) == 1
    await writing


async def test_processes_that_contend_for_five_slots_leave_five_holders(store: Store, store_url: str, scope: Scope):
    """Each reads, decides and tries again when it lost: nobody's write is lost, none stands beside another."""
    writers, writes, slots = 2, 50, 5
    with process(rival, store_url, scope.group_id, "other", writes, slots, False) as (_, ours):
        lost = await write_all(store, scope, "this", writes, slots, contests=False)
        *_, lost_there = await asyncio.to_thread(everything_said, ours)
        assert isinstance(lost_there, Refused), lost_there
    live = await store.memories.all(scope)
    assert sorted(m.claim.topic or "" for m in live if m.claim) == [f"topic {i}" for i in range(slots)]
    everything = await store.memories.all(scope, statuses=list(Status))
    assert len(everything) == writers * writes
    assert len(await store.changes.log(scope, START)) == writers * writes
    await assert_sound(store, scope.group_id)
    chains = [len(await store.history.of(scope, topics=[f"topic {i}"])) for i in range(slots)]
    assert sum(chains) == writers * writes
    print(f"{lost} and {lost_there.decisions} races lost")
