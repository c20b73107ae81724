"""Each command imports what it runs and nothing else: what is imported is what a command takes to start."""

import json
import subprocess
import sys

import pytest

GRAPHS = {f"memorist.graphs.{name}" for name in ("ingestion", "retrieval", "promotion", "homeostasis", "check_action")}
NEVER = {"openai", "graphiti_core", "neo4j", "mcp", "starlette", "jinja2", "onnxruntime"}
"""Graphiti is needed to make a group, and its package imports openai; Neo4j's driver for a Neo4j store alone."""
ACTS = {"sqlglot", "tree_sitter"}
RUN = """
import contextlib, io, json, sys
from memorist.app.cli.program import app
with contextlib.redirect_stdout(io.StringIO()):
    try:
        app(sys.argv[1:])
    except SystemExit as end:
        code = end.code
print(json.dumps([code, sorted(sys.modules)]))
"""


def imported_by(*arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", RUN, *arguments], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    code, modules = json.loads(done.stdout.splitlines()[-1])
    assert code in (0, None), done.stderr
    return set(modules)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A store that holds something: making a group needs Graphiti."""
    url = f"embedded:{tmp_path_factory.mktemp('start') / 'store'}"
    imported_by("remember", "We use pnpm for packages", "--store", url)
    return url


@pytest.mark.parametrize(
    ("command", "needed", "absent"),
    [
        (("recall", "Set up the package"), "memorist.graphs.retrieval", GRAPHS | ACTS),
        (("search", "pnpm"), "memorist.api.search", GRAPHS | ACTS),
        (("history", "pnpm"), "memorist.api.history", GRAPHS | ACTS),
        (("check",), "memorist.memory_store.parts.admin", GRAPHS | ACTS | {"langgraph", "langchain_core", "langsmith"}),
        (("remember", "We use Clerk for auth"), "memorist.graphs.ingestion", GRAPHS | ACTS),
        (("promote",), "memorist.graphs.promotion", GRAPHS | ACTS),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_a_command_imports_its_own_graph_alone(store: str, command: tuple[str, ...], needed: str, absent: set[str]):
    found = imported_by(*command, "--store", store)
    assert needed in found
    assert found & ((NEVER | absent) - {needed}) == set()


def test_importing_the_package_imports_none_of_its_rooms():
    code = "import memorist, sys; print([n for n in sys.modules if n.startswith('memorist.') or n == 'pydantic'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "[]"


def test_the_help_page_imports_no_model():
    assert imported_by("--help") & (NEVER | GRAPHS | ACTS | {"pydantic", "langgraph", "numpy"}) == set()
