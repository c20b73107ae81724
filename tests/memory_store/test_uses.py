"""Uses of memories are counted once a run, together, and without anybody waiting for it."""

import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest

from memorist.memory_store.domain.errors import StoreUnavailable
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import memory, write
from tests.servers.falkordb_server import FalkorServer
from tests.stores import START, test_settings

pytestmark = pytest.mark.slow_on("neo4j")

HOUR = timedelta(hours=1)


async def test_uses_of_a_moment_are_written_together_and_each_run_once(store: Store, scope: Scope):
    store.connection.settings = store.settings.model_copy(update={"access_delay": 60.0})
    one, two = memory(scope, "one"), memory(scope, "two")
    written = await write(store, scope, [one, two])
    store.changes.note_use(scope.group_id, "a", [one.id, two.id], START)
    store.changes.note_use(scope.group_id, "b", [one.id], START + HOUR)
    store.changes.note_use(scope.group_id, "b", [one.id], START + HOUR)
    store.changes.note_use(scope.group_id, "c", [], START + HOUR)
    await store.settled()
    store.changes.note_use(scope.group_id, "a", [one.id], START + 2 * HOUR)
    await store.settled()
    found = {m.content: m for m in await store.memories.all(scope)}
    assert {name: (m.access_count, m.last_accessed) for name, m in found.items()} == {
        "one": (2, START + HOUR),
        "two": (1, START),
    }
    [entry] = await store.changes.log(scope, START - HOUR, after=written.sequence)
    assert entry.reason == "used in 2 prompts"


async def test_who_asks_without_a_pause_is_counted_all_the_same(store: Store, scope: Scope):
    store.connection.settings = store.settings.model_copy(update={"access_delay": 0.2})
    one = memory(scope, "one")
    await write(store, scope, [one])
    asked = 0
    while not (await store.memories.all(scope))[0].access_count:
        store.changes.note_use(scope.group_id, f"run {asked}", [one.id], START)
        asked += 1
        await asyncio.sleep(0.02)
        assert asked < 1_000
    [found] = await store.memories.all(scope)
    assert found.access_count > 1
    await store.settled()
    assert (await store.memories.all(scope))[0].access_count == asked


async def test_what_was_forgotten_before_it_was_counted_takes_no_other_count_along(store: Store, scope: Scope):
    store.connection.settings = store.settings.model_copy(update={"access_delay": 60.0})
    kept, secret = memory(scope, "kept"), memory(scope, "a secret of somebody")
    await write(store, scope, [kept, secret])
    store.changes.note_use(scope.group_id, "a", [kept.id, secret.id], START)
    await store.forgetting.forget(scope, ids=[secret.id])
    await store.settled()
    [left] = await store.memories.all(scope)
    assert (left.content, left.access_count) == ("kept", 1)


async def test_what_is_used_is_counted_after_a_while_and_at_the_latest_on_closing(
    store: Store, store_url: str, scope: Scope
):
    one = memory(scope, "one")
    await write(store, scope, [one])
    again = await Store.open(store_url, settings=store.settings, embedder=store.embedder, clock=store.clock)
    again.changes.note_use(scope.group_id, "a", [one.id], START)
    await again.close()
    [found] = await store.memories.all(scope)
    assert found.access_count == 1


@pytest.mark.falkor_server
async def test_that_nothing_can_be_counted_is_said_once_an_outage(caplog: pytest.LogCaptureFixture):
    server, back = FalkorServer().start(), FalkorServer()
    back.port = server.port
    quick = test_settings(connect_timeout=1.0, statement_timeout=1.5, access_delay=0.0)
    store = await Store.open(server.url, settings=quick)
    scope, runs = Scope(group_id="g"), iter(range(9))

    async def used(times: int) -> int:
        """Number of utterances about it."""
        caplog.clear()
        for _ in range(times):
            store.changes.note_use(scope.group_id, f"run {next(runs)}", [one.id], START)
            await store.settled()
        return sum(record.name.endswith("background") for record in caplog.records)

    one = memory(scope, "one")
    await write(store, scope, [one])
    assert await used(1) == 0
    server.stop()
    assert (await used(3), await used(1)) == (1, 0)
    with back:
        for _ in range(2):  # the first answer may be that an old connection was lost
            with suppress(StoreUnavailable):
                await write(store, scope, [one])
                break
        assert await used(1) == 0
    assert await used(2) == 1
    await store.close()
