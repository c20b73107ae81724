"""The change log is a chain: what is done to it by other means than writing is found, and where."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest

from memorist.memory_store.domain.log_chain import Head, chained
from memorist.memory_store.domain.log_check import LogState
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import ChangeEntry
from memorist.memory_store.store import Store
from tests.memory_store.builders import memory, write
from tests.stores import START

Tamper = Callable[[Store, str, list[ChangeEntry]], Awaitable[None]]
ENTRIES = 7


async def written(store: Store, scope: Scope, number: int = ENTRIES) -> list[ChangeEntry]:
    for each in range(number):
        await write(store, scope, [memory(scope, f"fact number {each}")])
    return await store.changes.log(scope, START)


async def do(store: Store, group: str, statement: str, **parameters: Any) -> None:
    """A statement that goes around the store, as a hand in the database does."""
    await store.database.write(group, statement, {"group": group, **parameters})


async def change_a_payload(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await do(store, group, "MATCH (c:Change {uuid: $id}) SET c.payload = '{}'", id=log[3].id)


async def change_a_reason(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await do(store, group, "MATCH (c:Change {uuid: $id}) SET c.reason = 'another'", id=log[3].id)


async def change_a_time(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await do(store, group, "MATCH (c:Change {uuid: $id}) SET c.at = '2025-01-01T00:00:00.000000Z'", id=log[3].id)


async def change_who(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await do(store, group, "MATCH (c:Change {uuid: $id}) SET c.run = 'review'", id=log[3].id)


async def change_with_digest(store: Store, group: str, log: list[ChangeEntry]) -> None:
    """The payload, and the entry's own digest to fit: its link holds the digest."""
    entry = await _entry(store, group, log[3].id)
    forged = chained({**entry, "payload": "{}"}, Head(3, entry["before"]))
    await do(
        store,
        group,
        "MATCH (c:Change {uuid: $id}) SET c.payload = '{}', c.salt = $salt, c.digest = $digest",
        id=log[3].id,
        salt=forged["salt"],
        digest=forged["digest"],
    )


async def change_with_link(store: Store, group: str, log: list[ChangeEntry]) -> None:
    """Everything of one entry to fit: the next one follows another."""
    entry = await _entry(store, group, log[3].id)
    forged = chained({**entry, "payload": "{}"}, Head(3, entry["before"]))
    await do(store, group, "MATCH (c:Change {uuid: $id}) SET c += $forged", id=log[3].id, forged=forged)


