"""Raw episodes in FalkorDB."""

from memorist.memory_store.statements.turns import REPLACED, TurnStatements, overheard
from memorist.memory_store.statements.vectors import READ_ONCE, create_falkordb

# Graphiti has indexes on times, by which nearly all of a group is read in many times the time of a scan: with coalesce,
# no plan goes by them.
VISIBLE = """
    (n.agent_id IS NULL OR n.agent_id = $agent OR n.role = 'user')
    AND coalesce(n.created_at) <= $known_at AND coalesce(n.valid_at) <= $valid_at
    AND coalesce(n.source_description, '') <> $unsaid
    AND n.withdrawn IS NULL
"""


def indexes(dimension: int) -> list[str]:
    """The vectors of the units, and the ends of the chains. Graphiti's own index holds the words."""
    return ["CREATE INDEX FOR (n:Session) ON (n.uuid)", create_falkordb("Episodic", dimension)]


WRITE = """
CALL { WITH go UNWIND go AS _ UNWIND $readings AS r MATCH (n:Episodic {uuid: r.uuid}) WHERE n.content <> $withheld
       SET n += r.props }
CALL { WITH go UNWIND go AS _ UNWIND $units AS u MATCH (n:Episodic {uuid: u.uuid})
       SET n.unit_embedding = vecf32(u.vector) }
CALL { WITH go UNWIND go AS _ UNWIND $following AS f MATCH (a:Episodic {uuid: f.source})
       MATCH (b:Episodic {uuid: f.target}) MERGE (a)-[r:NEXT_EPISODE {uuid: f.uuid}]->(b) SET r.group_id = $group }
CALL { WITH go UNWIND go AS _ UNWIND $sessions AS s MERGE (q:Session {uuid: s.uuid})
       WITH s, q, q.last AS last SET q.last = s.last, q.group_id = $group
       WITH s, last MATCH (a:Episodic {uuid: last}) MATCH (b:Episodic {uuid: s.first})
       MERGE (a)-[r:NEXT_EPISODE {uuid: s.edge}]->(b) SET r.group_id = $group }
"""

_WORDS = f"""
UNWIND CASE WHEN $text = '' THEN [] ELSE [1] END AS _
CALL db.idx.fulltext.queryNodes('Episodic', $text) YIELD node, score
WITH node AS n, score ORDER BY score DESC LIMIT $text_fetch
WITH n, score WHERE {VISIBLE}
WITH n, score ORDER BY score DESC LIMIT $k
RETURN n
"""
_WITH_NEIGHBOURS = f"""
WITH DISTINCT n
OPTIONAL MATCH (p:Episodic)-[:NEXT_EPISODE]->(n)
OPTIONAL MATCH (n)-[:NEXT_EPISODE]->(f:Episodic)
WITH collect([n, p, f]) AS found
UNWIND found AS three UNWIND three AS n
WITH DISTINCT n WHERE n IS NOT NULL AND {VISIBLE}
OPTIONAL MATCH (p:Episodic)-[:NEXT_EPISODE]->(n)
WITH n, head(collect(p.uuid)) AS before
OPTIONAL MATCH (n)-[:MENTIONS]->(m:Memory)
WITH n, before, collect(CASE WHEN m.live THEN m.uuid END) AS told,
  collect(CASE WHEN NOT m.live THEN m.uuid END) AS ended,
  {REPLACED} AS replaced, vecf32($vector) AS vector
RETURN n.uuid AS id, left(n.content, $chars) AS content, n.speaker AS speaker,
  n.user_id AS user, n.source_description AS kind, n.offset AS offset, n.private AS private,
  n.confided AS sensitive, n.in_confidence AS confided, n.role AS role,
  n.session_id AS session,
  n.valid_at AS at, before, told, ended, replaced, CASE WHEN n.unit_embedding IS NULL THEN null
  ELSE 1 - vec.cosineDistance(n.unit_embedding, vector) END AS cosine
"""


def _of_a_session(person: str) -> str:
    return f"""
WITH session MATCH (n:Episodic {{session_id: session, {person}: $user}}) WHERE {VISIBLE} AND n.content <> $withheld
RETURN session AS there LIMIT 1
"""


STATEMENTS = TurnStatements(
    indexes=indexes,
    write=WRITE,
    search_exact=f"""
CALL {{
{READ_ONCE} MATCH (n:Episodic) WHERE n.unit_embedding IS NOT NULL AND {VISIBLE}
WITH n, vec.cosineDistance(n.unit_embedding, vector) AS distance ORDER BY distance LIMIT $k
RETURN n
UNION
{_WORDS}
}}
{_WITH_NEIGHBOURS}
""",
    search_index=f"""
CALL {{
CALL db.idx.vector.queryNodes('Episodic', 'unit_embedding', $fetch, vecf32($vector)) YIELD node, score AS distance
WITH node AS n, distance WHERE {VISIBLE}
WITH n, distance ORDER BY distance LIMIT $k
RETURN n
UNION
{_WORDS}
}}
{_WITH_NEIGHBOURS}
""",
    attended=f"""
UNWIND $sessions AS session
CALL {{{_of_a_session("user_id")}UNION{_of_a_session("speaker")}}}
RETURN session
""",
    overheard=overheard(VISIBLE),
)
