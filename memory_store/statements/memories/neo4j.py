"""Statements for Neo4j (5.26 and newer): one database, every statement filters by group.

Graphiti's own time fields are native times, ours are fixed-width text.
"""

from dataclasses import replace

from memorist.memory_store.statements.memories import (
    AT_A_GLANCE,
    CLAIM_KEYS,
    FIRST_OF_A_KEY,
    Statements,
    findings,
    united,
    with_clock_skew,
    with_upcoming,
)
from memorist.memory_store.statements.memories.writing_neo4j import apply
from memorist.memory_store.statements.vectors import nearest


def by_claim(memory: str) -> str:
    """Find memories by the keys of a claim; ``memory`` is how one is returned."""
    by_key = (
        f"UNWIND ${keys} AS {key}\n"
        f"CALL ({key}) {{ MATCH (n:Memory {{group_id: $group, {name}: {key}}})\n"
        f"    USING INDEX SEEK n:Memory(group_id, {name}) WHERE n.live {FIRST_OF_A_KEY} }}"
        for keys, key, name in CLAIM_KEYS
    )
    return united(
        memory,
        *by_key,
        f"""UNWIND $fields AS f
CALL (f) {{ MATCH (n:Memory {{group_id: $group, topic: f.topic}})
    USING INDEX SEEK n:Memory(group_id, topic) WHERE n.subject_key = f.subject AND n.live {FIRST_OF_A_KEY} }}""",
        """UNWIND $claims AS claim MATCH (n:Memory {group_id: $group, claim_id: claim})
USING INDEX SEEK n:Memory(group_id, claim_id) WHERE n.live""",
        """UNWIND $conditions AS condition MATCH (n:Memory {group_id: $group, valid_until_condition: condition})
USING INDEX SEEK n:Memory(group_id, valid_until_condition) WHERE n.live""",
    )


# What a reader may see at a moment. A memory that ended because it was superseded after `known_at` had not ended yet.
VISIBLE = """
    n.group_id = $group AND (n.agent_id IS NULL OR n.agent_id = $agent)
    AND ($historic OR n.live)
    AND n.created_at <= datetime($known_at)
    AND n.valid_from <= $valid_at
    AND (n.valid_until IS NULL OR n.valid_until > $valid_at OR ($historic AND n.expired_at > $known_at
         AND (n.valid_until_prior IS NULL OR n.valid_until_prior > $valid_at)))
    AND (n.status <> 'retracted' OR n.expired_at > $known_at)
    AND (n.status <> 'archived' OR n.expired_at > $known_at OR n.expired_at > $valid_at)
"""
MEMORY = "n {.*, name_embedding: null, created_at: toString(n.created_at)} AS n"
"""The time as text: the driver takes a tenth of a millisecond to make a time of what it is sent as one."""
_NEAREST = f"WITH n, max(score) AS score ORDER BY score DESC LIMIT $k RETURN score, {MEMORY}"
_BY_TYPE = "USING INDEX SEEK n:Memory(group_id, type)"
"""Asked for, because Neo4j believes of an index that grew a moment ago that it is empty, and reads the group; so are
the ids of a list, for which it would read all of a label."""

_TO_STAND = f"{with_upcoming(VISIBLE)} WITH n ORDER BY n.valid_from DESC LIMIT $most RETURN n"
"""The newest of a kind: by index, which is in this order, so that no more of them are read."""


# Each memory once, with every hit: what a memory holds is sent and read one time, however many queries find it.
_ONCE = """}
WITH n, collect([role, how, score]) AS hits
RETURN hits, """

# The best k of each query. What names the query is taken out of it before: a query that goes along brings its vector,
# which is compared for every row.
_QUERY = "q.place AS place, q.role AS role, q.k AS k"
_BEST = """WITH place, role, k, n, score ORDER BY score DESC
WITH place, role, k, collect({n: n, score: score}) AS hits UNWIND hits[0..k] AS hit
WITH role, hit.score AS score, hit.n AS n
"""

