"""Version 10: on Neo4j, the newest memories of a group and those that stood in prompts follow an index.

Before, a page of them was sorted out of the whole group: half a second at 100,000 memories.
"""

from memorist.memory_store.database import Database
from memorist.memory_store.migrations.indexes import create_indexes
from memorist.memory_store.migrations.migration import Migration

INDEXES = (
    "CREATE INDEX memory_newest IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.valid_from)",
    "CREATE INDEX memory_used IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.last_accessed)",
)


async def _apply(database: Database, group_id: str) -> None:
    if database.dialect == "neo4j":
        await create_indexes(database, group_id, INDEXES)


NEWEST_AND_USED = Migration(10, "on Neo4j, a group's newest and used memories follow an index", room=_apply)
