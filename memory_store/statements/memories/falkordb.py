"""Statements for FalkorDB: a graph a group, so no statement filters by group.

FalkorDB has no dynamic labels or relationship types and no time type; a whole change set is one statement, which is
atomic. A list of ids is unwound: ``IN`` with a stop word in the list brings the server down where a full-text index
stands on the label.
"""

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
from memorist.memory_store.statements.memories.writing_falkordb import apply
from memorist.memory_store.statements.vectors import READ_ONCE


def by_claim(memory: str) -> str:
    """Find memories by the keys of a claim; ``memory`` is how one is returned."""
    by_key = (
        f"UNWIND ${keys} AS {key}\n"
        f"CALL {{ WITH {key} MATCH (n:Memory {{{name}: {key}}}) WHERE n.live {FIRST_OF_A_KEY} }}"
        for keys, key, name in CLAIM_KEYS
    )
    return united(
        memory,
        *by_key,
        f"""UNWIND $fields AS f WITH f.subject AS subject, f.topic AS topic
CALL {{ WITH subject, topic MATCH (n:Memory {{topic: topic}})
    WHERE n.subject_key = subject AND n.live {FIRST_OF_A_KEY} }}""",
        "MATCH (n:Memory) WHERE n.claim_id IN $claims AND n.live",
        "MATCH (n:Memory) WHERE n.valid_until_condition IN $conditions AND n.live",
    )


# What a reader may see at a moment. A memory that ended because it was superseded after `known_at` had not ended yet.
VISIBLE = """
    (n.agent_id IS NULL OR n.agent_id = $agent)
    AND ($historic OR n.live)
    AND n.created_at <= $known_at
    AND n.valid_from <= $valid_at
    AND (n.valid_until IS NULL OR n.valid_until > $valid_at OR ($historic AND n.expired_at > $known_at
         AND (n.valid_until_prior IS NULL OR n.valid_until_prior > $valid_at)))
    AND (n.status <> 'retracted' OR n.expired_at > $known_at)
    AND (n.status <> 'archived' OR n.expired_at > $known_at OR n.expired_at > $valid_at)
"""
# The same of the present, which is what an index answers for: less to look at in every row.
_VISIBLE_NOW = """
    (n.agent_id IS NULL OR n.agent_id = $agent) AND n.live AND n.created_at <= $known_at
    AND n.valid_from <= $valid_at AND (n.valid_until IS NULL OR n.valid_until > $valid_at)
"""
MEMORY = "n {.*, name_embedding: null} AS n"
_NEAREST = f"WITH n, max(score) AS score ORDER BY score DESC LIMIT $k RETURN score, {MEMORY}"

# Each memory once, with every hit: what a memory holds is sent and read one time, however many queries find it.
_ONCE = """}
WITH n, collect([role, how, score]) AS hits
RETURN hits, """

# The best k of each query. What names the query is taken out of it before: a query that goes along brings its vector,
# which is compared for every row. Nor is a vector an argument where rows are compared: it would be read for each.
_QUERY = "q.place AS place, q.role AS role, q.k AS k"
_BEST = """WITH place, role, k, n, score ORDER BY score DESC
WITH place, role, k, collect({n: n, score: score}) AS hits UNWIND hits[0..k] AS hit
WITH role, hit.score AS score, hit.n AS n
"""


def _by_words(visible: str) -> str:
    """The best of each query by full text. A limit is one number for all: what a query wants of it is cut off after."""
    return f"""
UNWIND $queries AS q WITH {_QUERY}, q.text AS text, q.text_fetch AS fetch WHERE text <> ''
CALL {{ WITH text, fetch CALL db.idx.fulltext.queryNodes('Entity', text) YIELD node, score
    WITH fetch, node, score ORDER BY score DESC LIMIT $text_fetch
    WITH fetch, collect({{node: node, score: score}}) AS best UNWIND best[0..fetch] AS one
    RETURN one.node AS node, one.score AS score }}
WITH place, role, k, node AS n, score WHERE n:Memory AND {visible}
{_BEST}RETURN role, 'text' AS how, score, n
"""


