"""Processes that race for slots: one live memory a slot or a contested pair, every input kept, nothing else."""

import asyncio
from collections import defaultdict
from contextlib import ExitStack
from datetime import timedelta
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import pytest

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from tests.memory_store.clients import everything_said, process
from tests.memory_store.rivals import Refused, rival, words_of
from tests.stores import START

SLOTS = 20
NAMES = ("one", "two", "three", "four")
KILLED = "four"


async def race(store: Store, url: str, scope: Scope, writes: int) -> list[int]:
    """Four processes with so many writes each, one of which is killed half-way and begins again.

    Return how many decisions of each were refused.
    """
    await store.admin.ready(scope.group_id)
    with ExitStack() as running:

        def begin(name: str) -> tuple[BaseProcess, Connection]:
            return running.enter_context(process(rival, url, scope.group_id, name, writes, SLOTS, True))

        told = {name: begin(name) for name in NAMES}
        child, ours = told[KILLED]
        while await asyncio.to_thread(ours.recv) < writes // 2:
            pass
        child.kill()
        child.join()
        acknowledged = writes // 2 + sum(isinstance(said, int) for said in everything_said(ours))
        there = {m.content for m in await store.memories.all(scope, statuses=list(Status))}
        assert {words_of(KILLED, number, SLOTS) for number in range(acknowledged + 1)} <= there
        told[KILLED] = begin(KILLED)
        last = {name: (await asyncio.to_thread(everything_said, ours))[-1] for name, (_, ours) in told.items()}
    assert all(isinstance(said, Refused) for said in last.values()), last
    return [said.decisions for said in last.values()]


async def all_changes(store: Store, scope: Scope) -> list[int]:
    """The places of all entries of the change log."""
    found: list[int] = []
    while page := await store.changes.log(scope, START - timedelta(days=1), after=found[-1] if found else 0):
        found += [entry.sequence for entry in page]
    return found


async def assert_nothing_was_lost(store: Store, scope: Scope, writes: int) -> None:
    everything = await store.memories.all(scope, statuses=list(Status))
    said = {words_of(name, n, SLOTS) for name in NAMES for n in range(writes)}
    assert {m.content for m in everything} == said
    assert len(everything) == len(NAMES) * writes
    assert await all_changes(store, scope) == list(range(1, len(NAMES) * writes + 1))

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


@pytest.mark.slow
async def test_four_processes_with_a_thousand_writes_each_lose_nothing(store: Store, store_url: str, scope: Scope):
    refused = await race(store, store_url, scope, writes=1_000)
    await assert_nothing_was_lost(store, scope, 1_000)
    print(f"{refused} decisions refused and made again")
