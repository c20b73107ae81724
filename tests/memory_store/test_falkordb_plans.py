"""How FalkorDB begins: with what a statement is given, not with the other end; and what compares all reads it once."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from graphiti_core.driver.falkordb_driver import FalkorDriver

from memorist.app.panel.statements import STATEMENTS as PANEL
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.memories.falkordb import STATEMENTS as MEMORIES
from memorist.memory_store.statements.turns.falkordb import STATEMENTS as TURNS
from memorist.memory_store.store import Store
from tests.memory_store.builders import entity, memory, procedure, write

LOOKS_THROUGH = {
    "FORGETTING.graves": "every tombstone of the group",
    "FORGETTING.around": "every memory for what rests on those that go",
    "FORGETTING.names": "every claim for those that go",
    "FORGETTING.erase": "the log, and where there is a remark to take out, every edge",
    "FORGETTING.files_elsewhere": "everything that has a file",
    "PROMOTION.alike_exact": "compares every episode",
    "MEMORIES.neighbourhood_exact": "compares every name",
    "MEMORIES.group_state": "counts",
    "MEMORIES.mark_group": "counts",
}
"""What looks through more than it is given, and why."""
BY_ID = re.compile(r"\((?P<node>\w+):\w+ \{uuid: |(?P<one>\w+)\.(?:uuid|topic) IN ")
SCAN = re.compile(r"Node By (?P<how>Index|Label) Scan \| \((?P<node>@?\w+)|(?P<all>All Node Scan)")


def every_statement() -> Iterator[tuple[str, str]]:
    """Each statement in FalkorDB's dialect, with its name."""
    tables = {name: by_dialect["falkordb"] for name, by_dialect in vars(dialects).items() if name.isupper()}
    for table, statements in {**tables, "PANEL": PANEL["falkordb"], "MEMORIES": MEMORIES, "TURNS": TURNS}.items():
        named = {table: statements} if isinstance(statements, str) else vars(statements)
        yield from ((f"{table}.{name}", one) for name, one in named.items() if isinstance(one, str))


GIVEN_IDS = {
    name: {one["node"] or one["one"] for one in BY_ID.finditer(statement)}
    for name, statement in every_statement()
    if BY_ID.search(statement) and name != "TURNS.write"  # a part of a statement
}


def anything(statement: str) -> dict[str, Any]:
    """A value for each parameter of a statement, of a kind that it takes."""
    return {name: _value(statement, name) for name in set(re.findall(r"\$(\w+)", statement))}


def _value(statement: str, name: str) -> Any:
    if re.search(rf"(LIMIT|SKIP|>) \${name}\b", statement):
        return 5
    if re.search(rf"\${name} (OR|AND)\b", statement):
        return False
    return ["x"] if re.search(rf"(UNWIND |IN |size\()\${name}\b", statement) else "x"


def strays(plan: str, given: set[str]) -> list[str]:
    """What a plan reads beside what is given."""
    scans = list(SCAN.finditer(plan))
    return [one[0] for one in scans if one["all"] or one["how"] == "Label" or one["node"] not in given]


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
async def test_statements_that_are_given_ids_begin_with_them(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, "x"), procedure(scope, "auth", "y"), entity(scope, "Clerk")])
    driver = await store.database.graphiti_driver(scope.group_id)
    assert isinstance(driver, FalkorDriver)
    graph, statements = driver.client.select_graph(scope.group_id), dict(every_statement())
    plans = {name: str(await graph.explain(statements[name], anything(statements[name]))) for name in GIVEN_IDS}
    astray = {name: found for name, plan in plans.items() if (found := strays(plan, GIVEN_IDS[name]))}
    assert {name: found for name, found in astray.items() if name not in LOOKS_THROUGH} == {}
    assert LOOKS_THROUGH.keys() <= astray.keys(), "what no longer looks through more needs no excuse"
    assert len(plans) > 40


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
@pytest.mark.parametrize("name", ["MEMORIES.search_exact", "MEMORIES.procedures_exact", "TURNS.search_exact"])
async def test_what_compares_everything_goes_by_no_index_that_almost_everything_is_in(
    store: Store, scope: Scope, name: str
):
    await write(store, scope, [memory(scope, "x"), procedure(scope, "auth", "y")])
    driver = await store.database.graphiti_driver(scope.group_id)
    assert isinstance(driver, FalkorDriver)
    statement = dict(every_statement())[name]
    plan = str(await driver.client.select_graph(scope.group_id).explain(statement, anything(statement)))
    assert [one["how"] for one in SCAN.finditer(plan)] == ["Label"]
