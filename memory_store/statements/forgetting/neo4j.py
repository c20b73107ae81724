"""Statements of forgetting for Neo4j: each runs in a transaction of its own."""

from memorist.memory_store.statements.forgetting import ForgettingStatements
from memorist.memory_store.statements.forgetting.erasing import add_tombstones, erase
from memorist.memory_store.statements.forgetting.rows import ANSWER, EPISODE
from memorist.memory_store.statements.scope import nodes_of_group, steps_neo4j

_MEMORY = "n {.*, name_embedding: null} AS n"
_LOCK = " SET log.group_id = $group"
"""The first SET takes the lock on the group's log, as every writer does."""
_OURS = "Entity|Episodic|Slot|Spent|Change|Tombstone|Community|Saga"
"""Every label that a group's nodes have; all but the group's log."""

STATEMENTS = ForgettingStatements(
    prepare=("CREATE CONSTRAINT tombstone_uuid IF NOT EXISTS FOR (n:Tombstone) REQUIRE n.uuid IS UNIQUE",),
    tombstones="""
OPTIONAL MATCH (log:ChangeLog {uuid: $group})
OPTIONAL MATCH (t:Tombstone {group_id: $group})
WITH log, collect(t.stone) AS stones
RETURN coalesce(log.forgotten, 0) AS version, log.forget_key AS key, log.forgetting AS pending,
       log.erased_at AS erased, log.content_home AS home, stones
""",
    sequence="""
MATCH (log:ChangeLog {uuid: $group}) RETURN coalesce(log.seq, 0) AS seq, coalesce(log.forgotten, 0) AS version
""",
    named=f"""
MATCH (n:Entity) WHERE n.group_id = $group AND n.uuid IN $ids AND n.details IS NOT NULL
RETURN 'memory' AS kind, {_MEMORY}, [] AS learned
UNION ALL
MATCH (e:Episodic) WHERE e.group_id = $group AND e.uuid IN $ids {EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null, token_vectors: null}} AS n, learned
""",
    about=f"""
MATCH (n:Memory)-[:ABOUT]->(a:Entity:NamedEntity) WHERE a.group_id = $group AND a.uuid IN $ids
RETURN {_MEMORY}, a.uuid AS about
UNION
MATCH (a:Entity:NamedEntity)-[r:RELATES_TO]-() WHERE a.group_id = $group AND a.uuid IN $ids AND r.memory_id IS NOT NULL
MATCH (n:Entity {{uuid: r.memory_id}}) RETURN {_MEMORY}, a.uuid AS about
""",
    matches=f"""
MATCH (n:Entity) WHERE n.group_id = $group AND n.details IS NOT NULL
  AND any(x IN $needles WHERE toLower(n.name) CONTAINS x
  OR toLower(coalesce(n.summary, '')) CONTAINS x OR toLower(n.details) CONTAINS x
  OR coalesce(n.files, '') CONTAINS $cold)
RETURN 'memory' AS kind, {_MEMORY}, [] AS learned
UNION ALL
MATCH (e:Episodic) WHERE e.group_id = $group
  AND any(x IN $needles WHERE replace(toLower(e.content), '\\n', ' ') CONTAINS x OR toLower(e.name) CONTAINS x)
{EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null, token_vectors: null}} AS n, learned
UNION ALL
MATCH ()-[r:RELATES_TO]->() WHERE r.group_id = $group AND r.memory_id IS NULL
  AND any(x IN $needles WHERE toLower(r.fact) CONTAINS x)
RETURN 'fact' AS kind, r {{.uuid, .fact}} AS n, [] AS learned
""",
    around=f"""
MATCH (s:Episodic)-[:MENTIONS]->(x:Entity) WHERE x.group_id = $group AND x.uuid IN $ids
WITH DISTINCT s AS e {EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null, token_vectors: null}} AS n, learned,
       null AS source, null AS target, null AS type
UNION ALL
MATCH (e:Episodic) WHERE e.group_id = $group AND e.uuid IN $ids {EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null, token_vectors: null}} AS n, learned,
       null AS source, null AS target, null AS type
UNION ALL
MATCH (s:Episodic)-[:NEXT_EPISODE]->(e:Episodic) WHERE s.group_id = $group AND s.uuid IN $ids AND {ANSWER}
UNION ALL
MATCH (s:Episodic)-[:MENTIONS]->(x:Entity:Memory) WHERE x.group_id = $group AND x.uuid IN $ids
WITH DISTINCT s MATCH (s)-[:NEXT_EPISODE]->(e:Episodic) WHERE e.group_id = $group AND {ANSWER}
UNION ALL
MATCH (n:Entity) WHERE n.group_id = $group AND n.details IS NOT NULL AND NOT n.type STARTS WITH 'entity:'
  AND NOT n.uuid IN $ids
  AND any(x IN $ids WHERE x IN n.source_episode_ids OR n.lineage CONTAINS x OR n.details CONTAINS x)
RETURN 'memory' AS kind, {_MEMORY}, [] AS learned, null AS source, null AS target, null AS type
UNION ALL
MATCH (a:Entity:Memory)-[r]->(n:Memory) WHERE a.group_id = $group AND a.uuid IN $ids AND type(r) <> 'RELATES_TO'
RETURN 'edge' AS kind, {_MEMORY}, [] AS learned, a.uuid AS source, n.uuid AS target, type(r) AS type
UNION ALL
MATCH (n:Memory)-[r]->(b:Entity:Memory) WHERE b.group_id = $group AND b.uuid IN $ids AND type(r) <> 'RELATES_TO'
RETURN 'edge' AS kind, {_MEMORY}, [] AS learned, n.uuid AS source, b.uuid AS target, type(r) AS type
""",
    names=f"""
CALL () {{
    MATCH (m:Entity:Memory)-[:ABOUT]->(a:NamedEntity) WHERE m.group_id = $group AND m.uuid IN $gone RETURN a
    UNION
    MATCH (e:Episodic)-[:MENTIONS]->(a:NamedEntity) WHERE e.group_id = $group AND e.uuid IN $episodes RETURN a
    UNION
    MATCH (a:NamedEntity)-[r:RELATES_TO]-() WHERE a.group_id = $group AND r.memory_id IN $gone RETURN a
}}
WITH DISTINCT a AS n
OPTIONAL MATCH (n)-[r]-(other)
WITH n, sum(CASE WHEN r IS NULL OR other.uuid IN $gone OR (type(r) = 'MENTIONS' AND other.uuid IN $episodes)
                  OR (type(r) = 'RELATES_TO' AND coalesce(r.memory_id, '') IN $gone) THEN 0 ELSE 1 END) AS others,
     sum(CASE WHEN type(r) = 'MENTIONS' AND other.uuid IN $erased THEN 1 ELSE 0 END) AS mentions
RETURN {_MEMORY}, others, mentions
""",
    remarks="""
MATCH (a:Entity)-[r]->(:Entity) WHERE a.group_id = $group AND r.reason IS NOT NULL
  AND any(x IN $needles WHERE toLower(r.reason) CONTAINS x)
RETURN 'edge' AS kind, r.uuid AS id, r.reason AS text
UNION ALL
MATCH (n:Entity) WHERE n.group_id = $group AND n.flagged IS NOT NULL
  AND any(x IN $needles WHERE toLower(n.flagged) CONTAINS x)
RETURN 'flag' AS kind, n.uuid AS id, n.flagged AS text
""",
    entries="""
MATCH (c:Change) WHERE c.group_id = $group AND c.seq > $after
  AND (any(x IN $marks WHERE toLower(c.payload) CONTAINS x)
  OR (c.payload CONTAINS 'evidence_count' AND any(x IN $kept WHERE c.payload CONTAINS x)))
WITH c ORDER BY c.seq LIMIT $limit
RETURN c.seq AS seq, c.uuid AS id, c.payload AS payload
""",
    files_elsewhere="""
MATCH (n:Entity|Episodic) WHERE n.group_id = $group AND n.digests IS NOT NULL AND NOT n.uuid IN $gone
UNWIND n.digests AS digest WITH DISTINCT digest WHERE digest IN $digests RETURN digest
""",
    erase=erase(
        steps_neo4j,
        nodes_of_group,
        lock=" SET log.group_id = $group",
        at="datetime($at)",
        remark="(a:Entity {group_id: $group})-[r]->()",
    ),
    add_tombstones=add_tombstones(steps_neo4j, lock=_LOCK),
    finish="""
MATCH (log:ChangeLog {uuid: $group}) SET log.forgetting = null RETURN log.uuid AS uuid
""",
    erase_group="""
MATCH (log:ChangeLog {uuid: $group})
SET log.erased_at = coalesce(log.erased_at, $at), log.forgotten = -1, log.forgetting = $pending
RETURN log.content_home AS home
""",
    erase_page=f"""
CALL () {{ MATCH (n:{_OURS}) WHERE n.group_id = $group WITH n LIMIT $limit DETACH DELETE n }}
OPTIONAL MATCH (n:{_OURS}) WHERE n.group_id = $group
RETURN count(n) AS left
""",
)
