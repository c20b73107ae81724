"""Outcomes of procedures and feedback on work, on every backend: counters and repair; weaknesses come, fade and end."""

from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import Procedure
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.result import IngestResult
from tests.inputs import after, by_title, ingested, manual, refused, statements, turn
from tests.stores import START

STEPS = "To deploy the shop: 1. Run the tests 2. Build the image 3. Push it with the cached token 4. Roll out"


def outcome(procedure: str | None, succeeded: object = True, hours: int = 0, **more: Any) -> dict[str, Any]:
    named = {"procedure": procedure} if procedure is not None else {}
    return {"kind": "procedure_outcome", "succeeded": succeeded, "at": after(hours=hours), **named, **more}


async def procedure_of(memory: AsyncMemory, id_: str) -> Procedure:
    (found,) = await memory.store.memories.get(memory.scope, [id_])
    assert isinstance(found, Procedure)
    return found


async def learned(memory: AsyncMemory, steps: str = STEPS) -> Procedure:
    result = await ingested(memory, manual(steps, type="procedural", at=after()))
    (found,) = [one for one in result.memories if one.type == "procedural"]
    return await procedure_of(memory, found.id)


async def test_much_failure_is_flagged_for_review_and_success_lifts_the_flag(memory: AsyncMemory):
    id_ = (await learned(memory)).id
    await ingested(memory, outcome(id_, hours=1))
    for hours in (2, 3):
        await ingested(memory, outcome(id_, succeeded=False, hours=hours, note="It hung"))
    assert "below 0.5" in str((await procedure_of(memory, id_)).flagged)
    await ingested(memory, outcome(id_, hours=4))
    assert (await procedure_of(memory, id_)).flagged is None


async def test_a_procedure_that_is_repaired_again_and_again_stays(memory: AsyncMemory):
    id_ = (await learned(memory)).id
    confidence = (await procedure_of(memory, id_)).confidence
    for hours, step in ((1, "Log in and push it"), (2, "Push it with a new token"), (3, "Push it through the proxy")):
        named = {"failed_step": 3, "replacement": step, "id": f"run {hours}"}
        result = await ingested(memory, outcome(id_, succeeded=False, hours=hours, **named))
        id_ = next(one.id for one in result.memories if one.type == "procedural")
        await memory.maintain()
    repaired = await procedure_of(memory, id_)
    assert (repaired.status.live, repaired.confidence) == (True, confidence)


async def test_the_same_outcome_twice_counts_once(memory: AsyncMemory):
    id_ = (await learned(memory)).id
    assert [(await ingested(memory, outcome(id_, id="run 7"))).replayed for _ in range(2)] == [False, True]
    assert (await procedure_of(memory, id_)).times_used == 1


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        (outcome("Bake a cake"), "procedure", "there is no procedure"),
        (outcome("6f1c2b0e-0000-4000-8000-000000000000"), "procedure", "none of that id"),
        (outcome(None), "procedure", "required"),
        (outcome("x", "perhaps"), "succeeded", "bool"),
        (outcome("x", succeeded=False, replacement="y"), "procedure_outcome input", "failed_step"),
        (outcome("deploy the shop", succeeded=False, failed_step=9), "failed_step", "4 steps"),
    ],
)
async def test_what_cannot_be_is_refused_with_its_field(memory: AsyncMemory, given: Any, field: str, says: str):
    id_ = (await learned(memory)).id
    error = await refused(memory, given)
    assert (error.field, says in error.message) == (field, True)
    assert (await procedure_of(memory, id_)).times_used == 0


async def test_a_procedure_is_found_by_its_name_without_when_or_before(memory: AsyncMemory):
    known = await learned(memory, "Before opening a merge request: 1. Check the types")
    await ingested(memory, outcome("Opening a merge request", hours=1))
    assert (await procedure_of(memory, known.id)).times_used == 1


async def test_an_outcome_takes_few_statements_however_full_the_memory(memory: AsyncMemory):
    name = (await learned(memory)).name
    for hours in (1, 2):  # what a process asks once is asked by then
        await ingested(memory, outcome(name, hours=hours))
    few = await statements(memory.store, ingested(memory, outcome(name, hours=3)))
    await memory.ingest([turn(f"Member {n} owns service {n}") for n in range(20)])
    assert await statements(memory.store, ingested(memory, outcome(name, hours=4))) == few <= 5


