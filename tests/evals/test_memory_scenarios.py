"""The lifecycle traces and memory scenarios on every backend: every expectation and every invariant."""

from uuid import uuid4

import pytest

from memorist.evals.scenarios import report
from memorist.evals.scenarios.load import load_scenario
from memorist.evals.scenarios.replay import replay

NAMES = (
    "trace_a",
    "trace_b",
    "trace_c",
    "trace_d",
    "trace_f",
    "scenario_1_mistake",
    "scenario_7_promotion",
    "scenario_9_decay",
    "scenario_10_budget",
    "phase_2_3_persona",
    "phase_4_team",
    "phase_4_together",
)


@pytest.mark.parametrize("name", NAMES)
async def test_everything_expected_holds(store_url: str, name: str) -> None:
    trace = await replay(load_scenario(name), store_url, group=f"s{uuid4().hex[:12]}")
    wrong = [
        f"{place}: {score.question}\n  {score.explanation}\n  expected {score.expected}\n  found {score.found}"
        for place, scores in report.rows(trace)
        for score in scores
        if not score.passed
    ]
    if wrong:
        pytest.fail(f"{len(wrong)} expectations do not hold\n\n" + "\n\n".join(wrong), pytrace=False)