# Hits by words come the best first: when enough of them are visible, the rest is not looked at.
_TEXT_BRANCH = f"""
UNWIND $queries AS q WITH {_QUERY}, q.text AS text, q.text_fetch AS fetch WHERE text <> ''
CALL (text, fetch) {{
    CALL db.index.fulltext.queryNodes('node_name_and_summary', text, {{limit: fetch}}) YIELD node, score
    WITH node AS n, score WHERE n:Memory AND {VISIBLE}
    RETURN n, score LIMIT $widest
}}
WITH place, role, k, n, score
{_BEST}RETURN role, 'text' AS how, score, n
"""


_SEARCH_EXACT = f"""
CALL () {{
UNWIND $queries AS q
CALL (q) {{ MATCH (n:Memory) WHERE {VISIBLE}
    WITH n, 2 * vector.similarity.cosine(n.name_embedding, q.vector) - 1 AS score ORDER BY score DESC LIMIT $widest
    RETURN n, score }}
WITH {_QUERY}, n, score
{_BEST}RETURN role, 'vector' AS how, score, n
UNION ALL
{_TEXT_BRANCH}
{_ONCE}"""


def _each(found: str, k: str) -> str:
    """The best ``k`` of what an index found for each query; ``found`` ends with its rows ``n, score``."""
    return f"""UNWIND $queries AS q
CALL (q) {{
    {found} WHERE {VISIBLE}
    {nearest(k, "q.vector")} RETURN n, score
}}"""


def _search(found: str) -> str:
    return f"""
CALL () {{
{_each(found, "q.k")}
RETURN q.role AS role, 'vector' AS how, score, n
UNION ALL
{_TEXT_BRANCH}
{_ONCE}"""


def _procedures(found: str) -> str:
    return f"""
{_each(found, "$k")}
{_NEAREST}
"""


_SEARCH_INDEX = _search(
    "CALL db.index.vector.queryNodes('live_vector', q.fetch, q.vector) YIELD node, score WITH node AS n, score"
)
_SEARCH_FILTERED = "CYPHER 25" + _search(
    "MATCH (n:Live) SEARCH n IN (VECTOR INDEX live_vector FOR q.vector\n"
    "        WHERE n.group_id = $group AND n.live = true LIMIT $fetch) SCORE AS score WITH n, score"
)


FOLLOWED = 2_000
"""Connections of a name that are followed to find the latest: the times of all of them would be read."""


# The second step goes through what was learned last of an anchor, to what is named with it most often: an entity that
# half of a memory is about is connected with everything.
def _neighbours(*, latest: bool) -> str:
    """Statement for the neighbours of the anchors; only the ``$latest`` memories of each are looked at, or all of them.

    Of a name with thousands those that are followed first are sorted: Neo4j keeps what was connected last in front.
    """
    first = f"LIMIT {FOLLOWED}"
    of_a = f"WITH a, n {first} WITH a, n ORDER BY n.created_at DESC LIMIT $latest WITH a, n" if latest else ""
    of_b = f"WITH n {first} WITH n ORDER BY n.created_at DESC LIMIT $latest WITH n" if latest else ""
    return f"""
WITH a, max(nearness) AS nearness ORDER BY nearness DESC LIMIT $anchors
CALL (a) {{
    MATCH (a)<-[:ABOUT]-(n:Memory) {of_a} WHERE {VISIBLE}
    RETURN 1 AS hop, n ORDER BY n.valid_from DESC LIMIT $limit
    UNION
    MATCH (a)<-[:ABOUT]-(n:Memory) {of_a} WHERE {VISIBLE}
    WITH a, n AS m ORDER BY m.valid_from DESC LIMIT $limit
    MATCH (m)-[:ABOUT]->(b:NamedEntity) WHERE b <> a
    WITH b, count(m) AS together ORDER BY together DESC LIMIT $anchors
    MATCH (b)<-[:ABOUT]-(n:Memory) {of_b} WHERE {VISIBLE}
    WITH DISTINCT n ORDER BY n.valid_from DESC LIMIT $limit RETURN 2 AS hop, n
}}
RETURN a.name AS anchor, nearness, hop, {AT_A_GLANCE}
"""


