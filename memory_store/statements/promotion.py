"""Statements of promotion and maintenance."""

from collections.abc import Callable
from dataclasses import dataclass

from memorist.memory_store.statements.memories import falkordb, neo4j
from memorist.memory_store.statements.scope import Ours, every_node, nodes_of_group
from memorist.memory_store.statements.vectors import nearest


@dataclass(frozen=True)
class PromotionStatements:
    """One dialect's statements. A memory is returned as ``n``, a map of its properties without the vector."""

    lease: str
    """$holder, $milliseconds → held, holder, marks, last: takes or renews the group's lease if it is free, by the
    database's clock; tells who has it, how far the log has been worked through, and its last entry."""
    peek: str
    """→ the same, takes nothing."""
    mark: str
    """$holder, $milliseconds, $marks → held: notes how far the log has been worked through, if the lease holds."""
    release: str
    """$holder: gives the lease back."""
    by_ids: str
    """$ids → n."""
    patterns: str
    """$ids → pattern: the claims that these memories make."""
    claimed: str
    """$patterns, $limit → n: who makes these claims, on whichever rung, whatever became of it."""
    heard: str
    """$ids, $limit, $chars → id, episode, at, agent, user, kind, name, said, n: the raw episodes behind memories, the
    earliest first, the beginning of their text, and the experience that each of them became."""
    rivals: str
    """$slots, $limit → slot, n: what holds or held a slot."""
    alike_exact: str
    """$ids, $k, $similarity → id, similarity, n: the k experiences of the same agent most like each of these; every
    vector compared."""
    alike_index: str
    """The same by index; $fetch memories are taken before filtering."""
    climbed: str
    """$ids → source, target: what was promoted to what."""
    parents: str
    """$ids → child, parent: what things were made from, one step."""
    due: str
    """$today, $limit → n: what has to be looked at, in any order."""
    due_page: str
    """$today, $after, $limit → cursor, n: the same in a fixed order, for looks that change nothing."""
    page_start: int | str
    """The first page's $after."""
    postpone: str
    """$looks [{id, day}]: when each is to be looked at next; null: never."""
    dependents: str
    """$ids, $limit → evidence, n: live memories that were made from these."""
    evidence: str
    """$ids → id, parents [{id, live}], episodes: what memories stand on."""
    flagged: str
    """$after, $limit → cursor, n: live memories that wait for a person, a page at a time."""


_STATE = "g.maintainer AS holder, g.marks AS marks, coalesce(g.seq, 0) AS last"


def _statements(
    ours: Ours,
    memory: str,
    *,
    named: Callable[..., str],
    with_: Callable[[str], str],
    log: str,
    cursor: str,
    page_start: int | str,
    flagged_index: str,
    **own: str,
) -> PromotionStatements:
    """The statements; ``named`` matches a node by id, ``with_`` begins a subquery, ``log`` finds the log."""
    return PromotionStatements(
        lease=f"""
{log}, (g.maintainer IS NULL OR g.maintainer = $holder OR coalesce(g.maintained_until, 0) < timestamp()) AS held
SET g.maintainer = CASE WHEN held THEN $holder ELSE g.maintainer END,
    g.maintained_until = CASE WHEN held THEN timestamp() + $milliseconds ELSE g.maintained_until END
RETURN held, {_STATE}
""",
        peek=f"MATCH (g:ChangeLog {{uuid: $group}}) RETURN false AS held, {_STATE}",
        mark=f"""
{log}, coalesce(g.maintainer, '') = $holder AS held
SET g.marks = CASE WHEN held THEN $marks ELSE g.marks END,
    g.maintained_until = CASE WHEN held THEN timestamp() + $milliseconds ELSE g.maintained_until END
RETURN held
""",
        release=f"""
{log}, coalesce(g.maintainer, '') = $holder AS held
SET g.maintainer = CASE WHEN held THEN null ELSE g.maintainer END
RETURN held
""",
        heard=f"""
UNWIND $ids AS id
MATCH {named("m")}
{with_("m")} MATCH (m)<-[:MENTIONS]-(e:Episodic) RETURN e ORDER BY e.valid_at LIMIT $limit }}
OPTIONAL MATCH (e)-[:MENTIONS]->(n:EpisodicMemory)
RETURN id, e.uuid AS episode, e.valid_at AS at, e.agent_id AS agent, e.source_description AS kind,
       e.name AS name, left(e.content, $chars) AS said,
       CASE WHEN n IS NULL THEN null ELSE n {{.*, name_embedding: null}} END AS n
""",
        due=f"MATCH (n:Memory) WHERE {ours('n')}n.look_on_day <= $today WITH n LIMIT $limit RETURN {memory}",
        due_page=f"""
MATCH (n:Memory) WHERE {ours("n")}n.look_on_day <= $today AND {cursor} > $after
WITH n, {cursor} AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, {memory}
""",
        page_start=page_start,
        postpone=f"UNWIND $looks AS look MATCH {named('n', 'look.id')} SET n.look_on_day = look.day",
        flagged=f"""
MATCH (n:Memory) {flagged_index}
WHERE {ours("n")}n.flagged IS NOT NULL AND n.live AND {cursor} > $after
WITH n, {cursor} AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, {memory}
""",
        **own,
    )


