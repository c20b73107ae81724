"""Fixtures of all tests: nothing is sent anywhere, and real Neo4j servers on request."""

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
os.environ.setdefault("MEMORIST_RULE_SNAPSHOTS", "none")
os.environ["MEMORIST_INBOX"] = "none"  # but where it is tested: nothing of a test waits in the developer's home
os.environ["MEMORIST_READERS"] = "patterns"  # a model that runs on the developer's machine changes no result

import pytest

from tests.servers.java import NoJdk, find_jdks
from tests.servers.neo4j_release import LTS, NoMaven, choose
from tests.servers.neo4j_server import Neo4jServer

pytest_plugins = ["tests.stores"]


@pytest.fixture(scope="session")
def neo4j_url() -> Generator[str]:
    """The newest Neo4j that this machine can run, as neo4j://user:password@host:port."""
    if url := os.environ.get("MEMORIST_TEST_NEO4J_URL"):
        yield url
    else:
        with _server_or_skip() as url:
            yield url


@pytest.fixture(scope="session")
def neo4j_lts_url() -> Generator[str]:
    """Neo4j 5.26; skipped where `neo4j_url` is that one already."""
    if not os.environ.get("MEMORIST_TEST_NEO4J_URL") and _newest_is_lts():
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
        if os.environ.get("CI") == "true" or os.environ.get("MEMORIST_REQUIRE_NEO4J") == "1":
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
ON_THE_OLDER = tuple(
    f"{CONTRACT}{name}" for name in ("test_store_contract", "test_round_trip.py", "test_neo4j_", "test_reads")
)
"""Tests that run on the older Neo4j in every run, too: what is written is read again. Whatever else the contract of a
store holds, and the graphs, send many more statements that it takes seconds to plan: that is slow there."""

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
LONG = (*(f"tests/graphs/test_{name}.py" for name in AT_NIGHT), f"{CONTRACT}test_reembedding")
"""Tests that take long on the newest Neo4j, too. Every run has the store's contract there, all scenarios, and the
graphs that an agent waits for."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes long on Neo4j, and most of what is tested on the older one, behind ``slow``.

    Where several run at a time, each Neo4j server has one who starts it and has all its tests, which take longest and
    come first; the others go by file.
    """
    for item in items:
        long = _neo4j(item) == NEWEST and item.nodeid.startswith(LONG)
        if long or (_neo4j(item) == OLDER and not item.nodeid.startswith(ON_THE_OLDER)):
            item.add_marker(pytest.mark.slow)
        item.add_marker(pytest.mark.xdist_group(_neo4j(item) or str(item.path)))
    items.sort(key=lambda item: ((NEWEST, OLDER, "").index(_neo4j(item)), KILLED not in item.nodeid))


NEWEST, OLDER = "neo4j", "neo4j-lts"
KILLED = "test_killed"
"""A single test of more than a minute: as the last one it would keep a worker waiting."""


def _neo4j(item: pytest.Item) -> str:
    """Return the Neo4j that a test runs on; empty for none."""
    if item.get_closest_marker("neo4j") is None:
        return ""
    return OLDER if OLDER in item.name else NEWEST
