"""The named queries for Neo4j."""

from memorist.memory_store.statements.memories.neo4j import MEMORY, VISIBLE
from memorist.memory_store.statements.named_queries import Dialect, statements

STATEMENTS = statements(Dialect(visible=VISIBLE, memory=MEMORY, group="{}.group_id = $group"))
