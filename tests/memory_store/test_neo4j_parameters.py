"""Statements and parameters as Neo4j gets them."""

from typing import Any

import pytest

from memorist.memory_store.backends.neo4j import Neo4jDatabase
from memorist.memory_store.backends.neo4j_parameters import as_one_parameter, planned_for
from memorist.memory_store.database import Row
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.reading import Moment, Query
from memorist.memory_store.store import Store
from tests.memory_store.builders import episode, learn, memory
from tests.memory_store.test_query_plans import on_neo4j
from tests.stores import START


def test_every_parameter_is_read_from_one_map():
    sent = as_one_parameter("MATCH (n {uuid: $id}) SET n:$(n.labels), n += $props LIMIT $id", {"id": "a", "props": {}})
    assert sent == (
        "MATCH (n {uuid: $given.id}) SET n:$(n.labels), n += $given.props LIMIT $given.id",
        {"given": {"id": "a", "props": {}}},
    )


@pytest.mark.parametrize(
    "quoted",
    ["'$id'", '"$id"', "'it\\'s $id'", '"say \\"$id\\""', "`$id`", "/* $id\n$id */ 1", "1 // $id", "'http://$id'"],
)
def test_what_is_quoted_or_a_comment_stays_as_it_is(quoted: str):
    statement = f"RETURN {quoted} AS text\n, $id AS id"
    rewritten, _ = as_one_parameter(statement, {"id": "a"})
    assert rewritten == f"RETURN {quoted} AS text\n, $given.id AS id"


def test_what_no_statement_asks_for_is_not_sent():
    assert as_one_parameter("RETURN $a", {"a": 1, "b": 2}) == ("RETURN $given.a", {"given": {"a": 1}})


def test_a_parameter_that_is_missing_is_told_and_not_null():
    with pytest.raises(KeyError, match="b"):
        as_one_parameter("RETURN $a, $b", {"a": 1})


def test_a_plan_is_for_the_power_of_ten_of_a_length():
    plans = [planned_for({"rows": ["x"] * size}) for size in range(1_001)]
    assert [size for size in range(1, 1_001) if plans[size] != plans[size - 1]] == [1, 2, 11, 101]


def test_a_plan_is_for_a_type_and_not_for_a_value():
    assert planned_for({"name": "Anna", "by": 1}) == planned_for({"by": 700, "name": "Bert"})
    assert planned_for({"name": "Anna"}) != planned_for({"name": None})


@on_neo4j
async def test_what_is_searched_with_was_planned_ahead(store: Store, scope: Scope, monkeypatch: pytest.MonkeyPatch):
    """As one and the same statement: with parameters of their own types it would be another to Neo4j."""
    assert isinstance(store.database, Neo4jDatabase)
    sent: list[str] = []
    bolt = store.database._bolt
    read = bolt.read

    async def noted(statement: str, parameters: dict[str, Any], **how: Any) -> list[Row]:
        sent.append(statement)
        return await read(statement, parameters, **how)

    monkeypatch.setattr(bolt, "read", noted)
    await learn(store, scope, episode(scope), [memory(scope, "Clerk signs users in")])
    ahead = set(sent)
    sent.clear()
    [vector] = await store.embed(["who signs in?"])
    now = Moment.of(START)
    await store.search.memories(scope, [Query("a", "signs", vector)], now)
    await store.search.turns(scope, vector, ["signs"], now)
    await store.memories.comparable(scope, subjects=["a|b"], claims=["c"], conditions=["d"], vectors={"a": vector})
    await store.search.standing(scope, now)
    assert len(sent) == 4
    assert set(sent) <= ahead
