"""Messages about an unreachable database: at once, with the URL and the fix, never with the password."""

import asyncio
import time
import traceback
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding

from memorist.memory_store.domain.errors import (
    EmbedderMismatch,
    InvalidInput,
    MemoristError,
    SchemaTooNew,
    StoreNotWritable,
    StoreUnavailable,
)
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.embedders.langchain import LangChainEmbedder
from memorist.memory_store.places import without_password
from memorist.memory_store.store import Store
from tests.heartbeat import LONGEST, beating
from tests.memory_store.builders import memory, write
from tests.memory_store.clients import opened
from tests.servers.cable import Cable
from tests.servers.falkordb_server import FalkorServer
from tests.stores import test_settings

SECRET = "s3cr3t-Pa%sword"
QUOTED = "s3cr3t-Pa%25sword"
WRONG = "wrong-one-here"
HASTY: Any = {"connect_timeout": 1.0, "statement_timeout": 1.5}
PATIENCE = 5.0
"""Nothing may take longer, with the settings above, on a slow machine."""


async def refused[E: MemoristError](kind: type[E], url: str, *, within: float = PATIENCE) -> E:
    """The error of opening ``url``, which comes soon, and of which no log with its causes tells the password."""
    begun = time.monotonic()
    with pytest.raises(kind) as raised:
        async with opened(url, **HASTY):
            pass
    assert time.monotonic() - begun < within
    told = "".join(traceback.format_exception(raised.value)) + repr(raised.value)
    assert not any(word in told for word in (SECRET, QUOTED, WRONG))
    return raised.value


async def test_a_password_that_cuts_the_address_is_refused_and_not_told():
    assert "%2F" in str(await refused(InvalidInput, f"falkor://u:{SECRET}/x@host"))


@pytest.mark.parametrize("scheme", ["falkor", "neo4j", "bolt"])
@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "no-such-host.invalid"])
async def test_a_server_that_is_not_there_is_told_soon_with_its_url_and_what_to_check(scheme: str, host: str):
    error = await refused(StoreUnavailable, f"{scheme}://ann:{QUOTED}@{host}:9")
    assert f"{scheme}://ann@{host}:9" in str(error)
    assert "is the server running" in str(error)


@pytest.mark.parametrize("scheme", ["falkor", "neo4j", "bolt"])
async def test_a_server_that_never_answers_is_told_within_the_time_limits(scheme: str):
    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    deaf = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    try:
        url = f"{scheme}://ann:{QUOTED}@127.0.0.1:{deaf.sockets[0].getsockname()[1]}"
        await refused(StoreUnavailable, url, within=2 * PATIENCE)
    finally:
        deaf.close()


@pytest.mark.falkor_server
@pytest.mark.parametrize("given", [f"default:{WRONG}@", ""], ids=["wrong", "none"])
async def test_a_refused_password_of_falkordb_says_where_the_right_one_goes(given: str):
    with FalkorServer(password=SECRET) as server:
        host = urlsplit(server.bare_url).netloc
        error = await refused(StoreUnavailable, f"falkor://{given}{host}")
    for said in ("password", "falkor://user:password@", host):
        assert said in str(error)


@pytest.mark.falkor_server
async def test_a_right_password_opens_falkordb_and_is_shown_nowhere():
    with FalkorServer(password="plain-secret") as server:
        scope = Scope(group_id="g")
        async with opened(server.url) as store:
            assert (await write(store, scope, [memory(scope, "x")])).new
            assert "plain-secret" not in store.database.url


@pytest.mark.neo4j
@pytest.mark.parametrize("given", [f"neo4j:{WRONG}@", ""], ids=["wrong", "none"])
async def test_a_refused_password_of_neo4j_names_the_settings(neo4j_url: str, given: str):
    host = neo4j_url.rsplit("@", 1)[1]
    error = await refused(StoreUnavailable, f"neo4j://{given}{host}")
    assert "MEMORIST_NEO4J_PASSWORD" in str(error)
    assert host in str(error)


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("neo4j://ann:pw@host:7687", "neo4j://ann@host:7687"),
        ("neo4j+s://ann:p%40w@host", "neo4j+s://ann@host"),
        ("falkor://:pw@host:6379", "falkor://host:6379"),
        ("falkor://ann:pw@host:6379/0?password=pw&x=1", "falkor://ann@host:6379/0"),
        ("falkor://ann:pw@[::1]:6379", "falkor://ann@[::1]:6379"),
        ("bolt://host", "bolt://host"),
        ("neo4j://ann:p/w:x@host:7687", "neo4j://…"),
        ("embedded:/var/lib/store", "embedded:/var/lib/store"),
    ],
)
def test_the_url_is_shown_without_the_password(url: str, shown: str):
    assert without_password(url) == shown


@pytest.mark.parametrize(
    "url",
    [
        "redis://localhost",
        "http://localhost:7687",
        "memory",
        "neo4j:",
        "embedded:",
        "falkor://",
        "neo4j://",
        "neo4j://host:port",
        "falkor://host:99999",
        "embedded:/tmp/a\x00b",
        f"mongodb://ann:{QUOTED}@host",
        f"neo4j://ann:{QUOTED}@host:port",
    ],
)
async def test_a_url_that_names_no_store_is_refused_with_the_forms_that_do(url: str):
    error = await refused(InvalidInput, url)
    assert error.field == "store"
    assert "embedded:PATH" in str(error)


