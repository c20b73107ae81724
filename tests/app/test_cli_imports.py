"""Each command imports what it runs and nothing else: what is imported is what a command takes to start."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.command_line import Cli

GRAPHS = {f"memorist.graphs.{name}" for name in ("ingestion", "retrieval", "promotion", "homeostasis", "check_action")}
NEVER = {"openai", "graphiti_core", "neo4j", "mcp", "starlette", "jinja2"}
"""Graphiti is needed to make a group, and its package imports openai; Neo4j's driver for a Neo4j store alone."""
CLIENTS = {"httpx", "requests", "pygments", "rich.progress", "wordllama"}
"""Of downloads, models and terminals; LangGraph brings some of them."""
READERS = {"memorist.nodes.reading.readers", "memorist.nodes.ingestion.receive"}
ACTS = {"sqlglot", "tree_sitter"}
LANGCHAIN = {"langgraph", "langchain_core", "langsmith"}
HEAVY = {"pydantic", "falkordb", "wordllama", "numpy", "onnxruntime"}
PROCESSES = (
    (("--help",), ("check",), ("search", "pnpm"), ("history", "pnpm"), ("recall", "Set up the package")),
    (("remember", "We use Clerk for auth"),),
    (("promote",),),
)
"""Commands that one process runs one after the other: what one imports is no more than the next one may."""
RUN = """
import contextlib, io, json, sys
import memorist
print(json.dumps(["import memorist", sorted(sys.modules)]))
for command in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            from memorist.app.cli.program import app
            app(command)
        except SystemExit as end:
            assert not end.code, command
    print(json.dumps([command[0], sorted(sys.modules)]))
"""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Modules that are imported after each command, on a store that holds something: making a group needs Graphiti."""
    home: Path = tmp_path_factory.mktemp("start")
    assert Cli(home)("remember", "We use pnpm for packages").code == 0
    store = ["--store", f"embedded:{home / 'store'}"]
    found: dict[str, set[str]] = {}
    for commands in PROCESSES:
        given = json.dumps([[*command, *(store if command[0] != "--help" else [])] for command in commands])
        done = subprocess.run(
            [sys.executable, "-c", RUN, given], capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, done.stderr
        found |= {name: set(modules) for name, modules in map(json.loads, done.stdout.splitlines())}
    return found


@pytest.mark.parametrize(
    ("command", "needed", "absent"),
    [
        ("recall", "memorist.graphs.retrieval", GRAPHS | ACTS | READERS),
        ("search", "memorist.api.search", GRAPHS | ACTS | READERS | CLIENTS),
        ("history", "memorist.api.history", GRAPHS | ACTS | READERS | CLIENTS),
        ("check", "memorist.memory_store.parts.admin", GRAPHS | ACTS | LANGCHAIN | READERS | CLIENTS | {"onnxruntime"}),
        ("remember", "memorist.graphs.ingestion", GRAPHS | ACTS),
        ("promote", "memorist.graphs.promotion", GRAPHS | ACTS),
        (
            "--help",
            "memorist.app.cli.program",
            ACTS | LANGCHAIN | HEAVY,
        ),
    ],
)
def test_a_command_imports_its_own_graph_alone(
    imported: dict[str, set[str]], command: str, needed: str, absent: set[str]
):
    assert needed in imported[command]
    assert imported[command] & ((NEVER | absent) - {needed}) == set()


def test_importing_the_package_imports_none_of_its_rooms(imported: dict[str, set[str]]):
    rooms = {name for name in imported["import memorist"] if name.startswith("memorist.")}
    assert rooms | (imported["import memorist"] & {"pydantic"}) == set()
