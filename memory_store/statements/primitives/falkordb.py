"""Statements behind the core's primitives for FalkorDB: a graph a group."""

from functools import lru_cache

from memorist.memory_store.domain.types import ENTITY_TYPES
from memorist.memory_store.statements.memories.falkordb import MEMORY, VISIBLE
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
    if type_ is None:
        match = "MATCH (n) WHERE id(n) > $after AND n:Entity AND n.details IS NOT NULL"
    else:
        label = "NamedEntity" if type_ in ENTITY_TYPES else "Memory"
        match = f"MATCH (n:{label}) WHERE n.type = $type AND id(n) > $after"
    return f"""{match} AND {VISIBLE} {WHERE_NODE}
WITH n, id(n) AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, {MEMORY}
"""


@lru_cache(maxsize=256)
def _connected(type_: str | None, direction: Direction) -> str:
    return f"""
MATCH (start:Entity {{uuid: $id}}) WHERE start.agent_id IS NULL OR start.agent_id = $agent
OPTIONAL MATCH (start){arrow(type_, direction)}(n:Entity)
WHERE {OURS} AND {STANDS} AND n.details IS NOT NULL AND {VISIBLE}
WITH DISTINCT n ORDER BY id(n) LIMIT $limit
RETURN CASE WHEN n IS NULL THEN null ELSE n {{.*, name_embedding: null}} END AS n
"""


@lru_cache(maxsize=256)
def _connections(type_: str | None, anchor: Anchor) -> str:
    left, right = ANCHORS[anchor]
    return f"""
MATCH {left}{arrow(type_)}{right}
WHERE {OURS} AND {STANDS} AND {BOTH_SEEN} AND id(r) > $after {WHERE_EDGE}
WITH a, r, b, id(r) AS cursor ORDER BY cursor LIMIT $limit
RETURN cursor, {EDGE}
"""


@lru_cache(maxsize=16)
def _connections_by_ids(types: frozenset[str]) -> str:
    # A label in the pattern would make it scan the nodes instead of using the index on connections.
    return "\nUNION ALL\n".join(
        f"UNWIND $ids AS id MATCH (a)-[r:{type_} {{uuid: id}}]->(b) WHERE {BOTH_SEEN} RETURN {EDGE}"
        for type_ in sorted(types)
    )


STATEMENTS = PrimitiveStatements(
    nodes=_nodes,
    connected=_connected,
    connections=_connections,
    connections_by_ids=_connections_by_ids,
    search=f"""
CALL db.idx.fulltext.queryNodes('Entity', $text) YIELD node, score
WITH node AS n, score WHERE n.details IS NOT NULL AND ($type IS NULL OR n.type = $type) AND {VISIBLE}
WITH n, score ORDER BY score DESC, n.uuid LIMIT $limit
RETURN score, {MEMORY}
""",
    indexes="""
CALL db.indexes() YIELD label, entitytype WHERE entitytype = 'RELATIONSHIP' RETURN collect(label) AS names
""",
    wanted_indexes=lambda types: {type_: f"CREATE INDEX FOR ()-[r:{type_}]-() ON (r.uuid)" for type_ in sorted(types)},
    indexes_stand="",
    page_start=-1,
)