# The node that is named comes first and alone: else the planner may begin at every other one.
def _named_in_falkordb(name: str, id_: str = "id") -> str:
    return f"({name}:Memory {{uuid: {id_}}})"


def _named_in_neo4j(name: str, id_: str = "id") -> str:
    return f"({name}:Entity {{uuid: {id_}}}) WHERE {name}.group_id = $group"


_NEAREST = """WITH id, n, similarity ORDER BY similarity DESC
WITH id, collect({n: n, similarity: similarity}) AS near UNWIND near[0..$k] AS one
WITH id, one.n AS n, one.similarity AS similarity
RETURN id, similarity, """

FALKORDB = _statements(
    every_node,
    falkordb.MEMORY,
    named=_named_in_falkordb,
    with_=lambda name: f"CALL {{ WITH {name}",
    log="MATCH (g:ChangeLog {uuid: $group}) WITH g",
    cursor="id(n)",
    page_start=-1,
    flagged_index="",
    by_ids=f"UNWIND $ids AS id MATCH (n:Entity {{uuid: id}}) WHERE n.details IS NOT NULL RETURN {falkordb.MEMORY}",
    patterns="""
UNWIND $ids AS id MATCH (n:Memory {uuid: id})
WITH DISTINCT n.pattern_id AS pattern WHERE pattern IS NOT NULL
RETURN pattern
""",
    claimed=f"""
UNWIND $patterns AS pattern
CALL {{ WITH pattern MATCH (n:Memory {{pattern_id: pattern}}) RETURN n ORDER BY n.live DESC LIMIT $limit }}
RETURN {falkordb.MEMORY}
""",
    rivals=f"""
UNWIND $slots AS slot
CALL {{ WITH slot MATCH (n:Memory {{slot_id: slot}}) RETURN n LIMIT $limit }}
RETURN slot, {falkordb.MEMORY}
""",
    alike_exact=f"""
UNWIND $ids AS id
MATCH (m:Memory {{uuid: id}}) WHERE m.type = 'episodic' AND m.live
MATCH (n:EpisodicMemory) WHERE n.live AND n.uuid <> id AND coalesce(n.agent_id, '') = coalesce(m.agent_id, '')
WITH id, n, 1 - vec.cosineDistance(n.name_embedding, m.name_embedding) AS similarity
WHERE similarity >= $similarity
{_NEAREST}{falkordb.MEMORY}
""",
    alike_index=f"""
UNWIND $ids AS id
MATCH (m:Memory {{uuid: id}}) WHERE m.type = 'episodic' AND m.live
CALL {{ WITH m CALL db.idx.vector.queryNodes('Live', 'name_embedding', $fetch, m.name_embedding)
    YIELD node, score RETURN node, score }}
WITH id, m, node AS n, 1 - score AS similarity
WHERE n.uuid <> id AND n.type = 'episodic' AND n.live AND similarity >= $similarity
  AND coalesce(n.agent_id, '') = coalesce(m.agent_id, '')
{_NEAREST}{falkordb.MEMORY}
""",
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
    dependents=f"""
UNWIND $ids AS id MATCH (m:Memory {{uuid: id}})
WITH id, m MATCH (m)-[:PROMOTED_TO|CONTRIBUTED_TO|PROVES]->(n)
WITH id, n LIMIT $limit WHERE n.live RETURN id AS evidence, {falkordb.MEMORY}
UNION
UNWIND $ids AS id MATCH (m:Memory {{uuid: id}}) WITH id, m MATCH (m)<-[:DERIVED_FROM]-(n)
WITH id, n LIMIT $limit WHERE n.live RETURN id AS evidence, {falkordb.MEMORY}
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
)
NEO4J = _statements(
    nodes_of_group,
    neo4j.MEMORY,
    named=_named_in_neo4j,
    with_=lambda name: f"CALL ({name}) {{",
    # The first SET takes the lock on the group's log, so that what is read afterwards is still so when it is written.
    log="MATCH (g:ChangeLog {uuid: $group}) SET g.group_id = $group WITH g",
    cursor="n.uuid",
    page_start="",
    flagged_index="USING INDEX n:Memory(group_id, flagged)",
    by_ids=f"UNWIND $ids AS id MATCH (n:Entity {{uuid: id}}) WHERE n.group_id = $group RETURN {neo4j.MEMORY}",
    patterns="""
UNWIND $ids AS id MATCH (n:Entity {uuid: id}) WHERE n.group_id = $group AND n.pattern_id IS NOT NULL
RETURN DISTINCT n.pattern_id AS pattern
""",
    claimed=f"""
UNWIND $patterns AS pattern
CALL (pattern) {{ MATCH (n:Memory) WHERE n.group_id = $group AND n.pattern_id = pattern
    RETURN n ORDER BY n.live DESC LIMIT $limit }}
RETURN {neo4j.MEMORY}
""",
    rivals=f"""
UNWIND $slots AS slot
CALL (slot) {{ MATCH (n:Memory) WHERE n.group_id = $group AND n.slot_id = slot RETURN n LIMIT $limit }}
RETURN slot, {neo4j.MEMORY}
""",
    alike_exact=f"""
UNWIND $ids AS id
MATCH (m:Entity {{uuid: id}}) WHERE m.group_id = $group AND m.type = 'episodic' AND m.live
MATCH (n:EpisodicMemory) WHERE n.group_id = $group AND n.live AND n.uuid <> id
  AND coalesce(n.agent_id, '') = coalesce(m.agent_id, '')
WITH id, n, 2 * vector.similarity.cosine(n.name_embedding, m.name_embedding) - 1 AS similarity
WHERE similarity >= $similarity
{_NEAREST}{neo4j.MEMORY}
""",
    alike_index=f"""
UNWIND $ids AS id
MATCH (m:Entity {{uuid: id}}) WHERE m.group_id = $group AND m.type = 'episodic' AND m.live
CALL (m) {{
    CALL db.index.vector.queryNodes('live_vector', $fetch, m.name_embedding) YIELD node, score
    WITH node AS n, score WHERE n.group_id = $group AND n.uuid <> m.uuid AND n.type = 'episodic' AND n.live
      AND coalesce(n.agent_id, '') = coalesce(m.agent_id, '')
    {nearest("$k", "m.name_embedding")} WHERE score >= $similarity RETURN n, score AS similarity
}}
RETURN id, similarity, {neo4j.MEMORY}
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
    dependents=f"""
UNWIND $ids AS id MATCH (m:Entity {{uuid: id}})-[:PROMOTED_TO|CONTRIBUTED_TO|PROVES]->(n:Memory)
WHERE m.group_id = $group AND n.live
WITH id, n LIMIT $limit RETURN id AS evidence, {neo4j.MEMORY}
UNION
UNWIND $ids AS id MATCH (m:Entity {{uuid: id}})<-[:DERIVED_FROM]-(n:Memory) WHERE m.group_id = $group AND n.live
WITH id, n LIMIT $limit RETURN id AS evidence, {neo4j.MEMORY}
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
)
