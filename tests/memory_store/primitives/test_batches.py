"""Ten thousand at once: all of them or none, one entry in the change log."""

import pytest

from memorist.memory_store.domain.errors import InvalidTopology
from memorist.memory_store.primitives.drafts import Change, ConnectionDraft, NodeDraft
from memorist.memory_store.primitives.graph import Graph
from tests.stores import START

pytestmark = pytest.mark.slow_on("neo4j")


async def created_all_or_none(graph: Graph, size: int) -> None:
    nodes = [NodeDraft(type="Action", content=f"do {i}", properties={"number": i}) for i in range(size)]
    chain = [ConnectionDraft(type="DependsOn", source=f"#{i}", target=f"#{i + 1}") for i in range(size - 1)]
    person = NodeDraft(type="Person", content="Anderson")
    wrong = ConnectionDraft(type="DependsOn", source="#0", target=f"#{size}")
    with pytest.raises(InvalidTopology):
        await graph.create([*nodes, person], [*chain, wrong])
    assert await graph.store.admin.numbers(graph.scope.group_id) == {}
    written = await graph.create(nodes, chain)
    numbers = await graph.store.admin.numbers(graph.scope.group_id)
    assert (numbers["memories Action"], numbers["edges DependsOn"], numbers["changes primitives"]) == (
        size,
        size - 1,
        1,
    )
    assert [n.id for n in await graph.query_nodes("Action", {"number": size - 1})] == [written.nodes[-1].id]
    await graph.update([Change(id=n.id, properties={"number": None}) for n in written.nodes])
    assert len(await graph.query_nodes("Action", {"number": None}, limit=size)) == size
    assert len(await graph.store.changes.log(graph.scope, START)) == 2


async def test_a_thousand_nodes_and_connections_are_written_as_one(graph: Graph):
    await created_all_or_none(graph, 1_000)


@pytest.mark.slow
async def test_ten_thousand_nodes_and_connections_are_written_as_one(graph: Graph):
    await created_all_or_none(graph, 10_000)
