"""The names of the statements that look into the past and among the dead, the same in every dialect."""

from dataclasses import dataclass

from memorist.memory_store.statements.vectors import READ_ONCE


@dataclass(frozen=True)
class LookingBackStatements:
    """One dialect's statements. ``$group`` and ``$agent`` are everywhere."""

    log_until: str
    """$until, $after, $limit → c: change-log entries recorded by then, in order."""
    ids_with: str
    """$prefix, $limit → id: of memories and entities."""
    search_all: str
    """$vector, $text, $statuses, $known_at, $k → how, score, n: whatever its time, every vector compared."""
    with_words: str
    """$text, $fetch, $known_at, $k → n: the best of ``$fetch`` nodes found by full text, whatever time and status."""
    changed: str
    """$start, $end, $known_at, $limit → n, new: what began or ended to be true in between, as it was known at
    $known_at, the newest first; ``new`` is the content of what took its place."""


_SEES = "(n.agent_id IS NULL OR n.agent_id = $agent)"
_MEMORY = "n {.*, name_embedding: null} AS n"


def _changed(ours: str, known: str) -> str:
    return f"""
MATCH (n:Memory) WHERE {ours}{_SEES} AND n.created_at <= {known}
  AND n.status <> 'retracted'
  AND ((n.valid_from >= $start AND n.valid_from <= $end) OR (n.valid_until >= $start AND n.valid_until <= $end))
WITH n ORDER BY n.valid_from DESC LIMIT $limit
OPTIONAL MATCH (newer:Memory)-[:SUPERSEDES]->(n)
WITH n, head(collect(newer.name)) AS new
RETURN new, {_MEMORY}
"""


FALKORDB = LookingBackStatements(
    log_until="""
MATCH (c:Change) WHERE c.seq > $after AND c.at <= $until RETURN c {.*} AS c ORDER BY c.seq LIMIT $limit
""",
    ids_with=f"""
MATCH (n:Entity) WHERE left(n.uuid, size($prefix)) = $prefix AND {_SEES} RETURN n.uuid AS id LIMIT $limit
""",
    search_all=f"""
{READ_ONCE}
MATCH (n:Memory) WHERE n.status IN $statuses AND {_SEES} AND n.created_at <= $known_at
WITH n, 1 - vec.cosineDistance(n.name_embedding, vector) AS score ORDER BY score DESC LIMIT $k
RETURN 'vector' AS how, score, {_MEMORY}
UNION ALL
UNWIND CASE WHEN $text = '' THEN [] ELSE [$text] END AS said
CALL db.idx.fulltext.queryNodes('Entity', said) YIELD node, score
WITH node AS n, score WHERE n:Memory AND n.status IN $statuses AND {_SEES} AND n.created_at <= $known_at
WITH n, score ORDER BY score DESC LIMIT $k
RETURN 'text' AS how, score, {_MEMORY}
""",
    # Collected in between, since a condition behind a limit is moved before it.
    with_words=f"""
CALL db.idx.fulltext.queryNodes('Entity', $text) YIELD node, score
WITH node, score ORDER BY score DESC LIMIT $fetch
WITH collect(node) AS best UNWIND best AS n
WITH n WHERE n:Memory AND {_SEES} AND n.created_at <= $known_at
RETURN {_MEMORY} LIMIT $k
""",
    changed=_changed("", "$known_at"),
)

NEO4J = LookingBackStatements(
    log_until="""
MATCH (c:Change) WHERE c.group_id = $group AND c.seq > $after AND c.at <= $until
RETURN c {.*} AS c ORDER BY c.seq LIMIT $limit
""",
    ids_with=f"""
MATCH (n:Entity) WHERE n.group_id = $group AND n.uuid STARTS WITH $prefix AND {_SEES} RETURN n.uuid AS id LIMIT $limit
""",
    search_all=f"""
MATCH (n:Memory) WHERE n.group_id = $group AND n.status IN $statuses AND {_SEES} AND n.created_at <= datetime($known_at)
WITH n, 2 * vector.similarity.cosine(n.name_embedding, $vector) - 1 AS score ORDER BY score DESC LIMIT $k
RETURN 'vector' AS how, score, {_MEMORY}
UNION ALL
UNWIND CASE WHEN $text = '' THEN [] ELSE [$text] END AS said
CALL db.index.fulltext.queryNodes('node_name_and_summary', said) YIELD node, score
WITH node AS n, score
WHERE n:Memory AND n.group_id = $group AND n.status IN $statuses AND {_SEES} AND n.created_at <= datetime($known_at)
WITH n, score ORDER BY score DESC LIMIT $k
RETURN 'text' AS how, score, {_MEMORY}
""",
    with_words=f"""
CALL db.index.fulltext.queryNodes('node_name_and_summary', $text, {{limit: $fetch}}) YIELD node AS n
WITH n WHERE n:Memory AND n.group_id = $group AND {_SEES} AND n.created_at <= datetime($known_at)
RETURN {_MEMORY} LIMIT $k
""",
    changed=_changed("n.group_id = $group AND ", "datetime($known_at)"),
)
