"""Raw episodes in Neo4j. Graphiti's time fields, which these are, are native times."""

from dataclasses import replace

from memorist.memory_store.statements.turns import REPLACED, TurnStatements, overheard
from memorist.memory_store.statements.vectors import index_options, nearest

# Graphiti's indexes on times hold the episodes of all groups: with coalesce, no plan goes by them.
VISIBLE = """
    n.group_id = $group AND (n.agent_id IS NULL OR n.agent_id = $agent OR n.role = 'user')
    AND coalesce(n.created_at) <= datetime($known_at)
    AND coalesce(n.valid_at) <= datetime(CASE WHEN $valid_at = '' THEN $known_at ELSE $valid_at END)
    AND coalesce(n.source_description, '') <> $unsaid
    AND n.withdrawn IS NULL
"""
WORDS_INDEX = (
    "CREATE FULLTEXT INDEX episode_words IF NOT EXISTS FOR (n:Episodic) ON EACH [n.content, n.group_id] "
    "OPTIONS {indexConfig: {`fulltext.analyzer`: 'english'}}"
)
"""Beside Graphiti's own, which does not know that "painted" is "paint"."""


def _indexes(dimension: int, prefix: str = "", filters: str = "") -> list[str]:
    """The vectors of the units, and their words."""
    vectors = (
        f"{prefix}CREATE VECTOR INDEX unit_vector IF NOT EXISTS FOR (n:Episodic) ON n.unit_embedding{filters} "
        + index_options(dimension)
    )
    return [vectors, WORDS_INDEX]


def _filtered_indexes(dimension: int) -> list[str]:
    return _indexes(dimension, "CYPHER 25 ", " WITH [n.group_id]")


WRITE = """
CALL (go) { UNWIND go AS _ UNWIND $readings AS r MATCH (n:Episodic {uuid: r.uuid}) WHERE n.content <> $withheld
       SET n += r.props }
CALL (go) { UNWIND go AS _ UNWIND $units AS u MATCH (n:Episodic {uuid: u.uuid})
       CALL db.create.setNodeVectorProperty(n, 'unit_embedding', u.vector) }
CALL (go) { UNWIND go AS _ UNWIND $following AS f MATCH (a:Episodic {uuid: f.source})
       MATCH (b:Episodic {uuid: f.target}) MERGE (a)-[r:NEXT_EPISODE {uuid: f.uuid}]->(b) SET r.group_id = $group }
CALL (go) { UNWIND go AS _ UNWIND $sessions AS s MERGE (q:Session {uuid: s.uuid})
       WITH s, q, q.last AS last SET q.last = s.last, q.group_id = $group
       WITH s, last MATCH (a:Episodic {uuid: last}) MATCH (b:Episodic {uuid: s.first})
       MERGE (a)-[r:NEXT_EPISODE {uuid: s.edge}]->(b) SET r.group_id = $group }
"""

# The best come first: when enough of them are visible, the rest is not looked at.
_WORDS = f"""
WITH $text AS text WHERE text <> ''
CALL db.index.fulltext.queryNodes('episode_words', text, {{limit: $text_fetch}}) YIELD node, score
WITH node AS n WHERE {VISIBLE}
RETURN n LIMIT $k
"""
_NEAREST = nearest("$k", "$vector", "unit_embedding")
_WITH_NEIGHBOURS = f"""
WITH DISTINCT n
OPTIONAL MATCH (p:Episodic)-[:NEXT_EPISODE]->(n)
OPTIONAL MATCH (n)-[:NEXT_EPISODE]->(f:Episodic)
UNWIND [n, p, f] AS one
WITH DISTINCT one AS n WHERE n IS NOT NULL AND {VISIBLE}
OPTIONAL MATCH (p:Episodic)-[:NEXT_EPISODE]->(n)
WITH n, head(collect(p.uuid)) AS before
OPTIONAL MATCH (n)-[:MENTIONS]->(m:Memory)
WITH n, before, collect(CASE WHEN m.live THEN m.uuid END) AS told,
  collect(CASE WHEN NOT m.live THEN m.uuid END) AS ended,
  {REPLACED} AS replaced
RETURN n.uuid AS id, left(n.content, $chars) AS content, n.speaker AS speaker,
  n.user_id AS user, n.source_description AS kind, n.offset AS offset, n.private AS private,
  n.confided AS sensitive, n.in_confidence AS confided, n.role AS role,
  n.session_id AS session,
  toString(n.valid_at) AS at, before, told, ended, replaced,
  2 * vector.similarity.cosine(n.unit_embedding, $vector) - 1 AS cosine
"""


def _of_a_session(person: str) -> str:
    return f"""
MATCH (n:Episodic) WHERE n.session_id = session AND n.{person} = $user AND {VISIBLE} AND n.content <> $withheld
RETURN session AS there LIMIT 1
"""


STATEMENTS = TurnStatements(
    indexes=_indexes,
    write=WRITE,
    search_exact=f"""
CALL () {{
MATCH (n:Episodic) WHERE n.unit_embedding IS NOT NULL AND {VISIBLE}
WITH n, vector.similarity.cosine(n.unit_embedding, $vector) AS nearness ORDER BY nearness DESC LIMIT $k
RETURN n
UNION
{_WORDS}
}}
{_WITH_NEIGHBOURS}
""",
    search_index=f"""
CALL () {{
CALL db.index.vector.queryNodes('unit_vector', $fetch, $vector) YIELD node, score
WITH node AS n, score WHERE {VISIBLE}
{_NEAREST}
RETURN n
UNION
{_WORDS}
}}
{_WITH_NEIGHBOURS}
""",
    attended=f"""
UNWIND $sessions AS session
CALL (session) {{{_of_a_session("user_id")}UNION{_of_a_session("speaker")}}}
RETURN session
""",
    overheard=overheard(VISIBLE),
)

FILTERED = replace(
    STATEMENTS,
    indexes=_filtered_indexes,
    search_index=f"""CYPHER 25
CALL () {{
MATCH (n:Episodic) SEARCH n IN (VECTOR INDEX unit_vector FOR $vector WHERE n.group_id = $group LIMIT $fetch)
    SCORE AS score
WITH n, score WHERE {VISIBLE}
{_NEAREST}
RETURN n
UNION
{_WORDS}
}}
{_WITH_NEIGHBOURS}
""",
)
"""From Neo4j 2026.1 on the vector index filters by group itself."""
