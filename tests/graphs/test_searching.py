"""An explicit search on every backend: what left the daily memory is found, and lives again."""

from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.change_set import Hold
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.memory import Memory as Kept
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from tests.memory_store.builders import DAY, ended, episode, hold, learn, memory, uses, write
from tests.stores import START

ASKED = "Which auth does the team use?"
LATER = START + 300 * DAY


@pytest.fixture
def opened(store: Store, scope: Scope) -> AsyncMemory:
    return AsyncMemory(store, scope)


def clerk(scope: Scope) -> Kept:
    faded: dict[str, Any] = {"confidence": 0.25, "decay": {"base": 0.85, "to": 0.25}}
    return memory(scope, "Team uses Clerk for auth", claim=uses("Clerk"), entities=["Clerk"], **faded)


async def archived(opened: AsyncMemory, clock: VirtualClock) -> Kept:
    """A fact that the maintenance of a later day put away."""
    fact = clerk(opened.scope)
    await learn(opened.store, opened.scope, episode(opened.scope), [fact], holds=(hold(fact),))
    clock.move_to(LATER)
    report = await opened.maintain()
    assert report.counts["archived"] == 1
    clock.move_to(LATER + DAY)
    return fact


async def live(opened: AsyncMemory, **more: Any) -> list[Kept]:
    return [m for m in await opened.store.memories.all(opened.scope, **more) if not m.is_entity]


async def test_what_was_archived_is_found_and_lives_again_as_sure_as_it_was(opened: AsyncMemory, clock: VirtualClock):
    stub = await archived(opened, clock)
    assert await live(opened) == []
    found = await opened.search(ASKED, include=[Status.ARCHIVED])
    assert [(hit.memory.id, hit.memory.status) for hit in found.hits] == [(stub.id, Status.ARCHIVED)]
    (back,) = found.brought_back
    (now,) = await live(opened)
    assert (now.id, now.status, now.confidence, now.decay) == (back.id, Status.CONFIRMED, 0.85, None)
    found_as = found.hits[0].memory
    assert (now.valid_from, now.source_episode_ids) == (found_as.valid_from, found_as.source_episode_ids)
    assert stub.content in (await opened.recall(ASKED)).prompt
    assert {link.type for link in await opened.store.memories.links(opened.scope, [stub.id])} >= {"DERIVED_FROM"}
    assert await live(opened, known_at=LATER) == []
    assert await opened.store.admin.check(opened.scope.group_id) == []


async def test_it_is_brought_back_once(opened: AsyncMemory, clock: VirtualClock, group: str):
    await archived(opened, clock)
    await opened.search(ASKED, include=[Status.ARCHIVED])
    before = await opened.store.admin.numbers(group)
    assert (await opened.search(ASKED, include=[Status.ARCHIVED])).brought_back == ()
    assert await opened.store.admin.numbers(group) == before


async def test_a_search_among_the_living_or_in_the_past_brings_nothing_back(opened: AsyncMemory, clock: VirtualClock):
    await archived(opened, clock)
    assert (await opened.search(ASKED)).hits == ()
    assert (await opened.search(ASKED, include=[Status.ARCHIVED], known_at=LATER)).brought_back == ()
    assert (await opened.search("the weather on Mars", include=[Status.ARCHIVED])).brought_back == ()


async def test_while_another_has_its_slot_a_person_decides(opened: AsyncMemory, clock: VirtualClock):
    await archived(opened, clock)
    firebase = memory(opened.scope, "Team uses Firebase for auth", claim=uses("Firebase"), at=LATER)
    await learn(opened.store, opened.scope, episode(opened.scope, at=LATER), [firebase], holds=(hold(firebase),))
    (back,) = (await opened.search(ASKED, include=[Status.ARCHIVED])).brought_back
    assert (back.status, firebase.id in (back.flagged or "")) == (Status.CONTESTED, True)
    assert await opened.store.admin.check(opened.scope.group_id) == []


async def test_what_had_ended_before_it_was_archived_stays_history(opened: AsyncMemory, clock: VirtualClock):
    old = memory(opened.scope, "Team uses Clerk for auth", claim=uses("Clerk"))
    await learn(opened.store, opened.scope, episode(opened.scope), [old], holds=(hold(old),))
    freed = Hold(slot_id=hold(old).slot_id, expected=old.id, holder=None)
    await write(opened.store, opened.scope, updates=(ended(old, since=START + DAY),), holds=(freed,))
    clock.move_to(LATER)
    await opened.maintain()
    found = await opened.search(ASKED, include=[Status.ARCHIVED])
    assert [hit.memory.status for hit in found.hits] == [Status.ARCHIVED]
    assert found.brought_back == ()


def turn(content: str, user: str, minute: int = 0) -> dict[str, Any]:
    at = START + timedelta(minutes=minute)
    return {"kind": "turn", "role": "user", "content": content, "user_id": user, "session_id": "s", "at": at}


async def test_what_no_memory_was_made_of_is_found_in_the_words_in_which_it_was_said(
    opened: AsyncMemory, clock: VirtualClock
):
    clock.move_to(START + DAY)
    said = "On the older tablets the map tiles flicker when the battery saver is on."
    kept = "We use pnpm for packages."
    asked = "Why do the tiles flicker on tablets?"
    for place, content in enumerate((said, kept, asked)):
        await opened.ingest(turn(content, "ana", place))
    found = await opened.as_user("ana").search("tiles flicker on tablets")
    by_words = {one.content: one for one in found.said}
    assert by_words.keys() == {said, asked}
    assert (by_words[said].speaker, by_words[said].at) == ("ana", START)
    assert by_words[said].coverage > 0.9
    told = await opened.as_user("ana").search("pnpm for packages")
    assert "pnpm" in told.hits[0].memory.content
    assert kept not in [one.content for one in told.said], "a memory says it"


async def test_what_somebody_said_of_himself_is_found_by_himself_or_by_his_name(opened: AsyncMemory):
    await opened.ingest(turn("My knee hurts whenever I sit in the low chairs for long.", "ana"))
    asked = "knee hurts low chairs"
    assert len((await opened.as_user("ana").search(asked)).said) == 1
    assert (await opened.as_user("ben").search(asked)).said == ()
    assert len((await opened.as_user("ben").search(f"Ana: {asked}")).said) == 1
