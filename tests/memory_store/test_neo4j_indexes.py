"""Indexes of a Neo4j database, and that existing ones are not asked for again."""

from memorist.memory_store.backends.neo4j import Neo4jDatabase
from memorist.memory_store.backends.neo4j_indexes import PRESENT, indexes_for_memories, missing
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import memory, write
from tests.memory_store.test_query_plans import on_neo4j


@on_neo4j
async def test_once_a_group_was_made_ready_nothing_is_missing(store: Store, scope: Scope):
    await write(store, scope, [memory(scope, "We use Redis")])
    database = store.database
    assert isinstance(database, Neo4jDatabase)
    wanted = indexes_for_memories(256, filtered=database.filters_in_index)
    present = {row["name"] for row in await database.read("", PRESENT, {})}
    assert list(missing(wanted, present)) == []
    assert [statement for statement in missing(wanted, present - {"live_vector"}) if "live_vector" in statement]


def test_uuids_that_are_unique_get_no_plain_index():
    made = list(missing(indexes_for_memories(4, filtered=False), ()))
    assert not any("(n:Entity) ON (n.uuid)" in statement for statement in made)
    assert any("(n:Community) ON (n.uuid)" in statement for statement in made)
