"""The master week on every backend: everything that must be so afterwards, and every invariant."""

from uuid import uuid4

import pytest

from memorist.evals.scenarios.load import load_scenario
from memorist.evals.scenarios.replay import GroupNotEmpty, replay
from tests.evals.held import check_all_holds


@pytest.mark.langsmith
@pytest.mark.slow_on("neo4j", "falkordb")
async def test_the_master_week_is_remembered_and_used(store_url: str) -> None:
    trace = await replay(load_scenario("master_week"), store_url, group=_group())
    check_all_holds(trace)


async def test_a_group_that_holds_something_already_is_no_place_for_a_scenario(embedded_url: str) -> None:
    scenario, group = load_scenario("master_week"), _group()
    small = scenario.model_copy(update={"events": scenario.events[:1], "checkpoints": ()})
    await replay(small, embedded_url, group=group)
    with pytest.raises(GroupNotEmpty, match=group):
        await replay(small, embedded_url, group=group)


def _group() -> str:
    return f"week_{uuid4().hex[:12]}"