async def take_out(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await do(store, group, "MATCH (c:Change {uuid: $id}) DELETE c", id=log[3].id)


async def take_out_and_close_the_gap(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await take_out(store, group, log)
    await _shift(store, group, 4, -1)
    await do(store, group, "MATCH (log:ChangeLog {uuid: $group}) SET log.seq = log.seq - 1")


async def take_out_the_first(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await do(store, group, "MATCH (c:Change {uuid: $id}) DELETE c", id=log[0].id)


async def take_out_the_last(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await do(store, group, "MATCH (c:Change {uuid: $id}) DELETE c", id=log[-1].id)


async def put_in(store: Store, group: str, log: list[ChangeEntry]) -> None:
    """A well-made entry, and a place for it: the one behind it was written behind another."""
    entry = await _entry(store, group, log[3].id)
    await _shift(store, group, 4, 1)
    made = chained({**_plain(entry), "uuid": uuid4().hex}, Head(4, entry["link"]))
    await do(store, group, "CREATE (c:Change) SET c = $made, c.seq = 5", made=made)
    await do(store, group, "MATCH (log:ChangeLog {uuid: $group}) SET log.seq = log.seq + 1")


async def put_in_beside(store: Store, group: str, log: list[ChangeEntry]) -> None:
    made = {**_plain(await _entry(store, group, log[3].id)), "uuid": uuid4().hex}
    await do(store, group, "CREATE (c:Change) SET c = $made, c.seq = 4", made=made)


async def put_in_unchained(store: Store, group: str, log: list[ChangeEntry]) -> None:
    """As a version does that knows nothing of the chain."""
    made = {**_plain(await _entry(store, group, log[3].id)), "uuid": uuid4().hex}
    await do(
        store,
        group,
        "MATCH (log:ChangeLog {uuid: $group}) SET log.seq = log.seq + 1 "
        "CREATE (c:Change) SET c = $made, c.seq = log.seq",
        made=made,
    )


async def put_behind_the_end(store: Store, group: str, log: list[ChangeEntry]) -> None:
    entry = await _entry(store, group, log[-1].id)
    made = chained({**_plain(entry), "uuid": uuid4().hex}, Head(ENTRIES, entry["link"]))
    await do(store, group, "CREATE (c:Change) SET c = $made, c.seq = $seq", made=made, seq=ENTRIES + 1)


async def swap(store: Store, group: str, log: list[ChangeEntry]) -> None:
    for id_, place in ((log[3].id, 5), (log[4].id, 4)):
        await do(store, group, "MATCH (c:Change {uuid: $id}) SET c.seq = $place", id=id_, place=place)


async def move_between(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await do(store, group, "MATCH (c:Change {uuid: $id}) SET c.seq = 4.4", id=log[3].id)


async def strip_the_beginning(store: Store, group: str, log: list[ChangeEntry]) -> None:
    """So that it looks as if the chain began later."""
    await do(
        store,
        group,
        "MATCH (c:Change) WHERE c.group_id = $group AND c.seq < 4 SET c.link = null, c.digest = null, c.payload = '{}'",
    )


async def set_another_end(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await do(store, group, "MATCH (log:ChangeLog {uuid: $group}) SET log.head = $head", head="f" * 64)


TAMPERINGS: dict[str, tuple[Tamper, int]] = {
    "a payload changed": (change_a_payload, 4),
    "a reason changed": (change_a_reason, 4),
    "a time changed": (change_a_time, 4),
    "who wrote it changed": (change_who, 4),
    "a payload changed with its digest": (change_with_digest, 4),
    "an entry taken out": (take_out, 4),
    "an entry taken out, the gap closed": (take_out_and_close_the_gap, 4),
    "the first taken out": (take_out_the_first, 1),
    "the last taken out": (take_out_the_last, ENTRIES),
    # The next entry was written behind another one.
    "an entry put in": (put_in, 6),
    "an entry put beside": (put_in_beside, 4),
    "an entry put in without a link": (put_in_unchained, ENTRIES + 1),
    "an entry put behind the end": (put_behind_the_end, ENTRIES + 1),
    "a place between two": (move_between, 4),
    "two entries swapped": (swap, 4),
    "the beginning stripped of its links": (strip_the_beginning, 1),
    "another end noted": (set_another_end, ENTRIES),
    "an entry exchanged for another": (change_with_link, 5),
}


@pytest.mark.parametrize("name", TAMPERINGS)
@pytest.mark.slow_on("neo4j")
async def test_what_was_done_to_the_log_is_found_and_where(store: Store, scope: Scope, name: str) -> None:
    tamper, place = TAMPERINGS[name]
    log = await written(store, scope)
    assert (await store.changes.verify(scope.group_id)).ok
    await tamper(store, scope.group_id, log)
    broken = (await store.changes.verify(scope.group_id)).broken
    assert broken is not None
    assert broken.sequence == place, broken.message


async def test_a_log_that_was_cut_off_with_its_end_is_found_by_an_end_that_was_noted(
    store: Store, scope: Scope
) -> None:
    log = await written(store, scope)
    noted = (await store.changes.verify(scope.group_id)).head
    await take_out_the_last(store, scope.group_id, log)
    entry = await _entry(store, scope.group_id, log[-2].id)
    end = {"seq": ENTRIES - 1, "head": entry["link"]}
    await do(store, scope.group_id, "MATCH (log:ChangeLog {uuid: $group}) SET log.seq = $seq, log.head = $head", **end)
    assert (await store.changes.verify(scope.group_id)).ok  # nothing inside tells
    broken = (await store.changes.verify(scope.group_id, noted=noted)).broken
    assert broken is not None
    assert broken.sequence == ENTRIES


async def test_a_noted_end_is_there_after_more_was_written(store: Store, scope: Scope) -> None:
    await written(store, scope)
    noted = (await store.changes.verify(scope.group_id)).head
    await written(store, scope, 3)
    assert (await store.changes.verify(scope.group_id, noted=noted)).ok
    assert not (await store.changes.verify(scope.group_id, noted=Head(noted.sequence, "f" * 64))).ok


async def test_a_log_longer_than_a_page_with_a_double_at_its_border(store: Store, scope: Scope) -> None:
    log = await written(store, scope, 103)
    state = await store.changes.verify(scope.group_id)
    assert (state.ok, state.entries) == (True, 103)
    made = {**_plain(await _entry(store, scope.group_id, log[99].id)), "uuid": uuid4().hex}
    await do(store, scope.group_id, "CREATE (c:Change) SET c = $made, c.seq = 100", made=made)
    broken = (await store.changes.verify(scope.group_id)).broken
    assert broken is not None
    assert broken.sequence == 100


@pytest.mark.slow_on("neo4j")
async def test_forgetting_takes_content_out_and_leaves_the_chain_whole(store: Store, scope: Scope) -> None:
    await written(store, scope, 2)
    await write(store, scope, [memory(scope, "The door code is hazelnut")])
    await write(store, scope, [memory(scope, "The gate code is chestnut"), memory(scope, "Lunch is at noon")])
    before = await _entries(store, scope.group_id)
    await store.forgetting.forget(scope, text="hazelnut")
    await store.forgetting.forget(scope, text="chestnut")
    await store.forgetting.forget(scope, text="noon")  # takes from an entry that lost something before
    await written(store, scope, 1)
    state = await store.changes.verify(scope.group_id)
    assert (state.ok, state.redacted) == (True, 2), state.broken
    after = await _entries(store, scope.group_id)
    assert [e["link"] for e in after[:4]] == [e["link"] for e in before]
    assert not any("nut" in e["payload"] for e in after)
    # Without its salt the digest that stays cannot be guessed at.
    assert {e["salt"] for e in before[2:]}.isdisjoint(e["salt"] for e in after)


async def test_content_taken_out_by_other_means_than_forgetting_is_found(store: Store, scope: Scope) -> None:
    await write(store, scope, [memory(scope, "The door code is hazelnut")])
    log = await written(store, scope, 2)
    await store.forgetting.forget(scope, text="hazelnut")
    await do(store, scope.group_id, "MATCH (c:Change {uuid: $id}) SET c.payload = '{}'", id=log[0].id)
    broken = (await store.changes.verify(scope.group_id)).broken
    assert broken is not None
    assert broken.sequence == 1


async def test_the_log_of_a_group_that_does_not_exist_is_whole(store: Store) -> None:
    assert await store.changes.verify("nobody_wrote_here") == LogState(0, 0, Head(), None)


async def test_repair_and_reembedding_write_into_the_chain(store: Store, scope: Scope) -> None:
    await written(store, scope, 2)
    spoil = "MATCH (n:Memory) WHERE n.group_id = $group SET n.live = false"
    await do(store, scope.group_id, spoil)
    taken, _ = await store.admin.repair(scope.group_id)
    assert taken
    await written(store, scope, 1)
    state = await store.changes.verify(scope.group_id)
    assert state.ok
    assert state.entries > 3


@pytest.mark.slow_on("neo4j")
async def test_stores_that_write_beside_each_other_make_one_chain(store_url: str, store: Store, scope: Scope) -> None:
    """Each is refused when the other was faster, and follows it."""
    others = [
        await Store.open(store_url, settings=store.settings, embedder=store.embedder, clock=store.clock)
        for _ in range(2)
    ]

    async def some(writer: Store, name: str) -> None:
        for number in range(15):
            await write(writer, scope, [memory(scope, f"{name} says {number}")])

    await asyncio.gather(*(some(one, str(place)) for place, one in enumerate([store, *others])))
    state = await store.changes.verify(scope.group_id)
    assert (state.ok, state.entries) == (True, 45), state.broken
    for one in others:
        await one.close()


async def test_a_write_is_one_statement_and_one_more_when_another_was_faster(
    store_url: str, store: Store, scope: Scope
) -> None:
    other = await Store.open(store_url, settings=store.settings, embedder=store.embedder, clock=store.clock)
    await written(store, scope, 1)
    await written(other, scope, 1)
    sent: list[int] = []
    for writer in (store, store, other, other):
        before = writer.database.statements_sent
        await written_once(writer, scope)
        sent.append(writer.database.statements_sent - before)
    assert sent == [2, 1, 2, 1]
    await other.close()


async def written_once(store: Store, scope: Scope) -> None:
    await write(store, scope, [memory(scope, "one more")])


async def _entries(store: Store, group: str) -> list[dict[str, Any]]:
    statement = "MATCH (c:Change) WHERE c.group_id = $group RETURN c {.*} AS c ORDER BY c.seq"
    return [row["c"] for row in await store.database.read(group, statement, {"group": group})]


async def _entry(store: Store, group: str, id_: str) -> dict[str, Any]:
    return next(entry for entry in await _entries(store, group) if entry["uuid"] == id_)


def _plain(entry: dict[str, Any]) -> dict[str, Any]:
    return {name: entry[name] for name in ("uuid", "group_id", "at", "run", "reason", "payload", "operation")}


async def _shift(store: Store, group: str, after: int, by: int) -> None:
    statement = "MATCH (c:Change) WHERE c.group_id = $group AND c.seq > $after SET c.seq = c.seq + $by"
    await do(store, group, statement, after=after, by=by)
