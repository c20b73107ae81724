"""The names of the statements that give a group the vectors of another embedder, the same in every dialect."""

from collections.abc import Mapping
from dataclasses import dataclass

from memorist.memory_store.statements.log import APPEND, AT_HEAD
from memorist.memory_store.statements.vectors import VECTOR_FIELDS, drop_falkordb


@dataclass(frozen=True)
class VectorExchange:
    """Statements that give one kind of thing other vectors."""

    waiting: str
    """$after, $limit → cursor, uuid, source, and n or fact: those that have no vector of the embedder to come. Cursor
    and source may be missing."""
    keep: str
    """$rows [{uuid, source, vector}]: keeps such vectors beside the present ones."""
    exchange: str
    """$limit → done: puts the new vectors in the place of the old ones, so many at a time."""


@dataclass(frozen=True)
class ReEmbeddingStatements:
    """One dialect's statements. ``$group`` is everywhere; ``$embedder`` is the one to come."""

    start: int | str
    """The cursor before the first node."""
    begin: str
    """→ log: notes which embedder is to come; what is noted already is given back as it was."""
    vectors: Mapping[str, VectorExchange]
    """Of nodes, facts and turns (raw episodes that are found by a vector)."""
    close: str
    """The group is neither read nor written from here on."""
    drop: tuple[str, ...]
    """The vector indexes: they are of the old size."""
    finish: str
    """$dimension, and an entry → seq: the group is open again, and filled by the new embedder."""


_BEGIN = """
MATCH (log:ChangeLog {uuid: $group}) WHERE log.schema <> 0
SET log.next_embedder = CASE WHEN log.schema < 0 THEN log.next_embedder ELSE $embedder END
RETURN log {.*} AS log
"""
_CLOSE = """
MATCH (log:ChangeLog {uuid: $group}) WHERE log.schema > 0 SET log.schema_after = log.schema, log.schema = -1
"""
_FINISH = f"""
MATCH (log:ChangeLog {{uuid: $group}}) SET log.embedder = $embedder
WITH log WHERE log.schema < 0 AND {AT_HEAD}
SET log.dimension = $dimension, log.schema = log.schema_after, log.schema_after = null, log.next_embedder = null
{APPEND}
RETURN log.seq AS seq
"""

FALKORDB = ReEmbeddingStatements(
    start=-1,
    begin=_BEGIN,
    vectors={
        "nodes": VectorExchange(
            waiting="""
MATCH (n) WHERE id(n) > $after AND n:Entity AND coalesce(n.next_embedder, '') <> $embedder
WITH n ORDER BY id(n) LIMIT $limit
RETURN id(n) AS cursor, n.uuid AS uuid, n {.*, name_embedding: null, next_embedding: null} AS n
""",
            keep="""
UNWIND $rows AS row MATCH (n:Entity {uuid: row.uuid})
SET n.next_embedding = vecf32(row.vector), n.next_embedder = $embedder
""",
            exchange="""
MATCH (n:Entity) WHERE n.next_embedder = $embedder WITH n LIMIT $limit
SET n.name_embedding = n.next_embedding, n.next_embedding = null, n.next_embedder = null RETURN count(n) AS done
""",
        ),
        "facts": VectorExchange(
            waiting="""
MATCH (a:Entity)-[r:RELATES_TO]->() WHERE coalesce(r.next_embedder, '') <> $embedder
WITH a, r LIMIT $limit RETURN r.uuid AS uuid, a.uuid AS source, r.fact AS fact
""",
            keep="""
UNWIND $rows AS row MATCH (a:Entity {uuid: row.source})-[r:RELATES_TO]->() WHERE r.uuid = row.uuid
SET r.next_embedding = vecf32(row.vector), r.next_embedder = $embedder
""",
            exchange="""
MATCH (:Entity)-[r:RELATES_TO]->() WHERE r.next_embedder = $embedder WITH r LIMIT $limit
SET r.fact_embedding = r.next_embedding, r.next_embedding = null, r.next_embedder = null RETURN count(r) AS done
""",
        ),
        "turns": VectorExchange(
            waiting="""
MATCH (n:Episodic) WHERE n.unit_embedding IS NOT NULL AND coalesce(n.next_embedder, '') <> $embedder
WITH n LIMIT $limit
RETURN n.uuid AS uuid, n {.*, unit_embedding: null, token_vectors: null, next_embedding: null} AS n
""",
            keep="""
UNWIND $rows AS row MATCH (n:Episodic {uuid: row.uuid})
SET n.next_embedding = vecf32(row.vector), n.next_embedder = $embedder
""",
            exchange="""
MATCH (n:Episodic) WHERE n.next_embedder = $embedder WITH n LIMIT $limit
SET n.unit_embedding = n.next_embedding, n.next_embedding = null, n.next_embedder = null RETURN count(n) AS done
""",
        ),
    },
    close=_CLOSE,
    drop=tuple(map(drop_falkordb, VECTOR_FIELDS)),
    finish=_FINISH,
)

