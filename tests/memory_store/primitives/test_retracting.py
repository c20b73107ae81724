"""Retraction takes a memory back without erasing it."""

from datetime import timedelta

import pytest

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidTransition, NodeNotFound
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.primitives.graph import Graph
from memorist.memory_store.store import Store
from tests.memory_store.builders import claim_edge, entity, episode, hold, learn, memory, uses, write
from tests.stores import START

pytestmark = pytest.mark.slow_on("neo4j")


async def test_what_was_retracted_is_out_of_default_reads_and_seen_by_looks_at_what_was_believed(
    store: Store, graph: Graph, scope: Scope, clock: VirtualClock
):
    team, clerk = entity(scope, "team", "entity:person"), entity(scope, "Clerk")
    fact = memory(scope, "The team uses Clerk", claim=uses("Clerk"))
    edges = (claim_edge(fact, team, clerk),)
    await learn(store, scope, episode(scope), [fact, team, clerk], holds=(hold(fact),), claims=edges)
    clock.move_to(START + timedelta(days=1))
    gone = await graph.retract(fact.id, reason="it was a joke")
    assert (gone.status, gone.expired_at, gone.revision) == (Status.RETRACTED, clock.now(), 2)
    assert len(await graph.query_nodes("semantic:fact")) == 0
    clock.move_to(START + timedelta(days=2))
    before = await store.memories.all(scope, types=["semantic:fact"], known_at=START + timedelta(hours=1))
    assert [(m.id, m.status) for m in before] == [(fact.id, Status.CONFIRMED)]
    assert await store.memories.all(scope, types=["semantic:fact"], as_of=START + timedelta(hours=1)) == []
    *_, entry = await store.changes.log(scope, START)
    assert entry.reason == "it was a joke"
    assert await store.admin.check(scope.group_id) == []


async def test_the_slot_of_what_was_retracted_is_free(store: Store, graph: Graph, scope: Scope):
    old, new = (memory(scope, f"The team uses {o}", claim=uses(o)) for o in ("Firebase", "Clerk"))
    await write(store, scope, [old], holds=(hold(old),))
    await graph.retract(old.id, reason="wrong")
    await write(store, scope, [new], holds=(hold(new),))
    assert await store.admin.check(scope.group_id) == []


async def test_retracting_twice_or_nothing_is_refused(graph: Graph):
    made = await graph.create_node("Note", "x")
    await graph.retract(made.id, reason="wrong")
    with pytest.raises(InvalidTransition):
        await graph.retract(made.id, reason="wrong")
    with pytest.raises(NodeNotFound):
        await graph.retract("6f9619ff-8b86-4d01-b42d-00cf4fc964ff", reason="wrong")
