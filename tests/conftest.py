"""Fixtures of all tests: nothing is sent anywhere, and real Neo4j servers on request."""

import os
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

from memorist.evals.place import PATIENT
from tests.recording import is_recorded

# Before any import that reads them.
os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
# Marked tests are recorded in LangSmith only where a developer says so and has a key: `-m langsmith` chooses them.
os.environ["LANGSMITH_TEST_TRACKING"] = os.environ["LANGSMITH_TRACING"] = str(is_recorded(os.environ)).lower()
os.environ["LANGGRAPH_CLI_NO_ANALYTICS"] = "1"
# A server writes its sources into each home that it is started with.
os.environ.setdefault("GRAPHBLAS_CACHE_PATH", str(Path(gettempdir()) / "memorist-tests-graphblas"))
os.environ.setdefault("MEMORIST_RULE_SNAPSHOTS", "none")
os.environ["MEMORIST_INBOX"] = "none"  # but where it is tested: nothing of a test waits in the developer's home
os.environ |= {f"MEMORIST_{name.upper()}": str(seconds) for name, seconds in PATIENT.items()}  # of child processes too
os.environ["MEMORIST_EMBEDDER"] = "wordllama"  # quick, and what old dumps have: a Neo4j takes vectors of one length
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


FALKORDB, NEWEST, OLDER = "falkordb", "neo4j", "neo4j-lts"
IN_EVERY_RUN = {
    FALKORDB: (
        *(
            f"tests/memory_store/test_{name}.py"
            for name in (
                "concurrency",
                "copying",
                "dumping",
                "falkordb_wire",
                "killed",
                "reads",
                "round_trip",
                "store_contract",
                "unreachable",
                "walls",
            )
        ),
        "tests/evals/",
        "tests/graphs/test_several_processes.py",
        "tests/graphs/test_stopped_server.py",
    ),
    NEWEST: (
        "tests/memory_store/",
        "tests/evals/",
        "tests/walls/",
        "tests/nodes/",
        "tests/app/base_store/test_items.py::test_an_item_is_read_as_it_was_put",
        "tests/app/doctor/",
    ),
    OLDER: (),
}
"""Tests that every run has on a database, too.

The embedded store is FalkorDB without a port, and has all tests in every run: a server has what concerns connections,
processes and whole groups. Neo4j has the contract of the store, and scenarios that send what the store's tests do not:
each statement that any test sends there.
"""
AMONG_THE_SLOW = {
    FALKORDB: (),
    NEWEST: ("tests/",),
    OLDER: ("tests/memory_store/test_", "tests/memory_store/forgetting/", "tests/evals/test_scenarios.py"),
}
"""Tests that the slow ones have on a database besides; no run has the others there.

The older Neo4j takes the same statements over the same driver: it has what reads and writes the store, and no long
races and kills.
"""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what no run needs on its database; put the rest of `AMONG_THE_SLOW`, and what is marked ``slow_on`` a
    database, behind ``slow``.

    Where several run at a time, each Neo4j server has one who starts it and has all its tests, which take longest and
    come first; the others go by file.
    """
    dropped: list[pytest.Item] = []
    for item in items:
        database, marked = _database(item), item.get_closest_marker("slow") is not None
        slow_on = [name for marker in item.iter_markers("slow_on") for name in marker.args]
        if database:
            regular = item.nodeid.startswith(IN_EVERY_RUN[database])
            if not regular and (not item.nodeid.startswith(AMONG_THE_SLOW[database]) or (marked and database == OLDER)):
                dropped.append(item)
            elif not regular or database in slow_on:
                item.add_marker(pytest.mark.slow)
        item.add_marker(pytest.mark.xdist_group(_neo4j(item) or str(item.path)))
    config.hook.pytest_deselected(items=dropped)
    left_out = {id(item) for item in dropped}
    items[:] = [item for item in items if id(item) not in left_out]
    items.sort(key=lambda item: ((NEWEST, OLDER, "").index(_neo4j(item)), KILLED not in item.nodeid))


KILLED = "test_killed"
"""A single test of more than a minute: as the last one it would keep a worker waiting."""


def _database(item: pytest.Item) -> str:
    """Return the database that a test runs on, as tests' ids name it; empty for an embedded one or none."""
    given = getattr(item, "callspec", None)
    on_falkordb = item.get_closest_marker("falkor_server") is not None and given is not None and FALKORDB in given.id
    return _neo4j(item) or (FALKORDB if on_falkordb else "")


def _neo4j(item: pytest.Item) -> str:
    """Return the Neo4j that a test runs on; empty for none."""
    if item.get_closest_marker("neo4j") is None:
        return ""
    return OLDER if OLDER in item.name else NEWEST
