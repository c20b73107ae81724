"""Nodes of any declared type: created, read, changed, asked for; each refusal has its code."""

from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import (
    Conflict,
    ContentLost,
    InvalidInput,
    InvalidNodeType,
    MemoristError,
    NodeAlreadyExists,
    NodeNotFound,
)
from memorist.memory_store.domain.node import Node
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.primitives.drafts import ConnectionDraft, NodeDraft
from memorist.memory_store.primitives.graph import Graph
from memorist.memory_store.store import Store
from tests.memory_store.every_type import AWKWARD
from tests.stores import START

NOWHERE = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff"
KITCHEN = "# Renovate the kitchen\n\nBudget: 50k. Farmhouse style."


async def test_a_node_is_created_and_read(graph: Graph):
    made = await graph.create_node("Project", KITCHEN, properties={"status": "active"})
    assert isinstance(made, Node)
    assert await graph.get_node(made.id) == made
    assert (made.title(), made.properties, made.created_at, made.modified_at, made.status) == (
        "Renovate the kitchen", {"status": "active"}, START, START, Status.CONFIRMED,
    )  # fmt: skip
    assert (await graph.get_content(made.id)).text == KITCHEN
    assert await graph.store.admin.check(graph.scope.group_id) == []


async def test_a_memory_of_the_default_ontology_is_created_with_its_typed_fields(graph: Graph):
    made = await graph.create_node("semantic:fact", "The team ships on Fridays", properties={"confidence": 0.8})
    assert (await graph.get_node(made.id)).confidence == 0.8
    steps = [{"order": 1, "instruction": "stop"}]
    how = {"name": "deploy", "trigger": {"pattern": "deploy"}, "steps": steps}
    assert (await graph.create_node("procedural", "How to deploy", properties=how)).level == "procedure"
    with pytest.raises(InvalidInput, match="colour"):
        await graph.create_node("semantic:fact", "x", properties={"colour": "blue"})
    with pytest.raises(InvalidInput, match="confidence"):
        await graph.create_node("semantic:fact", "x", properties={"confidence": 2})
    with pytest.raises(InvalidInput, match="source"):
        await graph.create_node("semantic:fact", "x", properties={"source": "hearsay"})


@pytest.mark.parametrize("field", ["status", "claim", "revision", "created_at", "scope"])
async def test_what_the_lifecycle_sets_cannot_be_given(graph: Graph, field: str):
    with pytest.raises(InvalidInput, match=field):
        await graph.create_node("semantic:fact", "x", properties={field: None})


async def test_each_write_is_one_entry_of_the_change_log_and_undone_as_a_whole_by_a_mistake(graph: Graph):
    good = NodeDraft(type="Action", content="call")
    for bad in (NodeDraft(type="Akction", content="x"), NodeDraft(type="Action", content="x", properties={"a": {}})):
        with pytest.raises(InvalidInput):
            await graph.create([good, bad])
    assert await graph.store.admin.numbers(graph.scope.group_id) == {}
    written = await graph.create([good] * 3, reason="planned")
    [entry] = await graph.store.changes.log(graph.scope, START)
    assert (entry.id, entry.reason, entry.run, len(entry.payload["memories"])) == (
        written.change_id, "planned", "primitives", 3,
    )  # fmt: skip


async def test_a_repeated_request_creates_nothing_twice(graph: Graph):
    drafts = [NodeDraft(type="Project", content="p"), NodeDraft(type="Action", content="a")]
    joined = [ConnectionDraft(type="NextAction", source="#0", target="#1")]
    first = await graph.create(drafts, joined, request_id="request")
    again = await graph.create(drafts, joined, request_id="request")
    assert (first.new, again.new) == (True, False)
    assert [n.id for n in first.nodes] == [n.id for n in again.nodes]
    assert (await graph.store.admin.numbers(graph.scope.group_id)) == {
        "memories Project": 1, "memories Action": 1, "edges NextAction": 1, "changes primitives": 1,
    }  # fmt: skip


async def test_a_node_that_is_not_there_has_a_code_and_is_named(graph: Graph):
    there = (await graph.create_node("Note", "x")).id
    ways = [
        graph.get_node(NOWHERE),
        graph.get_nodes([there, NOWHERE]),
        graph.update_node(NOWHERE, {"a": 1}),
        graph.get_content(NOWHERE),
        graph.set_content(NOWHERE, "x"),
        graph.get_connected_nodes(NOWHERE),
    ]
    for way in ways:
        with pytest.raises(NodeNotFound) as raised:
            await way
        assert (raised.value.code, raised.value.ids) == ("NODE_NOT_FOUND", (NOWHERE,))


