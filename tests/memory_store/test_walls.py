"""Group A never sees group B, and an agent sees what is shared and what is its own."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import pytest
from pydantic import ValidationError

from memorist.memory_store.domain.change_set import Count, Hold, Mention
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import DanglingReference, InvalidInput
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from tests.memory_store.builders import (
    about,
    change_set,
    edge,
    entity,
    episode,
    hold,
    learn,
    memory,
    procedure,
    supersession,
    uses,
    write,
)
from tests.stores import START

TASK = "add auth with Clerk"


async def fill(store: Store, scope: Scope, who: str) -> dict[str, Memory]:
    """One of everything that some read could find."""
    shared = scope.model_copy(update={"agent_id": None})
    clerk = entity(shared, "Clerk")
    expo = entity(shared, "Expo")
    of_clerk = {"claim": uses("Clerk"), "valid_until_condition": "Clerk 5", "entities": ["Clerk"]}
    made = {
        "clerk": clerk,
        "expo": expo,
        "rule": memory(scope, f"{who}: never use Realm", "semantic:hard_rule"),
        "fact": memory(scope, f"{who}: add auth with Clerk", **of_clerk),
        "procedure": procedure(scope, TASK, f"{who}: install"),
        "model": memory(scope, f"{who}: self", "model:self"),
        "strength": memory(scope, f"{who}: strong in auth with Clerk"),
        "episode": memory(scope, f"{who}: added auth with Clerk", "episodic"),
        "expo fact": memory(scope, f"{who}: Expo it is", entities=["Expo"]),
    }
    group = scope.group_id
    edges = (
        about(made["fact"], clerk),
        about(made["fact"], expo),
        about(made["expo fact"], expo),
        edge(EdgeType.HAS_STRENGTH, made["model"], made["strength"], group),
    )
    await learn(store, scope, episode(scope, who), list(made.values()), edges=edges, holds=(hold(made["fact"]),))
    return made


async def reads(store: Store, scope: Scope) -> dict[str, set[str]]:
    """Contents that each read shows in this scope."""
    moment = Moment.of(store.clock.now())
    vector = (await store.embed([TASK]))[0]
    query = Query("primary", TASK, vector, k=100)
    standing = await store.search.standing(scope, moment)
    found, _ = await store.search.memories(scope, [query], moment)
    near = await store.search.neighbourhood(scope, ["Clerk"], vector, moment, limit=100)
    return {
        "rules": {m.content for m in standing.rules},
        "models": {m.content for m in standing.models},
        "linked": {m.content for _, m in standing.linked},
        "recent": {m.content for m in standing.episodes},
        "search": {hit.memory.content for hit in found},
        "procedures": {m.content for m, _ in await store.search.procedures(scope, [query], moment, k=100)},
        "neighbourhood": {n.memory.content for n in near},
        "memories": {m.content for m in await store.memories.all(scope) if not m.is_entity},
        "every status": {m.content for m in await store.memories.all(scope, statuses=list(Status)) if not m.is_entity},
        "history": {h.memory.content for h in await store.history.of(scope, names=["Clerk"], topics=["auth"])},
    }


def owners(shown: dict[str, set[str]]) -> dict[str, set[str]]:
    return {
        read: {content.removeprefix(f"When {TASK}: ").split(":")[0] for content in found}
        for read, found in shown.items()
    }


@pytest.mark.usefixtures("each_plan")
async def test_no_read_shows_what_belongs_to_another_group(store: Store, scope: Scope, clock: VirtualClock):
    other = Scope(group_id=f"{scope.group_id}_b")
    here, there = await fill(store, scope, "here"), await fill(store, other, "there")
    clock.move_to(START)
    assert set().union(*owners(await reads(store, scope)).values()) == {"here"}
    assert all(owners(await reads(store, other)).values())
    assert set().union(*owners(await reads(store, other)).values()) == {"there"}
    ids = [m.id for m in there.values()]
    assert await store.memories.get(scope, ids) == []
    assert await store.memories.links(scope, ids) == []
    assert await store.episodes.get(scope, [i for m in there.values() for i in m.source_episode_ids]) == []
    assert [c.payload["group_id"] for c in await store.changes.log(scope, START)] == [scope.group_id]
    assert (await store.admin.numbers(scope.group_id))["memories semantic:fact"] == 3
    known, _ = await store.memories.known_entities(scope, ["Clerk", "Expo"], "x")
    assert {m.id for m in known} == {here["clerk"].id, here["expo"].id}
    vectors = {"d": (await store.embed([TASK]))[0]}
    compared = await store.memories.comparable(scope, subjects=["team|uses"], conditions=["Clerk 5"], vectors=vectors)
    assert {c.memory.scope.group_id for c in compared} == {scope.group_id}


async def test_a_payload_of_another_group_is_not_handed_out(store: Store, scope: Scope):
    other = Scope(group_id=f"{scope.group_id}_b")
    changes = change_set(other, [memory(other, "secret")])
    await store.changes.apply(changes)
    await write(store, scope, [memory(scope, "mine")])
    assert await store.memories.known_entities(scope, ["Clerk"], changes.id) == ([], None)


async def test_a_change_set_cannot_touch_another_group(store: Store, scope: Scope):
    """Ids are known to whoever guesses them; the wall stands nevertheless."""
    other = Scope(group_id=f"{scope.group_id}_b")
    theirs = memory(other, "theirs", claim=uses("Clerk"))
    said = episode(other)
    await write(store, other, [theirs], episodes=(said,), holds=(hold(theirs),))
    mine = memory(scope, "mine")
    await write(store, scope, [mine])
    attempts = [
        {"edges": (edge(EdgeType.PROVES, mine, theirs.id, scope.group_id),)},
        {"counts": (Count(memory_id=theirs.id, field="access_count", at=START),)},
        {"mentions": (Mention(episode_id=said.id, memory_id=mine.id),)},
        {"mentions": (Mention(episode_id=said.id, memory_id=theirs.id),)},
        {"holds": (Hold(slot_id="x" + scope.group_id, expected=None, holder=theirs.id),)},
    ]
    for attempt in attempts:
        with pytest.raises(DanglingReference):
            await write(store, scope, **attempt)
    assert await store.memories.get(other, [theirs.id]) == [theirs]
    assert await store.admin.numbers(scope.group_id) == {"memories semantic:fact": 1, "changes test": 1}


async def test_an_id_of_another_group_never_brings_its_memory_over(store: Store, scope: Scope):
    other = Scope(group_id=f"{scope.group_id}_b")
    theirs = memory(other, "theirs")
    await write(store, other, [theirs])
    mine = memory(scope, "mine", id=theirs.id)
    try:
        await write(store, scope, [mine])
    except (InvalidInput, DanglingReference):
        mine = None
    assert await store.memories.get(other, [theirs.id]) == [theirs]
    assert await store.memories.get(scope, [theirs.id]) == ([mine] if mine else [])


async def test_an_agent_sees_what_is_shared_and_what_is_its_own(store: Store, scope: Scope, clock: VirtualClock):
    ann, bob = (scope.model_copy(update={"agent_id": name}) for name in ("ann", "bob"))
    for reader, who in ((scope, "shared"), (ann, "ann"), (bob, "bob")):
        await fill(store, reader, who)
    clock.move_to(START)
    for reader, expected in ((ann, {"shared", "ann"}), (bob, {"shared", "bob"}), (scope, {"shared"})):
        shown = owners(await reads(store, reader))
        assert {read: found for read, found in shown.items() if found != expected} == {}


async def test_get_gives_no_memory_of_another_agent(store: Store, scope: Scope):
    ann, bob = (scope.model_copy(update={"agent_id": name}) for name in ("ann", "bob"))
    private = memory(ann, "private")
    await write(store, scope, [private])
    assert await store.memories.get(bob, [private.id]) == await store.memories.get(scope, [private.id]) == []
    assert await store.memories.get(ann, [private.id]) == [private]


async def test_another_agents_private_memory_is_not_betrayed_by_what_hangs_on_it(
    store: Store, scope: Scope, clock: VirtualClock
):
    """Neither its id nor its reasons: in the history of a shared memory, in links, as a strength of somebody else."""
    ann, bob = (scope.model_copy(update={"agent_id": name}) for name in ("ann", "bob"))
    old = memory(scope, "Firebase", claim=uses("Firebase"))
    await write(store, scope, [old], holds=(hold(old),))
    new = memory(ann, "Ann trusts Clerk", claim=uses("Clerk"))
    model, strength = memory(ann, "ann herself", "model:self"), memory(scope, "a shared strength")
    parts = supersession(new, old, reason="Ann's secret reason")
    await write(
        store,
        scope,
        [new, model, strength],
        updates=parts["updates"],
        edges=(*parts["edges"], edge(EdgeType.HAS_STRENGTH, model, strength, scope.group_id)),
    )
    clock.move_to(START)
    [entry] = await store.history.of(bob, topics=["auth"])
    assert (entry.superseded_by, entry.reason) == (None, None)
    assert [link for link in await store.memories.links(bob, [old.id]) if new.id in (link.source, link.target)] == []
    assert (await store.search.standing(bob, Moment.of(START))).linked == ()
    assert [m.content for _, m in (await store.search.standing(ann, Moment.of(START))).linked] == ["a shared strength"]


@pytest.mark.parametrize("name", ["", "a-b", "a b", "a`b", "ä", "a" * 65, "a'}) DETACH DELETE n //", "a\x00b", "a\n"])
def test_a_group_is_letters_digits_and_underscores(name: str):
    with pytest.raises(ValidationError, match="group_id"):
        Scope(group_id=name)


async def test_a_malformed_group_is_refused_where_it_is_named_directly(store: Store):
    before = await store.database.groups()
    for name in ("a-b", "", "a b", "*"):
        for read in (store.admin.numbers(name), store.admin.check(name)):
            with pytest.raises(InvalidInput, match="group"):
                await read
    assert await store.database.groups() == before


async def test_reading_a_group_that_is_not_there_does_not_make_one(store: Store, group: str):
    assert await store.admin.numbers(group) == {}
    assert group not in await store.database.groups()