_STATE = """
WITH g
CALL () { MATCH (x:Live) RETURN count(x) AS indexed }
OPTIONAL MATCH (n:Live) WHERE n.group_id = $group
WITH g, indexed, count(n) AS live
OPTIONAL MATCH (e:Episodic) WHERE e.group_id = $group
WITH g, indexed, live, count(e) AS turns
RETURN g.embedder AS embedder, g.dimension AS dimension, g.schema AS schema, live, indexed, turns,
  coalesce(g.seq, 0) AS seq, g.head AS head
"""

STATEMENTS = Statements(
    apply=apply,
    known_entities="""
OPTIONAL MATCH (c:Change {uuid: $change, group_id: $group})
WITH c.payload AS payload
OPTIONAL MATCH (n:Entity:NamedEntity) USING INDEX SEEK n:Entity(uuid) WHERE n.uuid IN $ids AND n.group_id = $group
RETURN payload, CASE WHEN n IS NULL THEN null ELSE n {.*, name_embedding: null} END AS n
""",
    comparable_exact=f"""{by_claim(MEMORY)}
UNWIND $vectors AS v
MATCH (n:Live) WHERE n.group_id = $group AND n.live
WITH v.id AS place, v.id AS role, $k AS k, n, 2 * vector.similarity.cosine(n.name_embedding, v.vector) - 1 AS score
{_BEST}RETURN role AS draft, score AS similarity, {MEMORY}
""",
    comparable_index=f"""{by_claim(MEMORY)}
UNWIND $vectors AS v
CALL (v) {{
    CALL db.index.vector.queryNodes('live_vector', $fetch, v.vector) YIELD node, score
    WITH node AS n, score WHERE n.group_id = $group AND n.live
    {nearest("$k", "v.vector")} RETURN n, score
}}
RETURN v.id AS draft, score AS similarity, {MEMORY}
""",
    standing=f"""
MATCH (n:Memory) {_BY_TYPE} WHERE n.type = 'semantic:hard_rule' AND {with_clock_skew(VISIBLE)}
RETURN 'rule' AS kind, '' AS edge, {MEMORY}
UNION ALL
UNWIND $models AS model MATCH (n:Memory {{group_id: $group, type: model}}) {_BY_TYPE} WHERE {VISIBLE}
RETURN 'model' AS kind, '' AS edge, {MEMORY}
UNION ALL
UNWIND $models AS model MATCH (m:Memory {{group_id: $group, type: model}}) USING INDEX SEEK m:Memory(group_id, type)
WHERE m.live
  AND (m.agent_id IS NULL OR m.agent_id = $agent)
WITH m MATCH (m)-[r:HAS_PREFERENCE|HAS_STRENGTH|HAS_WEAKNESS|MISSED|EXPECTS]->(n:Memory) WHERE {VISIBLE}
RETURN 'linked' AS kind, type(r) AS edge, {MEMORY}
UNION ALL
MATCH (n:Memory) {_BY_TYPE} WHERE n.type = 'episodic' AND n.valid_from >= $since AND {VISIBLE}
WITH n ORDER BY n.valid_from DESC LIMIT $recent
RETURN 'episode' AS kind, '' AS edge, {MEMORY}
UNION ALL
UNWIND $standing AS standing
CALL (standing) {{ MATCH (n:Memory {{group_id: $group, standing: standing, user_id: $user}})
    USING INDEX SEEK n:Memory(group_id, standing, user_id, valid_from) WHERE {_TO_STAND} }}
RETURN 'standing' AS kind, standing AS edge, {MEMORY}
UNION ALL
UNWIND $standing AS standing
CALL (standing) {{ MATCH (n:Memory {{group_id: $group, standing: standing}})
    USING INDEX SEEK n:Memory(group_id, standing, valid_from) WHERE {_TO_STAND} }}
RETURN 'standing' AS kind, standing AS edge, {MEMORY}
""",
    search_exact=_SEARCH_EXACT + MEMORY,
    search_index=_SEARCH_INDEX + MEMORY,
    glance_exact=with_upcoming(_SEARCH_EXACT) + AT_A_GLANCE,
    glance_index=with_upcoming(_SEARCH_INDEX) + AT_A_GLANCE,
    procedures_exact=f"""
UNWIND $queries AS q
MATCH (n:Procedure) WHERE {VISIBLE}
WITH n, 2 * vector.similarity.cosine(n.name_embedding, q.vector) - 1 AS score
{_NEAREST}
""",
    procedures_index=_procedures(
        "CALL db.index.vector.queryNodes('procedure_vector', $fetch, q.vector) YIELD node, score WITH node AS n, score"
    ),
    neighbourhood_exact=f"""
CALL () {{
    MATCH (a:Entity:NamedEntity) USING INDEX SEEK a:Entity(uuid) WHERE a.uuid IN $ids AND a.group_id = $group
    RETURN a, 1.0 AS nearness
    UNION
    MATCH (a:NamedEntity) WHERE a.group_id = $group AND a.name_embedding IS NOT NULL
    WITH a, 2 * vector.similarity.cosine(a.name_embedding, $vector) - 1 AS nearness
    RETURN a, nearness ORDER BY nearness DESC LIMIT $anchors
}}
{_neighbours(latest=False)}""",
    neighbourhood_index=f"""
CALL () {{
    MATCH (a:Entity:NamedEntity) USING INDEX SEEK a:Entity(uuid) WHERE a.uuid IN $ids AND a.group_id = $group
    RETURN a, 1.0 AS nearness
    UNION
    CALL db.index.vector.queryNodes('named_entity_vector', $fetch, $vector) YIELD node, score
    WITH node AS n, score WHERE n.group_id = $group
    {nearest("$anchors", "$vector")} RETURN n AS a, score AS nearness
}}
{_neighbours(latest=True)}""",
    by_ids=f"""
MATCH (n:Entity) USING INDEX SEEK n:Entity(uuid) WHERE n.uuid IN $ids AND n.group_id = $group RETURN {MEMORY}
""",
    rules=f"""
MATCH (n:Memory) {_BY_TYPE} WHERE n.group_id = $group AND n.type = 'semantic:hard_rule' AND n.live
RETURN {MEMORY}
""",
    page=f"""
MATCH (n:Entity) WHERE n.group_id = $group AND n.details IS NOT NULL AND n.uuid > $after
  AND (size($types) = 0 OR n.type IN $types)
  AND ($everything OR ({VISIBLE}))
WITH n, n.uuid AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, {MEMORY}
""",
    page_start="",
    history=f"""
CALL () {{
    MATCH (a:Entity:NamedEntity)<-[:ABOUT]-(m:Memory) USING INDEX SEEK a:Entity(uuid)
    WHERE a.uuid IN $ids AND a.group_id = $group RETURN m
    UNION
    UNWIND $topics AS topic MATCH (m:Memory {{group_id: $group, topic: topic}})
    USING INDEX SEEK m:Memory(group_id, topic) RETURN m
    UNION
    MATCH (m:Entity:Memory) USING INDEX SEEK m:Entity(uuid)
    WHERE m.uuid IN $memories AND m.group_id = $group RETURN m
}}
WITH m ORDER BY m.valid_from DESC LIMIT $newest
MATCH (m)-[:SUPERSEDES*0..20]-(n:Memory)
WHERE (n.agent_id IS NULL OR n.agent_id = $agent) AND n.created_at <= datetime($known_at)
WITH DISTINCT n
OPTIONAL MATCH (newer:Memory)-[r:SUPERSEDES]->(n)
WHERE (newer.agent_id IS NULL OR newer.agent_id = $agent) AND newer.created_at <= datetime($known_at)
WITH n, head(collect(newer.uuid)) AS new, head(collect(r.reason)) AS reason
RETURN new, reason, {MEMORY} LIMIT $limit
""",
    links="""
MATCH (a:Entity)-[r]->(b:Entity) USING INDEX SEEK a:Entity(uuid)
WHERE a.group_id = $group AND a.uuid IN $ids AND type(r) <> 'RELATES_TO'
  AND (a.agent_id IS NULL OR a.agent_id = $agent) AND (b.agent_id IS NULL OR b.agent_id = $agent)
RETURN a.uuid AS source, b.uuid AS target, type(r) AS type, r.reason AS reason
UNION
MATCH (a:Entity)-[r]->(b:Entity) USING INDEX SEEK b:Entity(uuid)
WHERE b.group_id = $group AND b.uuid IN $ids AND type(r) <> 'RELATES_TO'
  AND (a.agent_id IS NULL OR a.agent_id = $agent) AND (b.agent_id IS NULL OR b.agent_id = $agent)
RETURN a.uuid AS source, b.uuid AS target, type(r) AS type, r.reason AS reason
""",
    episodes="""
MATCH (e:Episodic) USING INDEX SEEK e:Episodic(uuid) WHERE e.group_id = $group AND e.uuid IN $ids
RETURN e {.*, unit_embedding: null, token_vectors: null} AS e
""",
    changes="""
MATCH (c:Change) WHERE c.group_id = $group AND c.at >= $since AND c.seq > $after
RETURN c {.*} AS c ORDER BY c.seq LIMIT $limit
""",
    numbers="""
MATCH (n:Entity) WHERE n.group_id = $group AND n.details IS NOT NULL
RETURN 'memories' AS what, n.type AS kind, count(n) AS count
UNION ALL
MATCH (n:Episodic) WHERE n.group_id = $group RETURN 'episodes' AS what, n.source_description AS kind, count(n) AS count
UNION ALL
MATCH (n:Entity)-[r]->(:Entity) WHERE n.group_id = $group RETURN 'edges' AS what, type(r) AS kind, count(r) AS count
UNION ALL
MATCH (n:Episodic)-[r]->(:Entity) WHERE n.group_id = $group RETURN 'edges' AS what, type(r) AS kind, count(r) AS count
UNION ALL
MATCH (c:Change) WHERE c.group_id = $group RETURN 'changes' AS what, c.run AS kind, count(c) AS count
""",
    group_state=f"MATCH (g:ChangeLog {{uuid: $group}}){_STATE}",
    # The vector indexes belong to the database, so one embedder fills all its groups.
    mark_group=f"""
OPTIONAL MATCH (other:ChangeLog) WHERE other.embedder <> $embedder
WITH head(collect(other.embedder)) AS foreign
MERGE (g:ChangeLog {{uuid: $group}}) ON CREATE SET g.group_id = $group
SET g.embedder = coalesce(foreign, g.embedder, $embedder), g.dimension = coalesce(g.dimension, $dimension),
    g.schema = coalesce(g.schema, $schema)
{_STATE}""",
    findings=findings.NEO4J,
)

