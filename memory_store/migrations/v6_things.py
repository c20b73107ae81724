"""Version 6: claims are found by the thing that they speak of.

Before, whatever was said of a subject was read whole for each turn about it, be it the use of a thousand tools.
"""

from memorist.memory_store.database import Database
from memorist.memory_store.domain.claim import thing_id
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.migrations.claims import KEEP, pages_of_claims
from memorist.memory_store.migrations.indexes import in_each
from memorist.memory_store.migrations.migration import Migration
from memorist.memory_store.ontology.ontology import Ontology

INDEXES = {
    "falkordb": ("CREATE INDEX FOR (n:Memory) ON (n.thing_id)", "CREATE (n:Entity {thing_id: 0}) DELETE n"),
    "neo4j": ("CREATE INDEX memory_thing IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.thing_id)",),
}


async def _data(database: Database, group_id: str, ontology: Ontology) -> None:
    async for nodes in pages_of_claims(database, group_id):
        memories = [from_properties(node) for node in nodes]
        keys = [{"uuid": m.id, "keys": {"thing_id": thing_id(group_id, m.claim)}} for m in memories if m.claim]
        if keys:
            await database.write(group_id, KEEP, {"group": group_id, "rows": keys})


THINGS = Migration(6, "claims are found by the thing that they speak of", room=in_each(INDEXES), data=_data)
