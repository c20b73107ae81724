"""Models of people and agents, and the rituals of their days, on every backend."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock, parse_time
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import Episodic, RelationshipModel, UserModel
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestResult
from tests import inputs
from tests.inputs import after, event, manual, observation, turn
from tests.stores import START


@pytest.fixture
def memory(store: Store, scope: Scope) -> AsyncMemory:
    return AsyncMemory(store, scope.model_copy(update={"user_id": "mira", "agent_id": "coder"}))


def work(hours: float, *bodies: str, done: str = "") -> dict[str, Any]:
    at = START + timedelta(hours=hours)
    events = [event("file.edit", body, at=at + timedelta(minutes=n)) for n, body in enumerate(bodies)]
    if done:
        events.append(event("task.done", done, at=at + timedelta(minutes=30)))
    return observation(*events, at=after(hours=hours + 1))


async def ingest(memory: AsyncMemory, given: dict[str, Any]) -> IngestResult:
    memory.clock.move_to(parse_time(given["at"]))  # pyright: ignore[reportAttributeAccessIssue]
    return await inputs.ingested(memory, given)


async def only(memory: AsyncMemory, type_: str) -> Any:
    (found,) = await memory.store.memories.all(memory.scope, types=[type_])
    return found


async def test_what_a_user_says_of_himself_is_linked_to_his_own_view_of_himself(memory: AsyncMemory, store: Store):
    await ingest(memory, turn("I tend to miss null checks", at=after()))
    other_agent = AsyncMemory(store, memory.scope.model_copy(update={"agent_id": "reviewer"}))
    prompt = (await other_agent.recall("Review the profile screen")).prompt
    assert "I tend to miss null checks" in prompt.split("## Self-Awareness")[1]


async def test_a_theory_is_linked_to_the_work_that_speaks_for_and_against_it(memory: AsyncMemory):
    await ingest(memory, work(0, "wrote the profile card as a functional component"))
    await ingest(memory, work(5, "wrote the crash screen as a class component"))
    theory = await only(memory, "semantic:preference")
    links = await memory.store.memories.links(memory.scope, [theory.id])
    assert {link.type for link in links} >= {"PROVES", "CONTRADICTS", "HAS_PREFERENCE"}


async def test_expertise_moves_with_what_is_seen(memory: AsyncMemory):
    for seen, expertise in (
        (work(0, "expo-router layout for the tabs", done="The Expo app runs"), 0.55),
        (work(5, "Expo camera permissions", done="The Expo camera works"), 0.595),
    ):
        await ingest(memory, seen)
        user = await only(memory, "model:user")
        assert isinstance(user, UserModel)
        assert user.expertise["Expo"] == pytest.approx(expertise)


async def test_a_relationship_grows_from_acquaintance_to_productive_work(memory: AsyncMemory, clock: VirtualClock):
    async def relationship() -> RelationshipModel:
        found = await only(memory, "model:relationship")
        assert isinstance(found, RelationshipModel)
        return found

    clock.move_to(START + timedelta(days=2))
    turns = [turn(f"Member {n} owns service {n}", at=after(hours=n)) for n in range(34)]
    await memory.ingest(turns)
    first = await relationship()
    assert (first.interaction_count, first.trust_level, first.phase) == (34, 0.3, "initial")
    said = [{"role": "user", "content": "Finished the profile screen"}]
    await ingest(memory, {"kind": "ritual", "ritual": "evening", "turns": said, "at": after(days=4)})
    learning = await relationship()
    assert (learning.interaction_count, learning.trust_level, learning.phase) == (35, 0.5, "learning")
    result = await ingest(memory, work(24 * 6, "release notes", done="Deployed the app to production"))
    productive = await relationship()
    assert (productive.trust_level, productive.phase) == (0.8, "productive")
    assert productive.significant_events == tuple(m.id for m in result.memories if m.type == "episodic")
    await memory.ingest(turns)
    assert (await relationship()).interaction_count == 35, "what was ingested before counts once"


async def test_a_field_of_work_gathers_its_rules(memory: AsyncMemory):
    result = await ingest(memory, manual("Never store tokens in AsyncStorage for mobile auth", at=after()))
    field = await only(memory, "model:domain")
    links = await memory.store.memories.links(memory.scope, [field.id])
    assert {(link.type, link.target) for link in links} == {("HAS_RULE", result.memories[0].id)}
    recall = await memory.recall("What holds for mobile-auth?")
    assert field.id not in {candidate.id for candidate in recall.trace}  # a title is no knowledge


async def test_nobody_known_means_no_relationship(store: Store, scope: Scope):
    await ingest(AsyncMemory(store, scope), turn("We use GitLab", at=after()))
    assert await store.memories.all(scope, types=["model:relationship"]) == []


# ------------------------------------------------------------------ rituals

MORNING, EVENING = ("morning", "2026-02-02T08:30:00Z"), ("evening", "2026-02-02T17:30:00Z")
PLAN = "Good morning! Today I'll finish the profile screen, then review the payment PR. Client meeting at 3 pm."
SUMMARY = "Finished the profile screen. Didn't get to the payment PR. Correction: we go with Drizzle instead of Prisma."


async def ritual(memory: AsyncMemory, kind: str, at: str, said: str) -> IngestResult:
    turns = [{"role": "assistant", "content": "How is it?"}, {"role": "user", "content": said}]
    return await ingest(memory, {"kind": "ritual", "ritual": kind, "turns": turns, "at": at})


def plans(result: IngestResult) -> dict[str, datetime | None]:
    return {m.claim.object: m.valid_until for m in result.memories if m.claim and m.claim.predicate == "plans"}


async def test_what_was_not_done_is_carried_until_it_is_done(memory: AsyncMemory, store: Store):
    await ritual(memory, *MORNING, PLAN)
    other = AsyncMemory(store, memory.scope.model_copy(update={"user_id": "jonas"}))
    assert plans(await ritual(other, *EVENING, "Nothing special.")) == {}, "a plan of his own"
    tuesday = await ritual(memory, "morning", "2026-02-03T08:30:00Z", "Today I'll write the release notes.")
    assert set(plans(tuesday)) == {"write the release notes", "finish the profile screen", "review the payment PR"}
    done = "Finished the profile screen. Reviewed and merged the payment PR. Release notes done."
    evening = await ritual(memory, "evening", "2026-02-03T17:30:00Z", done)
    assert plans(evening) == {}
    (one,) = [m for m in evening.memories if m.type == "episodic"]
    (episode,) = await memory.store.memories.get(memory.scope, [one.id])
    assert isinstance(episode, Episodic)
    assert episode.outcome == "success"


ERRANDS = "Plan for today: send the invoice to Mertens, buy paint, book the dentist, and ring the tax office."


async def test_what_an_evening_calls_done_ends_and_what_it_puts_off_goes_on(memory: AsyncMemory, store: Store):
    await ritual(memory, *MORNING, ERRANDS)
    told = "Invoice sent. Paint bought. The tax office was closed, so that's for Tuesday. Dentist not booked either."
    evening = await ritual(memory, *EVENING, told)
    assert set(plans(evening)) == {"ring the tax office", "book the dentist"}
    [episode] = [one for one in evening.memories if one.type == "episodic"]
    [episode] = await store.memories.get(memory.scope, [episode.id])
    assert isinstance(episode, Episodic)
    assert episode.outcome == "partial"
    open_ = (await memory.recall("What is still open on my to-do list?")).prompt
    assert ("ring the tax office" in open_, "book the dentist" in open_) == (True, True)
    before = open_.partition("Recent Context")[0]
    assert [word for word in ("paint", "nvoice", "Dentist not") if word in before.lower() or word in before] == []


@pytest.mark.parametrize("kind", ["morning", "evening"])
async def test_a_goal_that_nobody_mentions_for_two_weeks_is_given_up(memory: AsyncMemory, kind: str):
    await ritual(memory, *MORNING, "Plan for today: buy paint, ring the tax office.")
    await ritual(memory, "evening", "2026-02-14T17:30:00Z", "No paint bought.")
    later = await ritual(memory, kind, "2026-02-20T17:30:00Z", "Nothing special.")
    assert set(plans(later)) == {"buy paint"}, "it was mentioned on the 14th"
    assert plans(await ritual(memory, kind, "2026-03-20T17:30:00Z", "Nothing special.")) == {}


async def test_an_evening_that_tells_nothing_of_the_plan_is_no_failure(memory: AsyncMemory, store: Store):
    await ritual(memory, *MORNING, "Plan for today: buy paint.")
    evening = await ritual(memory, *EVENING, "Nothing special.")
    [episode] = [one for one in evening.memories if one.type == "episodic"]
    [episode] = await store.memories.get(memory.scope, [episode.id])
    assert isinstance(episode, Episodic)
    assert episode.outcome == "unknown"


async def test_the_same_ritual_twice_changes_nothing(memory: AsyncMemory, group: str):
    given = ((*MORNING, PLAN), (*EVENING, SUMMARY))
    assert [(await ritual(memory, *one)).replayed for one in given] == [False, False]
    before = await memory.store.admin.numbers(group)
    assert [(await ritual(memory, *one)).replayed for one in given] == [True, True]
    assert await memory.store.admin.numbers(group) == before
