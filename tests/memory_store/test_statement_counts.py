"""How many statements each call sends, whatever the size of the memory."""

# pyright: reportArgumentType=false, reportCallIssue=false
# Builders take any field by name; the models check them.

import inspect
from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest

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


async def learn_and_use_something(store: Store, scope: Scope, vector: tuple[float, ...]) -> None:
    fact = memory(scope, "The team uses Clerk")
    await write(store, scope, [fact])
    for run in range(3):
        store.note_use(scope.group_id, f"{uuid4().hex} {run}", [fact.id], START)
    await store.settled()


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
    "glance": (1, lambda store, scope, vector: store.glance(scope, [Query("a", "auth", vector)] * 8, NOW)),
    "glance at the past": (
        1,
        lambda store, scope, vector: store.glance(scope, [Query("a", "auth", vector)], Moment.of(START, as_of=START)),
    ),
    "search_turns": (1, lambda store, scope, vector: store.search_turns(scope, vector, ["auth"], NOW)),
    "changed_between": (1, lambda store, scope, vector: store.changed_between(scope, START, START, NOW)),
    "procedures": (1, lambda store, scope, vector: store.procedures(scope, [Query("a", "auth", vector)] * 4, NOW)),
    "neighbourhood": (1, lambda store, scope, vector: store.neighbourhood(scope, ["Clerk"], vector, NOW)),
    "get": (1, lambda store, scope, vector: store.get(scope, [str(i) for i in range(500)])),
    "history": (1, lambda store, scope, vector: store.history(scope, names=["Clerk", "Expo"], topics=["auth"])),
    "changes": (1, lambda store, scope, vector: store.changes(scope, START)),
    "rules_of_all_agents": (1, lambda store, scope, vector: store.rules_of_all_agents(scope.group_id)),
    "links": (1, lambda store, scope, vector: store.links(scope, ["id1", "id2"])),
    "episodes": (1, lambda store, scope, vector: store.episodes(scope, ["id1", "id2"])),
    "unread_episodes": (1, lambda store, scope, vector: store.unread_episodes(scope)),
    "episodes_between": (1, lambda store, scope, vector: store.episodes_between(scope)),
    "memories_of_episodes": (1, lambda store, scope, vector: store.memories_of_episodes(scope, ["id1"] * 500)),
    "numbers": (1, lambda store, scope, vector: store.numbers(scope.group_id)),
    "content": (1, lambda store, scope, vector: store.content(scope.group_id)),
    "existing_content": (0, lambda store, scope, vector: store.existing_content(scope.group_id)),
    "orphan_files": (1, lambda store, scope, vector: store.orphan_files(scope.group_id)),
    "sweep_content": (1, lambda store, scope, vector: store.sweep_content(scope.group_id)),
    "content_findings": (1, lambda store, scope, vector: store.content_findings(scope.group_id)),
    "take_lease": (1, lambda store, scope, vector: store.take_lease(scope.group_id, "worker", 60)),
    "peek_lease": (1, lambda store, scope, vector: store.peek_lease(scope.group_id)),
    "mark": (1, lambda store, scope, vector: store.mark(scope.group_id, "worker", 60, {})),
    "release_lease": (1, lambda store, scope, vector: store.release_lease(scope.group_id, "worker")),
    "log_entries": (1, lambda store, scope, vector: store.log_entries(scope.group_id, 0, 50)),
    "of_any_agent": (1, lambda store, scope, vector: store.of_any_agent(scope.group_id, ["id1"] * 500)),
    "claimants": (1, lambda store, scope, vector: store.claimants(scope.group_id, ["id1"] * 500)),
    "heard": (1, lambda store, scope, vector: store.heard(scope.group_id, ["id1"] * 500)),
    "rivals": (1, lambda store, scope, vector: store.rivals(scope.group_id, ["id1"] * 500)),
    "alike": (1, lambda store, scope, vector: store.alike(scope.group_id, ["id1"] * 500, 0.85)),
    "climbed": (1, lambda store, scope, vector: store.climbed(scope.group_id, ["id1"] * 500)),
    "parents": (1, lambda store, scope, vector: store.parents(scope.group_id, ["id1"] * 500)),
    "due": (1, lambda store, scope, vector: store.due(scope.group_id, 0, 500)),
    "due_page": (1, lambda store, scope, vector: store.due_page(scope.group_id, 0, None, 500)),
    "postpone": (1, lambda store, scope, vector: store.postpone(scope.group_id, {"id1": 1})),
    "dependents": (1, lambda store, scope, vector: store.dependents(scope.group_id, ["id1"] * 500)),
    "stand_on": (1, lambda store, scope, vector: store.stand_on(scope.group_id, ["id1"] * 500)),
    "flagged": (1, lambda store, scope, vector: store.flagged(scope.group_id)),
    "holders": (1, lambda store, scope, vector: store.holders(scope.group_id, ["id1"] * 500)),
    "saying": (1, lambda store, scope, vector: store.saying(scope, ["auth", "clerk"])),
    "archived": (1, lambda store, scope, vector: store.archived(scope.group_id, "auth")),
    "note_use": (2, learn_and_use_something),
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
    # What the group is, what it forgot, and the numbers; besides, on Neo4j the thirteen statements that are planned
    # ahead, on FalkorDB whether its indexes stand.
    assert touched == ([16, 16] if store.database.dialect == "neo4j" else [4, 4])


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
        "reopen",
        "check_graves",
        "forget",  # these are counted in forgetting/test_forget.py
        "forget_group",
        "forgetting_findings",
        "graves",
        "preview_forgetting",
        "resume_forgetting",
        "live_estimate",
        "known",
        "checked",
        "count_turns",
        "crowd_estimate",
        "turn_estimate",
        "do_later",
        "settled",
        "snapshots",
        "note_rules",
        "write_rules",
        # These have tests of their own.
        "ask",
        "assessments",
        "create_index",
        "get_at",
        "graph",
        "holder",
        "id_of",
        "last_assessment",
        "links_at",
        "pointing_to",
        "rebuild",
        "search_all",
        "put_away",
        "whole",
    }
    public = {name for name, _ in inspect.getmembers(Store, callable) if not name.startswith("_")}
    assert public <= counted


@pytest.mark.parametrize("size", [1, 100])
async def test_applying_sends_one_statement_whatever_the_set_holds(store: Store, scope: Scope, size: int):
    await write(store, scope)
    before = store.database.statements_sent
    await write(store, scope, [memory(scope, f"m{i}") for i in range(size)])
    assert store.database.statements_sent - before == 1
