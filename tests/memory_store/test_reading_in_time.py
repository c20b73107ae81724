"""Reads of what was true then, what we believed then, and what is true now: three different questions."""

# pyright: reportArgumentType=false
# Keyword arguments of a change set are put together as a mapping.

import itertools
from datetime import datetime, timedelta

import pytest

from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, ended, entity, hold, memory, supersession, uses, write
from tests.stores import START

pytestmark = pytest.mark.slow_on("neo4j")

FEB, MARCH, APRIL, MAY = (datetime(2026, month, 1, 12, tzinfo=START.tzinfo) for month in (2, 3, 4, 5))
JUNE = MAY + 31 * DAY
HOUR = timedelta(hours=1)


def rule(scope: Scope, content: str, **fields: object) -> Memory:
    return memory(scope, content, "semantic:hard_rule", **fields)  # pyright: ignore[reportArgumentType]


async def switch(store: Store, scope: Scope, **fields: object) -> tuple[Memory, Memory]:
    """Firebase since February; in April we learn that it has been Clerk since March."""
    old = rule(scope, "Firebase", at=FEB, claim=uses("Firebase"), **fields)
    new = rule(scope, "Clerk", at=MARCH, claim=uses("Clerk"), created_at=APRIL)
    await write(store, scope, [old], holds=(hold(old),), at=FEB)
    await write(store, scope, **supersession(new, old), at=APRIL)
    return old, new


async def seen(store: Store, scope: Scope, as_of: datetime | None, known_at: datetime | None) -> set[str]:
    """Return the results of every way of reading; they have to agree."""
    moment = Moment.of(store.clock.now(), as_of=as_of, known_at=known_at)
    pages = {m.content for m in await store.memories.all(scope, as_of=as_of, known_at=known_at)}
    rules = {m.content for m in (await store.search.standing(scope, moment)).rules}
    [vector] = await store.embed(["what do we use for auth?"])
    found, _ = await store.search.memories(scope, [Query("primary", "Firebase Clerk", vector)], moment)
    assert pages == rules == {hit.memory.content for hit in found}
    return pages


async def test_a_superseded_memory_is_seen_where_it_was_true_and_where_it_was_believed(
    store: Store, scope: Scope, clock: VirtualClock
):
    await switch(store, scope)
    clock.move_to(MAY)
    # (true at, believed at) → what; null = now, and what was believed then is asked about then unless it is said when
    expected: dict[tuple[datetime | None, datetime | None], set[str]] = {
        (None, None): {"Clerk"},
        (FEB - HOUR, None): set(),
        (FEB, None): {"Firebase"},
        (MARCH - HOUR, None): {"Firebase"},
        (MARCH, None): {"Clerk"},
        (MARCH + HOUR, None): {"Clerk"},
        (APRIL + HOUR, None): {"Clerk"},
        (None, FEB - HOUR): set(),
        (None, FEB): {"Firebase"},
        (None, MARCH + HOUR): {"Firebase"},
        (None, APRIL - HOUR): {"Firebase"},
        (None, APRIL): {"Clerk"},
        (None, MAY): {"Clerk"},
        (MARCH + HOUR, MARCH + HOUR): {"Firebase"},
        (MARCH + HOUR, APRIL - HOUR): {"Firebase"},
        (MARCH + HOUR, APRIL + HOUR): {"Clerk"},
        (FEB + HOUR, APRIL + HOUR): {"Firebase"},
        (FEB - HOUR, APRIL - HOUR): set(),
        (MAY, FEB + HOUR): {"Firebase"},
    }
    assert {key: await seen(store, scope, *key) for key in expected} == expected


async def test_knowledge_that_comes_late_is_not_known_before(store: Store, scope: Scope, clock: VirtualClock):
    """In April we hear what has been so since February."""
    await write(store, scope, [rule(scope, "since February", at=FEB, created_at=APRIL)])
    clock.move_to(MAY)
    assert await seen(store, scope, MARCH, None) == {"since February"}
    assert await seen(store, scope, MARCH, MARCH) == set()
    assert await seen(store, scope, None, APRIL - HOUR) == set()
    assert await seen(store, scope, None, APRIL) == {"since February"}


