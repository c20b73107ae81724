"""Messages about an unreachable database: at once, with the URL and the fix, never with the password."""

import asyncio
import time
import traceback
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from langchain_core.embeddings import DeterministicFakeEmbedding

from memorist.memory_store.domain.errors import (
    EmbedderMismatch,
    InvalidInput,
    SchemaTooNew,
    StoreNotWritable,
    StoreUnavailable,
)
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.embedders.langchain import LangChainEmbedder
from memorist.memory_store.places import without_password
from memorist.memory_store.store import Store
from tests.heartbeat import LONGEST, beating
from tests.memory_store.builders import change_set, memory, write
from tests.servers.cable import Cable
from tests.servers.falkordb_server import FalkorServer
from tests.stores import test_settings

SECRET = "s3cr3t-Pa%sword"
QUOTED = "s3cr3t-Pa%25sword"
HASTY: Any = {"connect_timeout": 1.0, "statement_timeout": 1.5}
PATIENCE = 5.0
"""Nothing may take longer, with the settings above, on a slow machine."""


async def opening(url: str, **settings: Any) -> tuple[BaseException, float]:
    """The error of opening ``url``, and the seconds until it came."""
    begun = time.monotonic()
    with pytest.raises(Exception) as raised:  # noqa: PT011 - the kind of error is asserted by each test
        store = await Store.open(url, settings=test_settings(**{**HASTY, **settings}))
        await store.close()
    return raised.value, time.monotonic() - begun


def secret_in(error: BaseException) -> bool:
    """Return true if a log of the whole error, with its causes, would tell the password."""
    told = "".join(traceback.format_exception(error)) + repr(error)
    return any(word in told for word in (SECRET, QUOTED))


async def test_a_password_that_cuts_the_address_is_refused_and_not_told():
    error, _ = await opening(f"falkor://u:{SECRET}/x@host")
    assert isinstance(error, InvalidInput)
    assert "%2F" in str(error)
    assert not secret_in(error)


@pytest.mark.parametrize("scheme", ["falkor", "neo4j", "bolt"])
@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "no-such-host.invalid"])
async def test_a_server_that_is_not_there_is_told_soon_with_its_url_and_what_to_check(scheme: str, host: str):
    error, seconds = await opening(f"{scheme}://ann:{QUOTED}@{host}:9")
    assert isinstance(error, StoreUnavailable)
    assert f"{scheme}://ann@{host}:9" in str(error)
    assert "is the server running" in str(error)
    assert not secret_in(error)
    assert seconds < PATIENCE


@pytest.mark.parametrize("scheme", ["falkor", "neo4j", "bolt"])
async def test_a_server_that_never_answers_is_told_within_the_time_limits(scheme: str):
    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()

    deaf = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    try:
        error, seconds = await opening(f"{scheme}://ann:{QUOTED}@127.0.0.1:{deaf.sockets[0].getsockname()[1]}")
    finally:
        deaf.close()
    assert isinstance(error, StoreUnavailable)
    assert not secret_in(error)
    assert seconds < 2 * PATIENCE


@pytest.mark.falkor_server
@pytest.mark.parametrize("given", ["default:wrong-one@", ""], ids=["wrong", "none"])
async def test_a_refused_password_of_falkordb_says_where_the_right_one_goes(given: str):
    with FalkorServer(password=SECRET) as server:
        host = urlsplit(server.bare_url).netloc
        error, seconds = await opening(f"falkor://{given}{host}")
    assert isinstance(error, StoreUnavailable)
    assert "password" in str(error)
    assert "falkor://user:password@" in str(error)
    assert host in str(error)
    assert "wrong-one" not in "".join(traceback.format_exception(error))
    assert seconds < PATIENCE


@pytest.mark.falkor_server
async def test_a_right_password_opens_falkordb_and_is_shown_nowhere():
    with FalkorServer(password="plain-secret") as server:
        store = await Store.open(server.url, settings=test_settings())
        scope = Scope(group_id="g")
        assert (await write(store, scope, [memory(scope, "x")])).new
        assert "plain-secret" not in store.database.url
        await store.close()