async def test_a_procedure_whose_trigger_does_not_fit_is_included_where_there_is_room(memory: AsyncMemory):
    how = await learned(memory)
    fits, other = [await memory.recall(task) for task in ("Deploy the shop", "Who answers the phone?")]
    assert how.id in {item.id for one in fits.sections if one.title == "How To" for item in one.items}
    beside = [item for one in other.sections if one.title == "Relevant Knowledge" for item in one.items]
    assert "How To" not in by_title(other)
    (line,) = [item.content for item in beside if item.id == how.id]
    assert ("4. Roll out" in line, "\n" in line) == (True, False)


# ------------------------------------------------------------------ feedback

MISSED = "You missed null checks on the user object again, although the rule is known"


class Reviews:
    """Reviews by an agent, a day apart."""

    def __init__(self, store: Store, scope: Scope, agent: str = "Dev-1") -> None:
        self.memory = AsyncMemory(store, scope.model_copy(update={"agent_id": agent}))
        self.day = 0

    async def __call__(self, content: str, **more: Any) -> IngestResult:
        self.day += 1
        self.memory.clock.move_to(START + timedelta(days=self.day))  # pyright: ignore[reportAttributeAccessIssue]
        given = {"kind": "feedback", "content": content, "at": after(days=self.day)}
        return await ingested(self.memory, given, **more)

    async def habits(self, status: Status | None = None) -> list[Any]:
        found = await self.memory.store.memories.all(self.memory.scope, types=["observation"], statuses=[*Status])
        return [m for m in found if (m.status is status if status else m.status.live)]


@pytest.fixture
def reviews(store: Store, scope: Scope) -> Reviews:
    return Reviews(store, scope)


async def test_a_miss_speaks_for_the_rule_that_was_known(reviews: Reviews):
    memory = reviews.memory
    (known,) = (await ingested(memory, "Code review requires null checks", at=after())).memories
    result = await reviews(MISSED, reference="PR 12")
    assert [(one.type, one.effect) for one in result.memories] == [
        ("episodic", "added"), (known.type, "merged"), ("observation", "added"),
    ]  # fmt: skip
    (stored,) = await memory.store.memories.get(memory.scope, [known.id])
    assert stored.evidence_count == 2


async def test_a_miss_begins_the_count_of_clean_reviews_anew_and_a_relapse_weighs_more(reviews: Reviews, group: str):
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
    assert await reviews.memory.store.admin.check(group) == []


async def test_an_improvement_of_another_agent_is_doubted_after_a_miss_and_ends_when_all_is_well(
    store: Store, scope: Scope
):
    reviews = Reviews(store, scope, "Dev-3")

    async def improvements() -> list[float]:
        return [round(m.confidence, 3) for m in await reviews.habits() if "improvement" in m.tags]

    for said, left in {"Dev-1 forgot null checks": [], "LGTM": [0.6], "Missing null checks again": [0.36]}.items():
        await reviews(said, about_agent="Dev-1")
        assert await improvements() == left
    for _ in range(5):
        await reviews("LGTM", about_agent="Dev-1")
    assert await improvements() == []
    assert await store.admin.check(scope.group_id) == []


async def test_other_agents_do_not_see_what_one_thinks_of_itself(reviews: Reviews, store: Store, scope: Scope):
    await reviews(MISSED)
    other = AsyncMemory(store, scope.model_copy(update={"agent_id": "Dev-2"}))
    assert "tend to miss" not in (await other.recall("Open a PR for the user profile screen")).prompt


async def test_feedback_takes_few_statements_however_many_reviews_there_were(reviews: Reviews):
    await reviews(MISSED)
    sent: list[int] = []
    for count in (1, 3):
        for _ in range(count):
            await reviews("LGTM")
        sent.append(await statements(reviews.memory.store, reviews(MISSED)))
    assert sent[0] == sent[1] <= 6
