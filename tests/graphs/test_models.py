"""Models of people and agents made from inputs, on every backend: theories, expertise, relationship, fields of work."""

from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.clock import VirtualClock, parse_time
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.types import RelationshipModel, UserModel
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestResult
from tests.stores import START


@pytest.fixture
def memory(store: Store, scope: Scope) -> AsyncMemory:
    return AsyncMemory(store, scope.model_copy(update={"user_id": "mira", "agent_id": "coder"}))


def work(hours: float, *bodies: str, done: str = "") -> dict[str, Any]:
    at = START + timedelta(hours=hours)
    events = [
        {"time": (at + timedelta(minutes=n)).isoformat(), "name": "file.edit", "body": body, "attributes": {}}
        for n, body in enumerate(bodies)
    ]
    if done:
        events.append({"time": (at + timedelta(minutes=30)).isoformat(), "name": "task.done", "body": done})
    return {"kind": "observation", "at": (at + timedelta(hours=1)).isoformat(), "events": events}


async def ingest(memory: AsyncMemory, given: dict[str, Any]) -> IngestResult:
    memory.clock.move_to(parse_time(given["at"]))  # pyright: ignore[reportAttributeAccessIssue]
    (result,) = await memory.ingest(given)
    assert result.error is None, result.error
    return result


async def only(memory: AsyncMemory, type_: str) -> Any:
    (found,) = await memory.store.memories.all(memory.scope, types=[type_])
    return found


async def test_what_a_user_says_of_himself_is_linked_to_his_own_view_of_himself(
    memory: AsyncMemory, store: Store
) -> None:
    said = {"kind": "turn", "role": "user", "content": "I tend to miss null checks", "at": START.isoformat()}
    await ingest(memory, said)
    other_agent = AsyncMemory(store, memory.scope.model_copy(update={"agent_id": "reviewer"}))
    prompt = (await other_agent.recall("Review the profile screen")).prompt
    assert "I tend to miss null checks" in prompt.split("## Self-Awareness")[1]


async def test_a_theory_is_linked_to_the_work_that_speaks_for_and_against_it(memory: AsyncMemory) -> None:
    await ingest(memory, work(0, "wrote the profile card as a functional component"))
    await ingest(memory, work(5, "wrote the crash screen as a class component"))
    theory = await only(memory, "semantic:preference")
    links = await memory.store.memories.links(memory.scope, [theory.id])
    assert {link.type for link in links} >= {"PROVES", "CONTRADICTS", "HAS_PREFERENCE"}


async def test_expertise_moves_with_what_is_seen(memory: AsyncMemory) -> None:
    await ingest(memory, work(0, "expo-router layout for the tabs", done="The Expo app runs"))
    first = await only(memory, "model:user")
    assert isinstance(first, UserModel)
    assert first.expertise["Expo"] == pytest.approx(0.55)
    await ingest(memory, work(5, "Expo camera permissions", done="The Expo camera works"))
    second = await only(memory, "model:user")
    assert second.expertise["Expo"] == pytest.approx(0.595)


async def test_a_relationship_grows_from_acquaintance_to_productive_work(
    memory: AsyncMemory, clock: VirtualClock
) -> None:
    clock.move_to(START + timedelta(days=2))
    said = {"kind": "turn", "role": "user"}
    hours = [(START + timedelta(hours=n)).isoformat() for n in range(34)]
    turns = [{**said, "content": f"Member {n} owns service {n}", "at": at} for n, at in enumerate(hours)]
    await memory.ingest(turns)
    first = await only(memory, "model:relationship")
    assert isinstance(first, RelationshipModel)
    assert (first.interaction_count, first.trust_level, first.phase) == (34, 0.3, "initial")
    evening = {
        "kind": "ritual",
        "ritual": "evening",
        "turns": [{"role": "user", "content": "Finished the profile screen"}],
    }
    await ingest(memory, {**evening, "at": (START + timedelta(days=4)).isoformat()})
    learning = await only(memory, "model:relationship")
    assert (learning.interaction_count, learning.trust_level, learning.phase) == (35, 0.5, "learning")
    result = await ingest(memory, work(24 * 6, "release notes", done="Deployed the app to production"))
    productive = await only(memory, "model:relationship")
    assert (productive.trust_level, productive.phase) == (0.8, "productive")
    assert productive.significant_events == tuple(m.id for m in result.memories if m.type == "episodic")
    await memory.ingest(turns)
    assert (await only(memory, "model:relationship")).interaction_count == 35, "what was ingested before counts once"


async def test_a_field_of_work_gathers_its_rules(memory: AsyncMemory) -> None:
    rule = {"kind": "manual", "content": "Never store tokens in AsyncStorage for mobile auth", "at": START.isoformat()}
    result = await ingest(memory, rule)
    field = await only(memory, "model:domain")
    links = await memory.store.memories.links(memory.scope, [field.id])
    assert {(link.type, link.target) for link in links} == {("HAS_RULE", result.memories[0].id)}
    recall = await memory.recall("What holds for mobile-auth?")
    assert field.id not in {candidate.id for candidate in recall.trace}  # a title is no knowledge


async def test_nobody_known_means_no_relationship(store: Store, scope: Scope) -> None:
    memory = AsyncMemory(store, scope)
    await ingest(memory, {"kind": "turn", "role": "user", "content": "We use GitLab", "at": START.isoformat()})
    assert await store.memories.all(scope, types=["model:relationship"]) == []
