"""A graph that Graphiti filled without us becomes a group of ours: with its time, its sources, and nothing twice."""

from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from memorist.memory_store.adopting import adopting, vanilla
from memorist.memory_store.adopting.adopting import adopt_group
from memorist.memory_store.adopting.result import Adopted
from memorist.memory_store.database import Database
from memorist.memory_store.domain.change_set import Applied, ChangeSet
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import Conflict, InvalidInput
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.moving.copying import copy_group
from memorist.memory_store.moving.reader import GroupReader
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from tests.memory_store.builders import assert_sound, hold, memory, write
from tests.memory_store.vanilla_graph import LEFT, VanillaGraph, fill, later, uuid
from tests.stores import START, test_settings

NOW = later(30)


@pytest.fixture
async def graphiti_group(store: Store, clock: VirtualClock) -> str:
    """A group of Graphiti's in the store's database."""
    clock.move_to(NOW)
    name = f"g{uuid4().hex[:12]}"
    await fill(store.database, name)
    return name


async def adopted(store: Store, scope: Scope, graphiti_group: str, **options: Any) -> Adopted:
    return await adopt_group(store.database, store, scope.group_id, graphiti_group=graphiti_group, **options)


async def by_content(store: Store, scope: Scope) -> dict[str, list[Memory]]:
    found: dict[str, list[Memory]] = {}
    for one in await store.memories.all(scope, statuses=list(Status)):
        found.setdefault(one.content, []).append(one)
    return found


async def test_what_graphiti_knew_is_known_with_its_time_its_claims_and_its_sources(
    store: Store, scope: Scope, graphiti_group: str
):
    done = await adopted(store, scope, graphiti_group)
    assert (done.episodes, done.entities, done.facts, done.mentions) == (2, 5, 8, 3)
    assert (done.already_there, done.ended, done.superseded, done.contested) == (0, 2, 2, 0)
    assert done.beside == {"Community": 1}
    await assert_sound(store, scope.group_id)

    known = await by_content(store, scope)
    [zoe], [acme] = known["Zoë Łuczak"], known["Acme"]
    assert (zoe.type, zoe.summary, zoe.tags) == ("entity:person", "She moved to Kraków.", ("Person", "role=engineer"))
    assert (acme.id, acme.type) == (entity_id(scope.group_id, "acme"), "entity:concept")
    [moved] = known["Zoë lives in Kraków"]
    assert moved.claim is not None
    assert (moved.claim.subject, moved.claim.predicate, moved.claim.object) == ("Zoë Łuczak", "located_in", "Kraków")
    assert (moved.status, moved.confidence, moved.valid_from) == (Status.STAGED, 0.7, later(10))
    [told] = await store.episodes.get(scope, moved.source_episode_ids)
    assert (told["content"], told["source"]) == ("zoë: Kraków it is", "text")
    works = next(m for m in known["Zoë works at Acme"] if m.status.live)
    assert (works.tags, len(works.source_episode_ids)) == (("since=2019",), 1)
    assert works.created_at == START

    rows = await store.database.read(
        scope.group_id,
        "MATCH (a)-[r:RELATES_TO]->(b) WHERE r.group_id = $group RETURN r.fact AS fact, r.name AS name, "
        "a.name AS subject, b.name AS object, r.expired_at IS NULL AS live",
        {"group": scope.group_id},
    )
    edges = {(row["fact"], row["live"]): (row["subject"], row["name"], row["object"]) for row in rows}
    assert edges["Zoë lives in Łódź", False] == ("Zoë Łuczak", "located_in", "Łódź")
    assert edges["Zoë lives in Kraków", True] == ("Zoë Łuczak", "located_in", "Kraków")
    assert len(rows) == done.facts


@pytest.mark.slow_on("neo4j")
async def test_what_had_ended_is_true_then_and_not_now(store: Store, scope: Scope, graphiti_group: str):
    await adopted(store, scope, graphiti_group)
    now = {m.content for m in await store.memories.all(scope)}
    then = {m.content for m in await store.memories.all(scope, as_of=later(5))}
    assert "Zoë lives in Łódź" not in now
    assert "Zoë lives in Łódź" in then
    assert "Zoë lives in Kraków" not in then
    assert "Zoë lives in Kraków" in now
    [left] = (await by_content(store, scope))["Zoë lives in Łódź"]
    assert (left.status, left.valid_until, left.expired_at) == (Status.SUPERSEDED, later(10), later(11))
    [once] = (await by_content(store, scope))["Zoë studied with Acme until 2019"]
    assert once.valid_from == once.valid_until == later(-999)
    [vector] = await store.embed(["where does Zoë live"])
    found, _ = await store.search.memories(scope, [Query("a", "Zoë lives", vector)], Moment.of(NOW))
    assert "Zoë lives in Kraków" in {hit.memory.content for hit in found}


