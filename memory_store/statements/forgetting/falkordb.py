"""Statements of forgetting for FalkorDB: a statement is atomic."""

from memorist.memory_store.statements.forgetting import ForgettingStatements

_MEMORY = "n {.*, name_embedding: null} AS n"
_LEARNED = "[x IN collect(CASE WHEN m.type STARTS WITH 'entity:' THEN null ELSE m.uuid END) WHERE x IS NOT NULL]"
_EPISODE = f"""
OPTIONAL MATCH (e)-[:MENTIONS]->(m:Entity)
WITH e, {_LEARNED} AS learned
"""

STATEMENTS = ForgettingStatements(
    prepare=("CREATE INDEX FOR (n:Tombstone) ON (n.uuid)",),
    graves="""
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
UNWIND $ids AS id MATCH (e:Episodic {{uuid: id}}) {_EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null}} AS n, learned
""",
    about=f"""
UNWIND $ids AS id MATCH (n:Memory)-[:ABOUT]->(a:NamedEntity {{uuid: id}}) RETURN {_MEMORY}
UNION
UNWIND $ids AS id MATCH (a:NamedEntity {{uuid: id}})-[r:RELATES_TO]-() WHERE r.memory_id IS NOT NULL
MATCH (n:Memory {{uuid: r.memory_id}}) RETURN {_MEMORY}
""",
    echoes=f"""
MATCH (n:Entity) WHERE n.details IS NOT NULL AND any(x IN $needles WHERE toLower(n.name) CONTAINS x
  OR toLower(coalesce(n.summary, '')) CONTAINS x OR toLower(n.details) CONTAINS x
  OR coalesce(n.files, '') CONTAINS $cold)
RETURN 'memory' AS kind, {_MEMORY}, [] AS learned
UNION ALL
MATCH (e:Episodic) WHERE any(x IN $needles WHERE toLower(e.content) CONTAINS x OR toLower(e.name) CONTAINS x)
{_EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null}} AS n, learned
UNION ALL
MATCH ()-[r:RELATES_TO]->() WHERE r.memory_id IS NULL AND any(x IN $needles WHERE toLower(r.fact) CONTAINS x)
RETURN 'fact' AS kind, r {{.uuid, .fact}} AS n, [] AS learned
""",
    around=f"""
UNWIND $ids AS id MATCH (s:Episodic)-[:MENTIONS]->(x:Entity {{uuid: id}})
WITH DISTINCT s AS e {_EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null}} AS n, learned, null AS source, null AS target, null AS type
UNION ALL
UNWIND $ids AS id MATCH (e:Episodic {{uuid: id}}) {_EPISODE}
RETURN 'episode' AS kind, e {{.*, unit_embedding: null}} AS n, learned, null AS source, null AS target, null AS type
UNION ALL
MATCH (n:Entity) WHERE n.details IS NOT NULL AND NOT n.type STARTS WITH 'entity:' AND NOT n.uuid IN $ids
  AND any(x IN $ids WHERE x IN n.source_episode_ids OR n.lineage CONTAINS x OR n.details CONTAINS x)
RETURN 'memory' AS kind, {_MEMORY}, [] AS learned, null AS source, null AS target, null AS type
UNION ALL
UNWIND $ids AS id MATCH (a:Memory {{uuid: id}})-[r]->(n:Memory) WHERE type(r) <> 'RELATES_TO'
RETURN 'edge' AS kind, {_MEMORY}, [] AS learned, a.uuid AS source, n.uuid AS target, type(r) AS type
UNION ALL
UNWIND $ids AS id MATCH (n:Memory)-[r]->(b:Memory {{uuid: id}}) WHERE type(r) <> 'RELATES_TO'
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
    slots="MATCH (s:Slot) WHERE s.uuid IN $slots RETURN s.uuid AS slot, s.holder AS holder",
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
    erase="""
MATCH (log:ChangeLog {uuid: $group})
WITH log
OPTIONAL MATCH (c:Change) WHERE c.seq > $seq AND any(x IN $marks WHERE toLower(c.payload) CONTAINS x)
WITH log, count(c) AS since
WITH log, CASE WHEN since = 0 AND coalesce(log.forgotten, 0) = $version - 1 THEN [1] ELSE [] END AS go
CALL { WITH log, go UNWIND go AS _ SET log.seq = coalesce(log.seq, 0) + 1, log.forgotten = $version,
       log.forget_key = coalesce(log.forget_key, $key), log.forgetting = $pending
       CREATE (c:Change) SET c = $change, c.seq = log.seq }
CALL { WITH go UNWIND go AS _ UNWIND $tombstones AS t MERGE (s:Tombstone {uuid: t.uuid})
       SET s.stone = t.stone, s.group_id = $group }
CALL { WITH go UNWIND go AS _ UNWIND $facts AS id MATCH ()-[r:RELATES_TO {uuid: id}]->() DELETE r }
CALL { WITH go UNWIND go AS _ UNWIND $gone AS id MATCH (n:Entity {uuid: id}) DETACH DELETE n }
CALL { WITH go UNWIND go AS _ UNWIND $erased AS id MATCH (e:Episodic {uuid: id}) DETACH DELETE e }
CALL { WITH go UNWIND go AS _ UNWIND $emptied AS id MATCH (e:Episodic {uuid: id})
       SET e.content = $withheld, e.name = $withheld, e.files = null, e.digests = null,
           e.unit_embedding = null, e.unread = null, e.unread_count = 0, e.is_unread = false,
           e.read_by = coalesce(e.read_by, $withheld) }
CALL { WITH go UNWIND go AS _ UNWIND $updates AS u MATCH (n:Entity {uuid: u.uuid})
       SET n.valid_until_prior = CASE WHEN u.expires THEN n.valid_until ELSE n.valid_until_prior END,
           n.status_prior = CASE WHEN u.expires THEN n.status ELSE n.status_prior END
       SET n += u.props, n.revision = n.revision + 1 }
CALL { WITH go UNWIND go AS _ UNWIND $retired AS id MATCH (n:Entity {uuid: id}) REMOVE n:Live }
CALL { WITH go UNWIND go AS _ UNWIND $ended AS id MATCH ()-[r:RELATES_TO {uuid: id}]->() SET r.expired_at = $at }
CALL { WITH go UNWIND go AS _ UNWIND $trimmed AS t MATCH ()-[r:RELATES_TO {uuid: t.uuid}]->()
       SET r.episodes = t.episodes }
CALL { WITH go UNWIND go AS _ UNWIND $remarks AS id MATCH ()-[r {uuid: id}]->() SET r.reason = $withheld }
CALL { WITH go UNWIND go AS _ UNWIND $freed AS id MATCH (s:Slot {uuid: id}) DELETE s }
CALL { WITH go UNWIND go AS _ UNWIND $holds AS h MERGE (s:Slot {uuid: h.slot})
       SET s.holder = h.holder, s.group_id = $group }
CALL { WITH go UNWIND go AS _ UNWIND $entries AS x MATCH (c:Change {uuid: x.uuid})
       SET c.payload = x.payload, c.reason = x.reason }
RETURN size(go) AS done, log.seq AS seq
""",
    bury="""
MATCH (log:ChangeLog {uuid: $group})
WITH log, CASE WHEN coalesce(log.forgotten, 0) = $version - 1 THEN [1] ELSE [] END AS go
CALL { WITH log, go UNWIND go AS _ SET log.forgotten = $version, log.forget_key = coalesce(log.forget_key, $key) }
CALL { WITH go UNWIND go AS _ UNWIND $tombstones AS t MERGE (s:Tombstone {uuid: t.uuid})
       SET s.stone = t.stone, s.group_id = $group }
RETURN size(go) AS done
""",
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
