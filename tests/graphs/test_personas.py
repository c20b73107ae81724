"""A persona goes from one group to another: nothing is overridden, nothing comes twice, and all of it can be undone."""

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.memory import Memory as Kept
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from memorist.nodes.persona.arrive import CONFIDENCE_FACTOR, MAX_AT_ONCE
from memorist.nodes.persona.file import PersonaFile
from memorist.nodes.promotion.review import answer, queue
from tests.memory_store.builders import DAY, hold, memory, procedure, uses, write
from tests.stores import START, test_settings

RULE, CLERK = "Never use Realm", "Team uses Clerk for auth"


def using(scope: Scope, name: str, topic: str = "auth", **fields: Any) -> Kept:
    claim = uses(name, topic).model_dump()
    return memory(scope, f"Team uses {name} for {topic}", claim=claim, entities=[name], confidence=0.9, **fields)


async def persona_of(store: Store, group: str, *more: str) -> PersonaFile:
    """Knowledge of another group of the same store."""
    scope = Scope(group_id=group)
    rule = memory(scope, RULE, "semantic:hard_rule")
    known = [using(scope, "Clerk"), using(scope, "Postgres", "storage"), using(scope, "Sentry", "errors")]
    others = [memory(scope, content) for content in more]
    await write(store, scope, [rule, procedure(scope, "a release is cut", "Tag it", "Tell all"), *known, *others])
    return await AsyncMemory(store, scope).personas.export(name="mobile", agent_type="shadow")


async def held_by(here: AsyncMemory) -> dict[str, Kept]:
    found = await here.store.memories.all(here.scope, statuses=list(Status))
    return {m.content: m for m in found if not m.is_entity}


async def filled(store: Store, scope: Scope) -> dict[str, Kept]:
    """A group that knows Sentry, uses something else for storage, and has used something else for auth for long."""
    known = [
        using(scope, "Auth0", at=START - 40 * DAY),
        using(scope, "MySQL", "storage"),
        using(scope, "Sentry", "errors"),
    ]
    await write(store, scope, known, holds=tuple(hold(m) for m in known))
    return {m.content: m for m in known}


async def test_a_persona_comes_staged_overrides_nothing_and_is_undone(store: Store, scope: Scope, group: str):
    here, persona = AsyncMemory(store, scope), await persona_of(store, f"{group}_there")
    before = await filled(store, scope)
    planned = await here.personas.import_(persona, dry_run=True)
    assert await held_by(here) == before
    with pytest.raises(Conflict, match="review it again"):
        await here.personas.import_(persona, confirmed="another list")
    done = await here.personas.import_(persona.text(), confirmed=planned.fingerprint)
    assert (done.counts, done.arrivals) == (planned.counts, planned.arrivals)
    assert {a.content: a.effect for a in done.arrivals} == {
        RULE: "added",
        "When a release is cut: Tag it, Tell all": "added",
        CLERK: "contested",
        "Team uses Postgres for storage": "rejected",
        "Team uses Sentry for errors": "unchanged",
    }

    after = await held_by(here)
    assert {content: after[content] for content in before} == before
    rule = after[RULE]
    assert (rule.status, rule.source, rule.confidence) == ("staged", "imported", CONFIDENCE_FACTOR)
    assert getattr(rule, "severity", None) == "warn"
    assert rule.source_episode_ids == rule.lineage.original_source_ids
    [origin] = await store.episodes.get(scope, rule.source_episode_ids)
    assert "persona mobile" in origin["content"]
    assert after[CLERK].status == "contested"

    again = await here.personas.import_(persona)
    assert set(again.counts) == {"unchanged", "rejected"}
    assert await held_by(here) == after
    undone = await here.personas.undo("mobile")
    assert len(undone.taken_back) == 3
    left = await held_by(here)
    assert {content: left[content] for content in before} == before
    assert {m.status for content, m in left.items() if content not in before} == {Status.RETRACTED}
    assert await store.admin.check(group) == []
    assert (await here.personas.undo()).taken_back == ()


async def test_what_leaves_is_reviewed_first_and_what_was_confirmed_is_what_leaves(here: AsyncMemory):
    scope = here.scope
    private = "The diagnosis module writes to Postgres"
    await write(here.store, scope, [memory(scope, RULE, "semantic:hard_rule"), memory(scope, private)])
    review = await here.personas.review(name="mobile")
    exported = await here.personas.export(name="mobile", confirmed=review.fingerprint)
    assert {item.id for item in review.items} == {one.origin.id for one in exported.knowledge()}
    assert [(item.content, item.private is not None) for item in review.items] == [(private, True), (RULE, False)]
    await write(here.store, scope, [using(scope, "Clerk")])
    with pytest.raises(Conflict, match="review it again"):
        await here.personas.export(name="mobile", confirmed=review.fingerprint)


@pytest.fixture
async def here(tmp_path: Path, scope: Scope, clock: VirtualClock) -> AsyncGenerator[AsyncMemory]:
    store = await Store.open(f"embedded:{tmp_path}", settings=test_settings(), clock=clock)
    yield AsyncMemory(store, scope)
    await store.close()


async def test_what_was_forgotten_stays_forgotten(here: AsyncMemory):
    await filled(here.store, here.scope)
    await here.personas.import_(await persona_of(here.store, "there"))
    await here.forget(RULE)
    again = await here.personas.import_(await persona_of(here.store, "elsewhere"))
    assert {a.content for a in again.arrivals if a.effect == "forgotten"} == {RULE}
    assert RULE not in await held_by(here)


async def test_what_a_person_confirmed_stays_and_the_rest_can_come_again(here: AsyncMemory, clock: VirtualClock):
    store, group = here.store, here.scope.group_id
    persona = await persona_of(store, "there", "The staging server restarts every night")
    await filled(store, here.scope)
    await here.personas.import_(persona)
    clock.move_to(clock.now() + DAY)
    for waiting in await queue(store, group):
        if waiting.content in (RULE, CLERK):
            choice = "take_new" if "take_new" in waiting.choices else waiting.choices[0]
            await answer(store, group, waiting.id, choice, clock.now())
    undone = await here.personas.undo()
    assert {kept.content for kept in undone.kept} == {RULE, CLERK}
    assert (await held_by(here))[CLERK].status == "confirmed"
    back = await here.personas.import_(persona)
    assert {a.content for a in back.arrivals if a.effect == "added"} >= {"The staging server restarts every night"}
    assert {a.effect for a in back.arrivals if a.content in (RULE, CLERK)} == {"unchanged"}
    assert await store.admin.check(group) == []


async def test_a_larger_file_of_the_same_persona_adds_what_is_new_in_several_batches(here: AsyncMemory):
    first = await persona_of(here.store, "there")
    await here.personas.import_(first)
    more = [
        memory(Scope(group_id="there"), f"Service number {n} listens on port {8000 + n}") for n in range(MAX_AT_ONCE)
    ]
    await write(here.store, Scope(group_id="there"), more)
    larger = await AsyncMemory(here.store, Scope(group_id="there")).personas.export(name="mobile", agent_type="shadow")
    assert larger.id == first.id
    done = await here.personas.import_(larger)
    assert done.counts == {"added": MAX_AT_ONCE, "unchanged": len(list(first.knowledge()))}
    assert len((await here.personas.undo()).taken_back) == MAX_AT_ONCE + len(list(first.knowledge()))
    assert await here.store.admin.check(here.scope.group_id) == []
