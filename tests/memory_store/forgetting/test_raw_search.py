"""After a forgetting, a raw search of the database's files finds no trace: append-only file, dump, content files."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from memorist.memory_store.backends.purging import WAS_ON
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import episode, learn, memory
from tests.servers.falkordb_server import FalkorServer
from tests.stores import test_settings

SECRET = "Zyxomma keeps quagga milk in the attic"
WORDS = ("zyxomma", "quagga")
KEPT = "The okapi lives downstairs"


async def ask(store: Store, *command: str) -> Any:
    client: Any = getattr(store.database, "_client")  # noqa: B009 - the raw connection is nobody's business but a test's
    return await client.connection.execute_command(*command)


def holding(folder: Path, word: str) -> list[str]:
    """The files below a folder that hold a word, in any case."""
    return [
        str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file() and word.encode() in p.read_bytes().lower()
    ]


@pytest.fixture
async def embedded(tmp_path: Path) -> AsyncGenerator[tuple[Store, Path]]:
    store = await Store.open(f"embedded:{tmp_path}", settings=test_settings())
    # Compressed, a dump would hide from a search what it holds.
    await ask(store, "CONFIG", "SET", "rdbcompression", "no")
    yield store, tmp_path
    await store.close()


async def fill(store: Store, scope: Scope) -> None:
    content = await store.files.of(scope.group_id)
    document = await content.put(f"# Note\n{SECRET}\n".encode(), "text/markdown")
    secret, kept = memory(scope, SECRET), memory(scope, KEPT)
    await learn(store, scope, episode(scope, f"By the way: {SECRET}", files=(document,)), [secret], reason=SECRET)
    await learn(store, scope, episode(scope, KEPT), [kept])
    await store.forgetting.preview(scope, text=SECRET)  # its words are in the queries, too


async def test_nothing_is_found_in_the_files_of_an_embedded_store(embedded: tuple[Store, Path], scope: Scope):
    store, folder = embedded
    await fill(store, scope)
    await ask(store, "SAVE")
    for word in (*WORDS, "okapi"):
        assert len(holding(folder, word)) >= 2, "the search itself works: it finds it before"
    done = await store.forgetting.forget(scope, text=SECRET)
    assert done.erased
    assert done.remains == ()
    (folder / "data" / "dump.rdb").unlink()  # made above by hand; an embedded store makes none
    for word in WORDS:
        assert holding(folder, word) == []
    assert holding(folder, "okapi")
    assert [m.content for m in await store.memories.all(scope)] == [KEPT]


async def test_nor_after_the_store_was_closed_and_opened(tmp_path: Path, scope: Scope):
    for _ in range(2):
        store = await Store.open(f"embedded:{tmp_path}", settings=test_settings())
        await ask(store, "CONFIG", "SET", "rdbcompression", "no")
        if not await store.admin.known(scope.group_id):
            await fill(store, scope)
            await store.forgetting.forget(scope, text=SECRET)
        await ask(store, "BGREWRITEAOF")
        await store.close()
        for word in WORDS:
            assert holding(tmp_path, word) == []
    assert holding(tmp_path, "okapi")


async def test_nothing_is_found_after_a_group_was_erased(embedded: tuple[Store, Path], scope: Scope):
    store, folder = embedded
    await fill(store, scope)
    await store.forgetting.forget_group(scope.group_id)
    for word in (*WORDS, "okapi"):
        assert holding(folder, word) == []


@pytest.mark.falkor_server
async def test_a_server_forgets_the_queries_it_kept_and_its_files(tmp_path: Path, scope: Scope):
    """A server of somebody else keeps the last queries in a stream, values included, and makes dumps."""
    with FalkorServer() as server:
        store = await Store.open(server.url, settings=test_settings(content=str(tmp_path / "content")))
        await ask(store, "GRAPH.CONFIG", "SET", "CMD_INFO", "yes")
        await ask(store, "CONFIG", "SET", "rdbcompression", "no")
        await ask(store, "CONFIG", "SET", "save", "3600 1")
        folder = Path((await ask(store, "CONFIG", "GET", "dir"))["dir"])
        await fill(store, scope)
        done = await store.forgetting.forget(scope, text=SECRET)
        assert done.remains == ()
        for place in (folder, tmp_path):
            for word in WORDS:
                assert holding(place, word) == []
        assert holding(folder, "okapi")
        assert await keeps_queries(store)
        await store.close()


@pytest.mark.falkor_server
async def test_a_forgetting_that_is_cancelled_or_killed_leaves_the_server_as_it_was_set(tmp_path: Path, scope: Scope):
    with FalkorServer() as server:
        store = await Store.open(server.url, settings=test_settings(content=str(tmp_path / "content")))
        await ask(store, "GRAPH.CONFIG", "SET", "CMD_INFO", "yes")
        await fill(store, scope)
        forgetting = asyncio.create_task(store.forgetting.forget(scope, text=SECRET))
        async with asyncio.timeout(30):
            while await keeps_queries(store):
                await asyncio.sleep(0.01)
        forgetting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await forgetting
        assert await keeps_queries(store)
        await ask(store, "SET", WAS_ON, "1")  # what a kill at that moment leaves
        await ask(store, "GRAPH.CONFIG", "SET", "CMD_INFO", "no")
        assert await store.forgetting.resume(scope.group_id) is not None
        assert await keeps_queries(store)
        assert not await ask(store, "EXISTS", WAS_ON)
        await store.close()


async def keeps_queries(store: Store) -> bool:
    """Return true if FalkorDB keeps the last queries in a stream."""
    return (await ask(store, "GRAPH.CONFIG", "GET", "CMD_INFO"))[1] in (1, True, "yes")
