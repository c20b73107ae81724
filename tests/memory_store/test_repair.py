"""`check --repair` mends what can be rebuilt, says how, and leaves an entry in the log for each step."""

import pytest

from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.parts.repairing import MENDING, STEPS
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, claim_edge, entity, memory, uses, write
from tests.memory_store.test_check import week
from tests.stores import START

PLANTED = {
    "dangling_node": "CREATE (:Entity {uuid: $fresh, group_id: $group})",
    "missing_embedding": "MATCH (n:Entity {uuid: $new}) SET n.name_embedding = null",
    "duplicate_slot": "MATCH (n:Entity {uuid: $contested}) SET n.status = 'confirmed'",
    "untraceable": "MATCH (:Episodic)-[r:MENTIONS]->(:Entity {uuid: $new}) DELETE r",
    "slot_without_holder": "MATCH (s:Slot {holder: $new}) SET s.holder = $fresh",
    "slot_not_held": "MATCH (s:Slot {holder: $new}) DELETE s",
    "wrongly_live": "MATCH (n:Entity {uuid: $old}) SET n.live = true",
    "not_in_index": "MATCH (n:Entity {uuid: $new}) REMOVE n:Live",
    "dead_in_index": "MATCH (n:Entity {uuid: $old}) SET n:Live",
    "open_claim": "MATCH ()-[r:RELATES_TO]->() WHERE r.memory_id = $old SET r.expired_at = null, r.invalid_at = null",
    "orphan_claim": "MATCH ()-[r:RELATES_TO]->() WHERE r.memory_id = $old SET r.memory_id = $fresh",
}


def test_every_step_has_words():
    assert set(MENDING) == set(STEPS)


@pytest.mark.parametrize("kind", list(PLANTED))
async def test_each_planted_fault_is_mended_and_stands_in_the_log(store: Store, scope: Scope, kind: str):
    made = await week(store, scope)
    assert await store.admin.check(scope.group_id) == []
    ids = {name: m.id for name, m in made.items()}
    fresh = f"fresh{scope.group_id}"
    await store.database.write(scope.group_id, PLANTED[kind], {"group": scope.group_id, "fresh": fresh, **ids})
    assert kind in {finding.kind for finding in await store.admin.check(scope.group_id)}
    taken, left = await store.admin.repair(scope.group_id)
    assert left == []
    assert kind in {step.kind for step in taken}
    logged = [c for c in await store.changes.log(scope, START - DAY) if c.run == "repair"]
    assert {c.reason.split(":")[0] for c in logged} == {step.kind for step in taken}
    assert await store.admin.repair(scope.group_id) == ([], [])


async def test_two_memories_in_one_slot_are_put_before_a_person(store: Store, scope: Scope):
    made = await week(store, scope)
    await store.database.write(scope.group_id, PLANTED["duplicate_slot"], {"contested": made["contested"].id})
    await store.admin.repair(scope.group_id)
    both = await store.memories.get(scope, [made["new"].id, made["contested"].id])
    assert [(m.status, bool(m.flagged)) for m in both] == [(Status.CONTESTED, True)] * 2


async def test_a_memory_without_vector_is_found_again(store: Store, scope: Scope):
    made = await week(store, scope)
    await store.database.write(scope.group_id, PLANTED["missing_embedding"], {"new": made["new"].id})
    await store.admin.repair(scope.group_id)
    [vector] = await store.embed([made["new"].content])
    found, _ = await store.search.memories(scope, [Query("a", "", vector)], Moment.of(START + 2 * DAY))
    assert found[0].memory.id == made["new"].id


async def test_what_is_lost_is_told_and_not_made_up(store: Store, scope: Scope):
    made = await week(store, scope)
    log = await store.changes.log(scope, START - DAY)
    lost = {"group": scope.group_id, "id": log[1].id, "new": made["new"].id}
    for statement in (
        "MATCH (c:Change {uuid: $id}) DETACH DELETE c",
        "MATCH (e:Episodic)-[:MENTIONS]->(:Entity {uuid: $new}) DETACH DELETE e",
        "MATCH (n:Entity {uuid: $new}) SET n.status = 'bogus', n.live = true",
    ):
        await store.database.write(scope.group_id, statement, lost)
    taken, left = await store.admin.repair(scope.group_id)
    assert {finding.kind for finding in left} >= {"log_gap", "untraceable", "malformed"}
    assert not {step.kind for step in taken} & {"log_gap", "untraceable", "malformed"}


DROPPED = {
    "falkor": ("DROP VECTOR INDEX FOR (n:Live) ON (n.name_embedding)", "DROP INDEX ON :Slot(uuid)"),
    "neo4j": ("DROP INDEX live_vector IF EXISTS", "DROP INDEX memory_claim IF EXISTS"),
}


async def test_indexes_that_are_missing_are_built(store: Store, store_url: str, scope: Scope):
    await week(store, scope)
    for statement in DROPPED["neo4j" if store_url.startswith(("neo4j", "bolt")) else "falkor"]:
        await store.database.write(scope.group_id, statement, {})
    found = await store.admin.check(scope.group_id)
    assert [finding.kind for finding in found] == ["missing_index"] * 2
    assert "VECTOR Live.name_embedding" in {i for finding in found for i in finding.ids}
    fresh = await Store.open(store_url, settings=store.settings, clock=store.clock)
    taken, left = await fresh.admin.repair(scope.group_id)
    assert ([step.kind for step in taken], left) == (["missing_index"], [])
    await fresh.close()


@pytest.mark.slow_on("neo4j")
async def test_more_faults_than_a_finding_names_are_all_mended(store: Store, scope: Scope):
    many = [memory(scope, f"fact {number}") for number in range(230)]
    await write(store, scope, many)
    await store.database.write(
        scope.group_id,
        "MATCH (n:Memory) WHERE n.group_id = $group SET n.name_embedding = null",
        {"group": scope.group_id},
    )
    taken, left = await store.admin.repair(scope.group_id)
    assert left == []
    assert {i for step in taken for i in step.ids} == {m.id for m in many}


@pytest.mark.slow_on("neo4j")
async def test_checking_sends_the_same_number_of_statements_however_much_there_is(
    store: Store, scope: Scope, large: Scope
):
    await write(store, scope, [memory(scope, "x")])
    sent: list[int] = []
    for group in (scope.group_id, large.group_id):
        await store.files.of(group)  # a group that ever had content files is asked who refers to them
        before = store.database.statements_sent
        await store.admin.check(group)
        sent.append(store.database.statements_sent - before)
    assert sent[0] == sent[1]


@pytest.mark.slow_on("neo4j")
async def test_a_claim_that_ends_is_ended_for_graphiti_too(store: Store, scope: Scope):
    team, clerk = entity(scope, "team", "entity:person"), entity(scope, "Clerk")
    fact = memory(
        scope,
        "The team uses Clerk",
        claim=uses("Clerk"),
        status="superseded",
        expired_at=START + DAY,
        valid_until=START + DAY,
    )
    await write(store, scope, [team, clerk, fact], claims=(claim_edge(fact, team, clerk),))
    assert [f.kind for f in await store.admin.check(scope.group_id)] == ["open_claim"]
    taken, left = await store.admin.repair(scope.group_id)
    assert ([step.kind for step in taken], left) == (["open_claim"], [])
