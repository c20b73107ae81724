"""Reads of the pages, on every database: the newest first, by name, by use."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.app.panel.reads import Reads
from memorist.app.panel.views import Filters
from memorist.memory_store.domain.change_set import Update
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, about, ended, entity, episode, learn, memory, write
from tests.stores import START

HOUR = timedelta(hours=1)


async def written(store: Store, scope: Scope) -> Reads:
    """Ten memories, one an hour; every third is about Redis."""
    made = [
        memory(
            scope,
            f"thing number {n} stands",
            valid_from=START - (10 - n) * HOUR,
            entities=("Redis",) if n % 3 == 0 else (),
        )
        for n in range(10)
    ]
    redis = entity(scope, "Redis")
    edges = tuple(about(one, redis) for one in made if one.entities)
    await learn(store, scope, episode(scope), [*made, redis], edges=edges)
    return Reads(AsyncMemory(store, scope))


def numbers(filters: list[str]) -> list[int]:
    return [int(text.split()[2]) for text in filters]


async def test_the_newest_come_first_page_by_page_whatever_is_filtered(store: Store, scope: Scope):
    reads = await written(store, scope)
    found = (await reads.lists.find(Filters())).hits
    assert numbers([hit.memory.content for hit in found]) == list(range(9, -1, -1))
    since = (await reads.lists.find(Filters(since=START - 4 * HOUR))).hits
    assert numbers([hit.memory.content for hit in since]) == [9, 8, 7, 6]
    last = found[3].memory
    after = (await reads.lists.find(Filters(after=(last.valid_from.strftime("%Y-%m-%dT%H:%M:%S.%fZ"), last.id)))).hits
    assert numbers([hit.memory.content for hit in after]) == [5, 4, 3, 2, 1, 0]
    assert (await reads.lists.find(Filters(types=("semantic:preference",)))).hits == ()


async def test_what_would_go_is_looked_for_in_the_background_by_few_at_once(
    store: Store, scope: Scope, monkeypatch: pytest.MonkeyPatch
):
    reads = await written(store, scope)
    ids = [hit.memory.id for hit in (await reads.lists.find(Filters())).hits]
    monkeypatch.setattr("memorist.app.panel.reads.PATIENCE", 0.0)
    assert [await reads.preview_forget(id_) for id_ in ids] == [None] * len(ids)
    monkeypatch.setattr("memorist.app.panel.reads.PATIENCE", 60.0)
    plans = [await reads.preview_forget(id_) for id_ in ids]
    assert [plan.erased[0].id for plan in plans if plan is not None] == ids
    await learn(store, scope, episode(scope), [memory(scope, "thing number 9 stands beside another")])
    again = await reads.preview_forget(ids[0])
    assert again is not None
    assert again.fingerprint == (await reads.memory.preview_forget([ids[0]])).fingerprint


async def test_what_is_about_a_name_is_found_however_the_name_is_typed(store: Store, scope: Scope):
    reads = await written(store, scope)
    for typed in ("Redis", "redis"):
        found = (await reads.lists.find(Filters(project=typed))).hits
        assert numbers([hit.memory.content for hit in found]) == [9, 6, 3, 0]
    assert (await reads.lists.find(Filters(project="Valkey"))).hits == ()
    assert len((await reads.picture("redis")).nodes) > 4


async def a_past(store: Store, scope: Scope) -> Reads:
    """Redis held until the third day, Valkey since; Jonas told both, and Ana told of Jonas."""
    jonas = scope.model_copy(update={"user_id": "jonas"})
    redis = memory(jonas, "We cache with Redis", valid_from=START - 10 * DAY, at=START - 10 * DAY)
    valkey = memory(jonas, "We cache with Valkey", valid_from=START - 7 * DAY, at=START - 7 * DAY)
    ana = scope.model_copy(update={"user_id": "Ana"})
    person = entity(scope, "Jonas", "entity:person")
    of_jonas = memory(ana, "Jonas runs the cache", entities=("Jonas",), at=START - DAY)
    wrong = memory(ana, "The cache is a disk", at=START - 9 * DAY)
    made = [redis, valkey, of_jonas, wrong, person]
    await learn(store, scope, episode(scope), made, edges=(about(of_jonas, person),), at=START - 10 * DAY)
    updates = (
        ended(redis, since=valkey.valid_from, known=START - 7 * DAY),
        Update(
            memory_id=wrong.id,
            revision=1,
            before={"status": "confirmed", "expired_at": None},
            after={"status": "retracted", "expired_at": START - 8 * DAY},
            reason="never was",
        ),
    )
    await write(store, scope, updates=updates, at=START - 7 * DAY)
    return Reads(AsyncMemory(store, scope))


@pytest.mark.parametrize("query", ["", "cache"])
@pytest.mark.parametrize("typed", ["jonas", "Jonas", "JONAS"])
async def test_a_person_is_found_by_what_he_told_and_by_what_is_told_of_him(
    store: Store, scope: Scope, query: str, typed: str
):
    reads = await a_past(store, scope)
    found = {hit.memory.content for hit in (await reads.lists.find(Filters(query=query, person=typed))).hits}
    assert found == {"We cache with Valkey", "Jonas runs the cache"}
    assert await reads.lists.people() == ["Ana", "jonas"]


@pytest.mark.parametrize("query", ["", "cache"])
async def test_a_status_and_a_day_are_both_heeded(store: Store, scope: Scope, query: str):
    reads = await a_past(store, scope)

    async def found(**more: Any) -> set[str]:
        return {hit.memory.content for hit in (await reads.lists.find(Filters(query=query, **more))).hits}

    then = START - 8 * DAY
    assert await found(as_of=then) == {"We cache with Redis"}
    assert await found(as_of=then, statuses=("superseded",)) == {"We cache with Redis"}
    assert await found(as_of=then, statuses=("confirmed",)) == set()
    assert await found(as_of=START - 6 * DAY, statuses=("superseded",)) == set()
    assert await found(statuses=("superseded",)) == {"We cache with Redis"}
    assert await found(statuses=("retracted",)) == {"The cache is a disk"}
    assert await found(statuses=("superseded",), person="jonas") == {"We cache with Redis"}


async def test_what_has_nothing_to_do_with_a_query_is_not_among_what_was_found(store: Store, scope: Scope):
    reads = await a_past(store, scope)
    found = await reads.lists.find(Filters(query="xylophone"))
    assert (found.hits, found.how, found.more) == ((), "0 found", False)
    assert {hit.memory.content for hit in found.far} == {"We cache with Valkey", "Jonas runs the cache"}
    assert len((await reads.lists.find(Filters(query="Valkey"))).hits) >= 1


async def test_the_first_recording_is_told_apart_from_what_held_first(store: Store, scope: Scope):
    reads = await a_past(store, scope)
    early = memory(scope, "The company was founded", valid_from=START - 900 * DAY, at=START - DAY)
    await learn(store, scope, episode(scope), [early], at=START - DAY)
    beginning = await reads.lists.beginning()
    assert (beginning.held, beginning.recorded) == (START - 900 * DAY, START - 10 * DAY)


async def test_uses_tell_what_stood_in_prompts_and_what_never_did(store: Store, scope: Scope):
    reads = await written(store, scope)
    never = [m.id for m in (await reads.uses("never", 1))[0].memories]
    assert numbers([m.content for m in (await reads.uses("never", 1))[0].memories]) == list(range(10)), "oldest first"
    store.changes.note_use(scope.group_id, "one", never[:2], START)
    store.changes.note_use(scope.group_id, "two", never[:1], START + HOUR)
    await store.settled()
    most, more = await reads.uses("most", 1)
    assert ([m.id for m in most.memories], most.used, more) == (never[:2], 2, False)
    assert [m.id for m in (await reads.uses("latest", 1))[0].memories] == never[:2]
    assert [m.id for m in (await reads.uses("never", 1))[0].memories] == never[2:]


async def test_what_a_person_added_is_not_unread_once_a_memory_was_made_of_it(store: Store, scope: Scope):
    api = AsyncMemory(store, scope)
    await api.ingest({"kind": "manual", "content": "The annex glows at night", "type": "semantic:fact"})
    await write(store, scope, episodes=(episode(scope, "It is fast."),))
    assert len(await store.episodes.unread(scope)) == 2
    assert [one.episode.content for one in await Reads(api).unread()] == ["It is fast."]
