"""Stretches of time in FalkorDB."""

from memorist.memory_store.statements.spans import SpanStatements

STATEMENTS = SpanStatements(
    changed="""
MATCH (n:Memory) WHERE (n.agent_id IS NULL OR n.agent_id = $agent) AND n.created_at <= $known_at
  AND n.status <> 'retracted'
  AND ((n.valid_from >= $start AND n.valid_from <= $end) OR (n.valid_until >= $start AND n.valid_until <= $end))
WITH n ORDER BY n.valid_from DESC LIMIT $limit
OPTIONAL MATCH (newer:Memory)-[:SUPERSEDES]->(n)
WITH n, head(collect(newer.name)) AS new
RETURN new, n {.*, name_embedding: null} AS n
"""
)
