"""The statement about a stretch of time."""


def _changed(ours: str, known: str) -> str:
    """$start, $end, $known_at, $agent, $limit → n, new: what began or ended to be true in between, as it was known at
    ``$known_at``, the newest first; ``new`` is the content of what took its place."""
    return f"""
MATCH (n:Memory) WHERE {ours}(n.agent_id IS NULL OR n.agent_id = $agent) AND n.created_at <= {known}
  AND n.status <> 'retracted'
  AND ((n.valid_from >= $start AND n.valid_from <= $end) OR (n.valid_until >= $start AND n.valid_until <= $end))
WITH n ORDER BY n.valid_from DESC LIMIT $limit
OPTIONAL MATCH (newer:Memory)-[:SUPERSEDES]->(n)
WITH n, head(collect(newer.name)) AS new
RETURN new, n {{.*, name_embedding: null}} AS n
"""


FALKORDB = _changed("", "$known_at")
NEO4J = _changed("n.group_id = $group AND ", "datetime($known_at)")
