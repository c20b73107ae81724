"""The homeostasis traces, embedded and on Neo4j: everything they expect, and every invariant."""

from uuid import uuid4

import pytest

from hypomnema.evals.scenarios import report
from hypomnema.evals.scenarios.load import load_scenario, scenario_files
from hypomnema.evals.scenarios.replay import replay

TRACES = [name for name in scenario_files() if name.startswith("homeostasis_")]


@pytest.mark.parametrize("name", TRACES)
@pytest.mark.parametrize("url", ["embedded_url", pytest.param("neo4j_url", marks=pytest.mark.neo4j)])
async def test_a_homeostasis_trace_holds(name: str, url: str, request: pytest.FixtureRequest) -> None:
    trace = await replay(load_scenario(name), request.getfixturevalue(url), group=f"h_{uuid4().hex[:12]}")
    wrong = [
        f"{checkpoint}: {score.question}\n  {score.explanation}\n  found {score.found}"
        for checkpoint, scores in report.rows(trace)
        for score in scores
        if not score.passed
    ]
    if wrong:
        pytest.fail(f"{len(wrong)} expectations do not hold\n\n" + "\n\n".join(wrong), pytrace=False)
