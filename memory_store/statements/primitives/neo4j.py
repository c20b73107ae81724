"""Statements behind the core's primitives for Neo4j: one database, every statement filters by group."""

from functools import lru_cache
from hashlib import blake2b

from memorist.memory_store.domain.types import ENTITY_TYPES
from memorist.memory_store.statements.memories.neo4j import MEMORY, VISIBLE
from memorist.memory_store.statements.primitives import (
    ANCHORS,
    BOTH_SEEN,
    EDGE,
    OURS,
    STANDS,
    WHERE_EDGE,
    WHERE_NODE,
    Anchor,
    Direction,
    PrimitiveStatements,
    arrow,
)


def _nodes(type_: str | None) -> str:
    label = "Entity" if type_ is None else "NamedEntity" if type_ in ENTITY_TYPES else "Memory"
    of_type = "n.details IS NOT NULL" if type_ is None else "n.type = $type"
    return f"""
MATCH (n:{label}) WHERE n.group_id = $group AND {of_type} AND n.uuid > $after AND {VISIBLE} {WHERE_NODE}
WITH n, n.uuid AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, {MEMORY}
"""


@lru_cache(maxsize=256)
def _connected(type_: str | None, direction: Direction) -> str:
    return f"""
MATCH (start:Entity {{uuid: $id}})
WHERE start.group_id = $group AND (start.agent_id IS NULL OR start.agent_id = $agent)
OPTIONAL MATCH (start){arrow(type_, direction)}(n:Entity)
WHERE {OURS} AND {STANDS} AND n.details IS NOT NULL AND {VISIBLE}
WITH DISTINCT n ORDER BY n.created_at, n.uuid LIMIT $limit
RETURN CASE WHEN n IS NULL THEN null ELSE n {{.*, name_embedding: null}} END AS n
"""


@lru_cache(maxsize=256)
def _connections(type_: str | None, anchor: Anchor) -> str:
    left, right = ANCHORS[anchor]
    return f"""
MATCH {left}{arrow(type_)}{right}
WHERE a.group_id = $group AND {OURS} AND {STANDS} AND {BOTH_SEEN} AND r.uuid > $after {WHERE_EDGE}
WITH a, r, b, r.uuid AS cursor ORDER BY cursor LIMIT $limit
RETURN cursor, {EDGE}
"""


def _index_of(types: frozenset[str]) -> str:
    """One index over the ids of all types: a lookup in one index a type takes the planner seconds to plan."""
    return f"connection_ids_{blake2b(','.join(sorted(types)).encode(), digest_size=6).hexdigest()}"


def _wanted_indexes(types: frozenset[str]) -> dict[str, str]:
    name = _index_of(types)
    return {
        name: f"CREATE FULLTEXT INDEX {name} IF NOT EXISTS FOR ()-[r:{'|'.join(sorted(types))}]-() ON EACH [r.uuid] "
        "OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}"
    }


@lru_cache(maxsize=16)
def _connections_by_ids(types: frozenset[str]) -> str:
    return f"""
UNWIND $ids AS id
CALL db.index.fulltext.queryRelationships('{_index_of(types)}', '"' + id + '"') YIELD relationship AS r
WITH r, startNode(r) AS a, endNode(r) AS b WHERE r.group_id = $group AND r.uuid IN $ids AND {BOTH_SEEN}
RETURN {EDGE}
"""


STATEMENTS = PrimitiveStatements(
    nodes=_nodes,
    connected=_connected,
    connections=_connections,
    connections_by_ids=_connections_by_ids,
    search=f"""
CALL db.index.fulltext.queryNodes('node_name_and_summary', $text) YIELD node, score
WITH node AS n, score WHERE n.details IS NOT NULL AND ($type IS NULL OR n.type = $type) AND {VISIBLE}
WITH n, score ORDER BY score DESC, n.uuid LIMIT $limit
RETURN score, {MEMORY}
""",
    indexes="SHOW INDEXES YIELD name, entityType WHERE entityType = 'RELATIONSHIP' RETURN collect(name) AS names",
    wanted_indexes=_wanted_indexes,
    indexes_stand="CALL db.awaitIndexes(60)",
    page_start="",
)
