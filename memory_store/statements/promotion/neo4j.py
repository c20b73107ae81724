"""Statements of promotion and maintenance for Neo4j: every statement filters by group."""

from memorist.memory_store.statements.memories.neo4j import MEMORY
from memorist.memory_store.statements.promotion import PromotionStatements
from memorist.memory_store.statements.vectors import nearest

_STATE = "g.maintainer AS holder, g.marks AS marks, coalesce(g.seq, 0) AS last"

# The first SET takes the lock on the group's log, so that what is read afterwards is still so when it is written.
_LOCKED = "MATCH (g:ChangeLog {uuid: $group}) SET g.group_id = $group WITH g"

_NEAREST = f"""WITH id, n, similarity ORDER BY similarity DESC
WITH id, collect({{n: n, similarity: similarity}}) AS near UNWIND near[0..$k] AS one
WITH id, one.n AS n, one.similarity AS similarity
RETURN id, similarity, {MEMORY}
"""

STATEMENTS = PromotionStatements(
    lease=f"""
{_LOCKED}, (g.maintainer IS NULL OR g.maintainer = $holder OR coalesce(g.maintained_until, 0) < timestamp()) AS held
SET g.maintainer = CASE WHEN held THEN $holder ELSE g.maintainer END,
    g.maintained_until = CASE WHEN held THEN timestamp() + $milliseconds ELSE g.maintained_until END
RETURN held, {_STATE}
""",
    peek=f"MATCH (g:ChangeLog {{uuid: $group}}) RETURN false AS held, {_STATE}",
    mark=f"""
{_LOCKED}, coalesce(g.maintainer, '') = $holder AS held
SET g.marks = CASE WHEN held THEN $marks ELSE g.marks END,
    g.maintained_until = CASE WHEN held THEN timestamp() + $milliseconds ELSE g.maintained_until END
RETURN held
""",
    release=f"""
{_LOCKED}, coalesce(g.maintainer, '') = $holder AS held
SET g.maintainer = CASE WHEN held THEN null ELSE g.maintainer END
RETURN held
""",
    log="""
MATCH (c:Change) WHERE c.group_id = $group AND c.seq > $after AND c.seq <= $until
RETURN c.seq AS seq, c.at AS at, c.payload AS payload ORDER BY seq
""",
    by_ids=f"UNWIND $ids AS id MATCH (n:Entity {{uuid: id}}) WHERE n.group_id = $group RETURN {MEMORY}",
    patterns="""
UNWIND $ids AS id MATCH (n:Entity {uuid: id}) WHERE n.group_id = $group AND n.pattern_id IS NOT NULL
RETURN DISTINCT n.pattern_id AS pattern
""",
    claimed=f"""
UNWIND $patterns AS pattern
CALL (pattern) {{ MATCH (n:Memory) WHERE n.group_id = $group AND n.pattern_id = pattern
    RETURN n ORDER BY n.live DESC LIMIT $limit }}
RETURN {MEMORY}
""",
    heard="""
UNWIND $ids AS id
MATCH (m:Entity {uuid: id}) WHERE m.group_id = $group
CALL (m) { MATCH (m)<-[:MENTIONS]-(e:Episodic) RETURN e ORDER BY e.valid_at LIMIT $limit }
OPTIONAL MATCH (e)-[:MENTIONS]->(n:EpisodicMemory)
RETURN id, e.uuid AS episode, e.valid_at AS at, e.agent_id AS agent, e.user_id AS user, e.source_description AS kind,
       e.name AS name, left(e.content, $chars) AS said,
       CASE WHEN n IS NULL THEN null ELSE n {.*, name_embedding: null} END AS n
""",
    rivals=f"""
UNWIND $slots AS slot
CALL (slot) {{ MATCH (n:Memory) WHERE n.group_id = $group AND n.slot_id = slot RETURN n LIMIT $limit }}
RETURN slot, {MEMORY}
""",
    alike_exact=f"""
UNWIND $ids AS id
MATCH (m:Entity {{uuid: id}}) WHERE m.group_id = $group AND m.type = 'episodic' AND m.live
MATCH (n:EpisodicMemory) WHERE n.group_id = $group AND n.live AND n.uuid <> id
  AND coalesce(n.agent_id, '') = coalesce(m.agent_id, '')
WITH id, n, 2 * vector.similarity.cosine(n.name_embedding, m.name_embedding) - 1 AS similarity
WHERE similarity >= $similarity
{_NEAREST}""",
    alike_index=f"""
UNWIND $ids AS id
MATCH (m:Entity {{uuid: id}}) WHERE m.group_id = $group AND m.type = 'episodic' AND m.live
CALL (m) {{
    CALL db.index.vector.queryNodes('live_vector', $fetch, m.name_embedding) YIELD node, score
    WITH node AS n, score WHERE n.group_id = $group AND n.uuid <> m.uuid AND n.type = 'episodic' AND n.live
      AND coalesce(n.agent_id, '') = coalesce(m.agent_id, '')
    {nearest("$k", "m.name_embedding")} WHERE score >= $similarity RETURN n, score AS similarity
}}
RETURN id, similarity, {MEMORY}
""",
    climbed="""
UNWIND $ids AS id MATCH (n:Entity {uuid: id})-[:PROMOTED_TO]->(m:Memory) WHERE n.group_id = $group
RETURN id AS source, m.uuid AS target
UNION
UNWIND $ids AS id MATCH (m:Memory)-[:PROMOTED_TO]->(n:Entity {uuid: id}) WHERE n.group_id = $group
RETURN m.uuid AS source, id AS target
""",
    parents="""
UNWIND $ids AS id MATCH (n:Entity {uuid: id})-[:DERIVED_FROM|APPLIED]->(p:Memory) WHERE n.group_id = $group
RETURN id AS child, p.uuid AS parent
UNION
UNWIND $ids AS id MATCH (p:Memory)-[:PROMOTED_TO|CONTRIBUTED_TO|PROVES]->(n:Entity {uuid: id})
WHERE n.group_id = $group RETURN id AS child, p.uuid AS parent
""",
    due=f"""
MATCH (n:Memory) WHERE n.group_id = $group AND n.look_on_day <= $today WITH n LIMIT $limit RETURN {MEMORY}
""",
    due_page=f"""
MATCH (n:Memory) WHERE n.group_id = $group AND n.look_on_day <= $today AND n.uuid > $after
WITH n, n.uuid AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, {MEMORY}
""",
    page_start="",
    postpone="""
UNWIND $looks AS look MATCH (n:Entity {uuid: look.id}) WHERE n.group_id = $group SET n.look_on_day = look.day
""",
    dependents=f"""
UNWIND $ids AS id MATCH (m:Entity {{uuid: id}})-[:PROMOTED_TO|CONTRIBUTED_TO|PROVES]->(n:Memory)
WHERE m.group_id = $group AND n.live
WITH id, n LIMIT $limit RETURN id AS evidence, {MEMORY}
UNION
UNWIND $ids AS id MATCH (m:Entity {{uuid: id}})<-[:DERIVED_FROM]-(n:Memory) WHERE m.group_id = $group AND n.live
WITH id, n LIMIT $limit RETURN id AS evidence, {MEMORY}
""",
    evidence="""
UNWIND $ids AS id
MATCH (n:Entity {uuid: id}) WHERE n.group_id = $group
RETURN id,
  [(p:Memory)-[:PROMOTED_TO|CONTRIBUTED_TO|PROVES]->(n) |
   {id: p.uuid, status: p.status, episodes: p.source_episode_ids}] AS above,
  [(n)-[:DERIVED_FROM]->(p:Memory) | {id: p.uuid, status: p.status, episodes: p.source_episode_ids}] AS beside,
  [(e:Episodic)-[:MENTIONS]->(n) | e.uuid] AS episodes
""",
    flagged=f"""
MATCH (n:Memory) USING INDEX n:Memory(group_id, flagged)
WHERE n.group_id = $group AND n.flagged IS NOT NULL AND n.live AND n.uuid > $after
WITH n, n.uuid AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, {MEMORY}
""",
    holders="""
UNWIND $slots AS slot MATCH (s:Slot {uuid: slot}) WHERE s.group_id = $group RETURN slot, s.holder AS holder
""",
)
