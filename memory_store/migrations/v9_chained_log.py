"""Version 9: the entries of the change log are chained by digest, and found by the operation they belong to.

The chain of an older log begins with the entry of this step, or of the first step that this version takes: what was
written before has no digests. A package that knows only older versions refuses the group: it would write without them.
"""

from memorist.memory_store.migrations.indexes import in_each
from memorist.memory_store.migrations.migration import Migration

INDEXES = {
    "falkordb": (
        "CREATE INDEX FOR (n:Change) ON (n.operation)",
        "CREATE (n:Entity {salt: 0, digest: 0, before: 0, link: 0, head: 0, operation: 0, withdrawn: 0}) DELETE n",
    ),
    "neo4j": ("CREATE INDEX change_operation IF NOT EXISTS FOR (n:Change) ON (n.group_id, n.operation)",),
}


CHAINED_LOG = Migration(9, "entries of the change log are chained by digest", room=in_each(INDEXES))
