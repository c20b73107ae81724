"""Outcomes of procedures, on every backend: counters, repair, review."""

from datetime import timedelta
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.types import Procedure
from memorist.nodes.ingestion.result import IngestResult
from tests.stores import START

STEPS = "To deploy the shop: 1. Run the tests 2. Build the image 3. Push it with the cached token 4. Roll out"


class Deploys:
    """A procedure and what becomes of it, an hour at a time."""

    def __init__(self, memory: AsyncMemory) -> None:
        self.memory = memory
        self.hour = 0

    async def learn(self) -> Procedure:
        given = {"kind": "manual", "type": "procedural", "content": STEPS, "at": START.isoformat()}
        (result,) = await self.memory.ingest(given)
        (found,) = [one for one in result.memories if one.type == "procedural"]
        return await self.get(found.id)

    async def get(self, id_: str) -> Procedure:
        (found,) = await self.memory.store.memories.get(self.memory.scope, [id_])
        assert isinstance(found, Procedure)
        return found

    async def went(self, procedure: str, succeeded: bool, **more: Any) -> IngestResult:
        self.hour += 1
        at = (START + timedelta(hours=self.hour)).isoformat()
        given = {"kind": "procedure_outcome", "procedure": procedure, "succeeded": succeeded, "at": at, **more}
        (result,) = await self.memory.ingest(given)
        return result


async def test_much_failure_is_flagged_for_review_and_success_lifts_the_flag(memory: AsyncMemory) -> None:
    deploys = Deploys(memory)
    learned = await deploys.learn()
    await deploys.went(learned.id, True)
    for _ in range(2):
        await deploys.went(learned.id, False, note="It hung")
    flagged = (await deploys.get(learned.id)).flagged
    assert flagged is not None
    assert "below 0.5" in flagged
    await deploys.went(learned.id, True)
    assert (await deploys.get(learned.id)).flagged is None


async def test_the_same_outcome_twice_counts_once(memory: AsyncMemory) -> None:
    deploys = Deploys(memory)
    learned = await deploys.learn()
    given = {
        "kind": "procedure_outcome",
        "procedure": learned.id,
        "succeeded": True,
        "at": START.isoformat(),
        "id": "run 7",
    }
    results = await memory.ingest([given, given])
    assert [one.replayed for one in results] == [False, True]
    assert (await deploys.get(learned.id)).times_used == 1


@pytest.mark.parametrize(
    ("given", "field", "says"),
    [
        ({"procedure": "Bake a cake", "succeeded": True}, "procedure", "there is no procedure"),
        ({"procedure": "6f1c2b0e-0000-4000-8000-000000000000", "succeeded": True}, "procedure", "none of that id"),
        ({"succeeded": True}, "procedure", "required"),
        ({"procedure": "x", "succeeded": "perhaps"}, "succeeded", "bool"),
        ({"procedure": "x", "succeeded": False, "replacement": "y"}, "procedure_outcome input", "failed_step"),
        ({"procedure": "deploy the shop", "succeeded": False, "failed_step": 9}, "failed_step", "4 steps"),
    ],
)
async def test_what_cannot_be_is_refused_with_its_field(
    memory: AsyncMemory, given: dict[str, Any], field: str, says: str
) -> None:
    learned = await Deploys(memory).learn()
    (result,) = await memory.ingest({"kind": "procedure_outcome", "at": START.isoformat(), **given})
    assert result.error is not None
    assert result.error.field == field
    assert says in result.error.message
    assert (await Deploys(memory).get(learned.id)).times_used == 0


async def test_a_procedure_is_found_by_its_name_without_when_or_before(memory: AsyncMemory) -> None:
    known = {"kind": "manual", "type": "procedural", "content": "Before opening a merge request: 1. Check the types"}
    (learned,) = (await memory.ingest({**known, "at": START.isoformat()}))[0].memories
    deploys = Deploys(memory)
    assert (await deploys.went("Opening a merge request", True)).error is None
    assert (await deploys.get(learned.id)).times_used == 1


async def test_an_outcome_takes_few_statements_however_full_the_memory(memory: AsyncMemory) -> None:
    deploys = Deploys(memory)
    learned = await deploys.learn()
    await deploys.went(learned.name, True)
    await deploys.went(learned.name, True)  # what a process asks once is asked by now
    sent: list[int] = []
    for crowd in (0, 20):
        await memory.ingest(
            [{"kind": "turn", "role": "user", "content": f"Member {n} owns service {n}"} for n in range(crowd)]
        )
        before = memory.store.database.statements_sent
        await deploys.went(learned.name, True)
        sent.append(memory.store.database.statements_sent - before)
    assert sent[0] == sent[1] <= 5


async def test_a_procedure_whose_trigger_does_not_fit_is_included_where_there_is_room(memory: AsyncMemory) -> None:
    learned = await Deploys(memory).learn()
    (fits, other) = [await memory.recall(task) for task in ("Deploy the shop", "Who answers the phone?")]
    of_fit = {one.title: [item.id for item in one.items] for one in fits.sections}
    beside = {one.title: one.items for one in other.sections}
    assert learned.id in of_fit["How To"]
    (line,) = [item.content for item in beside["Relevant Knowledge"] if item.id == learned.id]
    assert "How To" not in beside
    assert "4. Roll out" in line
    assert "\n" not in line
