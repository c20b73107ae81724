"""Several processes over one store: one at a time maintains a group or reads it again, and the next takes over."""

import asyncio
import time
from collections.abc import AsyncGenerator
from multiprocessing.connection import Connection

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.clients import in_a_process, process
from tests.stores import BACKENDS, START, test_settings

SHARED = [place for place in BACKENDS if place.id in {"falkordb", "neo4j"}]
LEASE = 3.0
TOLD = tuple(f"We use tool{number} for topic{number}." for number in range(8))
STEP = 0.3
"""Seconds the other process takes for an episode: less than a third of its lease, so that it can be renewed."""


def lines() -> list[dict[str, str]]:
    return [{"kind": "turn", "role": "user", "content": content, "at": START.isoformat()} for content in TOLD]


async def opened(url: str, group: str, readers: str = "patterns") -> AsyncMemory:
    settings = test_settings(lease_seconds=LEASE, readers=readers)
    return AsyncMemory(await Store.open(url, settings=settings, clock=VirtualClock(START)), Scope(group_id=group))


@in_a_process
async def worker(url: str, group: str, work: str, told: Connection) -> None:
    """Read the group again slowly, or maintain it and stop in the middle; say each step."""

    def step(progress: object) -> None:
        told.send("step")
        time.sleep(STEP if work == "reread" else 60)

    memory = await opened(url, group)
    await (memory.reread if work == "reread" else memory.maintain)(on_progress=step)


@pytest.fixture(params=SHARED)
def store_url(request: pytest.FixtureRequest) -> str:
    return request.getfixturevalue("falkor_url" if request.param == "falkor_server" else "neo4j_url")


@pytest.fixture
async def unread(store_url: str, group: str) -> AsyncGenerator[AsyncMemory]:
    """A group of turns that nobody has read yet."""
    keeping = await opened(store_url, group, readers="none")
    results = await keeping.ingest(lines())
    assert [result.error for result in results] == [None] * len(TOLD)
    await keeping.store.close()
    memory = await opened(store_url, group)
    yield memory
    await memory.store.close()


async def objects(memory: AsyncMemory) -> list[str]:
    found = await memory.store.memories.all(memory.scope, types=["semantic:fact"])
    return sorted(m.claim.object for m in found if m.claim)


async def test_one_process_at_a_time_reads_again_and_the_next_goes_on_where_a_killed_one_ended(
    unread: AsyncMemory, store_url: str, group: str
):
    with process(worker, store_url, group, "reread") as (child, ours):
        assert await asyncio.to_thread(ours.recv) == "step"
        refused = await unread.reread()
        assert (refused.episodes, str(refused.busy).partition("-")[0]) == (0, "reread")
        assert (await unread.maintain()).busy == refused.busy, "maintenance waits for it, too"
        assert await asyncio.to_thread(ours.recv) == "step"
        child.kill()
        child.join()
    begun = time.monotonic()
    assert (await unread.reread()).busy is not None, "nobody knows yet that it was killed"
    while (report := await unread.reread()).busy is not None:
        assert time.monotonic() - begun < 10 * LEASE, "the lease does not run out"
        await asyncio.sleep(0.1)
    assert 0 < report.episodes < len(TOLD), "what the killed one had read is read"
    assert await objects(unread) == sorted(f"tool{number}" for number in range(len(TOLD)))
    assert await unread.store.admin.check(group) == []
    assert (await unread.reread()).episodes == 0


async def test_a_lease_is_kept_for_as_long_as_reading_takes(unread: AsyncMemory, store_url: str, group: str):
    """It takes longer than the lease, and nobody gets in between."""
    with process(worker, store_url, group, "reread") as (child, ours):
        steps = 0
        while child.is_alive() and steps < len(TOLD):
            assert await asyncio.to_thread(ours.recv) == "step"
            steps += 1
            assert (await unread.reread()).busy is not None
    assert steps == len(TOLD)


@pytest.mark.slow
async def test_one_process_at_a_time_maintains_and_the_next_takes_over_from_a_killed_one(
    unread: AsyncMemory, store_url: str, group: str
):
    await unread.reread()
    with process(worker, store_url, group, "maintain") as (child, ours):
        assert await asyncio.to_thread(ours.recv) == "step"
        assert (await unread.maintain()).busy is not None
        child.kill()
        child.join()
    begun = time.monotonic()
    while (report := await unread.maintain()).busy is not None:
        assert time.monotonic() - begun < 10 * LEASE, "the lease does not run out"
        await asyncio.sleep(0.1)
    assert (await unread.maintain()).counts == {}, "the pass was whole"
    assert report.entries >= len(TOLD)
    assert await unread.store.admin.check(group) == []
