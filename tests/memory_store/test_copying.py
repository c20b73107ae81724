"""A group is copied between databases with all that ever was, and digests say that nothing is missing."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import asyncio
import itertools
import random
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import (
    Conflict,
    Differs,
    EmbedderMismatch,
    GroupUnfinished,
    InvalidInput,
    StoreError,
)
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.moving import reader
from memorist.memory_store.moving.copying import copy_group
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.moving.record import Digest
from memorist.memory_store.moving.writer import GroupWriter
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, about, assert_sound, entity, memory, write
from tests.memory_store.carried import copier, fill_with_everything, told_by
from tests.memory_store.clients import chapter, kill_one, opened, opened_database
from tests.stores import START


async def digest_of(store: Store, scope: Scope) -> str:
    return (await GroupReader(store.database, scope.group_id).digest()).text


async def test_from_a_folder_to_any_database_and_back_nothing_changes(
    embedded: Store, store: Store, scope: Scope, tmp_path: Path, clock: VirtualClock
):
    await fill_with_everything(embedded, scope)
    there = await copy_group(embedded.database, store.database, scope.group_id)
    async with opened(f"embedded:{tmp_path / 'back'}", clock) as back:
        home = await copy_group(store.database, back.database, scope.group_id)
        assert (there.digest, there.nodes, there.edges) == (home.digest, home.nodes, home.edges)
        before = await told_by(embedded, scope)
        assert before["findings"] == []
        assert before["found"]
        assert await told_by(store, scope) == before
        assert await told_by(back, scope) == before


@pytest.mark.slow_on("neo4j")
async def test_a_copy_is_written_to_like_the_original(embedded: Store, store: Store, scope: Scope):
    await fill_with_everything(embedded, scope)
    await copy_group(embedded.database, store.database, scope.group_id)
    applied = await write(store, scope, [memory(scope, "Something new")])
    assert applied.sequence == (await store.changes.log(scope, START - DAY))[-1].sequence
    await assert_sound(store, scope.group_id)
    again = await store.changes.apply(await chapter(store, scope, 3))
    assert not again.new


@pytest.mark.slow_on("neo4j")
async def test_copying_again_what_is_there_changes_nothing(embedded: Store, store: Store, scope: Scope):
    await fill_with_everything(embedded, scope)
    first = await copy_group(embedded.database, store.database, scope.group_id)
    second = await copy_group(embedded.database, store.database, scope.group_id)
    assert not first.already_there
    assert second.already_there
    assert first.digest == second.digest


async def test_a_group_that_holds_something_else_is_left_alone(embedded: Store, store: Store, scope: Scope):
    await write(embedded, scope, [memory(scope, "from afar")])
    await write(store, scope, [memory(scope, "of its own")])
    before = await digest_of(store, scope)
    for restart in (False, True):
        with pytest.raises(Conflict, match="holds memories already"):
            await copy_group(embedded.database, store.database, scope.group_id, restart=restart)
    assert await digest_of(store, scope) == before


async def test_a_group_that_is_not_there_is_named(embedded: Store, store: Store, scope: Scope):
    with pytest.raises(InvalidInput, match=f"holds no group {scope.group_id}"):
        await copy_group(embedded.database, store.database, scope.group_id)
    assert not await store.admin.known(scope.group_id)


async def test_an_unfinished_group_is_neither_read_nor_written(embedded: Store, store: Store, scope: Scope):
    await write(embedded, scope, [memory(scope, "x")])
    log = await GroupReader(embedded.database, scope.group_id).log()
    assert log is not None
    await GroupWriter(store.database, scope.group_id, "a load").begin(log)
    for use in (store.memories.all(scope), write(store, scope, [memory(scope, "y")])):
        with pytest.raises(GroupUnfinished, match="run the same load or copy again"):
            await use
    with pytest.raises(Conflict, match="loaded from somewhere else"):
        await copy_group(embedded.database, store.database, scope.group_id)
    done = await copy_group(embedded.database, store.database, scope.group_id, restart=True)
    assert done.nodes == 2
    assert [m.content for m in await store.memories.all(scope)] == ["x"]


@pytest.mark.slow_on("neo4j")
async def test_what_is_written_meanwhile_arrives_too(embedded: Store, store: Store, scope: Scope):
    for number in range(10):
        await embedded.changes.apply(await chapter(embedded, scope, number))
    url, at_work = embedded.database.url, [await chapter(embedded, scope, number) for number in range(10, 14)]

    async def write_all() -> None:
        async with opened(url) as beside:
            while at_work:
                await beside.changes.apply(at_work.pop(0))

    def write_beside(what: str, done: int, total: int) -> None:
        if at_work:
            writer = threading.Thread(target=lambda: asyncio.run(write_all()))
            writer.start()
            writer.join()

    done = await copy_group(embedded.database, store.database, scope.group_id, on_progress=write_beside)
    assert await digest_of(embedded, scope) == done.digest
    assert len(await store.changes.log(scope, START - DAY)) == 14
    await assert_sound(store, scope.group_id)


async def test_a_source_that_is_written_to_without_a_pause_is_told_and_the_group_stays_closed(
    embedded: Store, store: Store, scope: Scope, monkeypatch: pytest.MonkeyPatch
):
    await write(embedded, scope, [memory(scope, "first")])
    digest, numbers = GroupReader.digest, itertools.count()

    async def while_somebody_writes(one: GroupReader) -> Digest:
        await write(embedded, scope, [memory(scope, f"number {next(numbers)}")])
        return await digest(one)

    with monkeypatch.context() as patch:
        patch.setattr(GroupReader, "digest", while_somebody_writes)
        with pytest.raises(Differs, match="Stop whoever writes"):
            await copy_group(embedded.database, store.database, scope.group_id)
    with pytest.raises(GroupUnfinished):
        await store.memories.all(scope)
    await copy_group(embedded.database, store.database, scope.group_id)
    assert len(await store.memories.all(scope)) == 1 + next(numbers)


async def test_what_was_forgotten_since_an_interruption_does_not_arrive(embedded: Store, store: Store, scope: Scope):
    gone, stays = memory(scope, "gone"), memory(scope, "stays")
    await write(embedded, scope, [gone, stays])
    source = GroupReader(embedded.database, scope.group_id)
    noted = await source.log()
    assert noted is not None
    load = stable_id(scope.group_id, "load", embedded.database.url, store.database.url)
    writer = GroupWriter(store.database, scope.group_id, load)
    await writer.begin(noted)
    async for page in source.pages():
        await writer.write(page.records, {"cursor": page.cursor, "done": len(page.records), "log": noted})
    await embedded.forgetting.forget(scope, ids=[gone.id])
    done = await copy_group(embedded.database, store.database, scope.group_id)
    assert [m.content for m in await store.memories.all(scope)] == ["stays"]
    assert done.digest == await digest_of(embedded, scope)


async def test_a_database_that_another_embedder_filled_is_refused_where_it_cannot_hold_both(
    embedded: Store, store: Store, scope: Scope
):
    await write(embedded, scope, [memory(scope, "x")])
    other = Scope(group_id=f"{scope.group_id}_b")
    await write(store, other, [memory(other, "y")])
    rename = "MATCH (log:ChangeLog {uuid: $group}) SET log.embedder = 'another'"
    await embedded.database.write(scope.group_id, rename, {"group": scope.group_id})
    try:
        await copy_group(embedded.database, store.database, scope.group_id)
    except EmbedderMismatch as error:
        assert "re-embed" in str(error)
        assert await GroupReader(store.database, scope.group_id).log() is None
    else:  # a group is a graph of its own there
        assert store.database.url.startswith(("embedded", "falkor"))


async def test_an_id_that_another_group_has_is_not_taken_from_it(embedded: Store, store: Store, scope: Scope):
    theirs = Scope(group_id=f"{scope.group_id}_b")
    kept = memory(theirs, "theirs")
    await write(store, theirs, [kept])
    await write(embedded, scope, [memory(scope, "ours", id=kept.id)])
    with suppress(StoreError):  # where a group is a graph, both may have it
        await copy_group(embedded.database, store.database, scope.group_id)
    assert await store.memories.get(theirs, [kept.id]) == [kept]


async def test_a_node_with_more_edges_than_a_page_is_carried_in_pages(
    embedded: Store, store: Store, scope: Scope, monkeypatch: pytest.MonkeyPatch
):
    hub = entity(scope, "hub")
    spokes = [entity(scope, f"spoke {place}") for place in range(25)]
    await write(embedded, scope, [hub, *spokes], edges=tuple(about(hub, spoke) for spoke in spokes))
    monkeypatch.setattr(reader, "MAX_EDGES", 7)
    monkeypatch.setattr(reader, "MAX_NODES", 4)
    there = await copy_group(embedded.database, store.database, scope.group_id)
    assert there.edges == 25
    assert await digest_of(store, scope) == there.digest


@pytest.mark.parametrize("kills", [3, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.slow_on("neo4j", "falkordb")
async def test_a_copy_that_is_killed_goes_on_and_ends_the_same(
    embedded: Store, store: Store, store_url: str, scope: Scope, kills: int
):
    await fill_with_everything(embedded, scope)
    expected = await digest_of(embedded, scope)
    chance, group = random.Random(kills), scope.group_id
    interrupted = 0
    for _ in range(kills):
        kill_one(chance, (1, 4), copier, embedded.database.url, store_url, group)
        async with opened_database(store_url) as target:
            log = await GroupReader(target, group).log()
            interrupted += log is None or log["schema"] == 0
            assert (await copy_group(embedded.database, target, group)).digest == expected
            await target.write(group, "MATCH (log:ChangeLog {uuid: $group}) SET log.schema = 0", {"group": group})
            await GroupWriter(target, group, "").give_up()
    assert interrupted
    await assert_sound(embedded, scope.group_id)


async def test_ids_that_are_spent_arrive_too(embedded: Store, store: Store, scope: Scope):
    chosen = memory(scope, "Under an id that a caller chose")
    await write(embedded, scope, [chosen], chosen=(chosen.id,))
    there = await copy_group(embedded.database, store.database, scope.group_id)
    assert there.nodes == 2 + len("1"), "the memory, the log's entry, and the id that is never used again"