@pytest.mark.neo4j
@pytest.mark.parametrize("given", ["neo4j:wrong-one-here@", ""], ids=["wrong", "none"])
async def test_a_refused_password_of_neo4j_names_the_settings(neo4j_url: str, given: str):
    host = neo4j_url.rsplit("@", 1)[1]
    error, seconds = await opening(f"neo4j://{given}{host}")
    assert isinstance(error, StoreUnavailable)
    assert "MEMORIST_NEO4J_PASSWORD" in str(error)
    assert host in str(error)
    assert "wrong-one" not in "".join(traceback.format_exception(error))
    assert seconds < PATIENCE


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
    error, _ = await opening(url)
    assert isinstance(error, InvalidInput)
    assert error.field == "store"
    assert "embedded:PATH" in str(error)
    assert not secret_in(error)


@pytest.mark.parametrize("folder", ["/dev/null/store", "/proc/store", "{file}", "{file}/below"])
async def test_a_folder_that_cannot_be_written_is_told_with_its_name(tmp_path: Path, folder: str):
    in_the_way = tmp_path / "file"
    in_the_way.write_text("not a folder", encoding="utf-8")
    path = folder.format(file=in_the_way)
    error, _ = await opening(f"embedded:{path}")
    assert isinstance(error, StoreNotWritable)
    assert path in str(error)
    assert "writable folder" in str(error)


async def test_a_store_filled_by_another_embedder_is_refused_and_left_alone(store: Store, store_url: str, scope: Scope):
    await write(store, scope, [memory(scope, "x")])
    before = await store.admin.numbers(scope.group_id)
    for size in (256, 12):
        other = LangChainEmbedder(DeterministicFakeEmbedding(size=size), name=f"langchain:fake:{size}")
        opened = await Store.open(store_url, settings=test_settings(), embedder=other, clock=store.clock)
        for attempt in (
            opened.memories.all(scope),
            opened.changes.apply(change_set(scope, [memory(scope, "y")])),
        ):
            with pytest.raises(EmbedderMismatch, match="MEMORIST_EMBEDDER=wordllama") as raised:
                await attempt
            assert raised.value.ids == (scope.group_id,)
        await opened.close()
    assert await store.admin.numbers(scope.group_id) == before


async def test_two_groups_may_be_filled_by_embedders_of_different_sizes_or_are_refused(
    store: Store, store_url: str, scope: Scope
):
    """Either the second size works, or it is refused at the door; it never writes what it cannot find."""
    await write(store, scope, [memory(scope, "x")])
    small = LangChainEmbedder(DeterministicFakeEmbedding(size=12), name="langchain:fake:12")
    opened = await Store.open(store_url, settings=test_settings(), embedder=small, clock=store.clock)
    other = Scope(group_id=f"{scope.group_id}_b")
    try:
        await write(opened, other, [memory(other, "y")])
    except EmbedderMismatch:
        return
    finally:
        await opened.close()
    opened = await Store.open(store_url, settings=test_settings(), embedder=small, clock=store.clock)
    vectors = {"d": (await opened.embed(["y"]))[0]}
    rows = await opened.memories.comparable(other, vectors=vectors)
    assert [row.memory.content for row in rows] == ["y"]
    await opened.close()


async def test_a_group_of_a_newer_version_is_refused(store: Store, store_url: str, scope: Scope):
    await write(store, scope, [memory(scope, "x")])
    await store.database.write(
        scope.group_id, "MATCH (g:ChangeLog {uuid: $group}) SET g.schema = 99", {"group": scope.group_id}
    )
    again = await Store.open(store_url, settings=test_settings())
    with pytest.raises(SchemaTooNew, match="upgrade memorist"):
        await again.admin.numbers(scope.group_id)
    await again.close()


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
        patient = await Store.open(address, settings=test_settings())  # a cold server plans its first write for seconds
        await write(patient, scope, [memory(scope, "x")])
        await patient.close()
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
    scope = Scope(group_id="g")
    await write(store, scope, [memory(scope, "x")])
    port = server.port
    server.stop()
    with pytest.raises(StoreUnavailable):
        await store.memories.all(scope)
    back = FalkorServer()
    back.port = port
    with back:
        again = memory(scope, "y")
        for _ in range(2):  # the first answer may be that an old connection was lost
            try:
                await write(store, scope, [again])
                break
            except StoreUnavailable:
                continue
        assert [m.content for m in await store.memories.all(scope)] == ["y"]
    await store.close()
