"""The queries of ``examples/named_queries``, each answered in a fixed number of statements."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import InvalidNodeType, NodeNotFound
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.primitives.drafts import ConnectionDraft, NodeDraft
from memorist.memory_store.primitives.graph import Graph
from memorist.memory_store.store import Store
from named_queries.gtd import available_actions, next_actions, overdue_waiting, stuck_projects
from named_queries.knowledge import (
    facts_about,
    shared_patterns,
    weaknesses,
    what_uses,
    who_knows_about,
    who_uses,
)
from tests.memory_store.builders import about, claim_edge, edge, entity, hold, memory, uses, write
from tests.stores import START

NOWHERE = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"


def titles(found: Sequence[Memory]) -> list[str]:
    return [m.title() for m in found]


async def household(graph: Graph) -> dict[str, Memory]:
    """Two projects under way, one finished; five actions, two of which wait for another; two places."""
    given: dict[str, tuple[str, dict[str, Any]]] = {
        "Kitchen": ("Project", {"status": "active"}),
        "Garden": ("Project", {"status": "active"}),
        "Attic": ("Project", {"status": "complete"}),
        "Call": ("Action", {"status": "next", "context": "phone", "minutes": 30}),
        "Mail": ("Action", {"status": "next", "context": "office", "minutes": 5}),
        "Paint": ("Action", {"status": "next", "context": "phone"}),
        "Measure": ("Action", {"status": "complete"}),
        "Tile": ("Action", {"status": "next"}),
        "Sleep": ("Action", {"status": "someday", "context": "phone"}),
        "Shed": ("Context", {}),
        "Phone": ("Context", {}),
    }
    nodes = {
        name.lower(): NodeDraft(type=type_, content=name, title=name, properties=properties)
        for name, (type_, properties) in given.items()
    }
    place = {name: f"#{i}" for i, name in enumerate(nodes)}
    joined = [
        ("NextAction", "kitchen", "call"), ("NextAction", "kitchen", "measure"), ("NextAction", "garden", "measure"),
        ("DependsOn", "paint", "call"), ("DependsOn", "call", "measure"), ("RequiresContext", "tile", "shed"),
        ("RequiresContext", "tile", "phone"),
    ]  # fmt: skip
    connections = [ConnectionDraft(type=t, source=place[s], target=place[e]) for t, s, e in joined]
    written = await graph.create(list(nodes.values()), connections)
    return dict(zip(nodes, written.nodes, strict=True))


async def test_actions_are_available_where_one_is_when_nothing_is_in_their_way(graph: Graph):
    made = await household(graph)

    async def ask(*given: Any) -> set[str]:
        return set(titles(await available_actions(graph, *given)))

    assert await ask() == {"Call", "Mail", "Tile"}
    assert await ask(["phone"]) == {"Call"}
    assert await ask(["phone", "office"]) == {"Call", "Mail"}
    assert await ask(["phone", "office"], 10) == {"Mail"}
    assert await ask(["shed"]) == set()
    assert await ask(["shed", "phone"]) == {"Call", "Tile"}
    assert await ask(["' OR true"]) == set()
    await graph.update_node(made["call"].id, {"status": "complete"})
    assert await ask(["phone"]) == {"Paint"}
    await graph.update_node(made["measure"].id, {"status": "next"})
    assert "Call" not in await ask()


async def test_a_project_is_stuck_without_a_next_action_that_is_still_to_be_done(graph: Graph):
    made = await household(graph)
    assert titles(await stuck_projects(graph)) == ["Garden"]
    await graph.update_node(made["call"].id, {"status": "complete"})
    assert sorted(titles(await stuck_projects(graph))) == ["Garden", "Kitchen"]
    dig = await graph.create_node("Action", "Dig", properties={"status": "next"})
    link = await graph.create_connection("NextAction", made["garden"].id, dig.id)
    assert titles(await stuck_projects(graph)) == ["Kitchen"]
    await graph.delete_connection(link.id)
    assert sorted(titles(await stuck_projects(graph))) == ["Garden", "Kitchen"]


async def test_the_next_actions_of_a_project(graph: Graph):
    made = await household(graph)
    assert titles(await next_actions(graph, made["kitchen"].id)) == ["Call"]
    assert await next_actions(graph, made["garden"].id) == []
    for id_ in (NOWHERE, "the"):
        with pytest.raises(NodeNotFound):
            await next_actions(graph, id_)


async def test_what_is_waited_for_is_overdue_when_its_day_has_come_the_longest_first(graph: Graph, clock: VirtualClock):
    dates: list[Any] = [
        "2026-01-31", "2026-02-01", "2026-02-02", "2026-02-01T10:00:00+02:00", "2026-02-01T08:30:00-02:00",
        datetime(2026, 2, 1, 8, tzinfo=UTC), "next week", 7,
    ]  # fmt: skip
    nodes = [NodeDraft(type="Action", content=f"a{i}") for i in range(len(dates))]
    joined = [
        ConnectionDraft(
            type="WaitingFor", source=f"#{i}", target=f"#{len(dates)}",
            properties={"since": "2026-01-01", "follow_up_date": date},
        )
        for i, date in enumerate(dates)
    ]  # fmt: skip
    written = await graph.create([*nodes, NodeDraft(type="Person", content="Anderson")], joined)
    found = await overdue_waiting(graph)
    assert {w.what.title() for w in found} == {"a0", "a1", "a3", "a5"}
    assert (found[0].what.title(), found[0].person.title()) == ("a0", "Anderson")
    await graph.delete_connection(written.connections[0].id)
    clock.move_to(START + timedelta(days=60))
    assert {w.what.title() for w in await overdue_waiting(graph)} == {"a1", "a2", "a3", "a4", "a5"}


@pytest.mark.slow_on("neo4j")
async def test_what_a_team_uses_and_who_knows_about_it(store: Store, graph: Graph, scope: Scope):
    team, clerk, auth = entity(scope, "team", "entity:person"), entity(scope, "Clerk"), entity(scope, "Auth service")
    anna, ben = entity(scope, "Anna", "entity:person"), entity(scope, "Ben", "entity:person")
    said = memory(scope, "The team uses Clerk", claim=uses("Clerk").model_copy(update={"object_kind": "entity"}))
    port = memory(scope, "The team uses port 80", claim=uses("port 80", "port"))
    owns = memory(
        scope, "Ben owns Clerk", claim=uses("Ben").model_copy(update={"subject": "Clerk", "predicate": "owned_by"})
    )
    await write(
        store, scope, [team, clerk, auth, anna, ben, said, port, owns],
        edges=(
            about(said, clerk),
            edge(EdgeType.USES, auth, clerk, scope.group_id),
            edge(EdgeType.KNOWS, anna, clerk, scope.group_id),
        ),
        claims=(claim_edge(said, team, clerk), claim_edge(port, team, port), claim_edge(owns, clerk, ben)),
        holds=(hold(said), hold(port)),
    )  # fmt: skip
    assert {r.name for r in await what_uses(graph, "team")} == {"Clerk", "port 80"}
    assert {(r.name, r.memory.id) for r in await what_uses(graph, "auth service")} == {("Clerk", clerk.id)}
    assert {r.name for r in await who_uses(graph, "clerk")} == {"team", "Auth service"}
    assert {r.name for r in await who_knows_about(graph, "Clerk")} == {"Anna", "Ben"}
    assert [m.id for m in await facts_about(graph, "Clerk")] == [said.id]
    assert await facts_about(graph, "Clerk", ["semantic:policy"]) == []
    assert await what_uses(graph, "nobody's' thing`") == []
    with pytest.raises(InvalidNodeType):
        await facts_about(graph, "Clerk", ["semantic:guess"])


@pytest.mark.slow_on("neo4j")
async def test_what_an_agent_does_badly_and_what_many_agents_saw(store: Store, scope: Scope):
    mine = scope.model_copy(update={"agent_id": "anna"})
    model = memory(mine, "What anna knows about herself", "model:self")
    weak = memory(scope, "misses null checks", "observation", confidence=0.5)
    missed = memory(scope, "missed the deadline", "episodic", confidence=0.9)
    seen = memory(scope, "null checks are missed", "observation")
    agents = [entity(scope, f"agent {i}", "entity:person") for i in range(3)]
    await write(
        store, scope, [model, weak, missed, seen, *agents],
        edges=(
            edge(EdgeType.HAS_WEAKNESS, model, weak, scope.group_id),
            edge(EdgeType.MISSED, model, missed, scope.group_id),
            *(edge(EdgeType.OBSERVED_BY, seen, agent, scope.group_id) for agent in agents),
            edge(EdgeType.OBSERVED_BY, weak, agents[0], scope.group_id),
        ),
    )  # fmt: skip
    assert titles(await weaknesses(store.records(mine), "anna")) == ["missed the deadline", "misses null checks"]
    assert await weaknesses(store.records(scope), "anna") == []
    assert [(p.observation.id, p.agents) for p in await shared_patterns(store.records(scope))] == [(seen.id, 3)]
    assert len(await shared_patterns(store.records(scope), agents=1)) == 2


async def test_each_primitive_and_question_sends_its_number_of_statements(graph: Graph, store: Store):
    made = await household(graph)
    project, action = made["kitchen"].id, made["call"].id
    link = (await graph.query_connections("NextAction"))[0].id
    batch = [NodeDraft(type="Note", content=f"n{i}") for i in range(50)]
    await graph.get_connection(link)  # the first one makes the index
    await graph.update_node(action, {"a": 0})  # the first one looks for the hard rules, in the background
    await store.settled()
    expected: list[tuple[int, Any]] = [
        (1, lambda: graph.get_node(project)),
        (1, lambda: graph.get_nodes([project, action])),
        (1, lambda: graph.get_connection(link)),
        (1, lambda: graph.get_content(project)),
        (1, lambda: graph.query_nodes("Action", {"status": "next"})),
        (1, lambda: graph.query_connections("NextAction", source=project)),
        (1, lambda: graph.get_connected_nodes(project, direction="both")),
        (1, lambda: graph.search_content("kitchen")),
        (1, lambda: graph.recall("kitchen")),
        (1, lambda: graph.create_node("Note", "x")),
        (1, lambda: graph.create(batch)),
        (1, lambda: graph.create_connection("NextAction", project, action)),
        (3, lambda: graph.update_node(action, {"a": 1})),  # read, apply, read
        (3, lambda: graph.update_connection(link, {"a": 1})),
        (3, lambda: graph.update_node(action, content="Call them")),
        (2, lambda: graph.delete_connection(link)),
        (1, lambda: available_actions(graph, ["phone"])),
        (1, lambda: stuck_projects(graph)),
        (1, lambda: overdue_waiting(graph)),
        (1, lambda: next_actions(graph, project)),
        (1, lambda: what_uses(graph, "team")),
        (1, lambda: who_uses(graph, "team")),
        (2, lambda: who_knows_about(graph, "Clerk")),
        (1, lambda: facts_about(graph, "Clerk")),
        (1, lambda: weaknesses(graph, "anna")),
        (1, lambda: shared_patterns(graph)),
    ]
    sent: list[int] = []
    for _, call in expected:
        before = store.database.statements_sent
        await call()
        sent.append(store.database.statements_sent - before)
    assert sent == [number for number, _ in expected]
