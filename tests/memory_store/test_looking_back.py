"""The log alone rebuilds what was recorded; ids, links and searches reach into the past and among the dead."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import random
from datetime import datetime, timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.change_set import Count, Update
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.parts import changes
from memorist.memory_store.reading import Query
from memorist.memory_store.store import Store
from tests.memory_store.builders import (
    DAY,
    about,
    ended,
    entity,
    episode,
    hold,
    learn,
    memory,
    slot_of,
    supersession,
    uses,
    write,
)
from tests.memory_store.every_type import bare, filled
from tests.stores import START

HOUR = timedelta(hours=1)


async def recorded(store: Store, scope: Scope) -> dict[str, Memory]:
    """Return the present contents of the database, read the ordinary way."""
    agents = [scope, scope.model_copy(update={"agent_id": "agent \\'1'"})]
    return {m.id: m for one in agents for m in await store.memories.all(one, statuses=list(Status))}


async def happen(store: Store, scope: Scope, chance: random.Random, at: datetime, known: dict[str, Memory]) -> None:
    """One thing of those that happen to memories."""
    live = [m for m in known.values() if m.status in (Status.STAGED, Status.CONFIRMED) and m.claim]
    what = chance.choice(["learn", "supersede", "update", "count", "nothing"]) if live else "learn"
    one = chance.choice(live) if live else None
    if what == "learn" or one is None:
        new = memory(scope, f"fact {chance.random()}", claim=uses("x", f"topic {chance.random()}"), at=at)
        thing = entity(scope, f"thing {chance.randint(0, 3)}", at=START)
        await learn(
            store, scope, episode(scope, at=at), [new, thing], holds=(hold(new),), edges=(about(new, thing),), at=at
        )
    elif what == "supersede":
        new = memory(scope, f"newer {chance.random()}", claim=one.claim, at=at)
        await write(store, scope, **supersession(new, one), at=at)
    elif what == "update":
        fields = {
            "confidence": round(chance.random(), 3),
            "flagged": chance.choice([None, "look"]),
            "valid_until": None,
        }
        await write(store, scope, updates=(Update.of(one, fields, "seen again"),), at=at)
    elif what == "count":
        await write(store, scope, counts=(Count(memory_id=one.id, field="access_count", by=2, at=at),), at=at)
    else:
        await write(store, scope, at=at)


@pytest.mark.slow_on("neo4j")
async def test_every_past_state_is_rebuilt_exactly_as_it_was_recorded(
    store: Store, scope: Scope, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(changes, "ENTRIES_AT_A_TIME", 7)
    chance = random.Random(11)
    short = {"confidence": 0.3, "success_rate": 0.25}  # FalkorDB tells fifteen digits, the log all of them
    told = [m.model_copy(update={k: v for k, v in short.items() if k in type(m).model_fields}) for m in filled(scope)]
    await write(store, scope, [*told, *bare(scope)], at=START)
    snapshots = {START: await recorded(store, scope)}
    for step in range(1, 40):
        at = START + step * HOUR
        await happen(store, scope, chance, at, snapshots[at - HOUR])
        snapshots[at] = await recorded(store, scope)
    for at, then in snapshots.items():
        past = await store.changes.rebuild(scope.group_id, at)
        assert past.memories == then
        assert past.sequence == 1 + (at - START) // HOUR
    assert (await store.changes.rebuild(scope.group_id, START - HOUR)).memories == {}
    last = await store.changes.rebuild(scope.group_id, START + 100 * HOUR)
    holding = [m for m in last.memories.values() if m.status in (Status.STAGED, Status.CONFIRMED)]
    assert last.holders == {slot_of(scope, m.claim): m.id for m in holding if m.claim}
    links = await store.memories.links(scope, list(last.memories))
    assert {(e.source, e.target, str(e.type)) for e in last.edges.values()} == {
        (x.source, x.target, x.type) for x in links
    }


@pytest.mark.slow_on("neo4j")
async def test_a_memory_is_shown_as_it_was_held_to_be(store: Store, scope: Scope, clock: VirtualClock):
    old = memory(scope, "Firebase", claim=uses("Firebase"), status="staged")
    new = memory(scope, "Clerk", claim=uses("Clerk"), at=START + DAY)
    await write(store, scope, [old], holds=(hold(old),))
    await write(store, scope, **supersession(new, old), at=START + DAY)
    clock.move_to(START + 2 * DAY)
    ids = [old.id, new.id]

    async def shown(**moment: datetime) -> list[tuple[str, str]]:
        return [(m.content, m.status) for m in await store.history.get_at(scope, ids, **moment)]

    assert await shown() == [("Clerk", "confirmed")]
    assert await shown(as_of=START + HOUR) == [("Firebase", "superseded")]
    assert await shown(known_at=START + HOUR) == [("Firebase", "staged")]
    assert await shown(as_of=START - HOUR) == []
    assert [m.content for m in await store.memories.get(scope, ids)] == ["Firebase", "Clerk"]


async def test_an_id_is_found_by_how_it_begins_when_that_is_one(store: Store, scope: Scope):
    one, two = memory(scope, "x", id="abcd1111"), memory(scope, "y", id="abcd2222")
    private = memory(scope.model_copy(update={"agent_id": "ann"}), "z", id="abcd1112")
    await write(store, scope, [one, two, private, memory(scope, "w", id="abcd")])
    assert await store.memories.id_of(scope, "abcd11") == one.id
    assert await store.memories.id_of(scope, "abcd") == "abcd"
    assert await store.memories.id_of(scope, "abcd2222") == two.id
    assert await store.memories.id_of(scope, "nobody") is None
    with pytest.raises(InvalidInput, match="too short"):
        await store.memories.id_of(scope, "abc")
    with pytest.raises(InvalidInput, match="several") as raised:
        await store.memories.id_of(private.scope, "abcd111")
    assert set(raised.value.ids) == {one.id, private.id}


async def test_the_dead_are_found_when_they_are_asked_for(store: Store, scope: Scope, clock: VirtualClock):
    old, new = memory(scope, "We deploy with Heroku"), memory(scope, "We deploy with Fly", at=START + DAY)
    secret = memory(scope.model_copy(update={"agent_id": "ann"}), "We deploy with Heroku in secret", status="archived")
    await write(store, scope, [old, secret])
    await write(store, scope, [new], updates=(ended(old, since=START + DAY),), at=START + DAY)
    clock.move_to(START + 2 * DAY)
    [vector] = await store.embed(["heroku deployment"])
    query = Query("primary", "heroku {*} @x:(", vector, k=5)

    async def found(*statuses: Status, **moment: Any) -> set[str]:
        return {hit.memory.content for hit in await store.search.by_status(scope, query, statuses, **moment)}

    assert await found(Status.CONFIRMED) == {new.content}
    assert await found(Status.SUPERSEDED, Status.ARCHIVED) == {old.content}
    assert await found(Status.CONFIRMED, Status.SUPERSEDED) == {old.content, new.content}
    assert await found(*Status, known_at=START + HOUR) == {old.content}
    best, *_ = await store.search.by_status(scope, query, list(Status))
    assert (best.memory.content, best.text) == (old.content, 1.0)


@pytest.mark.slow_on("neo4j")
@pytest.mark.parametrize("topic", ["quokkas", "quokka farm"])
async def test_the_history_of_a_word_reaches_an_old_memory_that_many_came_after(
    store: Store, scope: Scope, clock: VirtualClock, topic: str
):
    old, new = memory(scope, "The quokka farm is in Perth"), memory(scope, "The farm is in Albany", at=START + DAY)
    await write(store, scope, [old])
    await write(store, scope, **supersession(new, old), at=START + DAY)
    later = [memory(scope, f"The farm sells wool to farm {n}", at=START + 2 * DAY) for n in range(150)]
    await write(store, scope, later, at=START + 2 * DAY)
    clock.move_to(START + 3 * DAY)
    told = await AsyncMemory(store, scope).history(topic)
    assert next((entry.memory.content, entry.superseded_by) for entry in told) == (old.content, new.id)
    assert not {entry.memory.id for entry in told} & {one.id for one in later}
    assert await AsyncMemory(store, scope).history(topic, known_at=START - HOUR) == []


@pytest.mark.slow_on("neo4j")
async def test_how_often_two_met_is_rebuilt_too(store: Store, scope: Scope):
    own = scope.model_copy(update={"agent_id": "dev", "user_id": "ann"})
    model = memory(own, "How dev and ann work together", "model:relationship")
    await write(store, own, [model])
    met = Count(memory_id=model.id, field="interaction_count", at=START + HOUR)
    await write(store, own, counts=(met,), at=START + HOUR)
    past = await store.changes.rebuild(scope.group_id, START + DAY)
    assert past.memories == {m.id: m for m in await store.memories.all(own, statuses=list(Status))}