@pytest.mark.slow_on("neo4j")
async def test_one_live_fact_holds_a_slot_and_the_others_say_why_not(store: Store, scope: Scope, graphiti_group: str):
    await adopted(store, scope, graphiti_group)
    known = await by_content(store, scope)
    [flat], [moved] = known["Zoë has a flat in Gdańsk"], known["Zoë lives in Kraków"]
    assert (flat.status, flat.valid_until, flat.expired_at) == (Status.SUPERSEDED, later(10), NOW)
    again, works = sorted(known["Zoë works at Acme"], key=lambda m: m.valid_from)
    assert (again.status, works.status) == (Status.SUPERSEDED, Status.STAGED)
    [closer] = known["Zoë works at Acme as an engineer"]
    assert closer.status is Status.STAGED
    assert closer.claim is not None
    assert closer.claim.qualifier == closer.content
    [friends] = known["Зоя дружит с Acme"]
    assert friends.claim is not None
    assert (friends.claim.predicate, friends.claim.qualifier) == ("relates_to", "дружит с")
    links = {(link.source, link.target): link.reason for link in await store.memories.links(scope, [flat.id, again.id])}
    assert "one holds at a time" in str(links[moved.id, flat.id])
    assert "same fact again" in str(links[works.id, again.id])


@pytest.mark.slow_on("neo4j")
async def test_what_cannot_be_adopted_is_listed_with_its_reason(store: Store, scope: Scope, graphiti_group: str):
    done = await adopted(store, scope, graphiti_group)
    reasons = {(left.kind, left.uuid.removesuffix(f"-{graphiti_group}")): left.reason for left in done.left}
    assert reasons.keys() == LEFT.keys()
    for place, part in LEFT.items():
        assert part in reasons[place], place


@pytest.mark.slow_on("neo4j")
async def test_a_dry_run_tells_the_same_and_writes_nothing(store: Store, scope: Scope, graphiti_group: str):
    dry = await adopted(store, scope, graphiti_group, dry_run=True)
    assert not await store.admin.known(scope.group_id)
    done = await adopted(store, scope, graphiti_group)
    assert dry.dry_run
    for name in ("episodes", "entities", "facts", "mentions", "ended", "superseded", "beside", "left"):
        assert getattr(dry, name) == getattr(done, name), name


@pytest.mark.slow_on("neo4j")
async def test_the_second_run_writes_nothing_and_a_later_one_what_came_since(
    store: Store, scope: Scope, graphiti_group: str, clock: VirtualClock
):
    await adopted(store, scope, graphiti_group)
    group = GroupReader(store.database, scope.group_id)
    before = (await group.digest()).text
    clock.move_to(later(31))
    sent = store.database.statements_sent
    again = await adopted(store, scope, graphiti_group)
    sent = store.database.statements_sent - sent
    assert (again.episodes, again.entities, again.facts, again.mentions) == (0, 0, 0, 0)
    assert again.already_there == 18
    assert (await group.digest()).text == before

    driver = await store.database.graphiti_driver(graphiti_group)
    await VanillaGraph(driver, graphiti_group).fact(
        "newer", ("zoe", "Gdańsk"), "LOCATED_IN", "Zoë moved to Gdańsk", valid_at=later(20)
    )
    await driver.close()
    grown = await adopted(store, scope, graphiti_group)
    assert (grown.facts, grown.contested) == (1, 1)
    [newer] = (await by_content(store, scope))["Zoë moved to Gdańsk"]
    assert newer.status is Status.CONTESTED
    assert newer.flagged is not None
    await assert_sound(store, scope.group_id)

    before_last = store.database.statements_sent
    await adopted(store, scope, graphiti_group)
    assert store.database.statements_sent - before_last == sent, "so many a page, however much a page holds"