FILTERED_STATEMENTS = replace(
    STATEMENTS,
    comparable_index=f"""CYPHER 25
{by_claim(MEMORY)}
UNWIND $vectors AS v
CALL (v) {{
    MATCH (n:Live) SEARCH n IN (VECTOR INDEX live_vector FOR v.vector
        WHERE n.group_id = $group AND n.live = true LIMIT $fetch) SCORE AS score
    {nearest("$k", "v.vector")} RETURN n, score
}}
RETURN v.id AS draft, score AS similarity, {MEMORY}
""",
    neighbourhood_index=f"""CYPHER 25
CALL () {{
    MATCH (a:Entity:NamedEntity) USING INDEX SEEK a:Entity(uuid) WHERE a.uuid IN $ids AND a.group_id = $group
    RETURN a, 1.0 AS nearness
    UNION
    MATCH (n:NamedEntity) SEARCH n IN (VECTOR INDEX named_entity_vector FOR $vector
        WHERE n.group_id = $group AND n.live = true LIMIT $fetch) SCORE AS score
    {nearest("$anchors", "$vector")} RETURN n AS a, score AS nearness
}}
{_neighbours(latest=True)}""",
    search_index=_SEARCH_FILTERED + MEMORY,
    glance_index=with_upcoming(_SEARCH_FILTERED) + AT_A_GLANCE,
    procedures_index="CYPHER 25"
    + _procedures(
        "MATCH (n:Procedure) SEARCH n IN (VECTOR INDEX procedure_vector FOR q.vector\n"
        "        WHERE n.group_id = $group AND n.live = true LIMIT $fetch) SCORE AS score WITH n, score"
    ),
)
"""From Neo4j 2026.1 on the vector index filters by group itself, so that a small tenant does not vanish."""
