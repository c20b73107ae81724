"""Connections to Neo4j: the asked server, bookmarks, and messages when protocols differ."""

import asyncio
import re
import ssl
import subprocess
from collections.abc import AsyncGenerator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.backends.neo4j_parameters import as_one_record, columns_of, rows_of
from memorist.memory_store.domain.errors import InvalidInput, StoreError, StoreUnavailable
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import memory, write
from tests.stores import test_settings

READ_MODE = b"\x84mode\x81r"
"""As it stands in the message of a reading transaction (PackStream: short texts with their length)."""
BOOKMARKS = b"\x89bookmarks"
ADDRESSES = re.compile(rb"(\x89addresses\x91.)(127\.0\.0\.1:\d+)(\x84role.)(WRITE|READ|ROUTE)|"
                       rb"(\x84role.)(WRITE|READ|ROUTE)(\x89addresses\x91.)(127\.0\.0\.1:\d+)")  # fmt: skip


class Replica:
    """A server of a cluster: a port of its own, in front of the real one, that notes what is said to it.

    In routing tables that pass through, the address of readers is that of ``reader``, and of all others this one's.
    """

    def __init__(self, target: int, reader: "Replica | None" = None) -> None:
        self.target = target
        self.reader = reader or self
        self.heard = bytearray()
        self.port = 0

    @asynccontextmanager
    async def listening(self) -> AsyncGenerator["Replica"]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        yield self
        server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)

        async def there() -> None:
            while data := await reader.read(65_536):
                self.heard += data
                far_writer.write(data)
            far_writer.close()

        async def back() -> None:
            while data := await far_reader.read(65_536):
                writer.write(ADDRESSES.sub(self._routed, data))
            writer.close()

        await asyncio.gather(there(), back())

    def _routed(self, found: re.Match[bytes]) -> bytes:
        role = found[4] or found[6]
        port = self.reader.port if role == b"READ" else self.port
        address = b"127.0.0.1:%d" % port
        assert len(address) == len(found[2] or found[8]), "an address of another length would break the message"
        return found[0].replace(found[2] or found[8], address)


@asynccontextmanager
async def cluster(url: str) -> AsyncGenerator[tuple[str, Replica, Replica]]:
    """A URL that routes, the server that it routes writes to, and the one for reads."""
    parts = urlsplit(url)
    follower = Replica(parts.port or 0)
    leader = Replica(parts.port or 0, follower)
    async with follower.listening(), leader.listening():
        yield f"neo4j://{parts.username}:{parts.password}@127.0.0.1:{leader.port}", leader, follower


@pytest.mark.neo4j
async def test_replicas_are_read_and_wait_for_what_any_user_of_the_process_wrote(neo4j_url: str, group: str):
    async with cluster(neo4j_url) as (url, leader, follower):
        store = await Store.open(url, settings=test_settings())
        ours = AsyncMemory(store, Scope(group_id=group))
        ann, bob = ours.as_user("ann"), ours.as_user("bob")
        await ann.ingest({"kind": "turn", "role": "user", "content": "We use pnpm, never npm."})
        leader.heard.clear()
        follower.heard.clear()
        recall = await bob.recall("Which package manager do we use?")
        assert "pnpm" in recall.prompt
        assert b"FULLTEXT" in follower.heard.upper(), "the search went elsewhere"
        assert b"FULLTEXT" not in leader.heard.upper()
        assert READ_MODE in follower.heard
        assert BOOKMARKS in follower.heard, "the replica may answer without what was just written"
        await bob.ingest({"kind": "turn", "role": "user", "content": "We use Vitest for tests."})
        assert b"MERGE" in leader.heard
        assert b"MERGE" not in follower.heard
        await store.close()


@pytest.mark.neo4j
async def test_each_statement_of_retrieval_returns_as_one_record_what_it_returns_as_rows(neo4j_url: str, group: str):
    store = await Store.open(neo4j_url, settings=test_settings())
    scope = Scope(group_id=group)
    await write(store, scope, [memory(scope, f"Fact number {number}") for number in range(3)])
    statement = "MATCH (n:Memory {group_id: $group}) RETURN n.name AS name, {a: [1, 2], b: n.type} AS n ORDER BY name"
    plain = await store.database.read(group, statement, {"group": group})
    assert len(plain) == 3
    [record] = await store.database.read(group, as_one_record(statement), {"group": group})
    assert rows_of(statement, record["rows"]) == plain
    await store.close()


