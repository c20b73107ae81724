"""Groups spread over two real databases: each is in its own, and none seems empty when rules change or one is away."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest

from memorist.api.opening import open_memory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput, StoreUnavailable
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.moving.copying import copy_group
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, memory, write
from tests.memory_store.carried import fill_with_everything, opened_database, told_by
from tests.servers.falkordb_server import FalkorServer
from tests.servers.neo4j_server import Neo4jServer
from tests.stores import START, test_settings

KINDS = [
    pytest.param(FalkorServer, id="falkordb", marks=pytest.mark.falkor_server),
    pytest.param(Neo4jServer, id="neo4j", marks=[pytest.mark.neo4j, pytest.mark.slow]),
]


@pytest.fixture(scope="module", params=KINDS)
def two(request: pytest.FixtureRequest) -> Generator[tuple[str, str]]:
    """Two servers of one kind."""
    with request.param().start() as one, request.param().start() as other:
        yield one.url, other.url


@pytest.fixture
async def sharded(two: tuple[str, str], clock: VirtualClock, tmp_path: Path) -> AsyncGenerator[Store]:
    one, other = two
    settings = test_settings(content=str(tmp_path / "content"))
    store = await Store.open(f"sharded:acme_*={one},*={other}", settings=settings, clock=clock)
    yield store
    await store.close()


@pytest.fixture
def acme(group: str) -> Scope:
    return Scope(group_id=f"acme_{group}")


async def groups_at(url: str) -> list[str]:
    database = await opened_database(url)
    try:
        return await database.groups()
    finally:
        await database.close()


async def test_a_group_is_in_the_database_of_its_rule_alone(
    sharded: Store, acme: Scope, scope: Scope, two: tuple[str, str], clock: VirtualClock
):
    clock.move_to(START + 400 * DAY)
    await fill_with_everything(sharded, acme)
    await fill_with_everything(sharded, scope)
    for group in (acme, scope):
        told = await told_by(sharded, group)
        assert told["findings"] == []
        assert told["found"]
        assert (await sharded.changes.verify(group.group_id)).ok
    one, other = [await groups_at(url) for url in two]
    assert acme.group_id in one
    assert scope.group_id in other
    assert not {acme.group_id, scope.group_id} & (set(one) & set(other))
    assert {acme.group_id, scope.group_id} <= set(await sharded.admin.groups())


async def test_a_turn_and_a_task_go_to_the_database_of_the_group(
    two: tuple[str, str], acme: Scope, scope: Scope, clock: VirtualClock
):
    one, other = two
    url = f"sharded:acme_*={one},*={other}"
    for who, said in ((acme, "We use Clerk for auth."), (scope, "We use Auth0 for auth.")):
        async with open_memory(url, group=who.group_id, settings=test_settings(), clock=clock) as opened:
            await opened.ingest({"kind": "turn", "role": "user", "content": said})
    for place, who, said in ((one, acme, "Clerk"), (other, scope, "Auth0")):
        async with open_memory(place, group=who.group_id, settings=test_settings(), clock=clock) as opened:
            assert said in (await opened.recall("what do we use for auth?")).prompt


async def test_after_a_change_of_the_rules_a_group_is_told_to_be_elsewhere_until_it_is_copied(
    sharded: Store, acme: Scope, two: tuple[str, str], clock: VirtualClock
):
    one, other = two
    await write(sharded, acme, [memory(acme, "We use Clerk")])
    changed = await Store.open(f"sharded:*={other},none={one}", settings=test_settings(), clock=clock)
    for attempt in (changed.memories.all(acme), write(changed, acme, [memory(acme, "We use Auth0")])):
        with pytest.raises(InvalidInput, match=f"the group {acme.group_id} is in .* run memorist copy"):
            await attempt
    source, target = await opened_database(one), await opened_database(other)
    await copy_group(source, target, acme.group_id)
    await source.close()
    await target.close()
    assert [m.content for m in await changed.memories.all(acme)] == ["We use Clerk"]
    await changed.close()


@pytest.mark.neo4j
async def test_databases_that_want_other_statements_are_refused(falkor_url: str, neo4j_url: str):
    with pytest.raises(InvalidInput, match="of different kinds or versions") as raised:
        await Store.open(f"sharded:a={neo4j_url},*={falkor_url}", settings=test_settings())
    assert raised.value.field == "store"
    assert "memorist-test" not in str(raised.value)  # the password


@pytest.mark.falkor_server
async def test_one_server_away_leaves_the_groups_of_the_other_served(acme: Scope, scope: Scope, clock: VirtualClock):
    with FalkorServer() as one, FalkorServer() as other:
        settings = test_settings(connect_timeout=1.0, statement_timeout=1.5)
        store = await Store.open(f"sharded:acme_*={one.url},*={other.url}", settings=settings, clock=clock)
        await write(store, acme, [memory(acme, "We use Clerk")])
        await write(store, scope, [memory(scope, "We use Auth0")])
        one.stop()
        assert [m.content for m in await store.memories.all(scope)] == ["We use Auth0"]
        with pytest.raises(StoreUnavailable):
            await store.memories.all(acme)
        # Whether a group that nobody knows is on the server that is away, nobody can say.
        with pytest.raises(StoreUnavailable):
            await store.memories.all(Scope(group_id="nobody_knows"))
        await store.close()


@pytest.mark.falkor_server
async def test_when_one_cannot_be_opened_none_is(clock: VirtualClock):
    with FalkorServer() as one, pytest.raises(StoreUnavailable, match=r"127\.0\.0\.1:9"):
        await Store.open(f"sharded:a={one.url},*=falkor://127.0.0.1:9", settings=test_settings(connect_timeout=1.0))
