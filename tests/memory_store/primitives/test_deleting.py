"""Deleting a node is forgetting it."""

from uuid import uuid4

import pytest

from memorist.memory_store.domain.errors import InvalidInput, NodeNotFound, StoreError
from memorist.memory_store.primitives.drafts import ConnectionDraft, NodeDraft
from memorist.memory_store.primitives.graph import Graph
from tests.stores import START

NOWHERE = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"


@pytest.mark.slow_on("neo4j")
async def test_a_deleted_node_is_gone_with_its_connections_and_its_words(graph: Graph):
    drafts = [NodeDraft(type="Project", content="zucchini"), NodeDraft(type="Action", content="dig")]
    written = await graph.create(drafts, [ConnectionDraft(type="NextAction", source="#0", target="#1")])
    project, action = written.nodes
    await graph.delete_node(project.id)
    with pytest.raises(NodeNotFound):
        await graph.get_node(project.id)
    assert len(await graph.query_connections(ended=True)) == 0
    assert (await graph.get_node(action.id)).content == "dig"
    assert await graph.search_content("zucchini") == []
    assert "zucchini" not in "".join(str(e.payload) for e in await graph.store.changes.log(graph.scope, START))
    assert await graph.store.admin.check(graph.scope.group_id) == []


async def test_deleting_what_is_not_there_deletes_nothing(graph: Graph):
    made = await graph.create_node("Note", "x")
    with pytest.raises(NodeNotFound) as raised:
        await graph.delete_nodes([made.id, NOWHERE])
    assert (raised.value.code, raised.value.ids) == ("NODE_NOT_FOUND", (NOWHERE,))
    assert await graph.get_node(made.id) == made


async def test_the_id_of_a_deleted_node_is_never_given_out_again(graph: Graph):
    chosen = str(uuid4())
    await graph.create_node("Note", "x", id=chosen)
    await graph.delete_node(chosen)
    with pytest.raises((StoreError, InvalidInput)) as raised:
        await graph.create_node("Note", "something else", id=chosen)
    assert raised.value.ids == (chosen,)
    with pytest.raises(NodeNotFound):
        await graph.get_node(chosen)
