"""Statements that read raw episodes in the order of said time, and what was learned from them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class EpisodeStatements:
    """One dialect's statements.

    Pages take ``$agent``, ``$session`` (null: any), ``$start`` and ``$end`` (numbers as ``said``), ``$after`` and
    ``$after_id`` (of the last episode of the page before) and ``$limit``.
    """

    unread: str
    """→ e: episodes that nobody read, or not all of them."""
    between: str
    """→ e: all episodes."""
    memories: str
    """$ids, $agent → n: live memories that rest on these episodes."""


# In a CASE, because an OR of comparisons is taken apart: FalkorDB would ask its index on the text of uuid for `>`,
# which answers with everything; Neo4j would read both sides and lose the order of the index.
_AFTER = "CASE WHEN e.said = $after THEN e.uuid > $after_id ELSE true END"


def _page(match: str, order: str) -> str:
    return f"""
{match} AND e.said >= $start AND e.said < $end AND {_AFTER} AND e.withdrawn IS NULL
  AND (e.agent_id IS NULL OR e.agent_id = $agent OR e.role = 'user') AND ($session IS NULL OR e.session_id = $session)
WITH e ORDER BY {order} LIMIT $limit
RETURN e {{.*, unit_embedding: null, token_vectors: null}} AS e
"""


def _memories(match: str, memory: str) -> str:
    return f"""
UNWIND $ids AS id {match} WITH e MATCH (e)-[:MENTIONS]->(n:Memory)
WHERE n.live AND (n.agent_id IS NULL OR n.agent_id = $agent)
WITH DISTINCT n RETURN {memory}
"""


FALKORDB = EpisodeStatements(
    unread=_page("MATCH (e:Episodic) WHERE e.is_unread = true", "e.said, e.uuid"),
    between=_page("MATCH (e:Episodic) WHERE true", "e.said, e.uuid"),
    memories=_memories("MATCH (e:Episodic {uuid: id})", "n {.*, name_embedding: null} AS n"),
)

# The order names every key of the index, and uuid has a condition: so the planner reads a page in the index's order.
NEO4J = EpisodeStatements(
    unread=_page(
        "MATCH (e:Episodic) USING INDEX SEEK e:Episodic(group_id, is_unread, said, uuid)\n"
        "WHERE e.group_id = $group AND e.is_unread = true AND e.uuid IS NOT NULL",
        "e.group_id, e.is_unread, e.said, e.uuid",
    ),
    between=_page(
        "MATCH (e:Episodic) USING INDEX SEEK e:Episodic(group_id, said, uuid)\n"
        "WHERE e.group_id = $group AND e.uuid IS NOT NULL",
        "e.group_id, e.said, e.uuid",
    ),
    memories=_memories(
        "MATCH (e:Episodic {uuid: id, group_id: $group})",
        "n {.*, name_embedding: null, created_at: toString(n.created_at)} AS n",
    ),
)