@pytest.mark.parametrize("folder", ["/dev/null/store", "/proc/store", "{file}", "{file}/below"])
async def test_a_folder_that_cannot_be_written_is_told_with_its_name(tmp_path: Path, folder: str):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder", encoding="utf-8")
    path = folder.format(file=in_the_way)
    error = await refused(StoreNotWritable, f"embedded:{path}")
    assert path in str(error)
    assert "writable folder" in str(error)


async def test_a_store_filled_by_another_embedder_is_refused_and_left_alone(store: Store, store_url: str, scope: Scope):
    await write(store, scope, [memory(scope, "x")])
    before = await store.admin.numbers(scope.group_id)
    for size in (256, 12):
        other = LangChainEmbedder(DeterministicFakeEmbedding(size=size), name=f"langchain:fake:{size}")
        async with opened(store_url, store.clock, embedder=other) as foreign:
            for attempt in (foreign.memories.all(scope), write(foreign, scope, [memory(scope, "y")])):
                with pytest.raises(EmbedderMismatch, match="MEMORIST_EMBEDDER=wordllama") as raised:
                    await attempt
                assert raised.value.ids == (scope.group_id,)
    assert await store.admin.numbers(scope.group_id) == before


async def test_two_groups_may_be_filled_by_embedders_of_different_sizes_or_are_refused(
    store: Store, store_url: str, scope: Scope
):
    """Either the second size works, or it is refused at the door; it never writes what it cannot find."""
    await write(store, scope, [memory(scope, "x")])
    small = LangChainEmbedder(DeterministicFakeEmbedding(size=12), name="langchain:fake:12")
    other = Scope(group_id=f"{scope.group_id}_b")
    async with opened(store_url, store.clock, embedder=small) as filling:
        try:
            await write(filling, other, [memory(other, "y")])
        except EmbedderMismatch:
            return
    async with opened(store_url, store.clock, embedder=small) as again:
        rows = await again.memories.comparable(other, vectors={"d": (await again.embed(["y"]))[0]})
    assert [row.memory.content for row in rows] == ["y"]


async def test_a_group_of_a_newer_version_is_refused(store: Store, store_url: str, scope: Scope):
    await write(store, scope, [memory(scope, "x")])
    newer = "MATCH (g:ChangeLog {uuid: $group}) SET g.schema = 99"
    await store.database.write(scope.group_id, newer, {"group": scope.group_id})
    async with opened(store_url) as again:
        with pytest.raises(SchemaTooNew, match="upgrade memorist"):
            await again.admin.numbers(scope.group_id)


@pytest.mark.falkor_server
async def test_a_server_killed_in_the_middle_is_told_soon_and_the_loop_goes_on():
    server = FalkorServer().start()
    store = await Store.open(server.url, settings=test_settings(**HASTY))
    scope = Scope(group_id="g")
    await write(store, scope, [memory(scope, "x")])
    server.stop()
    async with beating() as gaps:
        for _ in range(3):
            begun = time.monotonic()
            with pytest.raises(StoreUnavailable, match="127.0.0.1"):
                await store.memories.all(scope)
            with pytest.raises(StoreUnavailable):
                await write(store, scope, [memory(scope, "y")])
            assert time.monotonic() - begun < PATIENCE
    await store.close()
    assert max(gaps, default=0.0) < LONGEST


@pytest.mark.neo4j
@pytest.mark.parametrize("fault", ["cut", "silent"])
@pytest.mark.parametrize("kind", ["falkor", "bolt"])
async def test_a_connection_that_is_lost_or_goes_silent_is_told_soon_and_the_loop_goes_on(
    request: pytest.FixtureRequest, group: str, kind: str, fault: str
):
    parts = urlsplit(request.getfixturevalue("falkor_url" if kind == "falkor" else "neo4j_url"))
    login = f"{parts.username}:{parts.password}@" if parts.username else ""
    scope = Scope(group_id=group)
    async with Cable(parts.port or 0) as cable:
        address = f"{kind}://{login}127.0.0.1:{cable.port}"
        async with opened(address) as patient:  # a cold server plans its first write for seconds
            await write(patient, scope, [memory(scope, "x")])
        store = await Store.open(address, settings=test_settings(**HASTY))
        await store.memories.all(scope)
        if fault == "cut":
            await cable.cut()
        else:
            cable.go_silent()
        begun = time.monotonic()
        async with beating() as gaps:
            with pytest.raises(StoreUnavailable):
                await asyncio.wait_for(store.memories.all(scope), 3 * PATIENCE)
        assert time.monotonic() - begun < PATIENCE
        assert max(gaps, default=0.0) < LONGEST
        if fault == "silent":
            cable.speak_again()
            assert [m.content for m in await store.memories.all(scope)] == ["x"]
        await store.close()


@pytest.mark.falkor_server
async def test_a_server_that_comes_back_is_used_again_by_the_same_store():
    server = FalkorServer().start()
    store = await Store.open(server.url, settings=test_settings(**HASTY))
    scope, back = Scope(group_id="g"), FalkorServer()
    await write(store, scope, [memory(scope, "x")])
    back.port = server.port
    server.stop()
    with pytest.raises(StoreUnavailable):
        await store.memories.all(scope)
    with back:
        again = memory(scope, "y")
        for _ in range(2):  # the first answer may be that an old connection was lost
            with suppress(StoreUnavailable):
                await write(store, scope, [again])
                break
        assert [m.content for m in await store.memories.all(scope)] == ["y"]
    await store.close()