@pytest.mark.slow_on("neo4j")
@pytest.mark.parametrize("id_", ["", "the", "and", "a' OR 1=1", "`", *AWKWARD.values()])
async def test_what_cannot_be_an_id_is_not_found_and_never_sent(graph: Graph, id_: str):
    await graph.create_node("Note", "x")
    before = graph.store.connection.database.statements_sent
    with pytest.raises(NodeNotFound):
        await graph.get_connected_nodes(id_)
    assert (await graph.query_connections(source=id_)).items == ()
    assert graph.store.connection.database.statements_sent == before
    with pytest.raises(NodeNotFound):
        await graph.get_node(id_)


async def test_a_type_that_nobody_declared_has_a_code(graph: Graph):
    before = graph.store.connection.database.statements_sent
    for way in (graph.create_node("Projekt", "x"), graph.query_nodes("Projekt"), graph.search_content("x", "Projekt")):
        with pytest.raises(InvalidNodeType) as raised:
            await way
        assert raised.value.code == "INVALID_NODE_TYPE"
    assert graph.store.connection.database.statements_sent == before


async def test_an_id_may_be_chosen_once(graph: Graph):
    chosen = str(uuid4())
    await graph.create_node("Note", "first", id=chosen)
    for type_ in ("Note", "Action", "semantic:fact"):
        with pytest.raises(NodeAlreadyExists) as raised:
            await graph.create_node(type_, "second", id=chosen)
        assert (raised.value.code, raised.value.ids) == ("NODE_ALREADY_EXISTS", (chosen,))
    with pytest.raises(NodeAlreadyExists):
        await graph.create([NodeDraft(type="Note", content=t, id=NOWHERE) for t in "ab"])
    with pytest.raises(InvalidInput, match="uuid"):
        await graph.create_node("Note", "x", id="note 1")
    assert (await graph.get_node(chosen)).content == "first"
    assert len(await graph.query_nodes()) == 1


async def test_a_named_thing_is_one_node_a_name(graph: Graph):
    clerk = await graph.create_node("entity:technology", "Clerk", properties={"aliases": ["clerk.dev"]})
    with pytest.raises(NodeAlreadyExists) as raised:
        await graph.create_node("entity:technology", "clerk")
    assert raised.value.ids == (clerk.id,)


async def test_properties_change_in_place_and_the_log_says_from_what_to_what(graph: Graph, clock: VirtualClock):
    made = await graph.create_node("Action", "call", properties={"status": "next", "context": "phone", "minutes": 30})
    clock.move_to(START + timedelta(hours=1))
    changed = await graph.update_node(made.id, {"status": "complete", "context": None}, reason="done")
    assert isinstance(changed, Node)
    assert changed.properties == {"status": "complete", "minutes": 30}
    assert (changed.revision, changed.modified_at, changed.created_at) == (2, START + timedelta(hours=1), START)
    *_, entry = await graph.store.changes.log(graph.scope, START)
    [update] = entry.payload["updates"]
    assert (update["before"]["properties"]["status"], update["after"]["properties"]["status"]) == ("next", "complete")
    assert (entry.reason, update["reason"]) == ("done", "done")
    assert len(await graph.query_nodes("Action", {"status": "next"})) == 0
    assert len(await graph.query_nodes("Action", {"status": "complete"})) == 1


async def test_all_properties_may_go(graph: Graph):
    made = await graph.create_node("Action", "call", properties={"status": "next"})
    changed = await graph.update_node(made.id, {"status": None})
    assert isinstance(changed, Node)
    assert changed.properties == {}
    assert [n.id for n in await graph.query_nodes("Action", {"status": None})] == [made.id]


async def test_an_update_for_another_revision_is_a_conflict(graph: Graph):
    made = await graph.create_node("Action", "call")
    await graph.update_node(made.id, {"a": 1}, revision=1)
    with pytest.raises(Conflict) as raised:
        await graph.update_node(made.id, {"a": 2}, revision=1)
    assert raised.value.ids == (made.id,)


async def test_updates_that_say_nothing_or_nonsense_are_refused(graph: Graph):
    made = await graph.create_node("Action", "call")
    bad: list[dict[str, object]] = [
        {},
        {"a": {"b": 1}},
        {"a`b": 1},
        {"": 1},
        {"a": "x" * 2_001},
        {"a": [[]]},
        {"a": 2**63},
    ]
    for properties in bad:
        with pytest.raises(InvalidInput):
            await graph.update_node(made.id, properties)
    assert await graph.get_node(made.id) == made


