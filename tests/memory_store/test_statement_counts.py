"""Number of statements that each call sends, whatever the size of the memory."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import inspect
from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from tests.memory_store.builders import entity, episode, hold, learn, memory, procedure, uses, write
from tests.stores import START

NOW = Moment.of(START)
Call = Callable[[Store, Scope, tuple[float, ...]], Awaitable[object]]


async def learn_something(store: Store, scope: Scope, vector: tuple[float, ...]) -> None:
    fact = memory(scope, "The team uses Clerk", claim=uses("Clerk", f"topic {uuid4().hex}"))
    await learn(store, scope, episode(scope), [fact], holds=(hold(fact),))


async def hold_a_lease(store: Store, scope: Scope, vector: tuple[float, ...]) -> None:
    async with store.maintenance.leased(scope.group_id, "worker", 60):
        pass


async def decide_something(store: Store, scope: Scope, vector: tuple[float, ...]) -> None:
    async def add(changes: ChangeBuilder) -> None:
        changes.add(memory(scope, "The team uses Clerk"))

    await store.changes.decide(add, scope.group_id, at=START, run="test")


async def learn_and_use_something(store: Store, scope: Scope, vector: tuple[float, ...]) -> None:
    fact = memory(scope, "The team uses Clerk")
    await write(store, scope, [fact])
    for run in range(3):
        store.changes.note_use(scope.group_id, f"{uuid4().hex} {run}", [fact.id], START)
    await store.settled()


CALLS: dict[str, Call] = {
    "changes.apply": learn_something,
    "changes.decide": decide_something,
    "changes.decide_each": lambda store, scope, v: store.changes.decide_each(
        [memory(scope, f"The limit is {number}") for number in range(3)],
        lambda changes, some: changes.add(*some),
        scope.group_id,
        at=START,
        run="test",
    ),
    "changes.apply nothing": lambda store, scope, v: write(store, scope),
    "memories.known_entities": lambda store, scope, v: store.memories.known_entities(
        scope, ["Clerk", "Expo"], "change"
    ),
    "memories.comparable": lambda store, scope, v: store.memories.comparable(
        scope, subjects=["team|uses"] * 9, claims=["c"], conditions=["x"], vectors={str(i): v for i in range(9)}
    ),
    "search.standing": lambda store, scope, v: store.search.standing(scope, NOW),
    "search.memories": lambda store, scope, v: store.search.memories(scope, [Query("a", "auth", v)], NOW),
    "search.memories for eight": lambda store, scope, v: store.search.memories(
        scope, [Query(f"r{i}", "auth", v) for i in range(8)], NOW
    ),
    "search.memories the past": lambda store, scope, v: store.search.memories(
        scope, [Query("a", "auth", v)], Moment.of(START, as_of=START)
    ),
    "search.glance": lambda store, scope, v: store.search.glance(scope, [Query("a", "auth", v)] * 8, NOW),
    "search.glance at the past": lambda store, scope, v: store.search.glance(
        scope, [Query("a", "auth", v)], Moment.of(START, as_of=START)
    ),
    "search.turns": lambda store, scope, v: store.search.turns(scope, v, ["auth"], NOW),
    "search.overheard": lambda store, scope, v: store.search.overheard(scope, [f"s{n}" for n in range(500)], NOW),
    "search.attended": lambda store, scope, v: store.search.attended(
        scope.model_copy(update={"user_id": "ana"}), {f"s{n}" for n in range(500)}, NOW
    ),
    "history.between": lambda store, scope, v: store.history.between(scope, START, START, NOW),
    "search.tokens": lambda store, scope, v: store.search.tokens(scope, ["id1"] * 50),
    "search.procedures": lambda store, scope, v: store.search.procedures(scope, [Query("a", "auth", v)] * 4, NOW),
    "search.neighbourhood": lambda store, scope, v: store.search.neighbourhood(scope, ["Clerk"], v, NOW),
    "memories.get": lambda store, scope, v: store.memories.get(scope, [str(i) for i in range(500)]),
    "search.with_words": lambda store, scope, v: store.search.with_words(scope, ["auth"]),
    "history.of": lambda store, scope, v: store.history.of(scope, names=["Clerk", "Expo"], topics=["auth"]),
    "changes.log": lambda store, scope, v: store.changes.log(scope, START),
    "rules.of_all_agents": lambda store, scope, v: store.rules.of_all_agents(scope.group_id),
    "memories.links": lambda store, scope, v: store.memories.links(scope, ["id1", "id2"]),
    "episodes.get": lambda store, scope, v: store.episodes.get(scope, ["id1", "id2"]),
    "episodes.unread": lambda store, scope, v: store.episodes.unread(scope),
    "episodes.between": lambda store, scope, v: store.episodes.between(scope),
    "episodes.memories_of": lambda store, scope, v: store.episodes.memories_of(scope, ["id1"] * 500),
    "admin.numbers": lambda store, scope, v: store.admin.numbers(scope.group_id),
    "files.of": lambda store, scope, v: store.files.of(scope.group_id),
    "files.existing": lambda store, scope, v: store.files.existing(scope.group_id),
    "files.orphans": lambda store, scope, v: store.files.orphans(scope.group_id),
    "files.sweep": lambda store, scope, v: store.files.sweep(scope.group_id),
    "files.findings": lambda store, scope, v: store.files.findings(scope.group_id),
    "maintenance.take_lease": lambda store, scope, v: store.maintenance.take_lease(scope.group_id, "worker", 60),
    "maintenance.leased": hold_a_lease,
    "maintenance.peek_lease": lambda store, scope, v: store.maintenance.peek_lease(scope.group_id),
    "maintenance.mark": lambda store, scope, v: store.maintenance.mark(scope.group_id, "worker", 60, {}),
    "maintenance.release_lease": lambda store, scope, v: store.maintenance.release_lease(scope.group_id, "worker"),
    "memories.of_any_agent": lambda store, scope, v: store.memories.of_any_agent(scope.group_id, ["id1"] * 500),
    "memories.newest": lambda store, scope, v: store.memories.newest(scope, tag="x", limit=50),
    "evidence.claimants": lambda store, scope, v: store.evidence.claimants(scope.group_id, ["id1"] * 500),
    "evidence.heard": lambda store, scope, v: store.evidence.heard(scope.group_id, ["id1"] * 500),
    "evidence.rivals": lambda store, scope, v: store.evidence.rivals(scope.group_id, ["id1"] * 500),
    "evidence.alike": lambda store, scope, v: store.evidence.alike(scope.group_id, ["id1"] * 500, 0.85),
    "evidence.climbed": lambda store, scope, v: store.evidence.climbed(scope.group_id, ["id1"] * 500),
    "evidence.parents": lambda store, scope, v: store.evidence.parents(scope.group_id, ["id1"] * 500),
    "maintenance.due": lambda store, scope, v: store.maintenance.due(scope.group_id, 0, 500),
    "maintenance.due_page": lambda store, scope, v: store.maintenance.due_page(scope.group_id, 0, None, 500),
    "maintenance.postpone": lambda store, scope, v: store.maintenance.postpone(scope.group_id, {"id1": 1}),
    "evidence.dependents": lambda store, scope, v: store.evidence.dependents(scope.group_id, ["id1"] * 500),
    "evidence.made_from": lambda store, scope, v: store.evidence.made_from(scope.group_id, ["id1"] * 500),
    "operations.entries": lambda store, scope, v: store.operations.entries(scope.group_id, ["id1"] * 50),
    "operations.id_of": lambda store, scope, v: store.operations.id_of(scope.group_id, "abcd"),
    "operations.naming": lambda store, scope, v: store.operations.naming(scope.group_id, ["id1"] * 50),
    "operations.newest": lambda store, scope, v: store.operations.newest(scope.group_id, limit=50),
    "operations.edges": lambda store, scope, v: store.operations.edges(scope.group_id, [("id1", "id2")] * 50),
    "evidence.stand_on": lambda store, scope, v: store.evidence.stand_on(scope.group_id, ["id1"] * 500),
    "maintenance.flagged": lambda store, scope, v: store.maintenance.flagged(scope.group_id),
    "evidence.holders": lambda store, scope, v: store.evidence.holders(scope.group_id, ["id1"] * 500),
    "forgetting.saying": lambda store, scope, v: store.forgetting.saying(scope, ["auth", "clerk"]),
    "changes.note_use": learn_and_use_something,
    "embed": lambda store, scope, v: store.embed(["auth"]),
}
OTHERWISE = {"files.existing": 0, "maintenance.leased": 2, "changes.note_use": 2, "embed": 0}
"""Calls that do not send one statement, and how many they send."""


async def sent(store: Store, scope: Scope) -> dict[str, int]:
    """Statements of each call once the group has been touched."""
    vector = (await store.embed(["auth"]))[0]
    await store.admin.numbers(scope.group_id)
    numbers: dict[str, int] = {}
    for name, call in CALLS.items():
        before = store.database.statements_sent
        await call(store, scope, vector)
        numbers[name] = store.database.statements_sent - before
    return numbers


async def test_each_call_sends_its_number_of_statements_in_a_small_group_and_in_a_large_one(
    store: Store, scope: Scope, large: Scope
):
    await write(store, scope, [memory(scope, "x"), procedure(scope, "auth", "y"), entity(scope, "Clerk")])
    expected = dict.fromkeys(CALLS, 1) | OTHERWISE
    assert await sent(store, scope) == expected
    assert await sent(store, large) == expected
    query = Query("a", "auth", (await store.embed(["auth"]))[0])
    assert [(await store.search.memories(s, [query], NOW))[1].kind for s in (scope, large)] == ["exact", "index"]


async def test_the_first_touch_costs_the_same_in_a_large_group(
    store_url: str, store: Store, scope: Scope, large: Scope
):
    await write(store, scope)
    touched: list[int] = []
    for group in (scope.group_id, large.group_id):
        again = await Store.open(store_url, settings=store.settings, embedder=store.embedder, clock=store.clock)
        await again.admin.numbers(group)
        touched.append(again.database.statements_sent)
        await again.close()
    # What the group is, what it forgot, and the numbers; besides, on Neo4j the fifteen statements that are planned
    # ahead, on FalkorDB whether its indexes stand.
    assert touched == ([18, 18] if store.database.dialect == "neo4j" else [4, 4])


@pytest.mark.slow_on("neo4j")
async def test_reading_everything_goes_page_by_page(store: Store, large: Scope):
    await store.admin.numbers(large.group_id)
    before = store.database.statements_sent
    every = await store.memories.all(large, statuses=list(Status))
    assert store.database.statements_sent - before == len(every) // 500 + 1


async def test_a_set_that_was_applied_before_is_told_in_one_statement(store: Store, scope: Scope):
    changes = ChangeSet(id=uuid4().hex, group_id=scope.group_id, at=START, run="test", reason="because")
    await store.changes.apply(changes)
    before = store.database.statements_sent
    await store.changes.apply(changes)
    assert store.database.statements_sent - before == 1


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
async def test_every_public_call_of_the_store_is_counted(store: Store):
    tested_elsewhere = {
        "memories": "all holder id_of pointing_to",
        "admin": "check compare groups indexed known ready repair",
        "changes": "builder rebuild settled uses_at_once verify",
        "files": "content_at home_of put_away whole",
        "forgetting": "findings forget forget_group tombstones preview resume",
        "history": "assessments get_at last_assessment",
        "rules": "note write_snapshot",
        "search": "by_status",
    }
    counted = {name.split()[0] for name in CALLS}
    counted |= {f"{part}.{name}" for part, names in tested_elsewhere.items() for name in names.split()}
    parts = {name: part for name, part in vars(store).items() if name != "connection"}
    public = {
        f"{name}.{method}"
        for name, part in parts.items()
        for method, _ in inspect.getmembers(type(part), callable)
        if not method.startswith("_")
    }
    assert public <= counted
