"""Statements of promotion and maintenance for FalkorDB: a graph a group, one writer at a time."""

from memorist.memory_store.statements.memories.falkordb import MEMORY
from memorist.memory_store.statements.promotion import PromotionStatements

# The node that is named comes first and alone: else the planner may begin at every other one.
_STATE = "g.maintainer AS holder, g.marks AS marks, coalesce(g.seq, 0) AS last"

_NEAREST = f"""WITH id, n, similarity ORDER BY similarity DESC
WITH id, collect({{n: n, similarity: similarity}}) AS near UNWIND near[0..$k] AS one
WITH id, one.n AS n, one.similarity AS similarity
RETURN id, similarity, {MEMORY}
"""

STATEMENTS = PromotionStatements(
    lease=f"""
MATCH (g:ChangeLog {{uuid: $group}})
WITH g, (g.maintainer IS NULL OR g.maintainer = $holder OR coalesce(g.maintained_until, 0) < timestamp()) AS held
SET g.maintainer = CASE WHEN held THEN $holder ELSE g.maintainer END,
    g.maintained_until = CASE WHEN held THEN timestamp() + $milliseconds ELSE g.maintained_until END
RETURN held, {_STATE}
""",
    peek=f"MATCH (g:ChangeLog {{uuid: $group}}) RETURN false AS held, {_STATE}",
    mark="""
MATCH (g:ChangeLog {uuid: $group})
WITH g, coalesce(g.maintainer, '') = $holder AS held
SET g.marks = CASE WHEN held THEN $marks ELSE g.marks END,
    g.maintained_until = CASE WHEN held THEN timestamp() + $milliseconds ELSE g.maintained_until END
RETURN held
""",
    release="""
MATCH (g:ChangeLog {uuid: $group})
WITH g, coalesce(g.maintainer, '') = $holder AS held
SET g.maintainer = CASE WHEN held THEN null ELSE g.maintainer END
RETURN held
""",
    log="""
MATCH (c:Change) WHERE c.seq > $after AND c.seq <= $until
RETURN c.seq AS seq, c.at AS at, c.payload AS payload ORDER BY seq
""",
    by_ids=f"UNWIND $ids AS id MATCH (n:Entity {{uuid: id}}) WHERE n.details IS NOT NULL RETURN {MEMORY}",
    patterns="""
UNWIND $ids AS id MATCH (n:Memory {uuid: id})
WITH DISTINCT n.pattern_id AS pattern WHERE pattern IS NOT NULL
RETURN pattern
""",
    claimed=f"""
UNWIND $patterns AS pattern
CALL {{ WITH pattern MATCH (n:Memory {{pattern_id: pattern}}) RETURN n ORDER BY n.live DESC LIMIT $limit }}
RETURN {MEMORY}
""",
    heard="""
UNWIND $ids AS id
MATCH (m:Memory {uuid: id})
CALL { WITH m MATCH (m)<-[:MENTIONS]-(e:Episodic) RETURN e ORDER BY e.valid_at LIMIT $limit }
OPTIONAL MATCH (e)-[:MENTIONS]->(n:EpisodicMemory)
RETURN id, e.uuid AS episode, e.valid_at AS at, e.agent_id AS agent, e.user_id AS user, e.source_description AS kind,
       e.name AS name, left(e.content, $chars) AS said,
       CASE WHEN n IS NULL THEN null ELSE n {.*, name_embedding: null} END AS n
""",
    rivals=f"""
UNWIND $slots AS slot
CALL {{ WITH slot MATCH (n:Memory {{slot_id: slot}}) RETURN n LIMIT $limit }}
RETURN slot, {MEMORY}
""",
    alike_exact=f"""
UNWIND $ids AS id
MATCH (m:Memory {{uuid: id}}) WHERE m.type = 'episodic' AND m.live
MATCH (n:EpisodicMemory) WHERE n.live AND n.uuid <> id AND coalesce(n.agent_id, '') = coalesce(m.agent_id, '')
WITH id, n, 1 - vec.cosineDistance(n.name_embedding, m.name_embedding) AS similarity
WHERE similarity >= $similarity
{_NEAREST}""",
    alike_index=f"""
UNWIND $ids AS id
MATCH (m:Memory {{uuid: id}}) WHERE m.type = 'episodic' AND m.live
CALL {{ WITH m CALL db.idx.vector.queryNodes('Live', 'name_embedding', $fetch, m.name_embedding)
    YIELD node, score RETURN node, score }}
WITH id, m, node AS n, 1 - score AS similarity
WHERE n.uuid <> id AND n.type = 'episodic' AND n.live AND similarity >= $similarity
  AND coalesce(n.agent_id, '') = coalesce(m.agent_id, '')
{_NEAREST}""",
    climbed="""
UNWIND $ids AS id MATCH (n:Memory {uuid: id}) WITH id, n MATCH (n)-[:PROMOTED_TO]->(m)
RETURN id AS source, m.uuid AS target
UNION
UNWIND $ids AS id MATCH (n:Memory {uuid: id}) WITH id, n MATCH (n)<-[:PROMOTED_TO]-(m)
RETURN m.uuid AS source, id AS target
""",
    parents="""
UNWIND $ids AS id MATCH (n:Memory {uuid: id}) WITH id, n MATCH (n)-[:DERIVED_FROM|APPLIED]->(p)
RETURN id AS child, p.uuid AS parent
UNION
UNWIND $ids AS id MATCH (n:Memory {uuid: id}) WITH id, n MATCH (n)<-[:PROMOTED_TO|CONTRIBUTED_TO|PROVES]-(p)
RETURN id AS child, p.uuid AS parent
""",
    due=f"""
MATCH (n:Memory) WHERE n.look_on_day <= $today WITH n LIMIT $limit RETURN {MEMORY}
""",
    due_page=f"""
MATCH (n:Memory) WHERE n.look_on_day <= $today AND id(n) > $after
WITH n, id(n) AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, {MEMORY}
""",
    page_start=-1,
    postpone="""
UNWIND $looks AS look MATCH (n:Memory {uuid: look.id}) SET n.look_on_day = look.day
""",
    dependents=f"""
UNWIND $ids AS id MATCH (m:Memory {{uuid: id}})
WITH id, m MATCH (m)-[:PROMOTED_TO|CONTRIBUTED_TO|PROVES]->(n)
WITH id, n LIMIT $limit WHERE n.live RETURN id AS evidence, {MEMORY}
UNION
UNWIND $ids AS id MATCH (m:Memory {{uuid: id}}) WITH id, m MATCH (m)<-[:DERIVED_FROM]-(n)
WITH id, n LIMIT $limit WHERE n.live RETURN id AS evidence, {MEMORY}
""",
    evidence="""
UNWIND $ids AS id
MATCH (n:Memory {uuid: id})
OPTIONAL MATCH (n)<-[:PROMOTED_TO|CONTRIBUTED_TO|PROVES]-(p)
WITH id, n, collect(CASE WHEN p IS NULL THEN null ELSE {id: p.uuid, status: p.status, episodes: p.source_episode_ids}
     END) AS above
OPTIONAL MATCH (n)-[:DERIVED_FROM]->(p)
WITH id, n, above, collect(CASE WHEN p IS NULL THEN null ELSE {id: p.uuid, status: p.status,
     episodes: p.source_episode_ids} END) AS beside
OPTIONAL MATCH (n)<-[:MENTIONS]-(e)
RETURN id, above, beside, collect(e.uuid) AS episodes
""",
    flagged=f"""
MATCH (n:Memory) WHERE n.flagged IS NOT NULL AND n.live AND id(n) > $after
WITH n, id(n) AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, {MEMORY}
""",
    holders="UNWIND $slots AS slot MATCH (s:Slot {uuid: slot}) RETURN slot, s.holder AS holder",
)