NEO4J = ReEmbeddingStatements(
    start="",
    begin=_BEGIN,
    vectors={
        "nodes": VectorExchange(
            waiting="""
MATCH (n:Entity) WHERE n.group_id = $group AND n.uuid > $after AND coalesce(n.next_embedder, '') <> $embedder
WITH n ORDER BY n.uuid LIMIT $limit
RETURN n.uuid AS cursor, n.uuid AS uuid, n {.*, name_embedding: null, next_embedding: null} AS n ORDER BY cursor
""",
            keep="""
UNWIND $rows AS row MATCH (n:Entity {uuid: row.uuid}) SET n.next_embedder = $embedder
WITH n, row CALL db.create.setNodeVectorProperty(n, 'next_embedding', row.vector)
""",
            exchange="""
MATCH (n:Entity) WHERE n.group_id = $group AND n.next_embedder = $embedder WITH n LIMIT $limit
CALL (n) { CALL db.create.setNodeVectorProperty(n, 'name_embedding', n.next_embedding) }
REMOVE n.next_embedding, n.next_embedder RETURN count(n) AS done
""",
        ),
        "facts": VectorExchange(
            waiting="""
MATCH (a:Entity)-[r:RELATES_TO]->() WHERE a.group_id = $group AND coalesce(r.next_embedder, '') <> $embedder
WITH a, r LIMIT $limit RETURN r.uuid AS uuid, a.uuid AS source, r.fact AS fact
""",
            keep="""
UNWIND $rows AS row MATCH (a:Entity {uuid: row.source})-[r:RELATES_TO]->() WHERE r.uuid = row.uuid
SET r.next_embedder = $embedder
WITH r, row CALL db.create.setRelationshipVectorProperty(r, 'next_embedding', row.vector)
""",
            exchange="""
MATCH (a:Entity)-[r:RELATES_TO]->() WHERE a.group_id = $group AND r.next_embedder = $embedder WITH r LIMIT $limit
CALL (r) { CALL db.create.setRelationshipVectorProperty(r, 'fact_embedding', r.next_embedding) }
REMOVE r.next_embedding, r.next_embedder RETURN count(r) AS done
""",
        ),
        "turns": VectorExchange(
            waiting="""
MATCH (n:Episodic) WHERE n.group_id = $group AND n.unit_embedding IS NOT NULL
  AND coalesce(n.next_embedder, '') <> $embedder
WITH n LIMIT $limit
RETURN n.uuid AS uuid, n {.*, unit_embedding: null, token_vectors: null, next_embedding: null} AS n
""",
            keep="""
UNWIND $rows AS row MATCH (n:Episodic {uuid: row.uuid}) SET n.next_embedder = $embedder
WITH n, row CALL db.create.setNodeVectorProperty(n, 'next_embedding', row.vector)
""",
            exchange="""
MATCH (n:Episodic) WHERE n.group_id = $group AND n.next_embedder = $embedder WITH n LIMIT $limit
CALL (n) { CALL db.create.setNodeVectorProperty(n, 'unit_embedding', n.next_embedding) }
REMOVE n.next_embedding, n.next_embedder RETURN count(n) AS done
""",
        ),
    },
    close=_CLOSE,
    drop=tuple(
        f"DROP INDEX {name} IF EXISTS"
        for name in ("live_vector", "procedure_vector", "named_entity_vector", "unit_vector")
    ),
    finish=_FINISH,
)
