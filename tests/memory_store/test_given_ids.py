"""Start of each plan: with the ids that a statement is given, not with the other end, nor with the whole group."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from graphiti_core.driver.falkordb_driver import FalkorDriver

from memorist.app.panel.statements import STATEMENTS as PANEL
from memorist.memory_store.backends.neo4j_parameters import as_one_parameter
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.dialects import Dialect
from memorist.memory_store.statements.memories import falkordb, neo4j
from memorist.memory_store.statements.turns import falkordb as turns_falkordb
from memorist.memory_store.statements.turns import neo4j as turns_neo4j
from memorist.memory_store.store import Store
from tests.memory_store.builders import entity, memory, procedure, write
from tests.memory_store.test_query_plans import given, profiled

LOOKS_THROUGH = {
    "FORGETTING.tombstones": "every tombstone of the group",
    "FORGETTING.around": "every memory for what rests on those that go",
    "FORGETTING.names": "every claim for those that go",
    "FORGETTING.erase": "the log, and where there is a remark to take out, every edge",
    "FORGETTING.files_elsewhere": "everything that has a file",
    "PROMOTION.alike_exact": "compares every episode",
    "MEMORIES.neighbourhood_exact": "compares every name",
    "MEMORIES.comparable_exact": "compares every live memory",
    "MEMORIES.group_state": "counts",
    "MEMORIES.mark_group": "counts",
}
"""Statements that read more than they are given, with the reasons."""
BY_ID = re.compile(r"\((?P<node>\w+):\w+ \{uuid: |(?P<one>\w+)\.(?:uuid|topic) IN ")
SCAN = re.compile(r"Node By (?P<how>Index|Label) Scan \| \((?P<node>@?\w+)|(?P<all>All Node Scan)")


OF_STORE = {
    "falkordb": (falkordb.STATEMENTS, turns_falkordb.STATEMENTS),
    "neo4j": (neo4j.FILTERED_STATEMENTS, turns_neo4j.FILTERED),
}


def every_statement(dialect: Dialect) -> Iterator[tuple[str, str]]:
    """Each statement in a dialect, with its name."""
    tables = {name: by_dialect[dialect] for name, by_dialect in vars(dialects).items() if name.isupper()}
    memories, turns = OF_STORE[dialect]
    for table, statements in {**tables, "PANEL": PANEL[dialect], "MEMORIES": memories, "TURNS": turns}.items():
        named = {table: statements} if isinstance(statements, str) else vars(statements)
        yield from ((f"{table}.{name}", one) for name, one in named.items() if isinstance(one, str))


def given_ids(dialect: Dialect) -> dict[str, set[str]]:
    """Ids given to each statement; ``TURNS.write`` is a part of another."""
    found = {name: {one["node"] or one["one"] for one in BY_ID.finditer(s)} for name, s in every_statement(dialect)}
    return {name: nodes for name, nodes in found.items() if nodes and name != "TURNS.write"}


def anything(statement: str) -> dict[str, Any]:
    """A value for each parameter of a statement, of a kind that it takes."""
    return {name: _value(statement, name) for name in set(re.findall(r"\$(\w+)", statement))}


def _value(statement: str, name: str) -> Any:
    if re.search(rf"(LIMIT|SKIP|>) \${name}\b|\${name} [-+] 1", statement):
        return 5
    if re.search(rf"\${name} (OR|AND)\b", statement):
        return False
    row = re.search(rf"UNWIND \${name} AS (\w+)", statement)
    if row is not None and re.search(rf"\b{row[1]}\.\w", statement):
        return [{}]
    return ["x"] if re.search(rf"(UNWIND |IN |size\()\${name}\b", statement) else "x"


def strays(plan: str, given: set[str]) -> list[str]:
    """Return the rows that a plan reads beside the given ones."""
    scans = list(SCAN.finditer(plan))
    return [one[0] for one in scans if one["all"] or one["how"] == "Label" or one["node"] not in given]


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
async def test_statements_that_are_given_ids_begin_with_them(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, "x"), procedure(scope, "auth", "y"), entity(scope, "Clerk")])
    driver = await store.database.graphiti_driver(scope.group_id)
    assert isinstance(driver, FalkorDriver)
    graph, statements = driver.client.select_graph(scope.group_id), dict(every_statement("falkordb"))
    of = given_ids("falkordb")
    plans = {name: str(await graph.explain(statements[name], anything(statements[name]))) for name in of}
    astray = {name: found for name, plan in plans.items() if (found := strays(plan, of[name]))}
    assert {name: found for name, found in astray.items() if name not in LOOKS_THROUGH} == {}
    assert len(plans) > 40


@pytest.mark.neo4j
@pytest.mark.parametrize("store_url", ["neo4j"], indirect=True)
async def test_neo4j_reads_little_of_a_large_group_where_ids_are_given(store: Store, large: Scope):
    statements = dict(every_statement("neo4j"))
    more = given(store.embedder.dimension) | {"group": large.group_id, "before": "2026-01-01", "to": []}
    read: dict[str, int] = {}
    await store.connection.read(
        large.group_id, "CALL db.prepareForReplanning()"
    )  # what has just grown is taken for empty
    for name in given_ids("neo4j").keys() - LOOKS_THROUGH.keys():
        parameters = anything(statements[name])
        parameters |= {key: value for key, value in more.items() if key in parameters}
        _, steps = await profiled(store, *as_one_parameter(statements[name], parameters))
        read[name] = sum(step.get("dbHits", 0) for step in steps)
    assert {name: hits for name, hits in read.items() if hits > 1_000} == {}
    assert len(read) > 40


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)
@pytest.mark.parametrize("name", ["MEMORIES.search_exact", "MEMORIES.procedures_exact", "TURNS.search_exact"])
async def test_what_compares_everything_goes_by_no_index_that_almost_everything_is_in(
    store: Store, scope: Scope, name: str
):
    await write(store, scope, [memory(scope, "x"), procedure(scope, "auth", "y")])
    driver = await store.database.graphiti_driver(scope.group_id)
    assert isinstance(driver, FalkorDriver)
    statement = dict(every_statement("falkordb"))[name]
    plan = str(await driver.client.select_graph(scope.group_id).explain(statement, anything(statement)))
    assert [one["how"] for one in SCAN.finditer(plan)] == ["Label"]
