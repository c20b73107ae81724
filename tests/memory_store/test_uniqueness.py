"""On Neo4j uuids are unique, whoever was there first."""

import pytest

from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import StoreError
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.stores import START, test_settings


@pytest.mark.slow
@pytest.mark.neo4j
async def test_an_index_that_graphiti_made_first_gives_way_to_uniqueness(neo4j_url: str, scope: Scope):
    store = await Store.open(neo4j_url, settings=test_settings(), clock=VirtualClock(START))
    await store.admin.ready(scope.group_id)  # the constraint that is dropped here is there
    await store.database.write("", "DROP CONSTRAINT entity_unique", {})
    await store.database.write("", "CREATE INDEX entity_uuid FOR (n:Entity) ON (n.uuid)", {})
    await store.close()
    store = await Store.open(neo4j_url, settings=test_settings(), clock=VirtualClock(START))
    await store.admin.ready(f"{scope.group_id}_2")
    rows = await store.database.read("", "SHOW CONSTRAINTS YIELD name RETURN collect(name) AS names", {})
    assert "entity_unique" in rows[0]["names"]
    await store.close()


@pytest.mark.slow
@pytest.mark.neo4j
async def test_where_a_uuid_is_there_twice_the_index_stays_and_the_store_says_so(neo4j_url: str, scope: Scope):
    store = await Store.open(neo4j_url, settings=test_settings())
    await store.admin.ready(scope.group_id)
    write = store.database.write
    await write("", "DROP CONSTRAINT entity_unique", {})
    await write("", "CREATE INDEX entity_uuid FOR (n:Entity) ON (n.uuid)", {})
    await write("", "UNWIND [1, 2] AS i CREATE (:Entity {uuid: $id})", {"id": scope.group_id})
    another = await Store.open(neo4j_url, settings=test_settings())
    try:
        with pytest.raises(StoreError, match="entity_unique|already exists|both have"):
            await another.admin.ready(f"{scope.group_id}_2")
        rows = await store.database.read("", "SHOW INDEXES YIELD name RETURN collect(name) AS names", {})
        assert "entity_uuid" in rows[0]["names"]
    finally:  # other tests stand on the constraint
        await write("", "MATCH (n:Entity {uuid: $id}) DELETE n", {"id": scope.group_id})
        await another.admin.ready(f"{scope.group_id}_2")
    await another.close()
    await store.close()