async def test_an_end_that_was_known_from_the_start_is_an_end_at_all_times(
    store: Store, scope: Scope, clock: VirtualClock
):
    """Until April, we said in February; in May it is superseded nevertheless."""
    old = rule(scope, "until April", at=FEB, valid_until=APRIL)
    await write(store, scope, [old])
    clock.move_to(JUNE)
    for round_ in range(2):
        assert await seen(store, scope, MARCH, None) == {"until April"}
        assert await seen(store, scope, APRIL, None) == set()
        assert await seen(store, scope, APRIL + HOUR, FEB + HOUR) == set()
        assert await seen(store, scope, MARCH, FEB + HOUR) == {"until April"}
        if round_ == 0:
            await write(store, scope, updates=(ended(old, since=APRIL, known=MAY),))


async def test_what_begins_tomorrow_is_not_true_today(store: Store, scope: Scope, clock: VirtualClock):
    await write(store, scope, [rule(scope, "soon", valid_from=START + DAY)])
    clock.move_to(START + HOUR)
    assert await seen(store, scope, None, None) == set()
    assert await seen(store, scope, START + 2 * DAY, None) == {"soon"}
    clock.move_to(START + DAY)
    assert await seen(store, scope, None, None) == {"soon"}


async def test_validity_begins_on_its_first_microsecond_and_has_ended_on_its_last(
    store: Store, scope: Scope, clock: VirtualClock
):
    tick = timedelta(microseconds=1)
    await write(store, scope, [rule(scope, "x", at=FEB + tick, valid_until=MARCH + tick)])
    for moment, expected in ((FEB, set()), (FEB + tick, {"x"}), (MARCH, {"x"}), (MARCH + tick, set())):
        clock.move_to(moment)
        assert await seen(store, scope, moment, None) == expected


@pytest.mark.parametrize("status", list(Status))
async def test_only_live_memories_are_read_by_default(store: Store, scope: Scope, clock: VirtualClock, status: Status):
    await write(store, scope, [rule(scope, "x", status=status)])
    clock.move_to(START + HOUR)
    assert await seen(store, scope, None, None) == ({"x"} if status.live else set())
    assert [m.content for m in await store.memories.all(scope, statuses=[status])] == ["x"]


async def test_what_was_retracted_was_never_true_but_was_believed(store: Store, scope: Scope, clock: VirtualClock):
    wrong = rule(scope, "wrong", at=FEB)
    await write(store, scope, [wrong])
    retracted = Update.of(wrong, {"status": Status.RETRACTED, "expired_at": APRIL}, "mistaken")
    await write(store, scope, updates=(retracted,))
    clock.move_to(MAY)
    assert await seen(store, scope, MARCH, None) == set()
    assert await seen(store, scope, MARCH, MARCH) == {"wrong"}
    assert await seen(store, scope, None, MARCH) == {"wrong"}


async def test_what_had_ended_before_it_was_retracted_stays_ended(store: Store, scope: Scope, clock: VirtualClock):
    wrong = rule(scope, "until March", at=FEB, valid_until=MARCH)
    await write(store, scope, [wrong])
    retracted = Update.of(wrong, {"status": Status.RETRACTED, "expired_at": MAY}, "mistaken")
    await write(store, scope, updates=(retracted,))
    clock.move_to(JUNE)
    assert await seen(store, scope, MARCH - HOUR, APRIL) == {"until March"}
    assert await seen(store, scope, MARCH + HOUR, APRIL) == set()
    [then] = await store.memories.all(scope, as_of=MARCH - HOUR, known_at=APRIL)
    assert (then.status, then.valid_until, then.expired_at) == (Status.CONFIRMED, MARCH, None)


