"""Connections of any declared type: created, read, changed, asked for, removed; each refusal has its code."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.edges import MODEL_OF_EDGE, Connection, parse_edge
from memorist.memory_store.domain.errors import (
    Conflict,
    ConnectionAlreadyExists,
    ConnectionNotFound,
    DanglingReference,
    InvalidConnectionType,
    InvalidInput,
    InvalidTopology,
    NodeAlreadyExists,
    RequiredPropertyMissing,
)
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import MEMORY_TYPES
from memorist.memory_store.ontology.loading import load_ontologies
from memorist.memory_store.primitives.drafts import Change, ConnectionDraft, NodeDraft
from memorist.memory_store.primitives.graph import Graph
from memorist.memory_store.store import Store
from tests.memory_store.anything import edges_of_any_type, maybe, properties
from tests.memory_store.builders import write
from tests.memory_store.every_type import AWKWARD, bare
from tests.memory_store.test_round_trip import same
from tests.memory_store.test_round_trip_of_anything import ON_DATABASES
from tests.stores import START

NOWHERE = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
WAITING = {"since": "2026-02-01", "follow_up_date": "2026-02-08"}


async def kitchen(graph: Graph) -> tuple[Memory, Memory, Memory]:
    """A project, an action and a person."""
    drafts = [NodeDraft(type=t, content=f"the {t}") for t in ("Project", "Action", "Person")]
    project, action, person = (await graph.create(drafts)).nodes
    return project, action, person


async def test_a_connection_is_created_and_read(graph: Graph):
    project, action, _ = await kitchen(graph)
    made = await graph.create_connection("NextAction", project.id, action.id, {"priority": "high", "rank": 1}, "A note")
    assert isinstance(made, Connection)
    assert await graph.get_connection(made.id) == made
    assert (made.properties, made.content, made.revision) == ({"priority": "high", "rank": 1}, "A note", 1)
    assert await graph.get_connection_content(made.id) == "A note"
    assert await graph.store.admin.check(graph.scope.group_id) == []


@pytest.mark.slow_on("neo4j")
async def test_two_connections_of_one_type_may_stand_between_the_same_nodes(graph: Graph):
    project, action, _ = await kitchen(graph)
    made = [await graph.create_connection("NextAction", project.id, action.id, {"n": i}) for i in range(2)]
    assert await graph.get_connections([m.id for m in made]) == made
    assert [n.id for n in await graph.get_connected_nodes(project.id, "NextAction")] == [action.id]


async def test_a_graph_is_created_in_one_go_and_in_one_entry(graph: Graph):
    drafts = [
        NodeDraft(type="Project", content="p"),
        NodeDraft(type="Action", content="a"),
        NodeDraft(type="Person", content="b"),
    ]
    joined = [
        ConnectionDraft(type="NextAction", source="#0", target="#1"),
        ConnectionDraft(type="WaitingFor", source="#1", target="#2", properties=WAITING),
    ]
    written = await graph.create(drafts, joined)
    assert [(c.source, c.target) for c in written.connections] == [
        (written.nodes[0].id, written.nodes[1].id), (written.nodes[1].id, written.nodes[2].id),
    ]  # fmt: skip
    assert len(await graph.store.changes.log(graph.scope, START)) == 1
    with pytest.raises(InvalidInput, match="#7"):
        await graph.create(drafts, [ConnectionDraft(type="NextAction", source="#0", target="#7")])


async def test_each_refusal_has_its_code_and_writes_nothing(graph: Graph):
    project, action, person = await kitchen(graph)
    before = await graph.store.admin.numbers(graph.scope.group_id)
    refusals: list[tuple[type[Exception], str, tuple[str, str, str, dict[str, Any]]]] = [
        (InvalidConnectionType, "INVALID_CONNECTION_TYPE", ("FirstAction", project.id, action.id, {})),
        (InvalidTopology, "INVALID_TOPOLOGY", ("NextAction", project.id, person.id, {})),
        (InvalidTopology, "INVALID_TOPOLOGY", ("NextAction", action.id, project.id, {})),
        (RequiredPropertyMissing, "REQUIRED_PROPERTY_MISSING", ("WaitingFor", action.id, person.id, {"since": "x"})),
        (RequiredPropertyMissing, "REQUIRED_PROPERTY_MISSING", ("PROMOTED_TO", action.id, person.id, {})),
        (DanglingReference, "DANGLING_REFERENCE", ("NextAction", project.id, NOWHERE, {})),
        (DanglingReference, "DANGLING_REFERENCE", ("NextAction", NOWHERE, action.id, {})),
    ]
    for error, code, (type_, source, target, given_) in refusals:
        with pytest.raises(error) as raised:
            await graph.create(
                [NodeDraft(type="Note", content="good")],
                [ConnectionDraft(type=type_, source=source, target=target, properties=given_)],
            )
        assert raised.value.code == code  # pyright: ignore[reportAttributeAccessIssue]
        assert await graph.store.admin.numbers(graph.scope.group_id) == before
    with pytest.raises(InvalidInput, match="colour"):
        await graph.create_connection("PROVES", action.id, project.id, {"colour": "blue"})
    with pytest.raises(InvalidInput, match="confidence"):
        await graph.create_connection("PROVES", action.id, project.id, {"confidence": 2})
    assert await graph.store.admin.numbers(graph.scope.group_id) == before


async def test_a_connection_that_is_not_there_has_a_code(graph: Graph):
    project, action, _ = await kitchen(graph)
    there = (await graph.create_connection("NextAction", project.id, action.id)).id
    for way in (
        graph.get_connection(NOWHERE), graph.get_connections([there, NOWHERE]), graph.get_connection("the"),
        graph.update_connection(NOWHERE, {"a": 1}), graph.delete_connection(NOWHERE), graph.get_connection_content(""),
        graph.delete_connections([there, NOWHERE]), graph.set_connection_content(NOWHERE, "x"),
    ):  # fmt: skip
        with pytest.raises(ConnectionNotFound) as raised:
            await way
        assert raised.value.code == "CONNECTION_NOT_FOUND"
    assert len(await graph.query_connections()) == 1


@pytest.mark.slow_on("neo4j")
async def test_an_id_may_be_chosen_once_and_never_after_deletion(graph: Graph):
    project, action, _ = await kitchen(graph)
    chosen, made = str(uuid4()), await graph.create_connection("NextAction", project.id, action.id)
    await graph.create_connection("NextAction", project.id, action.id, id=chosen)

    async def taken(id_: str, type_: str = "NextAction") -> None:
        with pytest.raises(ConnectionAlreadyExists) as raised:
            await graph.create_connection(type_, project.id, action.id, id=id_)
        assert (raised.value.code, raised.value.ids) == ("CONNECTION_ALREADY_EXISTS", (id_,))

    for id_ in (chosen, made.id):
        await taken(id_)
        await taken(id_, "PROVES")
    await graph.delete_connections([chosen, made.id])
    for id_ in (chosen, made.id):
        await taken(id_)
    twice = [ConnectionDraft(type="NextAction", source=project.id, target=action.id, id=NOWHERE)] * 2
    with pytest.raises(ConnectionAlreadyExists):
        await graph.create(connections=twice)
    with pytest.raises(NodeAlreadyExists):
        await graph.create_node("Note", "x", id=chosen)


@pytest.mark.slow_on("neo4j")
async def test_properties_change_in_place_and_required_ones_stay(graph: Graph, clock: VirtualClock):
    _, action, person = await kitchen(graph)
    made = await graph.create_connection("WaitingFor", action.id, person.id, {**WAITING, "asked": 1})
    clock.move_to(START + timedelta(days=1))
    changed = await graph.update_connection(made.id, {"asked": None, "follow_up_date": "2026-02-15"}, "asked again")
    assert isinstance(changed, Connection)
    assert changed.properties == {"since": "2026-02-01", "follow_up_date": "2026-02-15"}
    assert (changed.content, changed.revision, changed.modified_at) == ("asked again", 2, clock.now())
    assert await graph.get_connection(made.id) == changed
    with pytest.raises(RequiredPropertyMissing) as raised:
        await graph.update_connection(made.id, {"since": None})
    assert raised.value.ids == (made.id,)
    with pytest.raises(Conflict):
        await graph.update_connection(made.id, {"a": 1}, revision=1)
    with pytest.raises(InvalidInput):
        await graph.update_connection(made.id)
    *_, entry = await graph.store.changes.log(graph.scope, START)
    [update] = entry.payload["edge_updates"]
    assert update["before"]["properties"]["asked"] == 1


async def test_a_required_property_of_a_node_stays_too(store: Store, graph: Graph):
    required = store.ontology.node_types["Project"].model_copy(update={"required_properties": ("status",)})
    store.connection.ontology = store.ontology.model_copy(
        update={"node_types": {**store.ontology.node_types, "Project": required}}
    )
    with pytest.raises(RequiredPropertyMissing):
        await graph.create_node("Project", "p")
    made = await graph.create_node("Project", "p", properties={"status": "active"})
    with pytest.raises(RequiredPropertyMissing) as raised:
        await graph.update_node(made.id, {"status": None})
    assert raised.value.ids == (made.id,)


async def test_an_edge_that_ingestion_wrote_is_a_connection_like_others(graph: Graph, store: Store, scope: Scope):
    project, action, _ = await kitchen(graph)
    plain = MODEL_OF_EDGE[EdgeType.PROVES].model_validate(
        {
            "type": "PROVES",
            "group_id": scope.group_id,
            "source": action.id,
            "target": project.id,
            "created_at": START,
            "valid_from": START,
        }
    )
    await write(store, scope, edges=(plain,))
    assert await graph.get_connection(plain.id) == plain
    for confidence in (0.5, 0.25):
        changed = await graph.update_connection(plain.id, {"confidence": confidence})
    assert (changed.confidence, changed.revision) == (0.25, 3)
    with pytest.raises(InvalidInput, match="note"):
        await graph.update_connection(plain.id, content="x")
    await graph.delete_connection(plain.id)
    assert len(await graph.query_connections("PROVES")) == 0


async def test_what_was_removed_is_gone_from_the_graph_and_its_nodes_stay(graph: Graph):
    project, action, _ = await kitchen(graph)
    made = await graph.create_connection("NextAction", project.id, action.id)
    await graph.delete_connection(made.id, reason="planned otherwise")
    assert await graph.get_connected_nodes(project.id) == []
    assert len(await graph.get_nodes([project.id, action.id])) == 2
    *_, entry = await graph.store.changes.log(graph.scope, START)
    assert (entry.reason, entry.payload["edge_removals"][0]["edge_id"]) == ("planned otherwise", made.id)
    assert await graph.store.admin.check(graph.scope.group_id) == []


async def test_connections_are_asked_for_by_ends_type_and_properties(graph: Graph):
    project, action, person = await kitchen(graph)
    high = await graph.create_connection("NextAction", project.id, action.id, {"priority": "high"})
    low = await graph.create_connection("NextAction", project.id, action.id, {"priority": "low"})
    waits = await graph.create_connection("WaitingFor", project.id, person.id, WAITING)
    proof = await graph.create_connection("PROVES", action.id, project.id, {"confidence": 0.5, "reason": "seen"})

    async def ask(*given: Any, **more: Any) -> set[str]:
        return {c.id for c in await graph.query_connections(*given, **more)}

    assert await ask() == {high.id, low.id, waits.id, proof.id}
    assert await ask(source=project.id) == {high.id, low.id, waits.id}
    assert await ask(target=project.id) == {proof.id}
    assert await ask("NextAction", source=project.id) == {high.id, low.id}
    assert await ask("NextAction", {"priority": "low"}) == {low.id}
    assert await ask(None, {"priority": None}, source=project.id) == {waits.id}
    assert await ask(None, {"confidence": 0.5}) == {proof.id}
    assert await ask(source=project.id, target=person.id) == {waits.id}
    assert await ask("PROVES", source=project.id) == set()
    with pytest.raises(InvalidConnectionType):
        await ask("FirstAction")
    first = await graph.query_connections(limit=3)
    rest = await graph.query_connections(limit=3, after=first.next)
    assert {c.id for c in (*first, *rest)} == await ask()
    assert (len(first), len(rest), rest.next) == (3, 1, None)


async def test_a_connection_that_ended_is_of_the_past(graph: Graph, clock: VirtualClock):
    project, action, _ = await kitchen(graph)
    made = await graph.create_connection("CONTAINS", project.id, action.id)
    await graph.update_connection(made.id, {"valid_until": START + timedelta(days=1)})
    assert len(await graph.get_connected_nodes(project.id)) == 1
    clock.move_to(START + timedelta(days=2))
    assert await graph.get_connected_nodes(project.id) == []
    assert len(await graph.query_connections()) == 0
    assert [c.id for c in await graph.query_connections(ended=True)] == [made.id]


async def test_neighbours_are_found_out_in_and_both_ways_each_once(graph: Graph):
    actions = (await graph.create([NodeDraft(type="Action", content=f"a{i}") for i in range(4)])).nodes
    a, b, c, d = (n.id for n in actions)
    for source, target in ((a, b), (a, c), (c, a), (d, a), (a, a), (a, b)):
        await graph.create_connection("DependsOn", source, target)

    async def ask(*given: Any, **more: Any) -> set[str]:
        found = [n.id for n in await graph.get_connected_nodes(a, *given, **more)]
        assert len(found) == len(set(found))
        return set(found)

    assert await ask() == {a, b, c}
    assert await ask("DependsOn", "in") == {a, c, d}
    assert await ask("DependsOn", "both") == {a, b, c, d}
    assert await ask("NextAction") == set()
    assert len(await ask(direction="both", limit=2)) == 2
    with pytest.raises(InvalidInput, match="direction"):
        await ask(direction="up")
    with pytest.raises(InvalidConnectionType):
        await ask("FirstAction")


async def test_neighbours_of_another_agent_are_not_seen(store: Store, scope: Scope):
    anna, all_ = store.records(scope.model_copy(update={"agent_id": "anna"})), store.records(scope)
    project, action, _ = await kitchen(all_)
    secret = await anna.create_node("Action", "secret")
    made = await anna.create_connection("NextAction", project.id, secret.id)
    await all_.create_connection("NextAction", project.id, action.id)
    assert len(await anna.get_connected_nodes(project.id)) == 2
    assert [n.id for n in await all_.get_connected_nodes(project.id)] == [action.id]
    assert len(await all_.query_connections()) == 1
    with pytest.raises(ConnectionNotFound):
        await all_.get_connection(made.id)


async def test_many_who_change_one_node_lose_nothing(store: Store, graph: Graph):
    _, action, person = await kitchen(graph)
    made = await graph.create_connection("WaitingFor", action.id, person.id, WAITING)
    await asyncio.gather(
        *(graph.update_node(action.id, {f"p{i}": i}) for i in range(6)),
        *(graph.update_connection(made.id, {f"p{i}": i}) for i in range(6)),
    )
    [changed] = await graph.query_nodes("Action", {f"p{i}": i for i in range(6)})
    assert changed.revision == 7
    assert len(await graph.query_connections("WaitingFor", {f"p{i}": i for i in range(6)})) == 1


@pytest.mark.slow_on("neo4j")
async def test_a_batch_of_changes_with_one_mistake_changes_nothing(graph: Graph):
    project, action, person = await kitchen(graph)
    made = await graph.create_connection("WaitingFor", action.id, person.id, WAITING)
    good = [Change(id=n.id, properties={"a": 1}) for n in (project, action)]
    for bad in (Change(id=made.id, properties={"since": None}), Change(id=NOWHERE, properties={"b": 1})):
        with pytest.raises((RequiredPropertyMissing, ConnectionNotFound)):
            await graph.update(good, [bad])
    assert len(await graph.query_nodes(None, {"a": 1})) == 0
    await graph.update(good, [Change(id=made.id, properties={"a": 1})], reason="all at once")
    assert len(await graph.query_nodes(None, {"a": 1})) == 2
    assert [e.reason for e in await graph.store.changes.log(graph.scope, START)].count("all at once") == 1


ENDS = {
    type_: next((s, t) for s in MEMORY_TYPES for t in MEMORY_TYPES if load_ontologies().may_connect(type_, s, t))
    for type_ in EdgeType
}


@pytest.fixture
async def one_of_each(store: Store, scope: Scope) -> dict[str, Memory]:
    """One memory of each type, stored."""
    memories = {m.type: m.model_copy(update={"id": str(uuid4())}) for m in bare(scope)}
    await write(store, scope, memories.values())
    return memories


@pytest.mark.slow_on("neo4j")
@ON_DATABASES
@given(data=st.data())
async def test_edges_of_any_type_come_back_with_every_field(
    graph: Graph, store: Store, scope: Scope, one_of_each: dict[str, Memory], data: st.DataObject
):
    """The same edge is merged again and again, each time with other fields."""
    given_ = data.draw(edges_of_any_type())
    ends = {t: {"source": one_of_each[s].id, "target": one_of_each[e].id} for t, (s, e) in ENDS.items()}
    edges: list[Edge] = []
    for type_, fields in given_.items():
        edges.append(
            MODEL_OF_EDGE[type_].model_validate({"type": type_, "group_id": scope.group_id, **ends[type_], **fields})
        )
    await graph.delete_connections([c.id for c in await graph.query_connections(ended=True)])
    await write(store, scope, edges=tuple(edges))
    found = {c.id: c for c in await graph.get_connections([e.id for e in edges])}
    wrong = {
        e.type: (name, value, getattr(found[e.id], name))
        for e in edges
        for name, value in dict(e).items()
        if not same(value, getattr(found[e.id], name))
    }
    assert wrong == {}
    assert [type(found[e.id]) for e in edges] == [MODEL_OF_EDGE[type_] for type_ in given_]


@pytest.mark.slow_on("neo4j")
@ON_DATABASES
@given(given_=properties, note=maybe, title=maybe)
async def test_any_properties_come_back_and_are_found(
    graph: Graph, given_: dict[str, Any], note: str | None, title: str | None
):
    drafts = [NodeDraft(type="Action", content="x", title=title, properties=given_) for _ in range(2)]
    note = note if note and note.strip() else None
    joined = ConnectionDraft(type="DependsOn", source="#0", target="#1", properties=given_, content=note)
    written = await graph.create(drafts, [joined])
    assert await graph.get_nodes([n.id for n in written.nodes]) == list(written.nodes)
    [connection] = await graph.get_connections([written.connections[0].id])
    assert connection == written.connections[0]
    for name, value in given_.items():
        assert written.nodes[0].id in {n.id for n in await graph.query_nodes("Action", {name: value})}
        assert connection.id in {c.id for c in await graph.query_connections("DependsOn", {name: value})}


def test_every_type_of_edge_has_a_model_that_refuses_unknown_fields():
    assert set(MODEL_OF_EDGE) == set(EdgeType)
    common = {"group_id": "g", "source": "a", "target": "b", "created_at": START, "valid_from": START}
    for type_, model in MODEL_OF_EDGE.items():
        extra = {"promotion_reason": "seen 3 times", "promotion_threshold": 3} if type_ == "PROMOTED_TO" else {}
        edge = parse_edge({"type": type_, **common, **extra})
        assert type(edge) is model
        assert parse_edge(edge.model_dump(mode="json")) == edge
        for unknown in ({"colour": "blue"}, {} if extra else {"promotion_reason": "none"}):
            if unknown:
                with pytest.raises(InvalidInput):
                    parse_edge({"type": type_, **common, **extra, **unknown})
    for missing in ("promotion_reason", "promotion_threshold"):
        given_ = {"promotion_reason": "r", "promotion_threshold": 3, **common}
        with pytest.raises(InvalidInput, match=missing):
            parse_edge({"type": "PROMOTED_TO", **{k: v for k, v in given_.items() if k != missing}})
    with pytest.raises(InvalidInput, match="SUPERSEDES"):
        parse_edge({"type": "REPLACES", **common})


@pytest.mark.slow_on("neo4j")
@pytest.mark.parametrize("text", [t for t in AWKWARD.values() if t.strip()])
async def test_any_note_comes_back(graph: Graph, text: str):
    project, action, _ = await kitchen(graph)
    made = await graph.create_connection("NextAction", project.id, action.id, {"p": text}, text)
    assert await graph.get_connection(made.id) == made
    assert [c.id for c in await graph.query_connections(None, {"p": text})] == [made.id]
