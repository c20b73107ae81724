"""Statements behind the core's primitives.

``$where`` is a list of conditions that all have to hold: {key, value, facet, prefix, own, absent} (see
:func:`memorist.memory_store.primitives.filters.conditions`). Types come from the ontology, never from user text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Literal

from memorist.memory_store.domain.types import ENTITY_TYPES
from memorist.memory_store.statements.memories import falkordb, neo4j
from memorist.memory_store.statements.scope import Ours, every_node, nodes_of_group

Direction = Literal["out", "in", "both"]
Anchor = Literal["source", "target", "both", "none"]


@dataclass(frozen=True)
class PrimitiveStatements:
    """One dialect's statements."""

    nodes: Callable[[str | None], str]
    """Of a type, or of all. $type, $where, $after, $limit → cursor, n."""
    connected: Callable[[str | None, Direction], str]
    """By a type of connection, or by any. $id, $limit → n: what stands at the other end; one row with null when nothing
    does, none when the node itself is not there."""
    connections: Callable[[str | None, Anchor], str]
    """Of a type, or of all. $source, $target, $where, $ended, $after, $limit → cursor, r, type, source, target."""
    connections_by_ids: Callable[[frozenset[str]], str]
    """Of these types. $ids → r, type, source, target."""
    search: str
    """$text, $type, $limit → n, score: full text alone."""
    indexes: str
    """→ names: the indexes on connections that stand."""
    wanted_indexes: Callable[[frozenset[str]], dict[str, str]]
    """By name, the statements that create what ``connections_by_ids`` of these types looks connections up in."""
    indexes_stand: str
    """A read that ends when what was created is filled; empty where creating waits."""
    page_start: int | str
    """The first page's $after."""


_EDGE = "properties(r) AS r, type(r) AS type, a.uuid AS source, b.uuid AS target"
_ANCHORS: dict[Anchor, tuple[str, str]] = {
    "source": ("(a:Entity {uuid: $source})", "(b:Entity)"),
    "target": ("(a:Entity)", "(b:Entity {uuid: $target})"),
    "both": ("(a:Entity {uuid: $source})", "(b:Entity {uuid: $target})"),
    "none": ("(a:Entity)", "(b:Entity)"),
}
# Typed edges; Graphiti's own are none of them.
_TYPED = "r.valid_from IS NOT NULL AND type(r) <> 'RELATES_TO'"
_STANDS = "($ended OR r.valid_until IS NULL OR r.valid_until > $valid_at)"
_BOTH_SEEN = "(a.agent_id IS NULL OR a.agent_id = $agent) AND (b.agent_id IS NULL OR b.agent_id = $agent)"


def _where(name: str) -> str:
    return f"""
  AND all(f IN $where WHERE f.facet IN coalesce({name}.facets, []) OR (f.own AND {name}[f.key] = f.value)
    OR (f.absent AND (NOT f.own OR {name}[f.key] IS NULL)
        AND none(x IN coalesce({name}.facets, []) WHERE x STARTS WITH f.prefix)))
"""


def _arrow(type_: str | None, direction: Direction = "out") -> str:
    """The pattern of a connection of a type, or of any."""
    inner = f"[r:{type_}]" if type_ else "[r]"
    left, right = ("<" if direction == "in" else "", ">" if direction == "out" else "")
    return f"{left}-{inner}-{right}"


def _label(type_: str | None) -> str:
    return "Entity" if type_ is None else "NamedEntity" if type_ in ENTITY_TYPES else "Memory"


