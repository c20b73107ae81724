"""The reference scenarios of ingestion on every backend: every expectation and every invariant."""

from uuid import uuid4

import pytest

from memorist.evals.scenarios.load import load_scenario
from memorist.evals.scenarios.replay import replay
from tests.evals.held import check_all_holds

NAMES = (
    "trace_e",
    "trace_h",
    "scenario_8_models",
    "scenario_11_pattern_miss",
    "scenario_12_rituals",
    "scenario_13_procedure_outcomes",
    "not_kept",
    "hard_sentences",
    "clerk_to_firebase",
)


@pytest.mark.langsmith
@pytest.mark.parametrize("name", NAMES)
async def test_everything_expected_holds(store_url: str, name: str) -> None:
    trace = await replay(load_scenario(name), store_url, group=f"s{uuid4().hex[:12]}")
    check_all_holds(trace)
