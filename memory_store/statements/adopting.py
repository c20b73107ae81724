"""Reading a graph that Graphiti filled without us, page by page, and what of it stands in a group of ours.

Pages follow the database's own ids on FalkorDB and the uuid on Neo4j. What has no uuid is only counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class AdoptingStatements:
    """One dialect's statements. ``$group`` is everywhere; pages take ``$after`` and ``$limit``."""

    default_group: str
    """Group that Graphiti writes to by default: a graph's name on FalkorDB, a ``group_id`` on Neo4j."""
    start: int | str
    """The cursor before the first of everything."""
    census: str
    """→ what (group, kept, beside, nameless), kind, number: whose nodes there are, what can be read, what else is
    there, and what has no uuid."""
    pages: Mapping[str, str]
    """A page of each kind → cursor, props (with uuid), and

    - entities: labels, mentions (how many episodes speak of it),
    - facts: source, subject, target, object (uuid and name of each end),
    - mentions: episode, entity, name.
    """
    there: str
    """$nodes, $mentions → id, status: which of these memories, raw episodes and mentions a group of ours holds."""


# With labels at its ends, an edge is not looked for by the index on its uuid.
_THERE = """
UNWIND $nodes AS id MATCH (n:Entity {uuid: id}) RETURN n.uuid AS id, n.status AS status
UNION ALL
UNWIND $nodes AS id MATCH (n:Episodic {uuid: id}) RETURN n.uuid AS id, null AS status
UNION ALL
UNWIND $mentions AS id MATCH ()-[r:MENTIONS {uuid: id}]->() RETURN r.uuid AS id, null AS status
"""
_FACT = """a.uuid AS source, a.name AS subject, b.uuid AS target, b.name AS object,
       r {.*, fact_embedding: null} AS props"""

FALKORDB = AdoptingStatements(
    default_group="default_db",
    start=-1,
    census="""
MATCH (n) WHERE n:Episodic OR n:Entity
RETURN 'group' AS what, coalesce(n.group_id, '') AS kind, count(n) AS number
UNION ALL
MATCH (n:Episodic) RETURN 'kept' AS what, 'episodes' AS kind, count(n) AS number
UNION ALL
MATCH (n:Entity) RETURN 'kept' AS what, 'entities' AS kind, count(n) AS number
UNION ALL
MATCH (:Entity)-[r:RELATES_TO]->(:Entity) RETURN 'kept' AS what, 'facts' AS kind, count(r) AS number
UNION ALL
MATCH (:Episodic)-[r:MENTIONS]->(:Entity) RETURN 'kept' AS what, 'mentions' AS kind, count(r) AS number
UNION ALL
MATCH (n) WHERE NOT n:Episodic AND NOT n:Entity UNWIND labels(n) AS label
RETURN 'beside' AS what, label AS kind, count(*) AS number
UNION ALL
MATCH ()-[r]->() WHERE type(r) <> 'RELATES_TO' AND type(r) <> 'MENTIONS'
RETURN 'beside' AS what, type(r) AS kind, count(r) AS number
UNION ALL
MATCH (n) WHERE (n:Episodic OR n:Entity) AND n.uuid IS NULL
RETURN 'nameless' AS what, 'node' AS kind, count(n) AS number
UNION ALL
MATCH ()-[r]->() WHERE (type(r) = 'RELATES_TO' OR type(r) = 'MENTIONS') AND r.uuid IS NULL
RETURN 'nameless' AS what, 'edge' AS kind, count(r) AS number
""",
    pages={
        "episodes": """
MATCH (n:Episodic) WHERE id(n) > $after AND n.uuid IS NOT NULL WITH n ORDER BY id(n) LIMIT $limit
RETURN id(n) AS cursor, n {.*} AS props
""",
        "entities": """
MATCH (n:Entity) WHERE id(n) > $after AND n.uuid IS NOT NULL WITH n ORDER BY id(n) LIMIT $limit
RETURN id(n) AS cursor, labels(n) AS labels, indegree(n, 'MENTIONS') AS mentions, n {.*, name_embedding: null} AS props
""",
        "facts": f"""
MATCH (a:Entity)-[r:RELATES_TO]->(b:Entity) WHERE id(r) > $after AND r.uuid IS NOT NULL
WITH a, r, b ORDER BY id(r) LIMIT $limit RETURN id(r) AS cursor, {_FACT}
""",
        "mentions": """
MATCH (e:Episodic)-[r:MENTIONS]->(n:Entity) WHERE id(r) > $after AND r.uuid IS NOT NULL
WITH e, r, n ORDER BY id(r) LIMIT $limit
RETURN id(r) AS cursor, r {.uuid} AS props, e.uuid AS episode, n.uuid AS entity, n.name AS name
""",
    },
    there=_THERE,
)

