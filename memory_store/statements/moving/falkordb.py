"""Carrying a whole group out of and into FalkorDB: the graph is the group, pages follow the database's own ids."""

from collections.abc import Sequence

from memorist.memory_store.statements.moving import EdgeShape, MovingStatements, NodeShape

_EDGE = """type(r) AS type, r {.*} AS props, a.uuid AS source, labels(a) AS source_labels,
       b.uuid AS target, labels(b) AS target_labels"""


def _vectors(names: Sequence[str], entry: str, row: str) -> str:
    return "".join(f", {entry}.{name} = vecf32({row}.vectors.{name})" for name in names)


def _node(place: int, shape: NodeShape) -> str:
    labels = "".join(f":{label}" for label in shape.labels)
    return (
        f"CALL {{ UNWIND $n{place} AS row MERGE (n:{shape.kind} {{uuid: row.props.uuid}})\n"
        f"       SET n = row.props{_vectors(shape.vectors, 'n', 'row')} SET n{labels} }}\n"
    )


def _edge(place: int, shape: EdgeShape) -> str:
    return (
        f"CALL {{ UNWIND $e{place} AS row MATCH (a:{shape.source} {{uuid: row.source}})\n"
        f"       MATCH (b:{shape.target} {{uuid: row.target}})\n"
        f"       MERGE (a)-[r:{shape.type} {{uuid: row.props.uuid}}]->(b)\n"
        f"       SET r = row.props{_vectors(shape.vectors, 'r', 'row')} }}\n"
    )


def write(nodes: Sequence[NodeShape], edges: Sequence[EdgeShape]) -> str:
    """One statement, which is atomic."""
    return (
        "MATCH (log:ChangeLog {uuid: $group}) WHERE log.load = $load\n"
        + "".join(_node(place, shape) for place, shape in enumerate(nodes))
        + "".join(_edge(place, shape) for place, shape in enumerate(edges))
        + "SET log.loading = $progress RETURN log.load AS load"
    )


STATEMENTS = MovingStatements(
    start=-1,
    log="MATCH (log:ChangeLog {uuid: $group}) RETURN log {.*} AS log",
    size="""
MATCH (n) WITH count(n) AS nodes
OPTIONAL MATCH ()-[r]->() RETURN nodes, count(r) AS edges
""",
    strangers="",
    nodes=lambda section: (
        """
MATCH (n) WHERE id(n) > $after WITH n ORDER BY id(n) LIMIT $limit
RETURN id(n) AS cursor, labels(n) AS labels, n {.*} AS props
"""
    ),
    degrees=lambda section: (
        """
MATCH (a) WHERE id(a) > $after WITH a ORDER BY id(a) LIMIT $limit
RETURN id(a) AS cursor, outdegree(a) AS degree
"""
    ),
    edges=lambda section: (
        f"""
MATCH (a) WHERE id(a) >= $first AND id(a) <= $last MATCH (a)-[r]->(b) RETURN {_EDGE}
"""
    ),
    hub_edges=lambda section: (
        f"""
MATCH (a) WHERE id(a) = $node MATCH (a)-[r]->(b) WHERE id(r) > $after
WITH a, r, b ORDER BY id(r) LIMIT $limit RETURN id(r) AS cursor, {_EDGE}
"""
    ),
    write=write,
    index=lambda kind: f"CREATE INDEX FOR (n:{kind}) ON (n.uuid)",
    foreign="",
    begin="""
MATCH (log:ChangeLog {uuid: $group}) WHERE log.schema = 0
SET log.load = coalesce(log.load, $load) RETURN log.load AS load, log.loading AS loading
""",
    finish="""
MATCH (log:ChangeLog {uuid: $group}) WHERE log.load = $load SET log = $props RETURN $load AS load
""",
    erase=lambda section: (
        """
MATCH (log:ChangeLog {uuid: $group}) WHERE log.schema = 0
MATCH (n) WHERE NOT n:ChangeLog WITH n LIMIT $limit DELETE n RETURN count(*) AS gone
"""
    ),
    forget="MATCH (log:ChangeLog {uuid: $group}) WHERE log.schema = 0 DELETE log",
)