async def test_a_look_at_what_was_believed_shows_it_as_it_was_believed(store: Store, scope: Scope, clock: VirtualClock):
    await switch(store, scope, status="staged", valid_until=JUNE)
    clock.move_to(MAY)
    [then] = await store.memories.all(scope, known_at=APRIL - HOUR)
    assert (then.status, then.valid_until, then.expired_at) == (Status.STAGED, JUNE, None)
    [was] = await store.memories.all(scope, as_of=FEB + HOUR)
    assert (was.status, was.valid_until, was.expired_at) == (Status.SUPERSEDED, MARCH, APRIL)


async def test_a_correction_that_begins_before_what_it_corrects_leaves_everything_readable(
    store: Store, scope: Scope, clock: VirtualClock
):
    """ "No, we have always used Clerk": the end lies before the beginning."""
    old = rule(scope, "Firebase", at=MARCH, claim=uses("Firebase"))
    await write(store, scope, [old], holds=(hold(old),))
    new = rule(scope, "Clerk", at=FEB, claim=uses("Clerk"), created_at=APRIL)
    try:
        await write(store, scope, **supersession(new, old))
    except ValueError:
        await write(store, scope, **{**supersession(new, old), "updates": (ended(old, since=MARCH, known=APRIL),)})
    clock.move_to(MAY)
    assert await seen(store, scope, None, None) == {"Clerk"}
    assert await seen(store, scope, MARCH + HOUR, None) == {"Clerk"}
    assert {m.content for m in await store.memories.all(scope, statuses=list(Status))} == {"Clerk", "Firebase"}


async def test_archiving_a_superseded_memory_does_not_change_the_past(store: Store, scope: Scope, clock: VirtualClock):
    old, _ = await switch(store, scope)
    [stored] = await store.memories.get(scope, [old.id])
    await write(store, scope, updates=(Update.of(stored, {"status": Status.ARCHIVED}, "unused"),))
    clock.move_to(MAY)
    assert await seen(store, scope, None, None) == {"Clerk"}
    assert await seen(store, scope, FEB + HOUR, None) == {"Firebase"}
    assert await seen(store, scope, MARCH + HOUR, MARCH + HOUR) == {"Firebase"}


async def test_history_tells_the_whole_chain_in_order_with_reasons(store: Store, scope: Scope, clock: VirtualClock):
    names = ("Firebase", "Clerk", "Auth0")
    chain = [memory(scope, name, claim=uses(name), at=FEB + place * 30 * DAY) for place, name in enumerate(names)]
    clerk = entity(scope, "Clerk", at=FEB)
    await write(store, scope, [clerk, chain[0]], holds=(hold(chain[0]),))
    for old, new in itertools.pairwise(chain):
        await write(store, scope, **supersession(new, old, reason=f"{new.content} it is"))
    clock.move_to(JUNE)
    told = [(h.memory.content, h.superseded_by, h.reason) for h in await store.history.of(scope, topics=["auth"])]
    assert told == [
        ("Firebase", chain[1].id, "Clerk it is"),
        ("Clerk", chain[2].id, "Auth0 it is"),
        ("Auth0", None, None),
    ]
    early = await store.history.of(scope, topics=["auth"], known_at=chain[1].created_at + HOUR)
    assert [(h.memory.content, h.superseded_by) for h in early] == [("Firebase", chain[1].id), ("Clerk", None)]
    assert await store.history.of(scope, topics=["payments"]) == []


async def test_a_rule_that_a_clock_ahead_of_ours_dated_holds_from_when_it_is_known(store: Store, scope: Scope) -> None:
    await write(store, scope, [rule(scope, "Firebase", at=MARCH)], at=MARCH)

    async def told(moment: Moment) -> list[str]:
        return [one.content for one in (await store.search.standing(scope, moment)).rules]

    second = timedelta(seconds=1)
    assert await told(Moment.of(MARCH - second)) == ["Firebase"]
    assert await told(Moment.of(MARCH - HOUR)) == []
    assert await told(Moment.of(APRIL, as_of=MARCH - second)) == []
    assert await told(Moment.of(APRIL, known_at=MARCH - second)) == []