NEO4J = AdoptingStatements(
    default_group="",
    start="",
    census="""
MATCH (n:Episodic|Entity) WHERE n.group_id = $group
RETURN 'group' AS what, n.group_id AS kind, count(n) AS number
UNION ALL
MATCH (n:Episodic) WHERE n.group_id = $group RETURN 'kept' AS what, 'episodes' AS kind, count(n) AS number
UNION ALL
MATCH (n:Entity) WHERE n.group_id = $group RETURN 'kept' AS what, 'entities' AS kind, count(n) AS number
UNION ALL
MATCH (a:Entity)-[r:RELATES_TO]->(b:Entity) WHERE a.group_id = $group AND b.group_id = $group
RETURN 'kept' AS what, 'facts' AS kind, count(r) AS number
UNION ALL
MATCH (e:Episodic)-[r:MENTIONS]->(n:Entity) WHERE e.group_id = $group AND n.group_id = $group
RETURN 'kept' AS what, 'mentions' AS kind, count(r) AS number
UNION ALL
MATCH (n) WHERE n.group_id = $group AND NOT n:Episodic AND NOT n:Entity UNWIND labels(n) AS label
RETURN 'beside' AS what, label AS kind, count(*) AS number
UNION ALL
MATCH (n)-[r]->() WHERE n.group_id = $group AND NOT type(r) IN ['RELATES_TO', 'MENTIONS']
RETURN 'beside' AS what, type(r) AS kind, count(r) AS number
UNION ALL
MATCH (n:Episodic|Entity) WHERE n.group_id = $group AND n.uuid IS NULL
RETURN 'nameless' AS what, 'node' AS kind, count(n) AS number
UNION ALL
MATCH (n)-[r:RELATES_TO|MENTIONS]->() WHERE n.group_id = $group AND r.uuid IS NULL
RETURN 'nameless' AS what, 'edge' AS kind, count(r) AS number
""",
    pages={
        "episodes": """
MATCH (n:Episodic) WHERE n.group_id = $group AND n.uuid > $after WITH n ORDER BY n.uuid LIMIT $limit
RETURN n.uuid AS cursor, n {.*} AS props ORDER BY cursor
""",
        "entities": """
MATCH (n:Entity) WHERE n.group_id = $group AND n.uuid > $after WITH n ORDER BY n.uuid LIMIT $limit
RETURN n.uuid AS cursor, labels(n) AS labels, COUNT { (n)<-[:MENTIONS]-() } AS mentions,
       n {.*, name_embedding: null} AS props ORDER BY cursor
""",
        # An edge is of the group of its ends, whatever it says itself: nothing is read across the wall.
        "facts": f"""
MATCH (a:Entity)-[r:RELATES_TO]->(b:Entity)
WHERE a.group_id = $group AND b.group_id = $group AND r.uuid > $after
WITH a, r, b ORDER BY r.uuid LIMIT $limit RETURN r.uuid AS cursor, {_FACT} ORDER BY cursor
""",
        "mentions": """
MATCH (e:Episodic)-[r:MENTIONS]->(n:Entity)
WHERE e.group_id = $group AND n.group_id = $group AND r.uuid > $after
WITH e, r, n ORDER BY r.uuid LIMIT $limit
RETURN r.uuid AS cursor, r {.uuid} AS props, e.uuid AS episode, n.uuid AS entity, n.name AS name ORDER BY cursor
""",
    },
    there=_THERE,
)
