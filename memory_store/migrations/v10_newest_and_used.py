"""Version 10: on Neo4j, the newest memories of a group and those that stood in prompts follow an index.

Before, a page of them was sorted out of the whole group: half a second at 100,000 memories.
"""

from memorist.memory_store.migrations.indexes import on_neo4j
from memorist.memory_store.migrations.migration import Migration

INDEXES = (
    "CREATE INDEX memory_newest IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.valid_from)",
    "CREATE INDEX memory_used IF NOT EXISTS FOR (n:Memory) ON (n.group_id, n.last_accessed)",
)

NEWEST_AND_USED = Migration(10, "on Neo4j, a group's newest and used memories follow an index", room=on_neo4j(INDEXES))