@pytest.mark.parametrize(
    ("statement", "columns"),
    [
        ("MATCH (n) RETURN n", ("n",)),
        ("MATCH (n) RETURN n.a AS one, size([x IN n.b WHERE x > 1, 2]) AS two LIMIT $k", ("one", "two")),
        ("CALL () { MATCH (n) RETURN n AS x } RETURN x, x {.*, v: null} AS n ORDER BY x.a DESC LIMIT 3", ("x", "n")),
        ("RETURN 1 AS a, 2 AS b UNION ALL RETURN 3 AS a, 4 AS b", ("a", "b")),
    ],
)
def test_the_columns_of_a_statement_are_those_of_its_last_return(statement: str, columns: tuple[str, ...]):
    assert columns_of(statement) == columns


@pytest.mark.neo4j
async def test_the_database_that_the_url_names_is_used_or_told_to_be_missing(neo4j_url: str, group: str):
    store = await Store.open(f"{neo4j_url}/neo4j", settings=test_settings(neo4j_database="nowhere"))
    scope = Scope(group_id=group)
    assert (await write(store, scope, [memory(scope, "x")])).new
    assert store.database.url.endswith("/neo4j")
    await store.close()
    with pytest.raises(StoreUnavailable, match="no database 5f3a1b2c: .*MEMORIST_NEO4J_DATABASE"):
        await Store.open(f"{neo4j_url}/5f3a1b2c", settings=test_settings())
    with pytest.raises(InvalidInput, match="DATABASE"):
        await Store.open(f"{neo4j_url}/one/two", settings=test_settings())


@asynccontextmanager
async def speaking_tls(port: int, folder: Path) -> AsyncGenerator[int]:
    """A port that speaks TLS with a certificate of its own signature, in front of another port."""
    made = "req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 1 -subj /CN=localhost"
    await asyncio.to_thread(subprocess.run, ["openssl", *made.split()], cwd=folder, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")

    async def pump(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        while data := await source.read(65_536):
            target.write(data)
        target.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer), return_exceptions=True)

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    yield server.sockets[0].getsockname()[1]
    server.close()


async def refused(url: str) -> str:
    with pytest.raises(StoreError) as raised:
        await Store.open(url, settings=test_settings(connect_timeout=3.0))
    assert isinstance(raised.value, StoreUnavailable)
    return str(raised.value)


def sentences_of(messages: Iterable[str]) -> set[int]:
    return {len(re.findall(r"[.!?](?:\s|$)", message)) for message in messages}


@pytest.mark.neo4j
async def test_a_server_that_speaks_tls_or_does_not_is_told_in_one_sentence_with_the_url_to_use(
    neo4j_url: str, tmp_path: Path
):
    parts = urlsplit(neo4j_url)
    login, plain = f"{parts.username}:{parts.password}", parts.port or 0
    said: list[str] = []
    for scheme in ("bolt", "neo4j"):
        for kind in ("s", "ssc"):
            said.append(await refused(f"{scheme}+{kind}://{login}@127.0.0.1:{plain}"))
            assert f"does not speak TLS: use {scheme}://{parts.username}@127.0.0.1:{plain}" in said[-1]
    async with speaking_tls(plain, tmp_path) as port:
        for scheme in ("bolt", "neo4j"):
            said.append(await refused(f"{scheme}://{login}@127.0.0.1:{port}"))
            assert f"use {scheme}+s://{parts.username}@127.0.0.1:{port}" in said[-1]
            said.append(await refused(f"{scheme}+s://{login}@127.0.0.1:{port}"))
            assert f"not trusted here: use {scheme}+ssc://" in said[-1]
        store = await Store.open(f"bolt+ssc://{login}@127.0.0.1:{port}", settings=test_settings())
        await store.close()
    assert sentences_of(said) == {0}, said
    assert not any(str(parts.password) in one for one in said)


async def test_a_port_of_http_is_told_to_be_none_of_bolt():
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(64)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    message = await refused(f"bolt://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    server.close()
    assert "speaks HTTP there, not Bolt" in message
    assert "7687" in message
