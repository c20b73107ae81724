"""How many statements each call sends, whatever the size of the memory."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import inspect
from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest

from hypomnema.memory_store.domain.change_set import ChangeSet
from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.domain.status import Status
from hypomnema.memory_store.reading import Moment, Query
from hypomnema.memory_store.store import Store
from tests.memory_store.builders import entity, episode, hold, learn, memory, procedure, uses, write
from tests.stores import START

NOW = Moment.of(START)
Call = Callable[[Store, Scope, tuple[float, ...]], Awaitable[object]]


async def learn_something(store: Store, scope: Scope, vector: tuple[float, ...]) -> None:
    fact = memory(scope, "The team uses Clerk", claim=uses("Clerk", f"topic {uuid4().hex}"))
    await learn(store, scope, episode(scope), [fact], holds=(hold(fact),))


CALLS: dict[str, tuple[int, Call]] = {
    "apply": (1, learn_something),
    "apply nothing": (1, lambda store, scope, vector: write(store, scope)),
    "known_entities": (1, lambda store, scope, vector: store.known_entities(scope, ["Clerk", "Expo"], "change")),
    "comparable": (
        1,
        lambda store, scope, vector: store.comparable(
            scope,
            subjects=["team|uses"] * 9,
            claims=["c"],
            conditions=["x"],
            vectors={str(i): vector for i in range(9)},
        ),
    ),
    "standing": (1, lambda store, scope, vector: store.standing(scope, NOW)),
    "search": (1, lambda store, scope, vector: store.search(scope, [Query("a", "auth", vector)], NOW)),
    "search for eight": (
        1,
        lambda store, scope, vector: store.search(scope, [Query(f"r{i}", "auth", vector) for i in range(8)], NOW),
    ),
    "search the past": (
        1,
        lambda store, scope, vector: store.search(scope, [Query("a", "auth", vector)], Moment.of(START, as_of=START)),
    ),
    "procedures": (1, lambda store, scope, vector: store.procedures(scope, [Query("a", "auth", vector)] * 4, NOW)),
    "neighbourhood": (1, lambda store, scope, vector: store.neighbourhood(scope, ["Clerk"], vector, NOW)),
    "get": (1, lambda store, scope, vector: store.get(scope, [str(i) for i in range(500)])),
    "history": (1, lambda store, scope, vector: store.history(scope, names=["Clerk", "Expo"], topics=["auth"])),
    "changes": (1, lambda store, scope, vector: store.changes(scope, START)),
    "links": (1, lambda store, scope, vector: store.links(scope, ["id1", "id2"])),
    "episodes": (1, lambda store, scope, vector: store.episodes(scope, ["id1", "id2"])),
    "numbers": (1, lambda store, scope, vector: store.numbers(scope.group_id)),
    "embed": (0, lambda store, scope, vector: store.embed(["auth"])),
}


async def sent(store: Store, scope: Scope) -> dict[str, int]:
    """What each call sends once the group has been touched."""
    vector = (await store.embed(["auth"]))[0]
    await store.numbers(scope.group_id)
    numbers: dict[str, int] = {}
    for name, (_, call) in CALLS.items():
        before = store.database.statements_sent
        await call(store, scope, vector)
        numbers[name] = store.database.statements_sent - before
    return numbers


async def test_each_call_sends_its_number_of_statements_in_a_small_group_and_in_a_large_one(
    store: Store, scope: Scope, large: Scope
):
    await write(store, scope, [memory(scope, "x"), procedure(scope, "auth", "y"), entity(scope, "Clerk")])
    expected = {name: number for name, (number, _) in CALLS.items()}
    assert await sent(store, scope) == expected
    assert await sent(store, large) == expected
    query = Query("a", "auth", (await store.embed(["auth"]))[0])
    assert [(await store.search(s, [query], NOW))[1].kind for s in (scope, large)] == ["exact", "index"]


async def test_the_first_touch_costs_the_same_in_a_large_group(
    store_url: str, store: Store, scope: Scope, large: Scope
):
    await write(store, scope)
    touched: list[int] = []
    for group in (scope.group_id, large.group_id):
        again = await Store.open(store_url, settings=store.settings, embedder=store.embedder, clock=store.clock)
        await again.numbers(group)
        touched.append(again.database.statements_sent)
        await again.close()
    assert touched[0] == touched[1] <= 12


async def test_reading_everything_goes_page_by_page(store: Store, large: Scope):
    await store.numbers(large.group_id)
    before = store.database.statements_sent
    every = await store.memories(large, statuses=list(Status))
    assert store.database.statements_sent - before == len(every) // 500 + 1


async def test_a_set_that_was_applied_before_is_told_in_one_statement(store: Store, scope: Scope):
    changes = ChangeSet(id=uuid4().hex, group_id=scope.group_id, at=START, run="test", reason="because")
    await store.apply(changes)
    before = store.database.statements_sent
    await store.apply(changes)
    assert store.database.statements_sent - before == 1


def test_every_public_call_of_the_store_is_counted():
    counted = {name.split()[0] for name in CALLS} | {
        "memories",
        "check",
        "open",
        "close",
        "ready",
        "live_estimate",
        "known",
        "checked",
    }
    public = {name for name, _ in inspect.getmembers(Store, callable) if not name.startswith("_")}
    assert public <= counted


@pytest.mark.parametrize("size", [1, 100])
async def test_applying_sends_one_statement_whatever_the_set_holds(store: Store, scope: Scope, size: int):
    await write(store, scope)
    before = store.database.statements_sent
    await write(store, scope, [memory(scope, f"m{i}") for i in range(size)])
    assert store.database.statements_sent - before == 1
