"""Comparison with the log: nothing is found in a sound store, and each manual change is."""

from datetime import datetime

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.errors import Conflict, MemoryDamaged
from memorist.memory_store.domain.memory import Memory as Held
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.parts import comparing
from memorist.memory_store.past import Past
from memorist.memory_store.store import Store
from tests.memory_store.builders import episode, learn, memory, write
from tests.memory_store.every_type import bare, filled
from tests.memory_store.test_check import planted, week

BY_HAND = {
    "lost_memory": "MATCH (n:Entity {uuid: $new}) DETACH DELETE n",
    "unknown_memory": "MATCH (n:Entity {uuid: $new}) SET n.uuid = n.uuid + 'x'",
    "changed_memory": "MATCH (n:Entity {uuid: $new}) SET n.name = 'The team uses nothing'",
    "unreadable": "MATCH (n:Entity {uuid: $new}) SET n.details = '{cut off'",
    "lost_label": "MATCH (n:Entity {uuid: $old}) REMOVE n:Memory",
    "lost_episode": "MATCH (e:Episodic {group_id: $group}) DETACH DELETE e",
    "changed_episode": "MATCH (e:Episodic {group_id: $group}) SET e.content = 'something else'",
    "lost_edge": "MATCH (:Entity {uuid: $new})-[r:SUPERSEDES]->() DELETE r",
}


@pytest.mark.parametrize("kind", BY_HAND)
async def test_what_hands_did_is_told_with_the_ids_concerned(store: Store, scope: Scope, kind: str):
    await planted(store, scope, BY_HAND[kind])
    found = {finding.kind: finding for finding in await store.admin.compare(scope.group_id)}
    assert found[kind].ids
    assert found[kind].severity == "error"


DAMAGE = {
    "details that are no JSON": "n.details = '{cut off'",
    "details that are a list": "n.details = '[1]'",
    "no type": "n.type = null",
    "a type that is none": "n.type = 'semantic:bogus'",
    "a time that is none": "n.valid_from = 'yesterday'",
    "no group": "n.group_id = null",
}


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
@pytest.mark.parametrize("harm", DAMAGE)
async def test_whoever_reads_a_damaged_memory_is_told_which_it_is(store: Store, scope: Scope, harm: str):
    new = (await planted(store, scope, f"MATCH (n:Entity {{uuid: $new}}) SET {DAMAGE[harm]}"))["new"]
    with pytest.raises(MemoryDamaged, match="check --whole") as told:
        await store.memories.get(scope, [new])
    assert told.value.ids == (new,)
    assert new in {i for finding in await store.admin.compare(scope.group_id) for i in finding.ids}
    memory = AsyncMemory(store, scope)
    assert "<task>" in (await memory.recall("Which auth does the team use?")).prompt


FIELDS = {
    "status": "'retracted'",
    "confidence": "0.11",
    "user_id": "'somebody'",
    "valid_until": "'2100-01-01T00:00:00.000000Z'",
    "source_episode_ids": "[]",
    "flagged": "'look'",
}


@pytest.mark.parametrize("name", FIELDS)
async def test_any_field_that_was_changed_is_named(store: Store, scope: Scope, name: str):
    ids = await planted(store, scope, f"MATCH (n:Entity {{uuid: $new}}) SET n.{name} = {FIELDS[name]}")
    [finding] = await store.admin.compare(scope.group_id)
    assert finding.ids == (ids["new"],)
    assert finding.message.endswith("scope" if name == "user_id" else name)


@pytest.mark.slow_on("neo4j")
async def test_every_type_stands_as_it_was_written(store: Store, scope: Scope):
    await week(store, scope)
    assert await store.admin.compare(scope.group_id) == []
    await write(store, scope, [*filled(scope), *bare(scope)])
    await learn(store, scope, episode(scope, "My phone number is 555 1234"), [memory(scope, "The number is 555 1234")])
    assert await store.admin.compare(scope.group_id) == []
    await store.forgetting.forget(scope, text="555 1234")
    assert await store.admin.compare(scope.group_id) == []


async def test_a_group_that_never_rests_is_not_told_to_be_broken(
    store: Store, scope: Scope, monkeypatch: pytest.MonkeyPatch
):
    await planted(store, scope, BY_HAND["lost_episode"])
    rebuild, written = store.changes.rebuild, list[Held]()

    async def rebuild_while_others_write(group_id: str, known_at: datetime) -> Past:
        past = await rebuild(group_id, known_at)
        written.append(memory(scope, f"fact {len(written)}"))
        await write(store, scope, written[-1:])
        return past

    monkeypatch.setattr(store.changes, "rebuild", rebuild_while_others_write)
    with pytest.raises(Conflict, match="stop its writers"):
        await store.admin.compare(scope.group_id)
    assert len(written) == comparing.ROUNDS
