"""Processes that race for slots: one live memory a slot or a contested pair, every input kept, nothing else."""

import asyncio
from collections import defaultdict
from datetime import timedelta

import pytest

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from tests.memory_store.clients import process
from tests.memory_store.rivals import rival, topic_of
from tests.stores import START

SLOTS = 20


async def race(store: Store, url: str, scope: Scope, writes: int) -> tuple[int, int]:
    """Two processes with so many writes each; how many decisions were refused."""
    await store.admin.ready(scope.group_id)
    with (
        process(rival, url, scope.group_id, "one", writes, SLOTS) as (first, of_first),
        process(rival, url, scope.group_id, "other", writes, SLOTS) as (second, of_second),
    ):
        refused = [await asyncio.to_thread(ours.recv) for ours in (of_first, of_second)]
        for child in (first, second):
            await asyncio.to_thread(child.join)
    assert all(isinstance(number, int) for number in refused), refused
    return refused[0], refused[1]


async def all_changes(store: Store, scope: Scope) -> list[int]:
    """The places of all entries of the change log."""
    found: list[int] = []
    while page := await store.changes.log(scope, START - timedelta(days=1), after=found[-1] if found else 0):
        found += [entry.sequence for entry in page]
    return found


async def assert_nothing_was_lost(store: Store, scope: Scope, writes: int) -> None:
    everything = await store.memories.all(scope, statuses=list(Status))
    said = {f"{name} says number {n} for {topic_of(n, SLOTS)}" for name in ("one", "other") for n in range(writes)}
    assert {m.content for m in everything} == said
    assert len(everything) == 2 * writes
    assert await all_changes(store, scope) == list(range(1, 2 * writes + 1))

    live: dict[str, list[Memory]] = defaultdict(list)
    for found in everything:
        if found.status.live and found.claim:
            live[str(found.claim.topic)].append(found)
    assert len(live) == SLOTS
    for of_slot in live.values():
        statuses = [m.status for m in of_slot]
        assert statuses in ([Status.CONFIRMED], [Status.CONTESTED] * 2)
    assert {m.status for m in everything} <= {Status.CONFIRMED, Status.CONTESTED, Status.SUPERSEDED}
    assert await store.admin.check(scope.group_id) == []


async def test_two_processes_that_race_for_twenty_slots_lose_nothing(store: Store, store_url: str, scope: Scope):
    refused = await race(store, store_url, scope, writes=60)
    await assert_nothing_was_lost(store, scope, 60)
    print(f"{refused} decisions refused and made again")


@pytest.mark.slow
async def test_two_processes_with_a_thousand_writes_each_lose_nothing(store: Store, store_url: str, scope: Scope):
    refused = await race(store, store_url, scope, writes=1_000)
    await assert_nothing_was_lost(store, scope, 1_000)
    print(f"{refused} decisions refused and made again")
