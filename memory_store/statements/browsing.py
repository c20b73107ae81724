"""Statements that list memories, the newest first, restricted by what a reader asks for.

Parameters: ``$agent``, ``$viewer`` (whose personal memories may be seen; null for everybody's), ``$types``,
``$statuses``, ``$owner``, ``$person``, ``$named``, ``$tag``, ``$since``, ``$until``, ``$flagged``, ``$after``,
``$after_id``, ``$skip``, ``$limit`` and a moment; the answer is n.
"""

from dataclasses import dataclass

from memorist.memory_store.statements.memories import falkordb, neo4j


@dataclass(frozen=True)
class BrowsingStatements:
    """One dialect's statements."""

    visible: str
    """Memories visible at the moment."""
    visible_about: str
    """The same of what is about one name: also $about, its id."""
    with_status: str
    """Memories that have one of $statuses today, whatever their time."""
    with_status_about: str
    """Both."""


# What one person told of himself is his, unless it was shared. A claim about "the user" has that for its subject.
HIS_OWN = """
  AND ($viewer IS NULL OR n.user_id IS NULL OR n.user_id = $viewer OR n.promoted_to_shared
       OR NOT (coalesce(n.subject_key, '') STARTS WITH 'user|' OR n.type STARTS WITH 'model:'
               OR 'personal' IN coalesce(n.tags, [])))
"""
_FILTERS = """
  AND (size($types) = 0 OR n.type IN $types)
  AND (size($statuses) = 0 OR n.status IN $statuses)
  AND ($owner IS NULL OR toLower(n.user_id) = $owner)
  AND ($person IS NULL OR toLower(n.user_id) = $person OR $named IN n.entities)
  AND ($tag IS NULL OR $tag IN coalesce(n.tags, []))
  AND ($since IS NULL OR n.valid_from >= $since) AND ($until IS NULL OR n.valid_from < $until)
  AND (NOT $flagged OR n.flagged IS NOT NULL)
  AND ($after IS NULL OR n.valid_from < $after OR (n.valid_from = $after AND n.uuid > $after_id))
"""
_WHATEVER_ITS_TIME = "(n.agent_id IS NULL OR n.agent_id = $agent)"
_PAGE = "WITH n ORDER BY n.valid_from DESC, n.uuid SKIP $skip LIMIT $limit RETURN "


def _statements(all_: str, about: str, visible: str, memory: str) -> BrowsingStatements:
    """The statements; ``all_`` and ``about`` begin them."""
    rest = f"{HIS_OWN}{_FILTERS}{_PAGE}{memory}"
    return BrowsingStatements(
        visible=f"{all_} {visible}{rest}",
        visible_about=f"{about} {visible}{rest}",
        with_status=f"{all_} {_WHATEVER_ITS_TIME}{rest}",
        with_status_about=f"{about} {_WHATEVER_ITS_TIME}{rest}",
    )


ALL_IN_FALKORDB = "MATCH (n:Memory) WHERE"
# Neo4j would read all of a group: what narrows most, and the order of an index, stand before the other conditions.
BY_AGE_IN_NEO4J = """
MATCH (n:Memory) USING INDEX n:Memory(group_id, valid_from) WHERE n.group_id = $group AND n.valid_from <= $valid_at
WITH n ORDER BY n.valid_from"""
# The name is found first: in one pattern with conditions on the other end, FalkorDB begins with all memories.
_ABOUT_IN_FALKORDB = "MATCH (a:NamedEntity {uuid: $about}) WITH a MATCH (a)<-[:ABOUT]-(n:Memory) WHERE"
_ABOUT_IN_NEO4J = """
MATCH (:Entity:NamedEntity {uuid: $about})<-[:ABOUT]-(n:Memory) WHERE n.group_id = $group AND"""

FALKORDB = _statements(ALL_IN_FALKORDB, _ABOUT_IN_FALKORDB, falkordb.VISIBLE, falkordb.MEMORY)
NEO4J = _statements(f"{BY_AGE_IN_NEO4J} DESC WHERE", _ABOUT_IN_NEO4J, neo4j.VISIBLE, neo4j.MEMORY)