_SEARCH_EXACT = f"""
CALL {{
UNWIND $queries AS q WITH {_QUERY}, vecf32(q.vector) AS vector
CALL {{ WITH vector MATCH (n:Memory) WHERE {VISIBLE}
    WITH n, 1 - vec.cosineDistance(n.name_embedding, vector) AS score ORDER BY score DESC LIMIT $widest
    RETURN n, score }}
WITH place, role, k, n, score
{_BEST}RETURN role, 'vector' AS how, score, n
UNION ALL
{_by_words(VISIBLE)}
{_ONCE}"""

_SEARCH_INDEX = f"""
CALL {{
UNWIND $queries AS q
CALL db.idx.vector.queryNodes('Live', 'name_embedding', q.fetch, vecf32(q.vector)) YIELD node, score AS distance
WITH {_QUERY}, node AS n, 1 - distance AS score WHERE {_VISIBLE_NOW}
{_BEST}RETURN role, 'vector' AS how, score, n
UNION ALL
{_by_words(_VISIBLE_NOW)}
{_ONCE}"""


# The second step goes through what was learned last of an anchor, to what is named with it most often: an entity that
# half of a memory is about is connected with everything. (A CALL inside a CALL has brought FalkorDB 4.22 down.)
def _neighbours(*, latest: bool) -> str:
    """Statement for the neighbours of the anchors; only the ``$latest`` memories of each are looked at, or all of
    them."""
    visible = _VISIBLE_NOW if latest else VISIBLE
    of_a = "WITH a, n ORDER BY id(n) DESC LIMIT $latest WITH a, n" if latest else ""
    of_b = "WITH n ORDER BY id(n) DESC LIMIT $latest WITH n" if latest else ""
    return f"""
WITH a, max(nearness) AS nearness ORDER BY nearness DESC LIMIT $anchors
CALL {{
    WITH a MATCH (a)<-[:ABOUT]-(n:Memory) {of_a} WHERE {visible}
    RETURN 1 AS hop, n ORDER BY n.valid_from DESC LIMIT $limit
    UNION
    WITH a MATCH (a)<-[:ABOUT]-(n:Memory) {of_a} WHERE {visible}
    WITH a, n AS m ORDER BY m.valid_from DESC LIMIT $limit
    MATCH (m)-[:ABOUT]->(b:NamedEntity) WHERE b <> a
    WITH b, count(m) AS together ORDER BY together DESC LIMIT $anchors
    MATCH (b)<-[:ABOUT]-(n:Memory) {of_b} WHERE {visible}
    WITH DISTINCT n ORDER BY n.valid_from DESC LIMIT $limit RETURN 2 AS hop, n
}}
RETURN a.name AS anchor, nearness, hop, {AT_A_GLANCE}
"""


_STATE = """
WITH g OPTIONAL MATCH (n:Live)
WITH g, count(n) AS live OPTIONAL MATCH (e:Episodic)
WITH g, live, count(e) AS turns
RETURN g.embedder AS embedder, g.dimension AS dimension, g.schema AS schema, live, live AS indexed, turns,
  coalesce(g.seq, 0) AS seq, g.head AS head
"""

