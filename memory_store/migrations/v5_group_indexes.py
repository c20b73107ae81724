"""Version 5: on Neo4j, what is looked for in a group without anything else to go by has an index.

Before, the procedures, names and tombstones of a small group were looked for among those of all groups.
"""

from memorist.memory_store.migrations.indexes import on_neo4j
from memorist.memory_store.migrations.migration import Migration

INDEXES = (
    "CREATE INDEX procedure_group IF NOT EXISTS FOR (n:Procedure) ON (n.group_id)",
    "CREATE INDEX named_entity_group IF NOT EXISTS FOR (n:NamedEntity) ON (n.group_id)",
    "CREATE INDEX tombstone_group IF NOT EXISTS FOR (n:Tombstone) ON (n.group_id)",
)

GROUP_INDEXES = Migration(
    5, "on Neo4j, a group's procedures, names and tombstones follow an index", room=on_neo4j(INDEXES)
)
