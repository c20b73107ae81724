"""A server that hangs, as one does whose machine swaps or whose disk is gone: told in time, and all is well after."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Generator
from pathlib import Path

import pytest
import redis

import memorist
from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import StoreUnavailable
from memorist.memory_store.settings import Settings
from tests.memory_store.builders import DAY, about, change_set, entity, memory
from tests.servers.falkordb_server import FalkorServer
from tests.servers.neo4j_server import Neo4jServer
from tests.stores import START, test_settings

RULE = {"kind": "manual", "content": "Never use Realm", "type": "semantic:hard_rule", "reason": "sync issues"}
PATIENCE = 60.0
"""Seconds after which a call hangs; each may take a few, and a slow machine several times as long."""

Server = FalkorServer | Neo4jServer


@pytest.fixture(
    params=[
        pytest.param(FalkorServer, id="falkordb", marks=pytest.mark.falkor_server),
        pytest.param(Neo4jServer, id="neo4j", marks=[pytest.mark.neo4j, pytest.mark.slow]),
    ],
    scope="module",
)
def server(request: pytest.FixtureRequest) -> Generator[Server]:
    """A server that only these tests use."""
    with request.param() as running:
        yield running


@pytest.fixture
def settings(server: Server, tmp_path: Path) -> Settings:
    """Settings with which a call ends soon, and not before a server that has just gone on can answer."""
    soon = 1.0 if isinstance(server, FalkorServer) else 5.0
    return test_settings(rule_snapshots=str(tmp_path / "rules"), statement_timeout=soon)


@pytest.fixture
async def team(server: Server, group: str, settings: Settings, clock: VirtualClock) -> AsyncGenerator[AsyncMemory]:
    """A memory that knows a rule and has asked the server everything once: a cold one takes its time."""
    patient = settings.model_copy(update={"statement_timeout": 60.0})
    async with memorist.open(server.url, group=group, settings=patient, clock=clock) as warm:
        await warm.ingest(RULE)
        await warm.recall("Choose a database")
        await warm.store.settled()
    async with memorist.open(server.url, group=group, settings=settings, clock=clock) as opened:
        await opened.store.memories.all(opened.scope)
        yield opened
        server.go_on()


async def test_all_calls_end_while_it_hangs_and_work_again_after(server: Server, team: AsyncMemory):
    store, scope = team.store, team.scope
    clerk, fact = entity(scope, "Clerk"), memory(scope, "The team uses Clerk for auth")
    given_up = change_set(scope, [clerk, fact], edges=(about(fact, clerk),))
    before = await store.admin.numbers(scope.group_id)
    server.pause()
    async with asyncio.timeout(PATIENCE):
        _, _, recall, [ingested] = await asyncio.gather(
            told_unavailable(store.memories.all(scope)),
            told_unavailable(store.changes.apply(given_up)),
            team.recall("Choose a database"),
            team.ingest({"kind": "turn", "role": "user", "content": "We use pnpm"}),
        )
    server.go_on()
    assert {failed.channel for failed in recall.failed_channels} >= {"hard_rules", "semantic", "raw_episodes"}
    assert "Never use Realm" in recall.prompt
    assert "last known" in recall.prompt
    assert ingested.error is not None
    assert ingested.error.retryable

    there = {m.content for m in await store.memories.all(scope)}
    assert there & {"Clerk", fact.content} in (set(), {"Clerk", fact.content})
    assert await store.admin.check(scope.group_id) == []
    await store.changes.apply(given_up)
    assert not (await store.changes.apply(given_up)).new
    after = await store.admin.numbers(scope.group_id)
    assert after["changes test"] == 1
    assert after["memories semantic:fact"] == 1 + before.get("memories semantic:fact", 0)
    entries = [entry.id for entry in await store.changes.log(scope, START - DAY)]
    assert entries.count(given_up.id) == 1
    assert await store.admin.check(scope.group_id) == []
    assert (await team.recall("Choose a database")).failed_channels == ()


async def told_unavailable(call: Awaitable[object]) -> None:
    with pytest.raises(StoreUnavailable, match=r"did not answer in time|stopped answering|cannot be reached"):
        await call


async def test_what_ran_out_of_time_is_not_sent_again(server: Server, team: AsyncMemory):
    """A second try would wait twice as long as was allowed, and send a write twice."""
    if not isinstance(server, FalkorServer):
        pytest.skip("only FalkorDB's client would try again by itself")
    probe = redis.Redis(port=server.port)
    before = connections_made(probe)
    server.pause()
    await told_unavailable(team.store.memories.all(team.scope))
    server.go_on()
    assert connections_made(probe) == before
    probe.close()


def connections_made(probe: redis.Redis) -> int:
    """Number of connections that the server has taken since it started."""
    about: dict[str, int] = probe.info("stats")  # pyright: ignore[reportAssignmentType]
    return about["total_connections_received"]
