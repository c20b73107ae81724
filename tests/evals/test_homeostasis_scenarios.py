"""The homeostasis traces, embedded and on Neo4j: everything they expect, and every invariant."""

from uuid import uuid4

import pytest

from memorist.evals.scenarios.load import load_scenario, scenario_files
from memorist.evals.scenarios.replay import replay
from tests.evals.held import check_all_holds

TRACES = [name for name in scenario_files() if name.startswith("homeostasis_")]


@pytest.fixture(params=["embedded_url", pytest.param("neo4j_url", marks=pytest.mark.neo4j)])
def url(request: pytest.FixtureRequest) -> str:
    """The store to play on. A test that LangSmith records cannot ask for ``request`` itself."""
    return request.getfixturevalue(request.param)


@pytest.mark.langsmith
@pytest.mark.parametrize("name", TRACES)
async def test_a_homeostasis_trace_holds(name: str, url: str) -> None:
    trace = await replay(load_scenario(name), url, group=f"h_{uuid4().hex[:12]}")
    check_all_holds(trace)
