"""How the databases carry out what every recall and every turn asks: nothing looks at all memories of a group."""

from typing import Any

import pytest
from graphiti_core.driver.falkordb_driver import FalkorDriver

from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.store import Store
from tests.memory_store.builders import entity, memory, procedure, write

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
