"""Version 2: on Neo4j, a group is read by indexes of its own, and page by page in their order.

Before, a small group was looked for among the nodes of all groups. On FalkorDB a group is a graph.
"""

from memorist.memory_store.migrations.indexes import on_neo4j
from memorist.memory_store.migrations.migration import Migration

INDEXES = (
    *(
        f"CREATE INDEX {label.lower()}_page IF NOT EXISTS FOR (n:{label}) ON (n.group_id, n.uuid)"
        for label in ("Entity", "Episodic", "Slot", "Change")
    ),
    "CREATE INDEX memory_group IF NOT EXISTS FOR (n:Memory) ON (n.group_id)",
    "CREATE INDEX live_group IF NOT EXISTS FOR (n:Live) ON (n.group_id)",
)

PAGES_IN_ORDER = Migration(2, "on Neo4j, pages of a group follow an index", room=on_neo4j(INDEXES))
