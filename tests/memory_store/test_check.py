"""`check` is silent about a sound store and finds each fault that is planted."""

from typing import Any

import pytest

from memorist.memory_store.domain.change_set import Count
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import (
    DAY,
    about,
    claim_edge,
    entity,
    episode,
    hold,
    learn,
    memory,
    supersession,
    uses,
    write,
)
from tests.stores import START


async def week(store: Store, scope: Scope) -> dict[str, Memory]:
    """A little of everything, written the proper way."""
    clerk = entity(scope, "Clerk")
    old = memory(scope, "The team uses Firebase for auth", claim=uses("Firebase"))
    new = memory(scope, "The team uses Clerk for auth", claim=uses("Clerk"), at=START + DAY)
    contested = memory(scope, "The team uses Auth0 for auth", claim=uses("Auth0"), status="contested")
    said, again = episode(scope, "We use Firebase"), episode(scope, "We use Clerk now", at=START + DAY)
    await learn(
        store,
        scope,
        said,
        [clerk, old],
        edges=(about(old, clerk),),
        claims=(claim_edge(old, clerk, old, of=said),),
        holds=(hold(old),),
    )
    parts: dict[str, Any] = {**supersession(new, old)}
    await learn(store, scope, again, [*parts.pop("memories"), contested], **parts)
    await write(store, scope, counts=(Count(memory_id=clerk.id, field="mention_count", at=START),))
    return {"entity": clerk, "old": old, "new": new, "contested": contested}


PLANTED = {
    "dangling_node": "CREATE (:Entity {uuid: $fresh, group_id: $group})",
    "missing_embedding": "MATCH (n:Entity {uuid: $new}) SET n.name_embedding = null",
    "duplicate_slot": "MATCH (n:Entity {uuid: $contested}) SET n.status = 'confirmed'",
    "log_gap": "MATCH (c:Change {uuid: $change}) DETACH DELETE c",
    "untraceable": "MATCH (:Episodic)-[r:MENTIONS]->(:Entity {uuid: $new}) DELETE r",
    "slot_without_holder": "MATCH (n:Entity {uuid: $new}) SET n.live = false, n.status = 'superseded'",
}


@pytest.mark.parametrize("kind", list(PLANTED))
@pytest.mark.slow_on("neo4j")
async def test_each_planted_fault_is_found_and_told_with_the_ids_concerned(store: Store, scope: Scope, kind: str):
    made = await week(store, scope)
    assert await store.admin.check(scope.group_id) == []
    log = await store.changes.log(scope, START - DAY)
    ids = {name: m.id for name, m in made.items()}
    fresh = f"fresh{scope.group_id}"
    await store.database.write(
        scope.group_id, PLANTED[kind], {"group": scope.group_id, "fresh": fresh, "change": log[1].id, **ids}
    )
    [finding] = [f for f in await store.admin.check(scope.group_id) if f.kind == kind]
    assert finding.message
    concerned = {
        "dangling_node": {fresh},
        "missing_embedding": {made["new"].id},
        "duplicate_slot": {made["new"].id, made["contested"].id},
        "log_gap": {"3", "2"},
        "untraceable": {made["new"].id},
        "slot_without_holder": {made["new"].id},
    }
    assert set(finding.ids) == concerned[kind]


MORE = {
    "a slot held by another than its live memory": "MATCH (s:Slot {holder: $new}) SET s.holder = $contested",
    "a status that is not a status": "MATCH (n:Entity {uuid: $new}) SET n.status = 'bogus'",
    "an end before the beginning": "MATCH (n:Entity {uuid: $old}) SET n.valid_until = '2020-01-01T00:00:00.000000Z'",
    "no status": "MATCH (n:Entity {uuid: $new}) SET n.status = null",
    "no type": "MATCH (n:Entity {uuid: $new}) SET n.type = null",
    "no confidence": "MATCH (n:Entity {uuid: $new}) SET n.confidence = null",
    "a confidence above one": "MATCH (n:Entity {uuid: $new}) SET n.confidence = 7.0",
    "no beginning": "MATCH (n:Entity {uuid: $new}) SET n.valid_from = null",
    "a log entry twice": "MATCH (c:Change {uuid: $change}) SET c.seq = 1",
}


@pytest.mark.parametrize("fault", list(MORE))
async def test_faults_that_reads_would_stumble_over_are_found(store: Store, scope: Scope, fault: str):
    made = await week(store, scope)
    log = await store.changes.log(scope, START - DAY)
    ids = {name: m.id for name, m in made.items()}
    await store.database.write(scope.group_id, MORE[fault], {"group": scope.group_id, "change": log[1].id, **ids})
    assert await store.admin.check(scope.group_id)


async def test_a_group_whose_note_is_gone_is_not_taken_for_one_that_holds_nothing(
    store: Store, store_url: str, scope: Scope
):
    await week(store, scope)
    note = "MATCH (log:ChangeLog {uuid: $group}) DELETE log"
    await store.database.write(scope.group_id, note, {"group": scope.group_id})
    fresh = await Store.open(store_url, settings=store.settings, clock=store.clock)
    assert [f.kind for f in await fresh.admin.check(scope.group_id)] == ["lost_note"]
    assert await fresh.admin.check(f"{scope.group_id}_never_there") == []
    await fresh.close()


async def test_a_fault_in_one_group_is_no_fault_of_another(store: Store, scope: Scope):
    other = Scope(group_id=f"{scope.group_id}_b")
    made = await week(store, scope)
    await week(store, other)
    await store.database.write(scope.group_id, PLANTED["missing_embedding"], {"new": made["new"].id})
    assert await store.admin.check(other.group_id) == []
    assert [f.kind for f in await store.admin.check(scope.group_id)] == ["missing_embedding"]
