"""The named queries for Neo4j."""

from hypomnema.memory_store.statements.named_queries import Dialect, statements
from hypomnema.memory_store.statements.neo4j import MEMORY, VISIBLE

STATEMENTS = statements(Dialect(visible=VISIBLE, memory=MEMORY, group="{}.group_id = $group"))
