"""Plans of the statements of every recall and turn: none looks at all memories of a group."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, LiteralString, cast

import pytest
from graphiti_core.driver.falkordb_driver import FalkorDriver
from graphiti_core.driver.neo4j_driver import Neo4jDriver

from memorist.memory_store.backends.neo4j_parameters import as_one_parameter
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.memories import ChangeSetParts, writing_neo4j
from memorist.memory_store.store import Store
from tests.memory_store.builders import about, claim_edge, entity, episode, learn, memory, procedure, uses, write
from tests.stores import BACKENDS

NAMES = (
    "standing", "search_index", "procedures_index", "neighbourhood_index", "comparable_index", "history", "by_ids",
    "rules",
)  # fmt: skip
EXACTLY = ("search_exact", "procedures_exact", "neighbourhood_exact", "comparable_exact", "known_entities")
EVERY_MEMORY = ("(n:Memory)", "(n:Entity)", "(m:Memory)")


def given(dimension: int) -> dict[str, Any]:
    vector = [1.0] * dimension
    query = {"place": 0, "role": "task", "vector": vector, "text": "auth", "k": 5, "fetch": 40, "text_fetch": 40}
    return {
        "agent": None, "valid_at": "2026-02-01T00:00:00.000000Z", "known_at": "2026-02-01T00:00:00.000000Z",
        "historic": False, "models": ["self_model"], "since": "2026-01-31T00:00:00.000000Z", "recent": 5,
        "queries": [query], "k": 5, "fetch": 40, "limit": 20,
        "newest": 20, "latest": 200, "text_fetch": 40, "widest": 5, "ids": ["x"], "vector": vector,
        "anchors": 3, "topics": ["auth"], "memories": ["m"],
        "subjects": ["nobody|uses"], "slots": ["s"], "things": ["t"],
        "fields": [{"subject": "nobody|uses", "topic": "auth"}], "user": "", "most": 200,
        "claims": ["c"], "conditions": ["d"], "standing": ["diet", "style"],
        "rules_valid": "2026-02-01T00:05:00.000000Z",
        "rules_known": "2026-02-01T00:05:00.000000Z", "ahead": "2027-02-01T00:00:00.000000Z",
        "vectors": [{"id": "a", "vector": vector}], "change": "c", "text": "auth",
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


on_neo4j = pytest.mark.parametrize(
    "store_url", [backend for backend in BACKENDS if backend.id in ("neo4j", "neo4j-lts")], indirect=True
)


@on_neo4j
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
    [row], steps = await profiled(store, statement, parameters)
    assert row["done"] is None
    assert {step["operatorType"]: step["dbHits"] for step in steps if step.get("dbHits", 0) > 100} == {}


def test_on_neo4j_no_change_set_looks_for_an_edge_of_any_type_where_all_edges_could_be_begun_with():
    everything = ChangeSetParts(chosen=True, touched=True, reworded=True, turns=True)
    assert re.findall(r"-\[\w*\s*\{.*", writing_neo4j.apply(frozenset(), frozenset(), everything)) == []


@on_neo4j
async def test_neo4j_reads_little_of_a_large_group_and_nothing_of_it_for_a_small_one(
    store: Store, scope: Scope, large: Scope
):
    said = episode(scope)
    await learn(store, scope, said, [memory(scope, "x"), procedure(scope, "auth", "y"), entity(scope, "Clerk")])
    wanted = {name: str(getattr(store.database.statements, name)) for name in (*NAMES, *EXACTLY)}
    wanted["turns"] = store.database.turns.search_exact
    wanted["flagged"] = dialects.PROMOTION["neo4j"].flagged
    parameters = given(store.embedder.dimension) | {"unsaid": "nothing", "chars": 100, "after": ""}
    asked = [(name, scope) for name in wanted] + [(name, large) for name in (*NAMES, "flagged")]
    read: dict[tuple[str, str], int] = {}
    for name, who in asked:
        _, steps = await profiled(store, *as_one_parameter(wanted[name], parameters | {"group": who.group_id}))
        read[name, who.group_id] = sum(step.get("dbHits", 0) for step in steps)
    assert {name: hits for name, hits in read.items() if hits > 1_000} == {}


@on_neo4j
async def test_neo4j_reads_a_page_of_episodes_to_give_one(store: Store, scope: Scope):
    await write(store, scope, episodes=[episode(scope, str(n)) for n in range(500)])
    # What was written a moment ago is in no statistics yet: Neo4j plans as for an empty index, and keeps the plan.
    await store.database.read(scope.group_id, "CALL db.prepareForReplanning(30)", {})
    statements = dialects.EPISODES["neo4j"]
    given = {"group": scope.group_id, "agent": None, "session": None, "after": 0, "after_id": "", "limit": 10}
    for statement in (statements.unread, statements.between):
        asked = as_one_parameter(statement, given | {"start": 0, "end": 2**53})
        rows, steps = await profiled(store, *asked)
        assert len(rows) == 10
        assert sum(step.get("dbHits", 0) for step in steps) < 200


async def profiled(
    store: Store, statement: str, parameters: dict[str, Any]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of a statement that is undone, and the operators that brought them."""
    language, _, rest = statement.lstrip().partition("\n") if "CYPHER 25" in statement else ("", "", statement)
    driver = await store.database.graphiti_driver("")
    assert isinstance(driver, Neo4jDriver)
    async with driver.client.session() as session, await session.begin_transaction() as transaction:
        result = await transaction.run(cast("LiteralString", f"{language} PROFILE {rest}"), parameters)
        rows = [record.data() async for record in result]
        profile = (await result.consume()).profile
        await transaction.rollback()
    await driver.close()
    assert profile is not None
    return rows, list(_steps(profile))


def _steps(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A plan's operators."""
    yield plan
    for child in plan.get("children", ()):
        yield from _steps(child)
