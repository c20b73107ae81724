"""Edits keep their reason and the owner; some memories cannot be edited; on every database."""

import pytest

from memorist.api.memory import AsyncMemory
from memorist.app.panel import edits
from memorist.app.panel.reads import Reads
from memorist.app.panel.views import NotThere
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory as Stored
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from tests.memory_store.builders import entity, episode, learn, memory


async def told(store: Store, scope: Scope, text: str, user: str | None = "ana") -> Stored:
    """The memory that is made of what somebody says."""
    [result] = await AsyncMemory(store, scope).as_user(user).ingest({"kind": "turn", "role": "user", "content": text})
    [found] = await store.memories.of_any_agent(scope.group_id, [result.memories[0].id])
    return found


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("We use pnpm for packages", "We use Yarn for packages"),  # reading itself ends what it contradicts
        ("We use Jenkins for builds", "The annex has two meeting rooms"),  # this the person has to say
    ],
)
async def test_why_something_was_edited_is_kept_with_the_change(store: Store, scope: Scope, before: str, after: str):
    old = await told(store, scope, before)
    reads = Reads(AsyncMemory(store, scope))
    made = await edits.edit(reads.memory, old, after, reason="the team voted on Monday")
    [entry] = await reads.log.page(run="panel")
    assert entry.reason == "edit: the team voted on Monday"
    whole = await reads.whole(old.id)
    assert whole.memory.status is Status.SUPERSEDED
    assert [(one.memory.id, one.reason) for one in whole.replaced_by] == [(made, "the team voted on Monday")]


async def test_a_memory_is_put_in_other_words_that_make_the_same_claim(store: Store, scope: Scope):
    old = await told(store, scope, "We decided to use Clerk for authentication because JWT has token refresh issues")
    reads = Reads(AsyncMemory(store, scope))
    made = await edits.edit(reads.memory, old, "We use Clerk for authentication", reason="shorter")
    assert made != old.id
    held = {m.id: m for m in await store.memories.of_any_agent(scope.group_id, [old.id, made])}
    before, after = held[old.id], held[made]
    assert (before.status, before.evidence_count) == (Status.SUPERSEDED, 1)
    assert (after.status, after.content) == (Status.CONFIRMED, "We use Clerk for authentication")
    again = await told(store, scope, "We use Clerk for authentication")
    assert again.id == made


async def test_an_edit_that_reading_understood_is_undone_as_one(store: Store, scope: Scope):
    old = await told(store, scope, "We use pnpm for packages")
    reads = Reads(AsyncMemory(store, scope))
    made = await edits.edit(reads.memory, old, "We use Yarn for packages", reason="we voted")
    [entry] = await reads.log.page(run="panel")
    assert (await reads.memory.undo(entry.id)).done
    after = {m.id: m.status for m in await store.memories.of_any_agent(scope.group_id, [old.id, made])}
    assert after == {old.id: Status.CONFIRMED, made: Status.RETRACTED}
    whole = await reads.whole(old.id)
    assert whole.replaced_by == ()


async def test_what_is_put_in_the_place_of_a_personal_memory_is_his_own_as_well(store: Store, scope: Scope):
    old = await told(store, scope, "I'm allergic to peanuts")
    assert old.scope.user_id == "ana"
    made = await edits.edit(AsyncMemory(store, scope), old, "I'm allergic to hazelnuts")
    [new] = await store.memories.of_any_agent(scope.group_id, [made])
    assert new.scope.user_id == "ana"
    with pytest.raises(NotThere):
        await Reads(AsyncMemory(store, scope).as_user("jonas")).get(made)
    assert (await Reads(AsyncMemory(store, scope).as_user("ana")).get(made)).id == made


async def test_what_belongs_to_everybody_still_does_after_one_person_edited_it(store: Store, scope: Scope):
    old = await told(store, scope, "We use pnpm for packages", user=None)
    made = await edits.edit(AsyncMemory(store, scope).as_user("ana"), old, "We use Yarn for packages")
    [new] = await store.memories.of_any_agent(scope.group_id, [made])
    assert new.scope.user_id is None


async def test_names_models_and_what_ended_cannot_be_edited(store: Store, scope: Scope):
    name, model = entity(scope, "Redis"), memory(scope, "Ana likes short answers", "model:user")
    over = memory(scope, "We use Jenkins", status="superseded", valid_until="2026-02-01T09:00:00Z")
    await learn(store, scope, episode(scope), [name, model])
    for one, why in ((name, "a name"), (model, "made of other memories"), (over, "does not hold any more")):
        assert why in (edits.no_edit_of(one) or "")
        with pytest.raises(InvalidInput, match=why):
            await edits.edit(AsyncMemory(store, scope), one, "Something else entirely")


async def test_who_signs_an_edit_is_the_person_at_the_panel_and_the_owner_stays(store: Store, scope: Scope):
    old = await told(store, scope, "We use Jenkins for builds")
    reads = Reads(AsyncMemory(store, scope.model_copy(update={"user_id": None, "agent_id": None})))
    made = await edits.edit(reads.memory, old, "The annex has two meeting rooms", reason="moved")
    [new] = await store.memories.of_any_agent(scope.group_id, [made])
    assert new.scope.user_id == "ana"
    newest = [row.who for row in (await reads.log.page())[:2]]
    assert not any("ana" in who for who in newest), newest
