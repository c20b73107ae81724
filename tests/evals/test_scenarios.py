"""All scenarios, embedded and on Neo4j: everything they expect, and every invariant."""

import re
from pathlib import Path
from uuid import uuid4

import pytest

from memorist.evals.scenarios.load import load_scenario, read_scenario, scenario_files
from memorist.evals.scenarios.replay import replay
from tests.evals.held import check_all_holds

ROOT = Path(__file__).parents[2]

# FalkorDB as a server answers like the embedded one; the master week is replayed on it, too.
STORES = [
    pytest.param("embedded_url", id="embedded"),
    pytest.param("neo4j_url", id="neo4j", marks=pytest.mark.neo4j),
    pytest.param("neo4j_lts_url", id="neo4j-lts", marks=pytest.mark.neo4j),
]


@pytest.fixture(params=STORES)
def url(request: pytest.FixtureRequest) -> str:
    """The store to play on. A test that LangSmith records cannot ask for ``request`` itself."""
    return request.getfixturevalue(request.param)


async def test_the_example_of_the_page_holds(embedded_url: str) -> None:
    [example] = re.findall(
        r"```yaml\n(.*?)```", (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8"), re.DOTALL
    )
    check_all_holds(
        await replay(read_scenario(example, file="clinic.yaml"), embedded_url, group=f"s{uuid4().hex[:12]}")
    )


@pytest.mark.langsmith
@pytest.mark.parametrize("name", [name for name in scenario_files() if name != "master_week"])
async def test_everything_expected_holds(name: str, url: str) -> None:
    trace = await replay(load_scenario(name), url, group=f"s{uuid4().hex[:12]}")
    check_all_holds(trace)