async def test_of_a_memory_only_what_may_change_does(graph: Graph):
    made = await graph.create_node("semantic:fact", "It is so")
    assert (await graph.update_node(made.id, {"confidence": 0.4})).confidence == 0.4
    for field in ("content", "status", "id", "tags", "aliases"):
        with pytest.raises(InvalidInput, match=field):
            await graph.update_node(made.id, {field: "x"})
    with pytest.raises(InvalidInput, match="supersedes"):
        await graph.update_node(made.id, content="other")


async def test_the_content_of_a_memory_is_superseded_not_changed(graph: Graph, clock: VirtualClock):
    old = await graph.create_node("semantic:policy", "Ship on Fridays", properties={"tags": ["release"]})
    clock.move_to(START + timedelta(days=1))
    new = await graph.set_content(old.id, "Ship on Mondays")
    assert (new.content, new.tags, new.id != old.id) == ("Ship on Mondays", ("release",), True)
    before = await graph.get_node(old.id)
    assert (before.content, before.status, before.valid_until) == ("Ship on Fridays", Status.SUPERSEDED, clock.now())
    [link] = await graph.query_connections("SUPERSEDES")
    assert (link.source, link.target) == (new.id, old.id)
    assert [m.content for m in await graph.query_nodes("semantic:policy")] == ["Ship on Mondays"]
    with pytest.raises(InvalidInput, match="superseded"):
        await graph.set_content(old.id, "Ship never")


CONTENTS: dict[str, tuple[str | bytes, str]] = {
    "short text": ("Call Anderson", "text/markdown"),
    "blanks around": ("  \n# Title\n text \n\n", "text/markdown"),
    "long text": ("A line of a long document about gardens.\n" * 2_000, "text/markdown"),
    "very long text": ("word " * 100_000, "text/plain"),
    "json": ('{"a": [1, null]}', "application/json"),
    "picture": (bytes(range(256)) * 4, "image/png"),
    "nothing but zeros": (b"\x00" * 10, "application/octet-stream"),
    **{f"awkward {name}": (text, "text/plain") for name, text in AWKWARD.items()},
}


@pytest.mark.slow_on("neo4j")
@pytest.mark.parametrize("name", CONTENTS)
async def test_content_comes_back_byte_by_byte(graph: Graph, name: str):
    content, media_type = CONTENTS[name]
    made = await graph.create_node("Document", content, media_type)
    found = await graph.get_content(made.id)
    assert found.data == (content.encode() if isinstance(content, str) else content)
    assert found.media_type == media_type
    assert len(made.content) <= 32_000
    assert await graph.store.admin.check(graph.scope.group_id) == []


async def test_new_content_is_found_the_old_no_more(graph: Graph):
    made = await graph.create_node("Document", "All about zucchini", properties={"shelf": 3})
    changed = await graph.set_content(made.id, "All about rhubarb. " * 1_000)
    assert (changed.id, changed.title()) == (made.id, "All about rhubarb. " * 6 + "All ab")
    assert [f.node.id for f in await graph.search_content("rhubarb")] == [made.id]
    assert await graph.search_content("zucchini") == []
    assert (await graph.recall("rhubarb"))[0].node.id == made.id
    assert (await graph.get_content(made.id)).text == ("All about rhubarb. " * 1_000).strip()
    assert await graph.get_node(made.id) == changed
    short = await graph.set_content(made.id, "All about rhubarb")
    assert await graph.get_node(made.id) == short
    assert (short.content, short.files, short.revision) == ("All about rhubarb", (), 3)
    picture = await graph.set_content(made.id, b"\x89PNG", "image/png")
    assert isinstance(picture, Node)
    assert (picture.properties, (await graph.get_content(made.id)).text) == ({"shelf": 3}, None)


async def test_a_lost_file_is_told(graph: Graph):
    made = await graph.create_node("Document", b"\x89PNG", "image/png", title="A plan")
    files = await graph.store.files.existing(graph.scope.group_id)
    assert files is not None
    await files.erase()
    with pytest.raises(ContentLost):
        await graph.get_content(made.id)
    assert (await graph.get_node(made.id)).title() == "A plan"


async def test_a_node_needs_content_or_a_title(graph: Graph):
    with pytest.raises(InvalidInput, match="content"):
        await graph.create_node("Context")
    assert (await graph.create_node("Context", title="phone")).title() == "phone"


