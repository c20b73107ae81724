"""Parts of the reading statements of forgetting that the dialects share."""

_LEARNED = "[x IN collect(CASE WHEN m.type STARTS WITH 'entity:' THEN null ELSE m.uuid END) WHERE x IS NOT NULL]"
_WORDS = "e {.*, unit_embedding: null, token_vectors: null} AS n, learned"
EPISODE = f"""
OPTIONAL MATCH (e)-[:MENTIONS]->(m:Entity)
WITH e, {_LEARNED} AS learned
"""
"""The raw input ``e`` with what was learned from it."""
ANSWER = f"""
s.role = 'user' AND e.role = 'assistant' AND coalesce(s.user_id, '') = coalesce(e.user_id, '')
OPTIONAL MATCH (e)-[:MENTIONS]->(m:Entity)
WITH s, e, {_LEARNED} AS learned
RETURN 'answer' AS kind, {_WORDS}, s.uuid AS source, null AS target, null AS type
"""
"""The condition, behind WHERE, and the row of the answer ``e`` of an agent to the same person's input ``s``."""
