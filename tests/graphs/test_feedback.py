"""Feedback on one's own work and on others', on every backend: weaknesses come, fade, end and come back."""

from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestResult
from tests.stores import START

MISSED = "You missed null checks on the user object again, although the rule is known"


@pytest.fixture
def memory(store: Store, scope: Scope) -> AsyncMemory:
    return AsyncMemory(store, scope.model_copy(update={"agent_id": "Dev-1"}))


class Reviews:
    """Reviews, a day apart."""

    def __init__(self, memory: AsyncMemory) -> None:
        self.memory = memory
        self.day = 0

    async def __call__(self, content: str, **more: Any) -> IngestResult:
        self.day += 1
        at = START + timedelta(days=self.day)
        self.memory.clock.move_to(at)  # pyright: ignore[reportAttributeAccessIssue]
        (result,) = await self.memory.ingest({"kind": "feedback", "content": content, "at": at.isoformat(), **more})
        assert result.error is None
        return result

    async def habits(self, status: Status | None = None) -> list[Any]:
        found = await self.memory.store.memories.all(self.memory.scope, types=["observation"], statuses=[*Status])
        return [m for m in found if (m.status is status if status else m.status.live)]


async def test_a_miss_speaks_for_the_rule_that_was_known(memory: AsyncMemory) -> None:
    rule = {"kind": "turn", "role": "user", "content": "Code review requires null checks", "at": START.isoformat()}
    (known,) = (await memory.ingest(rule))[0].memories
    result = await Reviews(memory)(MISSED, reference="PR 12")
    assert [(one.type, one.effect) for one in result.memories] == [
        ("episodic", "added"), (known.type, "merged"), ("observation", "added"),
    ]  # fmt: skip
    (stored,) = await memory.store.memories.get(memory.scope, [known.id])
    assert stored.evidence_count == 2


async def test_a_miss_begins_the_count_of_clean_reviews_anew_and_a_relapse_weighs_more(
    memory: AsyncMemory, group: str
) -> None:
    reviews = Reviews(memory)
    await reviews(MISSED)
    for _ in range(4):
        await reviews("LGTM, nothing missing")
    assert (await reviews.habits())[0].confidence < 0.4
    await reviews(MISSED)
    (habit,) = await reviews.habits()
    assert habit.confidence > 0.4 * 0.85**4
    for count in range(5):
        await reviews("Approved, no remarks")
        assert ("weakness" in (await reviews.habits())[0].tags) is (count < 4)
    assert (await reviews.habits(Status.SUPERSEDED))[0].id == habit.id
    await reviews(MISSED)
    (again,) = await reviews.habits()
    assert ("weakness" in again.tags, again.confidence > 0.4) == (True, True)
    assert await memory.store.admin.check(group) == []


async def test_an_improvement_of_another_agent_is_doubted_after_a_miss_and_ends_when_all_is_well(
    store: Store, scope: Scope
) -> None:
    reviews = Reviews(AsyncMemory(store, scope.model_copy(update={"agent_id": "Dev-3"})))
    told = {"Dev-1 forgot null checks": [], "LGTM": [0.6], "Missing null checks again": [0.36]}
    for said, improvements in told.items():
        await reviews(said, about_agent="Dev-1")
        habits = await reviews.habits()
        assert [round(m.confidence, 3) for m in habits if "improvement" in m.tags] == improvements
    for _ in range(5):
        await reviews("LGTM", about_agent="Dev-1")
    assert [m for m in await reviews.habits() if "improvement" in m.tags] == []
    assert await store.admin.check(scope.group_id) == []


async def test_other_agents_do_not_see_what_one_thinks_of_itself(
    memory: AsyncMemory, store: Store, scope: Scope
) -> None:
    await Reviews(memory)(MISSED)
    other = AsyncMemory(store, scope.model_copy(update={"agent_id": "Dev-2"}))
    assert "tend to miss" not in (await other.recall("Open a PR for the user profile screen")).prompt


async def test_feedback_takes_few_statements_however_many_reviews_there_were(memory: AsyncMemory) -> None:
    reviews = Reviews(memory)
    await reviews(MISSED)
    sent: list[int] = []
    for count in (1, 3):
        for _ in range(count):
            await reviews("LGTM")
        before = memory.store.database.statements_sent
        await reviews(MISSED)
        sent.append(memory.store.database.statements_sent - before)
    assert sent[0] == sent[1] <= 6
