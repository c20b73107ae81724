"""An explicit search on every backend: what left the daily memory is found, and lives again."""

from datetime import timedelta
from typing import Any

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.change_set import Hold
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.memory import Memory as Kept
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from tests.inputs import turn
from tests.memory_store.builders import DAY, ended, episode, hold, learn, uses, write
from tests.memory_store.builders import memory as made
from tests.stores import START

ASKED = "Which auth does the team use?"
LATER = START + 300 * DAY


def clerk(scope: Scope) -> Kept:
    faded: dict[str, Any] = {"confidence": 0.25, "decay": {"base": 0.85, "to": 0.25}}
    return made(scope, "Team uses Clerk for auth", claim=uses("Clerk"), entities=["Clerk"], **faded)


async def archived(memory: AsyncMemory, clock: VirtualClock) -> Kept:
    """A fact that the maintenance of a later day put away."""
    fact = clerk(memory.scope)
    await learn(memory.store, memory.scope, episode(memory.scope), [fact], holds=(hold(fact),))
    clock.move_to(LATER)
    report = await memory.maintain()
    assert report.counts["archived"] == 1
    clock.move_to(LATER + DAY)
    return fact


async def live(memory: AsyncMemory, **more: Any) -> list[Kept]:
    return [m for m in await memory.store.memories.all(memory.scope, **more) if not m.is_entity]


async def test_what_was_archived_is_found_and_lives_again_as_sure_as_it_was(memory: AsyncMemory, clock: VirtualClock):
    stub = await archived(memory, clock)
    assert await live(memory) == []
    found = await memory.search(ASKED, include=[Status.ARCHIVED])
    assert [(hit.memory.id, hit.memory.status) for hit in found.hits] == [(stub.id, Status.ARCHIVED)]
    (back,) = found.brought_back
    (now,) = await live(memory)
    assert (now.id, now.status, now.confidence, now.decay) == (back.id, Status.CONFIRMED, 0.85, None)
    found_as = found.hits[0].memory
    assert (now.valid_from, now.source_episode_ids) == (found_as.valid_from, found_as.source_episode_ids)
    assert stub.content in (await memory.recall(ASKED)).prompt
    assert {link.type for link in await memory.store.memories.links(memory.scope, [stub.id])} >= {"DERIVED_FROM"}
    assert await live(memory, known_at=LATER) == []
    assert await memory.store.admin.check(memory.scope.group_id) == []


async def test_it_is_brought_back_once_and_not_by_a_search_among_the_living_or_in_the_past(
    memory: AsyncMemory, clock: VirtualClock, group: str
):
    await archived(memory, clock)
    assert (await memory.search(ASKED)).hits == ()
    assert (await memory.search(ASKED, include=[Status.ARCHIVED], known_at=LATER)).brought_back == ()
    assert (await memory.search("the weather on Mars", include=[Status.ARCHIVED])).brought_back == ()
    assert (await memory.search(ASKED, include=[Status.ARCHIVED])).brought_back
    before = await memory.store.admin.numbers(group)
    assert (await memory.search(ASKED, include=[Status.ARCHIVED])).brought_back == ()
    assert await memory.store.admin.numbers(group) == before


async def test_while_another_has_its_slot_a_person_decides(memory: AsyncMemory, clock: VirtualClock):
    await archived(memory, clock)
    firebase = made(memory.scope, "Team uses Firebase for auth", claim=uses("Firebase"), at=LATER)
    await learn(memory.store, memory.scope, episode(memory.scope, at=LATER), [firebase], holds=(hold(firebase),))
    (back,) = (await memory.search(ASKED, include=[Status.ARCHIVED])).brought_back
    assert (back.status, firebase.id in (back.flagged or "")) == (Status.CONTESTED, True)
    assert await memory.store.admin.check(memory.scope.group_id) == []


async def test_what_had_ended_before_it_was_archived_stays_history(memory: AsyncMemory, clock: VirtualClock):
    old = made(memory.scope, "Team uses Clerk for auth", claim=uses("Clerk"))
    await learn(memory.store, memory.scope, episode(memory.scope), [old], holds=(hold(old),))
    freed = Hold(slot_id=hold(old).slot_id, expected=old.id, holder=None)
    await write(memory.store, memory.scope, updates=(ended(old, since=START + DAY),), holds=(freed,))
    clock.move_to(LATER)
    await memory.maintain()
    found = await memory.search(ASKED, include=[Status.ARCHIVED])
    assert [hit.memory.status for hit in found.hits] == [Status.ARCHIVED]
    assert found.brought_back == ()


async def ana_says(memory: AsyncMemory, *said: str) -> AsyncMemory:
    """Ingest what she says, a minute apart; return her memory."""
    for minute, content in enumerate(said):
        await memory.ingest(turn(content, user_id="ana", session_id="s", at=START + timedelta(minutes=minute)))
    return memory.as_user("ana")


async def test_what_no_memory_was_made_of_is_found_in_the_words_in_which_it_was_said(
    memory: AsyncMemory, clock: VirtualClock
):
    clock.move_to(START + DAY)
    said = "On the older tablets the map tiles flicker when the battery saver is on."
    kept = "We use pnpm for packages."
    asked = "Why do the tiles flicker on tablets?"
    ana = await ana_says(memory, said, kept, asked)
    by_words = {one.content: one for one in (await ana.search("tiles flicker on tablets")).said}
    assert by_words.keys() == {said, asked}
    assert (by_words[said].speaker, by_words[said].at) == ("ana", START)
    assert by_words[said].coverage > 0.9
    told = await ana.search("pnpm for packages")
    assert "pnpm" in told.hits[0].memory.content
    assert kept not in [one.content for one in told.said], "a memory says it"


async def test_what_somebody_said_of_himself_is_found_by_himself_or_by_his_name(memory: AsyncMemory):
    ana = await ana_says(memory, "My knee hurts whenever I sit in the low chairs for long.")
    ben, asked = memory.as_user("ben"), "knee hurts low chairs"
    found = [len((await who.search(words)).said) for who, words in ((ana, asked), (ben, asked), (ben, f"Ana: {asked}"))]
    assert found == [1, 0, 1]