async def test_nodes_are_asked_for_by_type_and_properties(graph: Graph):
    given = [
        {"status": "next", "context": "phone", "minutes": 30},
        {"status": "next", "context": "office", "minutes": 5, "urgent": True},
        {"status": "waiting", "context": "phone", "tags": ["home", "garden"]},
        {"status": "next"},
    ]
    made = (
        await graph.create([NodeDraft(type="Action", content=f"a{i}", properties=p) for i, p in enumerate(given)])
    ).nodes
    await graph.create_node("Project", "p", properties={"status": "next"})

    async def ask(**where: object) -> list[int]:
        found = {n.id for n in await graph.query_nodes("Action", where)}
        return [i for i, n in enumerate(made) if n.id in found]

    assert await ask() == [0, 1, 2, 3]
    assert await ask(status="next", context="phone") == [0]
    assert await ask(status="next", context=None) == [3]
    assert await ask(minutes=30.0) == [0]
    assert await ask(minutes="30") == []
    assert await ask(urgent=True) == [1]
    assert await ask(urgent=1) == []
    assert await ask(tags=["home", "garden"]) == [2]
    assert await ask(status="confirmed") == []
    assert len(await graph.query_nodes(None, {"status": "next"})) == 4
    for text in AWKWARD.values():
        assert await ask(status=text) == []
    with pytest.raises(InvalidInput):
        await ask(**{"a' OR true": 1})


async def test_memories_are_asked_for_by_their_fields(graph: Graph):
    await graph.create_node("semantic:fact", "a", properties={"domain": "mobile", "confidence": 0.5})
    await graph.create_node("semantic:fact", "b", properties={"domain": "web", "technology": ["Expo"]})
    await graph.create_node("semantic:fact", "c")
    for where, expected in [
        ({"domain": "mobile"}, ["a"]), ({"domain": None}, ["c"]), ({"technology": ["Expo"]}, ["b"]),
        ({"confidence": 0.5}, ["a"]), ({"status": "confirmed"}, ["a", "b", "c"]),
    ]:  # fmt: skip
        assert sorted(m.content for m in await graph.query_nodes("semantic:fact", where)) == expected


async def test_times_and_dates_are_asked_for_whatever_their_zone(graph: Graph):
    at = datetime(2026, 2, 1, 12, tzinfo=UTC)
    made = await graph.create_node("Action", "a", properties={"at": at, "day": date(2026, 2, 1)})
    there = at.astimezone(datetime.fromisoformat("2026-01-01T00:00:00+05:30").tzinfo)
    assert [n.id for n in await graph.query_nodes("Action", {"at": there, "day": "2026-02-01"})] == [made.id]


async def test_many_nodes_are_read_a_page_at_a_time(graph: Graph):
    await graph.create([NodeDraft(type="Note", content=f"n{i}") for i in range(25)])
    seen: list[str] = []
    page = await graph.query_nodes("Note", limit=10)
    while True:
        seen += [n.id for n in page]
        if page.next is None:
            break
        page = await graph.query_nodes("Note", limit=10, after=page.next)
    assert len(seen) == len(set(seen)) == 25
    with pytest.raises(InvalidInput, match="limit"):
        await graph.query_nodes("Note", limit=0)


async def test_an_agents_own_nodes_are_not_seen_by_others(store: Store, scope: Scope):
    anna, ben = (store.records(scope.model_copy(update={"agent_id": name})) for name in ("anna", "ben"))
    secret = await anna.create_node("Note", "A secret rhubarb recipe")
    shared = await store.records(scope).create_node("Note", "A shared rhubarb recipe")
    assert {n.id for n in await anna.query_nodes("Note")} == {secret.id, shared.id}
    for graph in (ben, store.records(scope)):
        assert [n.id for n in await graph.query_nodes("Note")] == [shared.id]
        assert [f.node.id for f in await graph.search_content("rhubarb")] == [shared.id]
        assert [f.node.id for f in await graph.recall("rhubarb recipe")] == [shared.id]
        for way in (graph.get_node(secret.id), graph.update_node(secret.id, {"a": 1}), graph.get_content(secret.id)):
            with pytest.raises(NodeNotFound):
                await way


async def test_search_finds_by_words_recall_by_meaning_too(graph: Graph):
    made = await graph.create_node("Project", KITCHEN)
    await graph.create_node("Note", "Tyres of the car")
    assert [f.node.id for f in await graph.search_content("kitchen", "Project")] == [made.id]
    assert await graph.search_content("kitchen", "Note") == []
    assert await graph.search_content("  ...  ") == []
    assert (await graph.recall("kitchen remodelling, cooking", limit=1))[0].node.id == made.id
    assert await graph.recall("  ") == []
    for text in AWKWARD.values():
        await graph.search_content(text)
        await graph.recall(text)


async def test_a_foreign_group_holds_nothing_of_ours(graph: Graph, store: Store):
    made = await graph.create_node("Note", "x")
    other = store.records(Scope(group_id=f"t{uuid4().hex[:12]}"))
    assert len(await other.query_nodes()) == 0
    with pytest.raises(MemoristError):
        await other.get_node(made.id)
