"""The named queries for FalkorDB."""

from memorist.memory_store.statements.memories.falkordb import MEMORY, VISIBLE
from memorist.memory_store.statements.named_queries import Dialect, statements

STATEMENTS = statements(Dialect(visible=VISIBLE, memory=MEMORY, group="true"))
