"""Statements of ``check``: each returns kind, message, ids, one broken invariant a row."""

from memorist.memory_store.statements.scope import Ours, every_node, nodes_of_group


def _findings(ours: Ours) -> tuple[str, ...]:
    return (
        f"""
MATCH (n:Entity) WHERE {ours("n")}n.details IS NULL AND n.name IS NULL RETURN 'dangling_node' AS kind,
'a node that nothing describes: an edge was written without its end' AS message, [n.uuid] AS ids LIMIT 100
""",
        f"""
MATCH (n:Entity) WHERE {ours("n")}n.details IS NOT NULL AND n.name_embedding IS NULL RETURN 'missing_embedding' AS kind,
'a memory without a vector cannot be found by similarity' AS message, [n.uuid] AS ids LIMIT 100
""",
        f"""
MATCH (n:Memory) WHERE {ours("n")}n.slot_id IS NOT NULL AND n.live AND n.status <> 'contested' AND n.valid_until IS NULL
WITH n.slot_id AS slot, collect(n.uuid) AS ids WHERE size(ids) > 1
RETURN 'duplicate_slot' AS kind, 'two live memories hold one slot' AS message, ids LIMIT 100
""",
        f"""
MATCH (s:Slot) WHERE {ours("s")}s.holder IS NOT NULL
OPTIONAL MATCH (n:Entity:Memory {{uuid: s.holder}})
WITH s, n WHERE n IS NULL OR NOT n.live
RETURN 'slot_without_holder' AS kind, 'a slot is held by a memory that is not live' AS message, [s.holder] AS ids
LIMIT 100
""",
        f"""
MATCH (n:Memory) WHERE {ours("n")}size(n.source_episode_ids) > 0
OPTIONAL MATCH (e:Episodic)-[:MENTIONS]->(n)
WITH n, count(e) AS found WHERE found = 0
RETURN 'untraceable' AS kind, 'a memory has lost the episode it came from' AS message, [n.uuid] AS ids LIMIT 100
""",
        f"""
MATCH (n:Memory) WHERE {ours("n")}n.slot_id IS NOT NULL AND n.live AND n.status <> 'contested' AND n.valid_until IS NULL
OPTIONAL MATCH (s:Slot {{uuid: n.slot_id}})
WITH n, coalesce(s.holder, '') AS holder WHERE holder <> n.uuid
RETURN 'slot_not_held' AS kind, 'a live memory does not hold its slot' AS message, [n.uuid] AS ids LIMIT 100
""",
        f"""
MATCH (n:Entity) WHERE {ours("n")}n.details IS NOT NULL AND (n.valid_until < n.valid_from
  OR n.type IS NULL OR n.valid_from IS NULL OR NOT coalesce(0 <= n.confidence AND n.confidence <= 1, false)
  OR NOT coalesce(n.status, '') IN ['staged', 'confirmed', 'contested', 'superseded', 'retracted', 'archived'])
RETURN 'malformed' AS kind,
'a memory without type, status, beginning or confidence as they must be, or that ends before it begins' AS message,
[n.uuid] AS ids LIMIT 100
""",
    )


FALKORDB = (
    *_findings(every_node),
    """
MATCH (log:ChangeLog) OPTIONAL MATCH (c:Change)
WITH coalesce(log.seq, 0) AS last, count(c) AS entries, count(DISTINCT c.seq) AS places
WHERE last <> entries OR last <> places
RETURN 'log_gap' AS kind, 'the change log has lost entries, or holds one twice' AS message,
[toString(last), toString(entries)] AS ids
""",
)
NEO4J = (
    *_findings(nodes_of_group),
    """
MATCH (log:ChangeLog {uuid: $group}) WITH coalesce(log.seq, 0) AS last
OPTIONAL MATCH (c:Change {group_id: $group}) WHERE c.seq <= last // somebody may be writing the next one
WITH last, count(c) AS entries, count(DISTINCT c.seq) AS places
WHERE last <> entries OR last <> places
RETURN 'log_gap' AS kind, 'the change log has lost entries, or holds one twice' AS message,
[toString(last), toString(entries)] AS ids
""",
)
