"""`check` finds each fault that is planted and none in a sound store; `check --repair` mends what can be rebuilt."""

from typing import Any

import pytest

from memorist.memory_store.domain.change_set import Count
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.parts.repairing import MENDING, STEPS
from memorist.memory_store.reading import Moment, Query
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
    parts: dict[str, Any] = {"claims": (claim_edge(old, clerk, old, of=said),), "holds": (hold(old),)}
    await learn(store, scope, said, [clerk, old], edges=(about(old, clerk),), **parts)
    parts = {**supersession(new, old)}
    await learn(store, scope, again, [*parts.pop("memories"), contested], **parts)
    await write(store, scope, counts=(Count(memory_id=clerk.id, field="mention_count", at=START),))
    return {"entity": clerk, "old": old, "new": new, "contested": contested}


async def planted(store: Store, scope: Scope, fault: str) -> dict[str, str]:
    """A week with a fault that a statement makes; return the ids that it may name."""
    made = await week(store, scope)
    assert await store.admin.check(scope.group_id) == []
    log = await store.changes.log(scope, START - DAY)
    ids = {"change": log[1].id, "fresh": f"fresh{scope.group_id}", **{name: m.id for name, m in made.items()}}
    await store.database.write(scope.group_id, fault, {"group": scope.group_id, **ids})
    return ids


FAULTS = {
    "dangling_node": "CREATE (:Entity {uuid: $fresh, group_id: $group})",
    "missing_embedding": "MATCH (n:Entity {uuid: $new}) SET n.name_embedding = null",
    "duplicate_slot": "MATCH (n:Entity {uuid: $contested}) SET n.status = 'confirmed'",
    "log_gap": "MATCH (c:Change {uuid: $change}) DETACH DELETE c",
    "untraceable": "MATCH (:Episodic)-[r:MENTIONS]->(:Entity {uuid: $new}) DELETE r",
    "slot_without_holder": "MATCH (n:Entity {uuid: $new}) SET n.live = false, n.status = 'superseded'",
    "slot_without_holder or memory": "MATCH (s:Slot {holder: $new}) SET s.holder = $fresh",
    "slot_not_held": "MATCH (s:Slot {holder: $new}) DELETE s",
    "wrongly_live": "MATCH (n:Entity {uuid: $old}) SET n.live = true",
    "not_in_index": "MATCH (n:Entity {uuid: $new}) REMOVE n:Live",
    "dead_in_index": "MATCH (n:Entity {uuid: $old}) SET n:Live",
    "open_claim": "MATCH ()-[r:RELATES_TO]->() WHERE r.memory_id = $old SET r.expired_at = null, r.invalid_at = null",
    "orphan_claim": "MATCH ()-[r:RELATES_TO]->() WHERE r.memory_id = $old SET r.memory_id = $fresh",
}
CONCERNED = {
    "dangling_node": {"fresh"},
    "missing_embedding": {"new"},
    "duplicate_slot": {"new", "contested"},
    "log_gap": {"3", "2"},
    "untraceable": {"new"},
    "slot_without_holder": {"new"},
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_each_planted_fault_is_found_with_the_ids_concerned_mended_and_stands_in_the_log(
    store: Store, scope: Scope, fault: str
):
    ids, kind = await planted(store, scope, FAULTS[fault]), fault.partition(" ")[0]
    found = [finding for finding in await store.admin.check(scope.group_id) if finding.kind == kind]
    assert found
    if fault in CONCERNED:
        [finding] = found
        assert finding.message
        assert set(finding.ids) == {ids.get(name, name) for name in CONCERNED[fault]}
    if fault == "log_gap":  # what is lost stays lost
        return
    taken, left = await store.admin.repair(scope.group_id)
    assert left == []
    assert kind in {step.kind for step in taken}
    logged = [c for c in await store.changes.log(scope, START - DAY) if c.run == "repair"]
    assert {c.reason.split(":")[0] for c in logged} == {step.kind for step in taken}
    assert await store.admin.repair(scope.group_id) == ([], [])


def test_every_step_has_words():
    assert set(MENDING) == set(STEPS)


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


@pytest.mark.parametrize("fault", MORE)
async def test_faults_that_reads_would_stumble_over_are_found(store: Store, scope: Scope, fault: str):
    await planted(store, scope, MORE[fault])
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
    await store.database.write(scope.group_id, FAULTS["missing_embedding"], {"new": made["new"].id})
    assert await store.admin.check(other.group_id) == []
    assert [f.kind for f in await store.admin.check(scope.group_id)] == ["missing_embedding"]


async def test_two_memories_in_one_slot_are_put_before_a_person(store: Store, scope: Scope):
    ids = await planted(store, scope, FAULTS["duplicate_slot"])
    await store.admin.repair(scope.group_id)
    both = await store.memories.get(scope, [ids["new"], ids["contested"]])
    assert [(m.status, bool(m.flagged)) for m in both] == [(Status.CONTESTED, True)] * 2


async def test_a_memory_without_vector_is_found_again(store: Store, scope: Scope):
    ids = await planted(store, scope, FAULTS["missing_embedding"])
    await store.admin.repair(scope.group_id)
    [vector] = await store.embed(["The team uses Clerk for auth"])
    found, _ = await store.search.memories(scope, [Query("a", "", vector)], Moment.of(START + 2 * DAY))
    assert found[0].memory.id == ids["new"]


async def test_what_is_lost_is_told_and_not_made_up(store: Store, scope: Scope):
    ids = await planted(store, scope, FAULTS["log_gap"])
    for statement in (
        "MATCH (e:Episodic)-[:MENTIONS]->(:Entity {uuid: $new}) DETACH DELETE e",
        "MATCH (n:Entity {uuid: $new}) SET n.status = 'bogus', n.live = true",
    ):
        await store.database.write(scope.group_id, statement, {"new": ids["new"]})
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
    lost = "MATCH (n:Memory) WHERE n.group_id = $group SET n.name_embedding = null"
    await store.database.write(scope.group_id, lost, {"group": scope.group_id})
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
    over: dict[str, Any] = {"status": "superseded", "expired_at": START + DAY, "valid_until": START + DAY}
    fact = memory(scope, "The team uses Clerk", claim=uses("Clerk"), **over)
    await write(store, scope, [team, clerk, fact], claims=(claim_edge(fact, team, clerk),))
    assert [f.kind for f in await store.admin.check(scope.group_id)] == ["open_claim"]
    taken, left = await store.admin.repair(scope.group_id)
    assert ([step.kind for step in taken], left) == (["open_claim"], [])
