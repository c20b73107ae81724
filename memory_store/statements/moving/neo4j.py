"""Carrying a whole group out of and into Neo4j: kind by kind, pages follow the uuid."""

from collections.abc import Sequence

from memorist.memory_store.statements.moving import KINDS, EdgeShape, MovingStatements, NodeShape

_EDGE = """type(r) AS type, r {.*} AS props, a.uuid AS source, labels(a) AS source_labels,
       b.uuid AS target, labels(b) AS target_labels"""


def _node(place: int, shape: NodeShape) -> str:
    # By uuid and group: where another group has the uuid, the constraint on it refuses the whole page.
    labels = "".join(f":{label}" for label in shape.labels)
    return (
        f"CALL () {{ UNWIND $n{place} AS row MERGE (n:{shape.kind} {{uuid: row.props.uuid, group_id: $group}})\n"
        f"       SET n = row.props SET n{labels}\n"
        f"       WITH n, row UNWIND keys(row.vectors) AS name\n"
        f"       CALL db.create.setNodeVectorProperty(n, name, row.vectors[name]) }}\n"
    )


def _edge(place: int, shape: EdgeShape) -> str:
    return (
        f"CALL () {{ UNWIND $e{place} AS row MATCH (a:{shape.source} {{uuid: row.source, group_id: $group}})\n"
        f"       MATCH (b:{shape.target} {{uuid: row.target, group_id: $group}})\n"
        f"       MERGE (a)-[r:{shape.type} {{uuid: row.props.uuid}}]->(b) SET r = row.props\n"
        f"       WITH r, row UNWIND keys(row.vectors) AS name\n"
        f"       CALL db.create.setRelationshipVectorProperty(r, name, row.vectors[name]) }}\n"
    )


def write(nodes: Sequence[NodeShape], edges: Sequence[EdgeShape]) -> str:
    """One transaction."""
    return (
        "MATCH (log:ChangeLog {uuid: $group}) WHERE log.load = $load\n"
        + "SET log.loading = $progress\n"
        + "WITH log\n"
        + "".join(_node(place, shape) for place, shape in enumerate(nodes))
        + "".join(_edge(place, shape) for place, shape in enumerate(edges))
        + "RETURN log.load AS load"
    )


STATEMENTS = MovingStatements(
    start="",
    log="MATCH (log:ChangeLog {uuid: $group}) RETURN log {.*} AS log",
    size="CALL () {"
    + " UNION ALL ".join(
        f"MATCH (n:{kind}) WHERE n.group_id = $group RETURN count(n) AS some, sum(COUNT {{ (n)-->() }}) AS leaving"
        for kind in KINDS
    )
    + "} RETURN sum(some) AS nodes, sum(leaving) AS edges",
    strangers="MATCH (n) WHERE n.group_id = $group AND NOT n:ChangeLog"
    + "".join(f" AND NOT n:{kind}" for kind in KINDS)
    + " UNWIND labels(n) AS label RETURN DISTINCT label",
    nodes=lambda section: (
        f"""
MATCH (n:{section}) WHERE n.group_id = $group AND n.uuid > $after WITH n ORDER BY n.uuid LIMIT $limit
RETURN n.uuid AS cursor, labels(n) AS labels, n {{.*}} AS props ORDER BY cursor
"""
    ),
    degrees=lambda section: (
        f"""
MATCH (a:{section}) WHERE a.group_id = $group AND a.uuid > $after WITH a ORDER BY a.uuid LIMIT $limit
RETURN a.uuid AS cursor, COUNT {{ (a)-->() }} AS degree ORDER BY cursor
"""
    ),
    edges=lambda section: (
        f"""
MATCH (a:{section}) WHERE a.group_id = $group AND a.uuid >= $first AND a.uuid <= $last
MATCH (a)-[r]->(b) RETURN {_EDGE}
"""
    ),
    hub_edges=lambda section: (
        f"""
MATCH (a:{section} {{uuid: $node}})-[r]->(b) WHERE a.group_id = $group AND r.uuid > $after
WITH a, r, b ORDER BY r.uuid LIMIT $limit RETURN r.uuid AS cursor, {_EDGE} ORDER BY cursor
"""
    ),
    write=write,
    index=lambda kind: f"CREATE CONSTRAINT {kind.lower()}_unique IF NOT EXISTS FOR (n:{kind}) REQUIRE n.uuid IS UNIQUE",
    # The vector indexes belong to the database, so one embedder fills all its groups.
    foreign="""
MATCH (other:ChangeLog) WHERE other.uuid <> $group AND other.embedder <> $embedder
RETURN other.embedder AS embedder LIMIT 1
""",
    begin="""
MATCH (log:ChangeLog {uuid: $group}) WHERE log.schema = 0
SET log.load = coalesce(log.load, $load) RETURN log.load AS load, log.loading AS loading
""",
    finish="""
MATCH (log:ChangeLog {uuid: $group}) WHERE log.load = $load SET log = $props RETURN $load AS load
""",
    erase=lambda section: (
        f"""
MATCH (log:ChangeLog {{uuid: $group}}) WHERE log.schema = 0
MATCH (n:{section}) WHERE n.group_id = $group WITH n LIMIT $limit DETACH DELETE n RETURN count(*) AS gone
"""
    ),
    forget="MATCH (log:ChangeLog {uuid: $group}) WHERE log.schema = 0 DELETE log",
)
