"""How the databases carry out what every recall and every turn asks: nothing looks at all memories of a group."""

from collections.abc import Iterator, Mapping
from typing import Any, LiteralString, cast

import pytest
from graphiti_core.driver.falkordb_driver import FalkorDriver
from graphiti_core.driver.neo4j_driver import Neo4jDriver

from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.store import Store
from tests.memory_store.builders import about, claim_edge, entity, memory, procedure, uses, write

NAMES = (
    "standing", "search_index", "procedures_index", "neighbourhood_index", "comparable_index", "history", "by_ids",
    "rules",
)  # fmt: skip
EVERY_MEMORY = ("(n:Memory)", "(n:Entity)", "(m:Memory)")


def given(dimension: int) -> dict[str, Any]:
    vector = [1.0] * dimension
    query = {"place": 0, "role": "task", "vector": vector, "text": "auth", "k": 5, "fetch": 40, "text_fetch": 40}
    return {
        "agent": None, "valid_at": "2026-02-01T00:00:00.000000Z", "known_at": "2026-02-01T00:00:00.000000Z",
        "historic": False, "models": ["self_model"], "since": "2026-01-31T00:00:00.000000Z", "recent": 5,
        "queries": [query], "k": 5, "fetch": 40, "limit": 20,
        "newest": 20, "latest": 200, "text_fetch": 40, "ids": ["x"], "vector": vector,
        "anchors": 3, "topics": ["auth"], "subjects": ["team|uses"], "claims": ["c"], "conditions": ["d"],
        "vectors": [{"id": "a", "vector": vector}],
    }  # fmt: skip


@pytest.mark.parametrize("store_url", ["embedded"], indirect=True)  # Neo4j plans by its counts, not by the statement
@pytest.mark.parametrize("name", NAMES)
async def test_no_statement_of_a_recall_looks_at_every_memory(store: Store, scope: Scope, name: str):
    await write(store, scope, [memory(scope, "x"), procedure(scope, "auth", "y"), entity(scope, "Clerk")])
    driver = await store.database.graphiti_driver(scope.group_id)
    assert isinstance(driver, FalkorDriver)
    statement = str(getattr(store.database.statements, name))
    plan = await driver.client.select_graph(scope.group_id).explain(statement, given(store.embedder.dimension))
    assert [line for line in str(plan).splitlines() if "Label Scan" in line and line.endswith(EVERY_MEMORY)] == []


@pytest.mark.parametrize(
    "store_url", [pytest.param("neo4j", marks=pytest.mark.neo4j), pytest.param("neo4j_lts", marks=pytest.mark.neo4j)],
    indirect=True,
)  # fmt: skip
async def test_neo4j_reads_a_handful_of_nodes_to_learn_a_fact_about_what_everybody_talks_of(
    store: Store, large: Scope, monkeypatch: pytest.MonkeyPatch
):
    names = [entity(large, "the team"), entity(large, "Clerk")]
    facts = [memory(large, f"The team uses Clerk for {x}", claim=uses("Clerk", f"topic {x}")) for x in range(300)]
    links = [about(fact, name) for fact in facts for name in names]
    await write(store, large, [*names, *facts], edges=links, claims=[claim_edge(fact, *names) for fact in facts])
    sent: list[tuple[str, dict[str, Any]]] = []

    async def keep(_: str, statement: str, parameters: Mapping[str, Any], **__: object) -> list[dict[str, Any]]:
        sent.append((statement, dict(parameters)))
        return []

    new = memory(large, "The team uses Clerk for signing in", claim=uses("Clerk", "signing in"))
    with monkeypatch.context() as instead, pytest.raises(IndexError):
        instead.setattr(store.database, "write", keep)
        await write(store, large, [new], edges=[about(new, names[1])], claims=[claim_edge(new, *names)])
    [(statement, parameters)] = sent
    driver = await store.database.graphiti_driver(large.group_id)
    assert isinstance(driver, Neo4jDriver)
    async with driver.client.session() as session, await session.begin_transaction() as transaction:
        result = await transaction.run(cast("LiteralString", f"PROFILE {statement}"), parameters)
        [row] = [record.data() async for record in result]
        profile = (await result.consume()).profile
        await transaction.rollback()
    await driver.close()
    assert row["done"] is None
    assert profile is not None
    read = {step["operatorType"]: step.get("dbHits", 0) for step in _steps(profile) if step.get("dbHits", 0) > 100}
    assert read == {}


def _steps(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A plan's operators."""
    yield plan
    for child in plan.get("children", ()):
        yield from _steps(child)
