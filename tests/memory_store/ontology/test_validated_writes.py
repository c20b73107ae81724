"""Every write is judged by the ontology: what it does not allow is refused whole, with code and ids."""

from collections.abc import AsyncGenerator

import pytest

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.edges import Connection
from memorist.memory_store.domain.errors import (
    InvalidNodeType,
    InvalidTopology,
    MemoristError,
    RequiredPropertyMissing,
)
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.node import Node
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import edge, entity, memory, write
from tests.stores import START, test_settings

pytestmark = pytest.mark.slow_on("neo4j")


@pytest.fixture
async def store(store_url: str, clock: VirtualClock) -> AsyncGenerator[Store]:
    """A store that also speaks of projects and actions."""
    opened = await Store.open(store_url, settings=test_settings(), clock=clock, ontologies=["gtd"])
    yield opened
    await opened.close()


def node(scope: Scope, type_: str, id_: str, **properties: object) -> Node:
    return Node(
        type=type_, id=f"{scope.group_id}{id_}", scope=scope, content=f"{type_} {id_}", source="manual",  # pyright: ignore[reportArgumentType]
        created_at=START, valid_from=START, modified_at=START, properties=properties,
    )  # fmt: skip


def connection(
    type_: str, source: Memory | str, target: Memory | str, scope: Scope, **properties: object
) -> Connection:
    ends = [end if isinstance(end, str) else end.id for end in (source, target)]
    return Connection(
        type=type_, id=f"{type_} {ends}", group_id=scope.group_id, source=ends[0], target=ends[1], created_at=START,
        valid_from=START, modified_at=START, properties=properties,
    )  # fmt: skip


async def refused(
    store: Store, scope: Scope, error: type[MemoristError], memories: list[Memory], edges: list[Edge | Connection]
) -> MemoristError:
    """Write these beside something good; nothing of it may be there afterwards."""
    before = await store.admin.numbers(scope.group_id)
    with pytest.raises(error) as raised:
        await write(store, scope, [memory(scope, "something good"), *memories], edges=tuple(edges))
    assert await store.admin.numbers(scope.group_id) == before
    assert raised.value.ids
    return raised.value


WAITS = {"since": "2026-02-01", "follow_up_date": "2026-02-08"}


async def test_a_connection_to_a_stored_node_of_the_wrong_type_is_refused(store: Store, scope: Scope):
    a, b = node(scope, "Project", "a"), node(scope, "Person", "b")
    await write(store, scope, [b])
    said = await refused(store, scope, InvalidTopology, [a], [connection("NextAction", a, b, scope)])
    assert b.id in said.ids
    assert "is of type Person, only Action can be there" in str(said)


async def test_an_end_that_two_connections_want_to_be_different_is_refused(store: Store, scope: Scope):
    action = node(scope, "Action", "a")
    await write(store, scope, [action])
    edges = [connection("DependsOn", action, action, scope), connection("WaitingFor", action, action, scope, **WAITS)]
    assert action.id in (await refused(store, scope, InvalidTopology, [], [*edges])).ids


async def test_an_edge_of_ours_between_the_wrong_types_is_refused(store: Store, scope: Scope):
    fact, clerk = memory(scope, "fact"), entity(scope, "Clerk")
    await refused(store, scope, InvalidTopology, [fact, clerk], [edge(EdgeType.ABOUT, clerk, fact, scope.group_id)])
    await write(store, scope, [fact, clerk])
    await refused(store, scope, InvalidTopology, [], [edge(EdgeType.ABOUT, clerk, fact, scope.group_id)])
    await write(store, scope, edges=(edge(EdgeType.ABOUT, fact, clerk, scope.group_id),))


async def test_a_promotion_says_why_and_what_had_to_be_reached(store: Store, scope: Scope):
    low, high = memory(scope, "seen", "observation"), memory(scope, "so it is")
    bare = edge(EdgeType.PROMOTED_TO, low, high, scope.group_id)
    await refused(store, scope, RequiredPropertyMissing, [low, high], [bare])
    whole = edge(EdgeType.PROMOTED_TO, low, high, scope.group_id, promotion_reason="3 times", promotion_threshold=3.0)
    assert (await write(store, scope, [low, high], edges=(whole,))).new


async def test_a_store_that_did_not_load_an_ontology_reads_its_nodes_and_writes_none(
    store_url: str, store: Store, scope: Scope
):
    project = node(scope, "Project", "a", status="active")
    await write(store, scope, [project])
    plain = await Store.open(store_url, settings=store.settings, embedder=store.embedder, clock=store.clock)
    assert await plain.memories.get(scope, [project.id]) == [project]
    with pytest.raises(InvalidNodeType):
        await write(plain, scope, [node(scope, "Project", "b")])
    await plain.close()