def _statements(
    ours: Ours,
    visible: str,
    memory: str,
    *,
    all_nodes: Callable[[str | None, str], str],
    cursor: Callable[[str], str],
    first: str,
    index: str,
    connections_by_ids: Callable[[frozenset[str]], str],
    indexes: str,
    wanted_indexes: Callable[[frozenset[str]], dict[str, str]],
    indexes_stand: str,
    page_start: int | str,
) -> PrimitiveStatements:
    """The statements; ``cursor`` orders the pages of nodes and edges, ``first`` what is connected."""

    def nodes(type_: str | None) -> str:
        return f"""
{all_nodes(type_, f"{cursor('n')} > $after")} AND {visible} {_where("n")}
WITH n, {cursor("n")} AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, {memory}
"""

    @lru_cache(maxsize=256)
    def connected(type_: str | None, direction: Direction) -> str:
        seen = "start.agent_id IS NULL OR start.agent_id = $agent"
        group = ours("start")
        return f"""
MATCH (start:Entity {{uuid: $id}}) WHERE {f"{group}({seen})" if group else seen}
OPTIONAL MATCH (start){_arrow(type_, direction)}(n:Entity)
WHERE {_TYPED} AND {_STANDS} AND n.details IS NOT NULL AND {visible}
WITH DISTINCT n ORDER BY {first} LIMIT $limit
RETURN CASE WHEN n IS NULL THEN null ELSE n {{.*, name_embedding: null}} END AS n
"""

    @lru_cache(maxsize=256)
    def connections(type_: str | None, anchor: Anchor) -> str:
        left, right = _ANCHORS[anchor]
        return f"""
MATCH {left}{_arrow(type_)}{right}
WHERE {ours("a")}{_TYPED} AND {_STANDS} AND {_BOTH_SEEN} AND {cursor("r")} > $after {_where("r")}
WITH a, r, b, {cursor("r")} AS cursor ORDER BY cursor LIMIT $limit
RETURN cursor, {_EDGE}
"""

    return PrimitiveStatements(
        nodes=nodes,
        connected=connected,
        connections=connections,
        connections_by_ids=lru_cache(maxsize=16)(connections_by_ids),
        search=f"""
CALL db.{index}, $text) YIELD node, score
WITH node AS n, score WHERE n.details IS NOT NULL AND ($type IS NULL OR n.type = $type) AND {visible}
WITH n, score ORDER BY score DESC, n.uuid LIMIT $limit
RETURN score, {memory}
""",
        indexes=indexes,
        wanted_indexes=wanted_indexes,
        indexes_stand=indexes_stand,
        page_start=page_start,
    )


def _all_in_falkordb(type_: str | None, after: str) -> str:
    if type_ is None:
        return f"MATCH (n) WHERE {after} AND n:Entity AND n.details IS NOT NULL"
    return f"MATCH (n:{_label(type_)}) WHERE n.type = $type AND {after}"


def _all_in_neo4j(type_: str | None, after: str) -> str:
    of_type = "n.details IS NOT NULL" if type_ is None else "n.type = $type"
    return f"MATCH (n:{_label(type_)}) WHERE n.group_id = $group AND {of_type} AND {after}"


def _by_ids_in_falkordb(types: frozenset[str]) -> str:
    # A label in the pattern would make it scan the nodes instead of using the index on connections.
    return "\nUNION ALL\n".join(
        f"UNWIND $ids AS id MATCH (a)-[r:{type_} {{uuid: id}}]->(b) WHERE {_BOTH_SEEN} RETURN {_EDGE}"
        for type_ in sorted(types)
    )


def _by_ids_in_neo4j(types: frozenset[str]) -> str:
    return f"""
UNWIND $ids AS id
CALL db.index.fulltext.queryRelationships('{_index_of(types)}', '"' + id + '"') YIELD relationship AS r
WITH r, startNode(r) AS a, endNode(r) AS b WHERE r.group_id = $group AND r.uuid IN $ids AND {_BOTH_SEEN}
RETURN {_EDGE}
"""


def _index_of(types: frozenset[str]) -> str:
    """One index over the ids of all types: a lookup in one index a type takes the planner seconds to plan."""
    return f"connection_ids_{blake2b(','.join(sorted(types)).encode(), digest_size=6).hexdigest()}"


def _wanted_in_neo4j(types: frozenset[str]) -> dict[str, str]:
    name = _index_of(types)
    return {
        name: f"CREATE FULLTEXT INDEX {name} IF NOT EXISTS FOR ()-[r:{'|'.join(sorted(types))}]-() ON EACH [r.uuid] "
        "OPTIONS {indexConfig: {`fulltext.analyzer`: 'keyword'}}"
    }


FALKORDB = _statements(
    every_node,
    falkordb.VISIBLE,
    falkordb.MEMORY,
    all_nodes=_all_in_falkordb,
    cursor=lambda name: f"id({name})",
    first="id(n)",
    index="idx.fulltext.queryNodes('Entity'",
    connections_by_ids=_by_ids_in_falkordb,
    indexes="""
CALL db.indexes() YIELD label, entitytype WHERE entitytype = 'RELATIONSHIP' RETURN collect(label) AS names
""",
    wanted_indexes=lambda types: {type_: f"CREATE INDEX FOR ()-[r:{type_}]-() ON (r.uuid)" for type_ in sorted(types)},
    indexes_stand="",
    page_start=-1,
)
NEO4J = _statements(
    nodes_of_group,
    neo4j.VISIBLE,
    neo4j.MEMORY,
    all_nodes=_all_in_neo4j,
    cursor=lambda name: f"{name}.uuid",
    first="n.created_at, n.uuid",
    index="index.fulltext.queryNodes('node_name_and_summary'",
    connections_by_ids=_by_ids_in_neo4j,
    indexes="SHOW INDEXES YIELD name, entityType WHERE entityType = 'RELATIONSHIP' RETURN collect(name) AS names",
    wanted_indexes=_wanted_in_neo4j,
    indexes_stand="CALL db.awaitIndexes(60)",
    page_start="",
)
