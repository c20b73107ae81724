"""What every test starts from: nothing is sent anywhere, and real Neo4j servers on request."""

import os
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager

# Before any import that reads them.
os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
# Marked tests are recorded in LangSmith only where a developer says so and has a key: `-m langsmith` chooses them.
os.environ["LANGSMITH_TEST_TRACKING"] = os.environ["LANGSMITH_TRACING"] = (
    "true" if os.environ.get("LANGSMITH_TEST_TRACKING") == "true" and os.environ.get("LANGSMITH_API_KEY") else "false"
)
os.environ["LANGGRAPH_CLI_NO_ANALYTICS"] = "1"
os.environ.setdefault("HYPOMNEMA_RULE_SNAPSHOTS", "none")
os.environ["HYPOMNEMA_INBOX"] = "none"  # but where it is tested: nothing of a test waits in the developer's home
os.environ["HYPOMNEMA_EXTRACTORS"] = "none"  # a model that runs on the developer's machine changes no result

import pytest

from tests.servers.java import NoJdk, find_jdks
from tests.servers.neo4j_release import LTS, NoMaven, choose
from tests.servers.neo4j_server import Neo4jServer

pytest_plugins = ["tests.stores"]


@pytest.fixture(scope="session")
def neo4j_url() -> Generator[str]:
    """The newest Neo4j that this machine can run, as neo4j://user:password@host:port."""
    if url := os.environ.get("HYPOMNEMA_TEST_NEO4J_URL"):
        yield url
    else:
        with _server_or_skip() as url:
            yield url


@pytest.fixture(scope="session")
def neo4j_lts_url() -> Generator[str]:
    """Neo4j 5.26; skipped where `neo4j_url` is that one already."""
    if not os.environ.get("HYPOMNEMA_TEST_NEO4J_URL") and _newest_is_lts():
        pytest.skip(f"neo4j_url is Neo4j {LTS.version} here")
    with _server_or_skip(LTS.version) as url:
        yield url


def _newest_is_lts() -> bool:
    try:
        return choose(find_jdks())[0] == LTS
    except NoJdk:
        return False


@contextmanager
def _server_or_skip(version: str | None = None) -> Generator[str]:
    try:
        server = Neo4jServer(version).start()
    except (NoJdk, NoMaven) as error:
        if os.environ.get("CI") == "true" or os.environ.get("HYPOMNEMA_REQUIRE_NEO4J") == "1":
            pytest.fail(str(error), pytrace=False)
        pytest.skip(str(error))
    with server:
        yield server.url


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """One line for each reason to skip, however many tests share it."""
    skipped = terminalreporter.stats.get("skipped", [])
    for reason, count in Counter(str(report.longrepr[2]).removeprefix("Skipped: ") for report in skipped).items():
        terminalreporter.write_line(f"{count} skipped: {reason}")


CONTRACT = "tests/memory_store/"
EXCHANGE = "test_reembedding"
RARE = ("forgetting", "test_adopting", "test_copying", "test_dumping", "test_migrations", "test_repair", EXCHANGE)
CROWDS = ("test_check", "test_concurrency", "test_crowded_subjects", "test_looking_back", "test_query_plans")
BESIDES = tuple(f"{CONTRACT}{name}" for name in ("primitives", "ontology", *RARE, *CROWDS))
"""What is tested on the older Neo4j in every run, too: reading and writing. What is done once in a while to a whole
group, what takes a crowded one, and what goes by types that a user declares, sends many statements that it takes
seconds to plan, and the graphs send them all: that is slow there."""

AT_NIGHT = (
    "cold_storage",
    "documents",
    "feedback",
    "homeostasis",
    "models",
    "procedure_outcomes",
    "promotion",
    "rituals",
)
SCENARIOS = ("homeostasis_scenarios", "ingestion_scenarios", "memory_scenarios")
LONG = (
    *(f"tests/graphs/test_{name}.py" for name in AT_NIGHT),
    *(f"tests/evals/test_{name}.py" for name in SCENARIOS),
    f"{CONTRACT}{EXCHANGE}",
)
"""What takes long on the newest Neo4j, too. Every run has the store's contract there, the master week, and the graphs
that an agent waits for."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes long on Neo4j, and what is no part of the contract of a store on the older one, behind ``slow``.

    Where several run at a time, each Neo4j server has one who starts it and has all its tests, which take longest and
    come first; the others go by file.
    """
    for item in items:
        long = _neo4j(item) == NEWEST and item.nodeid.startswith(LONG)
        contract = item.nodeid.startswith(CONTRACT) and not item.nodeid.startswith(BESIDES)
        if long or (_neo4j(item) == OLDER and not contract):
            item.add_marker(pytest.mark.slow)
        item.add_marker(pytest.mark.xdist_group(_neo4j(item) or str(item.path)))
    items.sort(key=lambda item: (NEWEST, OLDER, "").index(_neo4j(item)))


NEWEST, OLDER = "neo4j", "neo4j-lts"


def _neo4j(item: pytest.Item) -> str:
    """Which Neo4j a test runs on; empty for none."""
    if item.get_closest_marker("neo4j") is None:
        return ""
    return OLDER if OLDER in item.name else NEWEST
