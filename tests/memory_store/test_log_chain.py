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
LOG = "MATCH (log:ChangeLog {uuid: $group})"


async def written(store: Store, scope: Scope, number: int = ENTRIES) -> list[ChangeEntry]:
    for each in range(number):
        await write(store, scope, [memory(scope, f"fact number {each}")])
    return await store.changes.log(scope, START)


async def do(store: Store, group: str, statement: str, **parameters: Any) -> None:
    """A statement that goes around the store, as a hand in the database does."""
    await store.database.write(group, statement, {"group": group, **parameters})


def to_entry(place: int, change: str) -> Tamper:
    """One statement about the entry at a place of the list."""

    async def tamper(store: Store, group: str, log: list[ChangeEntry]) -> None:
        await do(store, group, f"MATCH (c:Change {{uuid: $id}}) {change}", id=log[place].id)

    return tamper


def to_log(statement: str) -> Tamper:
    """One statement about the whole log."""
    return lambda store, group, log: do(store, group, statement)


def exchanged(*fields: str) -> Tamper:
    """Give an entry another payload, and these of its fields to fit."""

    async def tamper(store: Store, group: str, log: list[ChangeEntry]) -> None:
        entry = await _entry(store, group, log[3].id)
        forged = chained({**entry, "payload": "{}"}, Head(3, entry["before"]))
        forged = {name: forged[name] for name in ("payload", *fields)}
        await do(store, group, "MATCH (c:Change {uuid: $id}) SET c += $forged", id=log[3].id, forged=forged)

    return tamper


def copied(put: str, *, place: int = 3, behind: int | None = None) -> Tamper:
    """Put a copy of an entry in; with ``behind``, as a well-made one that follows the entry at a place of the log."""

    async def tamper(store: Store, group: str, log: list[ChangeEntry]) -> None:
        entry = await _entry(store, group, log[place].id)
        made = {name: entry[name] for name in HEADER} | {"uuid": uuid4().hex}
        if behind is not None:
            made = chained(made, Head(behind, entry["link"]))
        await do(store, group, put, made=made)

    return tamper


async def close_the_gap(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await TAMPERINGS["an entry taken out"][0](store, group, log)
    await do(store, group, f"{AFTER_4} SET c.seq = c.seq - 1")
    await do(store, group, f"{LOG} SET log.seq = log.seq - 1")


async def put_in(store: Store, group: str, log: list[ChangeEntry]) -> None:
    await do(store, group, f"{AFTER_4} SET c.seq = c.seq + 1")
    await copied("CREATE (c:Change) SET c = $made, c.seq = 5", behind=4)(store, group, log)
    await do(store, group, f"{LOG} SET log.seq = log.seq + 1")


async def swap(store: Store, group: str, log: list[ChangeEntry]) -> None:
    for place, other in ((3, 5), (4, 4)):
        await to_entry(place, f"SET c.seq = {other}")(store, group, log)


HEADER = ("uuid", "group_id", "at", "run", "reason", "payload", "operation")
AFTER_4 = "MATCH (c:Change) WHERE c.group_id = $group AND c.seq > 4"
TAMPERINGS: dict[str, tuple[Tamper, int]] = {
    "a payload changed": (to_entry(3, "SET c.payload = '{}'"), 4),
    "a reason changed": (to_entry(3, "SET c.reason = 'another'"), 4),
    "a time changed": (to_entry(3, "SET c.at = '2025-01-01T00:00:00.000000Z'"), 4),
    "who wrote it changed": (to_entry(3, "SET c.run = 'review'"), 4),
    # Its link holds the digest.
    "a payload changed with its digest": (exchanged("salt", "digest"), 4),
    "an entry taken out": (to_entry(3, "DELETE c"), 4),
    "an entry taken out, the gap closed": (close_the_gap, 4),
    "the first taken out": (to_entry(0, "DELETE c"), 1),
    "the last taken out": (to_entry(-1, "DELETE c"), ENTRIES),
    # The next entry was written behind another one.
    "an entry put in": (put_in, 6),
    "an entry put beside": (copied("CREATE (c:Change) SET c = $made, c.seq = 4"), 4),
    # As a version does that knows nothing of the chain.
    "an entry put in without a link": (
        copied(f"{LOG} SET log.seq = log.seq + 1 CREATE (c:Change) SET c = $made, c.seq = log.seq"),
        ENTRIES + 1,
    ),
    "an entry put behind the end": (
        copied(f"CREATE (c:Change) SET c = $made, c.seq = {ENTRIES + 1}", place=-1, behind=ENTRIES),
        ENTRIES + 1,
    ),
    "a place between two": (to_entry(3, "SET c.seq = 4.4"), 4),
    "two entries swapped": (swap, 4),
    # So that it looks as if the chain began later.
    "the beginning stripped of its links": (
        to_log(
            "MATCH (c:Change) WHERE c.group_id = $group AND c.seq < 4 "
            "SET c.link = null, c.digest = null, c.payload = '{}'"
        ),
        1,
    ),
    "another end noted": (to_log(f"{LOG} SET log.head = '{'f' * 64}'"), ENTRIES),
    # The next one follows another.
    "an entry exchanged for another": (exchanged("salt", "digest", "before", "link"), 5),
}


async def assert_broken(store: Store, scope: Scope, place: int, **how: Any) -> None:
    broken = (await store.changes.verify(scope.group_id, **how)).broken
    assert broken is not None
    assert broken.sequence == place, broken.message


@pytest.mark.parametrize("name", TAMPERINGS)
@pytest.mark.slow_on("neo4j")
async def test_what_was_done_to_the_log_is_found_and_where(store: Store, scope: Scope, name: str) -> None:
    tamper, place = TAMPERINGS[name]
    log = await written(store, scope)
    assert (await store.changes.verify(scope.group_id)).ok
    await tamper(store, scope.group_id, log)
    await assert_broken(store, scope, place)


async def test_a_log_that_was_cut_off_with_its_end_is_found_by_an_end_that_was_noted(
    store: Store, scope: Scope
) -> None:
    log = await written(store, scope)
    noted = (await store.changes.verify(scope.group_id)).head
    await TAMPERINGS["the last taken out"][0](store, scope.group_id, log)
    entry = await _entry(store, scope.group_id, log[-2].id)
    end = {"seq": ENTRIES - 1, "head": entry["link"]}
    await do(store, scope.group_id, f"{LOG} SET log.seq = $seq, log.head = $head", **end)
    assert (await store.changes.verify(scope.group_id)).ok  # nothing inside tells
    await assert_broken(store, scope, ENTRIES, noted=noted)


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
    await copied("CREATE (c:Change) SET c = $made, c.seq = 100", place=99)(store, scope.group_id, log)
    await assert_broken(store, scope, 100)


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
    await to_entry(0, "SET c.payload = '{}'")(store, scope.group_id, log)
    await assert_broken(store, scope, 1)


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
        await write(writer, scope, [memory(scope, "one more")])
        sent.append(writer.database.statements_sent - before)
    assert sent == [2, 1, 2, 1]
    await other.close()


async def _entries(store: Store, group: str) -> list[dict[str, Any]]:
    statement = "MATCH (c:Change) WHERE c.group_id = $group RETURN c {.*} AS c ORDER BY c.seq"
    return [row["c"] for row in await store.database.read(group, statement, {"group": group})]


async def _entry(store: Store, group: str, id_: str) -> dict[str, Any]:
    return next(entry for entry in await _entries(store, group) if entry["uuid"] == id_)
