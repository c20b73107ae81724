"""Of an input that a request to forget means, only the sentences that are meant go, on every database."""

from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.identity import rest_id
from memorist.memory_store.domain.memory import Quote
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.forgetting.plan import HAD_MORE, KEPT_OF_IT, LOSES_ALL
from memorist.memory_store.store import Store
from memorist.nodes.forgetting import cut, judging
from memorist.nodes.forgetting.hide import hide
from tests.memory_store.builders import episode, learn, memory
from tests.stores import everything

CODE, RELEASE = "The vault code is in the blue drawer.", "Release 4.2 goes out on Thursday."
NOBODY = "Nobody else knows about the drawer."
WHOLE = f"{RELEASE} {CODE} {NOBODY}"


@pytest.fixture(autouse=True)
def of_drawers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentences that speak of a drawer are meant."""
    monkeypatch.setattr(judging, "log_odds", lambda _, said: 9.0 * ("drawer" in str(said).split(" (after: ")[0]) - 4.5)


async def said_in_a_turn(store: Store, scope: Scope) -> tuple[str, str, str]:
    """Store a turn and what was learned from two of its sentences; return the ids."""
    said = episode(scope, WHOLE, role="user")
    secret, other = (memory(scope, text, quotes=(Quote(episode_id=said.id, text=text),)) for text in (CODE, RELEASE))
    await learn(store, scope, said, [secret, other])
    return said.id, secret.id, other.id


async def test_the_other_sentences_and_what_was_learned_from_them_stay(store: Store, scope: Scope):
    said, secret, other = await said_in_a_turn(store, scope)
    memory = AsyncMemory(store, scope)
    plan = await memory.preview_forget(secret)
    assert {item.id: item.content for item in plan.erased} == {
        secret: CODE,
        said: "The vault code is in the blue drawer. Nobody else knows about the drawer.",
    }
    assert not plan.emptied
    assert not [one for one in plan.recomputed if one.id == other]
    assert (await memory.forget(secret, confirmed=plan.fingerprint)).plan.fingerprint == plan.fingerprint
    assert "drawer" not in await everything(store, scope)
    [kept] = await store.episodes.get(scope, [said, rest_id(said)])
    assert (kept["uuid"], kept["content"]) == (rest_id(said), RELEASE)
    [known] = await store.memories.get(scope, [other])
    assert (known.source_episode_ids, known.quotes) == (
        (rest_id(said),),
        (Quote(episode_id=rest_id(said), text=RELEASE),),
    )
    assert await store.admin.check(scope.group_id) == []
    assert (await store.changes.verify(scope.group_id)).ok
    tombstones = await store.forgetting.tombstones(scope.group_id)
    assert not tombstones.mentions(RELEASE, scope)  # it may be said again
    assert tombstones.mentions(CODE, scope)


async def hidden(store: Store, scope: Scope, secret: str) -> str:
    """Hide the vault code; return the id of the change set."""
    plan = await store.forgetting.preview(scope, ids=[secret])
    rests = await cut.rests_of(store, scope, plan, "Please forget the vault code")
    plan = await store.forgetting.preview(scope, ids=[secret], rests=rests)
    await hide(store, scope, plan, asked="the vault code", rests=rests)
    [*_, operation] = await store.changes.log(scope)
    again = await store.forgetting.preview(scope, ids=[secret])
    assert (again.fingerprint, again.erased) == (plan.fingerprint, plan.erased)  # what is hidden can be confirmed
    return operation.id


async def test_an_undo_brings_the_whole_back_and_the_same_wish_keeps_the_same(store: Store, scope: Scope):
    said, secret, other = await said_in_a_turn(store, scope)
    memory = AsyncMemory(store, scope)
    await memory.undo(await hidden(store, scope, secret))
    assert [m.source_episode_ids for m in await store.memories.get(scope, [other])] == [(said,)]
    await hidden(store, scope, secret)
    assert (await memory.forget([secret])).erased
    assert await store.memories.get(scope, [other])
    [kept] = await store.episodes.get(scope, [said, rest_id(said)])
    assert (kept["content"], kept.get("withdrawn")) == (RELEASE, None)
    assert await store.admin.check(scope.group_id) == []


@pytest.mark.slow_on("neo4j")
async def test_after_an_undo_the_whole_goes_with_what_was_kept_of_it(store: Store, scope: Scope):
    said, secret, _ = await said_in_a_turn(store, scope)
    memory = AsyncMemory(store, scope)
    await memory.undo(await hidden(store, scope, secret))
    done = await memory.forget([said])
    assert {item.id: item.reason for item in done.plan.erased}[rest_id(said)] == KEPT_OF_IT
    assert "release" not in await everything(store, scope)
    assert await store.admin.check(scope.group_id) == []


@pytest.mark.slow_on("neo4j")
async def test_with_what_was_kept_goes_what_is_hidden_of_the_same_turn(store: Store, scope: Scope):
    said, secret, other = await said_in_a_turn(store, scope)
    await hidden(store, scope, secret)
    done = await AsyncMemory(store, scope).forget([other])
    assert {item.id: item.reason for item in done.plan.erased}[said] == HAD_MORE
    assert done.plan.kept == ()
    left = await everything(store, scope)
    assert "thursday" not in left
    assert "drawer" not in left


@pytest.mark.slow_on("neo4j")
async def test_a_hiding_cannot_be_undone_after_what_was_kept_was_hidden_too(store: Store, scope: Scope):
    said, secret, _ = await said_in_a_turn(store, scope)
    memory = AsyncMemory(store, scope)
    operation = await hidden(store, scope, secret)
    plan = await store.forgetting.preview(scope, ids=[rest_id(said)])
    await hide(store, scope, plan, asked="the release")
    assert "what was kept was hidden since" in (await memory.undo(operation)).refused


@pytest.mark.slow_on("neo4j")
async def test_a_hiding_cannot_be_undone_after_it_was_confirmed(store: Store, scope: Scope):
    said, secret, other = await said_in_a_turn(store, scope)
    memory = AsyncMemory(store, scope)
    operation = await hidden(store, scope, secret)
    await memory.forget([secret])
    assert "what it hid was forgotten: what was kept of it stays" in (await memory.undo(operation)).refused
    assert [m.source_episode_ids for m in await store.memories.get(scope, [other])] == [(rest_id(said),)]


@pytest.mark.slow_on("neo4j")
async def test_a_memory_that_rests_on_words_that_go_goes_with_them(store: Store, scope: Scope):
    said = episode(scope, f"Hanne is my boss. {WHOLE}", role="user")
    secret, third = (memory(scope, text, quotes=(Quote(episode_id=said.id, text=text),)) for text in (CODE, NOBODY))
    await learn(store, scope, said, [secret, third])
    told = AsyncMemory(store, scope)
    plan = await told.preview_forget(secret.id)
    assert {item.id: item.reason for item in plan.erased}[third.id] == LOSES_ALL
    assert plan.kept == (f"Hanne is my boss. {RELEASE}",)


@pytest.mark.parametrize(
    ("content", "fields"),
    [
        (RELEASE, {"role": "user"}),
        ("One drawer. Another drawer.", {"role": "user"}),
    ],
    ids=["no sentence is meant", "all are meant"],
)
async def test_a_turn_goes_as_a_whole(store: Store, scope: Scope, content: str, fields: dict[str, Any]):
    said = episode(scope, content, **fields)
    await learn(store, scope, said, [])
    plan = await store.forgetting.preview(scope, text=content)
    assert await cut.rests_of(store, scope, plan, "Please forget it") == []
