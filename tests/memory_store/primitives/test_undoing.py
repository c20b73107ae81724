"""Records and their connections, taken back by the operation that wrote them."""

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.edges import Connection
from memorist.memory_store.domain.node import Node
from memorist.memory_store.domain.status import Status
from memorist.memory_store.primitives.graph import Graph
from memorist.memory_store.store import Store
from memorist.nodes.operations.result import UndoResult
from tests.memory_store.primitives.test_connections import kitchen


async def undo_last(store: Store, graph: Graph) -> UndoResult:
    memory = AsyncMemory(store, graph.scope)
    (last,) = await memory.receipts(limit=1)
    return await memory.undo(last.id)


async def test_what_a_record_held_is_held_again(store: Store, graph: Graph) -> None:
    project, *_ = await kitchen(graph)
    await graph.update_node(project.id, {"outcome": "a kitchen to cook in"})
    before = await graph.get_node(project.id)
    await graph.update_node(project.id, {"outcome": "none"}, content="the bathroom")
    assert (await undo_last(store, graph)).done
    after = await graph.get_node(project.id)
    assert isinstance(before, Node)
    assert isinstance(after, Node)
    assert (after.content, after.properties) == (before.content, before.properties)
    assert await graph.store.admin.check(graph.scope.group_id) == []


async def test_a_connection_that_was_made_goes_and_one_that_was_removed_comes_back(store: Store, graph: Graph) -> None:
    project, action, _ = await kitchen(graph)
    made = await graph.create_connection("NextAction", project.id, action.id, {"priority": "high"}, "A note")
    await graph.delete_connection(made.id)
    assert (await undo_last(store, graph)).done
    back = await graph.get_connection(made.id)
    assert isinstance(back, Connection)
    assert (back.properties, back.content) == ({"priority": "high"}, "A note")
    await graph.update_connection(made.id, {"priority": "low"})
    assert (await undo_last(store, graph)).done
    changed = await graph.get_connection(made.id)
    assert isinstance(changed, Connection)
    assert changed.properties == {"priority": "high"}
    assert await graph.store.admin.check(graph.scope.group_id) == []
    assert (await graph.store.changes.verify(graph.scope.group_id)).ok


async def test_the_log_alone_rebuilds_records_as_they_stand(store: Store, graph: Graph) -> None:
    project, *_ = await kitchen(graph)
    await graph.update_node(project.id, {"outcome": "none"}, content="the bathroom")
    past = await graph.store.changes.rebuild(graph.scope.group_id, store.clock.now())
    assert past.memories[project.id] == await graph.get_node(project.id)


async def test_records_that_others_are_connected_with_are_undone_after_the_connection(
    store: Store, graph: Graph
) -> None:
    project, action, _ = await kitchen(graph)
    await graph.create_connection("NextAction", project.id, action.id)
    memory = AsyncMemory(store, graph.scope)
    connection, records = await memory.receipts(limit=2)
    refused = await memory.undo(records.id)
    assert (refused.done, refused.undo_first) == (False, (connection.id,))
    assert (await memory.undo(connection.id)).done
    assert (await memory.undo(records.id)).done
    assert (await graph.store.memories.get(graph.scope, [project.id]))[0].status is Status.RETRACTED