STATEMENTS = Statements(
    apply=apply,
    known_entities="""
OPTIONAL MATCH (c:Change {uuid: $change})
WITH c.payload AS payload
OPTIONAL MATCH (n:NamedEntity) WHERE n.uuid IN $ids
RETURN payload, CASE WHEN n IS NULL THEN null ELSE n {.*, name_embedding: null} END AS n
""",
    comparable_exact=f"""{by_claim(MEMORY)}
UNWIND $vectors AS v WITH v.id AS draft, vecf32(v.vector) AS vector
CALL {{ WITH vector MATCH (n:Live) WHERE n.live
    WITH n, vec.cosineDistance(n.name_embedding, vector) AS distance ORDER BY distance LIMIT $k RETURN n, distance }}
RETURN draft, 1 - distance AS similarity, {MEMORY}
""",
    comparable_index=f"""{by_claim(MEMORY)}
UNWIND $vectors AS v
CALL db.idx.vector.queryNodes('Live', 'name_embedding', $k, vecf32(v.vector)) YIELD node, score
WITH v, node AS n, score WHERE n.live
RETURN v.id AS draft, 1 - score AS similarity, {MEMORY}
""",
    standing=f"""
MATCH (n:Memory) WHERE n.type = 'semantic:hard_rule' AND {with_clock_skew(VISIBLE)}
RETURN 'rule' AS kind, '' AS edge, {MEMORY}
UNION ALL
MATCH (n:Memory) WHERE n.type IN $models AND {VISIBLE}
RETURN 'model' AS kind, '' AS edge, {MEMORY}
UNION ALL
MATCH (m:Memory) WHERE m.type IN $models AND m.live AND (m.agent_id IS NULL OR m.agent_id = $agent)
WITH m MATCH (m)-[r:HAS_PREFERENCE|HAS_STRENGTH|HAS_WEAKNESS|MISSED|EXPECTS]->(n:Memory) WHERE {VISIBLE}
RETURN 'linked' AS kind, type(r) AS edge, {MEMORY}
UNION ALL
MATCH (n:Memory) WHERE n.type = 'episodic' AND n.valid_from >= $since AND {VISIBLE}
WITH n ORDER BY n.valid_from DESC LIMIT $recent
RETURN 'episode' AS kind, '' AS edge, {MEMORY}
UNION ALL
UNWIND $standing AS standing
CALL {{ WITH standing MATCH (n:Memory {{standing: standing}}) WHERE {with_upcoming(VISIBLE)} {FIRST_OF_A_KEY} }}
RETURN 'standing' AS kind, standing AS edge, {MEMORY}
""",
    search_exact=_SEARCH_EXACT + MEMORY,
    search_index=_SEARCH_INDEX + MEMORY,
    glance_exact=with_upcoming(_SEARCH_EXACT) + AT_A_GLANCE,
    glance_index=with_upcoming(_SEARCH_INDEX) + AT_A_GLANCE,
    procedures_exact=f"""
UNWIND $queries AS q WITH vecf32(q.vector) AS vector
MATCH (n:Procedure) WHERE {VISIBLE}
WITH n, 1 - vec.cosineDistance(n.name_embedding, vector) AS score
{_NEAREST}
""",
    procedures_index=f"""
UNWIND $queries AS q
CALL db.idx.vector.queryNodes('Procedure', 'name_embedding', $fetch, vecf32(q.vector)) YIELD node, score AS distance
WITH node AS n, 1 - distance AS score WHERE {_VISIBLE_NOW}
{_NEAREST}
""",
    neighbourhood_exact=f"""
CALL {{
    MATCH (a:NamedEntity) WHERE a.uuid IN $ids RETURN a, 1.0 AS nearness
    UNION
    {READ_ONCE}
    MATCH (a:NamedEntity) WITH a, 1 - vec.cosineDistance(a.name_embedding, vector) AS nearness
    RETURN a, nearness ORDER BY nearness DESC LIMIT $anchors
}}
{_neighbours(latest=False)}""",
    neighbourhood_index=f"""
CALL {{
    MATCH (a:NamedEntity) WHERE a.uuid IN $ids RETURN a, 1.0 AS nearness
    UNION
    CALL db.idx.vector.queryNodes('NamedEntity', 'name_embedding', $fetch, vecf32($vector)) YIELD node, score
    RETURN node AS a, 1 - score AS nearness ORDER BY nearness DESC LIMIT $anchors
}}
{_neighbours(latest=True)}""",
    by_ids=f"UNWIND $ids AS id MATCH (n:Entity {{uuid: id}}) RETURN {MEMORY}",
    rules=f"MATCH (n:Memory) WHERE n.type = 'semantic:hard_rule' AND n.live RETURN {MEMORY}",
    page=f"""
MATCH (n) WHERE id(n) > $after AND n:Entity AND n.details IS NOT NULL AND (size($types) = 0 OR n.type IN $types)
  AND ($everything OR ({VISIBLE}))
WITH n, id(n) AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, {MEMORY}
""",
    page_start=-1,
    history=f"""
CALL {{
    MATCH (a:NamedEntity)<-[:ABOUT]-(m:Memory) WHERE a.uuid IN $ids RETURN m
    UNION
    MATCH (m:Memory) WHERE m.topic IN $topics RETURN m
    UNION
    UNWIND $memories AS id MATCH (m:Entity {{uuid: id}}) WHERE m:Memory RETURN m
}}
WITH m ORDER BY m.valid_from DESC LIMIT $newest
MATCH (m)-[:SUPERSEDES*0..20]-(n:Memory)
WHERE (n.agent_id IS NULL OR n.agent_id = $agent) AND n.created_at <= $known_at
WITH DISTINCT n
OPTIONAL MATCH (newer:Memory)-[r:SUPERSEDES]->(n)
WHERE (newer.agent_id IS NULL OR newer.agent_id = $agent) AND newer.created_at <= $known_at
WITH n, head(collect(newer.uuid)) AS new, head(collect(r.reason)) AS reason
RETURN new, reason, {MEMORY} LIMIT $limit
""",
    # No label at the far end: FalkorDB would multiply the whole graph with it.
    links="""
UNWIND $ids AS id
MATCH (a:Entity {uuid: id}) WITH a MATCH (a)-[r]->(b) WHERE type(r) <> 'RELATES_TO' AND b.details IS NOT NULL
  AND (a.agent_id IS NULL OR a.agent_id = $agent) AND (b.agent_id IS NULL OR b.agent_id = $agent)
RETURN a.uuid AS source, b.uuid AS target, type(r) AS type, r.reason AS reason
UNION
UNWIND $ids AS id
MATCH (b:Entity {uuid: id}) WITH b MATCH (a)-[r]->(b) WHERE type(r) <> 'RELATES_TO' AND a.details IS NOT NULL
  AND (a.agent_id IS NULL OR a.agent_id = $agent) AND (b.agent_id IS NULL OR b.agent_id = $agent)
RETURN a.uuid AS source, b.uuid AS target, type(r) AS type, r.reason AS reason
""",
    episodes="""
UNWIND $ids AS id MATCH (e:Episodic {uuid: id}) RETURN e {.*, unit_embedding: null, token_vectors: null} AS e
""",
    changes="""
MATCH (c:Change) WHERE c.at >= $since AND c.seq > $after
RETURN c {.*} AS c ORDER BY c.seq LIMIT $limit
""",
    numbers="""
MATCH (n:Entity) WHERE n.details IS NOT NULL RETURN 'memories' AS what, n.type AS kind, count(n) AS count
UNION ALL
MATCH (n:Episodic) RETURN 'episodes' AS what, n.source_description AS kind, count(n) AS count
UNION ALL
MATCH (:Entity)-[r]->(:Entity) RETURN 'edges' AS what, type(r) AS kind, count(r) AS count
UNION ALL
MATCH (:Episodic)-[r]->(:Entity) RETURN 'edges' AS what, type(r) AS kind, count(r) AS count
UNION ALL
MATCH (c:Change) RETURN 'changes' AS what, c.run AS kind, count(c) AS count
""",
    group_state=f"MATCH (g:ChangeLog {{uuid: $group}}){_STATE}",
    mark_group=f"""
MERGE (g:ChangeLog {{uuid: $group}})
SET g.embedder = coalesce(g.embedder, $embedder), g.dimension = coalesce(g.dimension, $dimension),
    g.schema = coalesce(g.schema, $schema)
{_STATE}""",
    findings=findings.FALKORDB,
)
