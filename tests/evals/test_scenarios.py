"""All scenarios, embedded, and some of them on Neo4j: everything they expect, and every invariant."""

import re
from pathlib import Path
from uuid import uuid4

import pytest

from memorist.evals.scenarios.load import load_scenario, read_scenario, scenario_files
from memorist.evals.scenarios.replay import replay
from tests.evals.held import check_all_holds

ROOT = Path(__file__).parents[2]

ON_NEO4J = frozenset({"homeostasis_unknown", "trace_c", "trace_e"})
"""They send what no test of the store sends there; the others are slow there."""


def stores(name: str) -> list[object]:
    """Return the stores that a scenario is replayed on. FalkorDB as a server answers like the embedded one."""
    slow = () if name in ON_NEO4J else (pytest.mark.slow,)
    return [
        pytest.param("embedded_url", name, id=f"embedded-{name}"),
        pytest.param("neo4j_url", name, id=f"neo4j-{name}", marks=(pytest.mark.neo4j, *slow)),
        pytest.param("neo4j_lts_url", name, id=f"neo4j-lts-{name}", marks=pytest.mark.neo4j),
    ]


@pytest.fixture
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
@pytest.mark.parametrize(
    ("url", "name"),
    [store for name in scenario_files() if name != "master_week" for store in stores(name)],
    indirect=["url"],
)
async def test_everything_expected_holds(name: str, url: str) -> None:
    trace = await replay(load_scenario(name), url, group=f"s{uuid4().hex[:12]}")
    check_all_holds(trace)