@pytest.mark.slow_on("neo4j")
async def test_a_memory_of_the_groups_own_keeps_its_slot(store: Store, scope: Scope, graphiti_group: str):
    own = memory(
        scope,
        "Zoë lives in Warsaw",
        claim={"subject": "Zoë Łuczak", "predicate": "located_in", "object": "Warsaw", "object_kind": "entity"},
    )
    await write(store, scope, [own], holds=(hold(own),))
    done = await adopted(store, scope, graphiti_group)
    assert done.contested == 1
    [moved] = (await by_content(store, scope))["Zoë lives in Kraków"]
    assert (moved.status, own.id in str(moved.flagged)) == (Status.CONTESTED, True)
    await assert_sound(store, scope.group_id)


@pytest.mark.slow_on("neo4j")
async def test_what_was_forgotten_is_not_brought_back(store: Store, scope: Scope, graphiti_group: str):
    await adopted(store, scope, graphiti_group)
    [moved] = (await by_content(store, scope))["Zoë lives in Kraków"]
    await store.forgetting.forget(scope, ids=[moved.id])
    again = await adopted(store, scope, graphiti_group)
    assert again.facts == 0
    assert "Zoë lives in Kraków" not in await by_content(store, scope)
    reasons = {left.uuid: left.reason for left in again.left}
    assert reasons[uuid("moved", graphiti_group)] == "it was forgotten on request"


@pytest.mark.slow_on("neo4j")
async def test_texts_are_cleaned_before_they_are_kept(store: Store, scope: Scope, graphiti_group: str):
    await adopted(store, scope, graphiti_group, clean=lambda text: text.replace("Kraków", "[masked]"))
    known = await by_content(store, scope)
    assert "Zoë lives in [masked]" in known
    assert "[masked]" in known
    assert not any("Kraków" in str(one) for some in known.values() for one in some)


async def test_only_graphitis_graphs_are_adopted_and_only_into_groups_of_ours(
    store: Store, scope: Scope, graphiti_group: str
):
    with pytest.raises(Conflict, match="--as NAME"):
        await adopted(store, Scope(group_id=graphiti_group), graphiti_group)
    with pytest.raises(InvalidInput, match="no graph of Graphiti's"):
        await adopted(store, scope, "nobody")
    await adopted(store, scope, graphiti_group)
    with pytest.raises(InvalidInput, match="copy it without --adopt"):
        await adopted(store, Scope(group_id=f"{scope.group_id}_2"), scope.group_id)
    with pytest.raises(InvalidInput, match=f"memorist copy --adopt --from .* --group {graphiti_group} "):
        await copy_group(store.database, store.database, graphiti_group)


async def test_a_graph_of_several_groups_is_refused(embedded_url: str, group: str, scope: Scope):
    """On FalkorDB, older versions of Graphiti put all groups into one graph; ours are walls."""
    store = await Store.open(embedded_url, settings=test_settings(), clock=VirtualClock(NOW))
    shared = f"shared_{group}"
    driver = await store.database.graphiti_driver(shared)
    for name in ("one", "other"):
        await VanillaGraph(driver, name).entity("acme", "Acme")
    await driver.close()
    with pytest.raises(InvalidInput, match="several groups \\('one', 'other'\\)"):
        await adopted(store, scope, shared)
    await store.close()


async def test_interrupted_at_every_batch_it_comes_to_the_same(
    tmp_path: Path, group: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(vanilla, "PAGE", 2)
    monkeypatch.setattr(adopting, "PAGE", 1)
    monkeypatch.setattr("secrets.token_hex", lambda size: "00" * size)  # the salts of log entries
    clock = VirtualClock(NOW)
    first, second = [
        await Store.open(f"embedded:{tmp_path / name}", settings=test_settings(), clock=clock) for name in "ab"
    ]
    await fill(first.database, "source")
    whole = await adopt_group(first.database, first, group, graphiti_group="source")
    attempts = 1
    while not await _cut_short(first.database, second, group, monkeypatch):
        attempts += 1
    assert attempts > 10
    ours, theirs = [await GroupReader(store.database, group).digest() for store in (first, second)]
    assert (ours.nodes, ours.edges, ours.text) == (theirs.nodes, theirs.edges, theirs.text)
    assert ours.nodes > whole.facts
    for store in (first, second):
        await store.close()


class _Killed(Exception):
    pass


async def _cut_short(source: Database, store: Store, group: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Adopt until one batch was written; whether that was not even needed."""
    apply = store.changes.apply

    async def apply_one(changes: ChangeSet) -> Applied:
        done = await apply(changes)
        if done.new:
            raise _Killed
        return done

    with monkeypatch.context() as patched:
        patched.setattr(store.changes, "apply", apply_one)
        try:
            await adopt_group(source, store, group, graphiti_group="source")
        except _Killed:
            return False
        return True
