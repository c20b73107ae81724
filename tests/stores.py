"""Stores for tests: the same tests run on every backend, each test in a group of its own."""

import json
from collections.abc import AsyncGenerator, Generator
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast
from uuid import uuid4

import pytest
import redis

from memorist.memory_store.backends.embedded import EmbeddedServer
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.settings import Settings
from memorist.memory_store.store import Store
from tests.servers.falkordb_server import FalkorServer
from tests.servers.in_memory import folder_in_memory

START = datetime(2026, 2, 1, 9, 0, tzinfo=UTC)

BACKENDS = [
    pytest.param("embedded", id="embedded"),
    pytest.param("falkor_server", id="falkordb", marks=pytest.mark.falkor_server),
    pytest.param("neo4j", id="neo4j", marks=pytest.mark.neo4j),
    pytest.param("neo4j_lts", id="neo4j-lts", marks=pytest.mark.neo4j),
]

EMBEDDED = pytest.mark.parametrize("store_url", BACKENDS[:1], indirect=True)
"""Mark of tests for which the embedded store is enough."""


def test_settings(**changed: object) -> Settings:
    """Settings that no environment file of the developer reaches, and no model that runs on the developer's machine."""
    return Settings(_env_file=None, **({"readers": "patterns"} | changed))  # pyright: ignore[reportCallIssue]


test_settings.__test__ = False  # pyright: ignore[reportFunctionMemberAccess]


KEPT_GROUPS: set[str] = set()
"""Groups of the embedded store that several modules read."""


@pytest.fixture(scope="session")
def embedded_server() -> Generator[EmbeddedServer]:
    """Server of the embedded store. It starts once, because the run itself is one of its users."""
    with TemporaryDirectory(prefix="memorist-tests-", dir=folder_in_memory(), ignore_cleanup_errors=True) as folder:
        server = EmbeddedServer.open(folder)
        yield server
        server.close()


@pytest.fixture(scope="module")
def embedded_url(embedded_server: EmbeddedServer) -> Generator[str]:
    """One embedded store for the whole run; the groups of a module are deleted after it.

    A forgetting rewrites all that the server holds: with the groups of every module it would take seconds.
    """
    yield f"embedded:{embedded_server.folder}"
    with redis.Redis(unix_socket_path=str(embedded_server.again()), decode_responses=True) as connection:
        for group in {*cast("list[str]", connection.execute_command("GRAPH.LIST"))} - KEPT_GROUPS:
            connection.execute_command("GRAPH.DELETE", group)


@pytest.fixture(scope="session")
def falkor_url() -> Generator[str]:
    """A FalkorDB server."""
    with FalkorServer() as server:
        yield server.url


@pytest.fixture(params=BACKENDS)
def store_url(request: pytest.FixtureRequest) -> str:
    """The URL of each backend in turn."""
    return request.getfixturevalue({"falkor_server": "falkor_url"}.get(request.param, f"{request.param}_url"))


@pytest.fixture
def group() -> str:
    """A group that no other test uses."""
    return f"t{uuid4().hex[:12]}"


@pytest.fixture
def scope(group: str) -> Scope:
    """The group's scope, shared by all agents."""
    return Scope(group_id=group)


@pytest.fixture
def clock() -> VirtualClock:
    """A clock at the beginning of the master week."""
    return VirtualClock(START)


@pytest.fixture
async def store(store_url: str, clock: VirtualClock) -> AsyncGenerator[Store]:
    """An open store on each backend."""
    opened = await Store.open(store_url, settings=test_settings(), clock=clock)
    yield opened
    await opened.close()


@pytest.fixture
def empty_folder(tmp_path: Path) -> Path:
    """A folder that does not exist yet."""
    return tmp_path / "store"


async def everything(store: Store, scope: Scope) -> str:
    """All that the database holds of a group, as text."""
    if store.database.dialect == "neo4j":
        nodes = "MATCH (n) WHERE n.group_id = $group OR n.uuid = $group RETURN n {.*, name_embedding: null} AS x"
        edges = "MATCH (a)-[r]->() WHERE a.group_id = $group RETURN r {.*, fact_embedding: null} AS x"
    else:
        nodes = "MATCH (n) RETURN n {.*, name_embedding: null} AS x"
        edges = "MATCH ()-[r]->() RETURN r {.*, fact_embedding: null} AS x"
    rows = [
        row
        for statement in (nodes, edges)
        for row in await store.database.read(scope.group_id, statement, {"group": scope.group_id})
    ]
    return json.dumps([row["x"] for row in rows], default=str, ensure_ascii=False).lower()
