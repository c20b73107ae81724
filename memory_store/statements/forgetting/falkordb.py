"""Statements of forgetting for FalkorDB: a statement is atomic."""

from memorist.memory_store.statements.forgetting import ForgettingStatements
from memorist.memory_store.statements.forgetting.erasing import add_tombstones, erase
from memorist.memory_store.statements.forgetting.rows import ANSWER, EPISODE
from memorist.memory_store.statements.scope import every_node, steps_falkordb

_MEMORY = "n {.*, name_embedding: null} AS n"

STATEMENTS = ForgettingStatements(
    prepare=("CREATE INDEX FOR (n:Tombstone) ON (n.uuid)",),
    tombstones="""
OPTIONAL MATCH (log:ChangeLog {uuid: $group})
OPTIONAL MATCH (t:Tombstone)
WITH log, collect(t.stone) AS stones
RETURN coalesce(log.forgotten, 0) AS version, log.forget_key AS key, log.forgetting AS pending,
       log.erased_at AS erased, log.content_home AS home, stones
""",
    sequence="""
MATCH (log:ChangeLog {uuid: $group}) RETURN coalesce(log.seq, 0) AS seq, coalesce(log.forgotten, 0) AS version
""",
    named=f"""
UNWIND $ids AS id MATCH (n:Entity {{uuid: id}}) WHERE n.details IS NOT NULL
RETURN 'memory' AS kind, {_MEMORY}, [] AS learned
UNION ALL
UNWIND $ids AS id MATCH (e:Episodic {{uuid: id}}) {EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null, token_vectors: null}} AS n, learned
""",
    about=f"""
UNWIND $ids AS id MATCH (n:Memory)-[:ABOUT]->(a:NamedEntity {{uuid: id}}) RETURN {_MEMORY}, id AS about
UNION
UNWIND $ids AS id MATCH (a:NamedEntity {{uuid: id}})-[r:RELATES_TO]-() WHERE r.memory_id IS NOT NULL
WITH id, r.memory_id AS memory MATCH (n:Memory {{uuid: memory}}) RETURN {_MEMORY}, id AS about
""",
    matches=f"""
MATCH (n:Entity) WHERE n.details IS NOT NULL AND any(x IN $needles WHERE toLower(n.name) CONTAINS x
  OR toLower(coalesce(n.summary, '')) CONTAINS x OR toLower(n.details) CONTAINS x
  OR coalesce(n.files, '') CONTAINS $cold)
RETURN 'memory' AS kind, {_MEMORY}, [] AS learned
UNION ALL
MATCH (e:Episodic)
WHERE any(x IN $needles WHERE replace(toLower(e.content), '\\n', ' ') CONTAINS x OR toLower(e.name) CONTAINS x)
{EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null, token_vectors: null}} AS n, learned
UNION ALL
MATCH ()-[r:RELATES_TO]->() WHERE r.memory_id IS NULL AND any(x IN $needles WHERE toLower(r.fact) CONTAINS x)
RETURN 'fact' AS kind, r {{.uuid, .fact}} AS n, [] AS learned
""",
    around=f"""
UNWIND $ids AS id MATCH (s:Episodic)-[:MENTIONS]->(x:Entity {{uuid: id}})
WITH DISTINCT s AS e {EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null, token_vectors: null}} AS n, learned,
       null AS source, null AS target, null AS type
UNION ALL
UNWIND $ids AS id MATCH (e:Episodic {{uuid: id}}) {EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null, token_vectors: null}} AS n, learned,
       null AS source, null AS target, null AS type
UNION ALL
UNWIND $ids AS id MATCH (s:Episodic {{uuid: id}})-[:NEXT_EPISODE]->(e:Episodic) WHERE {ANSWER}
UNION ALL
UNWIND $ids AS id MATCH (s:Episodic)-[:MENTIONS]->(x:Memory {{uuid: id}})
WITH DISTINCT s MATCH (s)-[:NEXT_EPISODE]->(e:Episodic) WHERE {ANSWER}
UNION ALL
MATCH (n:Entity) WHERE n.details IS NOT NULL AND NOT n.type STARTS WITH 'entity:' AND NOT n.uuid IN $ids
  AND any(x IN $ids WHERE x IN n.source_episode_ids OR n.lineage CONTAINS x OR n.details CONTAINS x)
RETURN 'memory' AS kind, {_MEMORY}, [] AS learned, null AS source, null AS target, null AS type
UNION ALL
UNWIND $ids AS id MATCH (a:Memory {{uuid: id}}) WITH a MATCH (a)-[r]->(n)
WHERE type(r) <> 'RELATES_TO' AND n.details IS NOT NULL
RETURN 'edge' AS kind, {_MEMORY}, [] AS learned, a.uuid AS source, n.uuid AS target, type(r) AS type
UNION ALL
UNWIND $ids AS id MATCH (b:Memory {{uuid: id}}) WITH b MATCH (n)-[r]->(b)
WHERE type(r) <> 'RELATES_TO' AND n.details IS NOT NULL
RETURN 'edge' AS kind, {_MEMORY}, [] AS learned, n.uuid AS source, b.uuid AS target, type(r) AS type
""",
    names=f"""
CALL {{
    UNWIND $gone AS id MATCH (m:Memory {{uuid: id}})-[:ABOUT]->(a:NamedEntity) RETURN a
    UNION
    UNWIND $episodes AS id MATCH (e:Episodic {{uuid: id}})-[:MENTIONS]->(a:NamedEntity) RETURN a
    UNION
    MATCH (a:NamedEntity)-[r:RELATES_TO]-() WHERE r.memory_id IN $gone RETURN a
}}
WITH DISTINCT a AS n
OPTIONAL MATCH (n)-[r]-(other)
WITH n, sum(CASE WHEN r IS NULL OR other.uuid IN $gone OR (type(r) = 'MENTIONS' AND other.uuid IN $episodes)
                  OR (type(r) = 'RELATES_TO' AND r.memory_id IN $gone) THEN 0 ELSE 1 END) AS others,
     sum(CASE WHEN type(r) = 'MENTIONS' AND other.uuid IN $erased THEN 1 ELSE 0 END) AS mentions
RETURN {_MEMORY}, others, mentions
""",
    remarks="""
MATCH (:Entity)-[r]->(:Entity) WHERE r.reason IS NOT NULL AND any(x IN $needles WHERE toLower(r.reason) CONTAINS x)
RETURN 'edge' AS kind, r.uuid AS id, r.reason AS text
UNION ALL
MATCH (n:Entity) WHERE n.flagged IS NOT NULL AND any(x IN $needles WHERE toLower(n.flagged) CONTAINS x)
RETURN 'flag' AS kind, n.uuid AS id, n.flagged AS text
""",
    entries="""
MATCH (c:Change) WHERE c.seq > $after AND (any(x IN $marks WHERE toLower(c.payload) CONTAINS x)
  OR (c.payload CONTAINS 'evidence_count' AND any(x IN $kept WHERE c.payload CONTAINS x)))
WITH c ORDER BY c.seq LIMIT $limit
RETURN c.seq AS seq, c.uuid AS id, c.payload AS payload
""",
    files_elsewhere="""
MATCH (n) WHERE n.digests IS NOT NULL AND NOT n.uuid IN $gone
UNWIND n.digests AS digest WITH DISTINCT digest WHERE digest IN $digests RETURN digest
""",
    erase=erase(steps_falkordb, every_node, lock="", at="$at", remark="(:Entity)-[r]->(:Entity)"),
    add_tombstones=add_tombstones(steps_falkordb, lock=""),
    finish="""
MATCH (log:ChangeLog {uuid: $group}) SET log.forgetting = null RETURN log.uuid AS uuid
""",
    erase_group="""
MATCH (log:ChangeLog {uuid: $group})
SET log.erased_at = coalesce(log.erased_at, $at), log.forgotten = -1, log.forgetting = $pending
RETURN log.content_home AS home
""",
    erase_page="""
CALL { MATCH (n) WHERE NOT n:ChangeLog WITH n LIMIT $limit DETACH DELETE n }
OPTIONAL MATCH (n) WHERE NOT n:ChangeLog
RETURN count(n) AS left
""",
)
