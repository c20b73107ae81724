"""The names of the statements that look for more broken invariants, and of those that mend them."""

from dataclasses import dataclass

from memorist.memory_store.statements.log import logged
from memorist.memory_store.statements.scope import Ours, every_node, nodes_of_group


@dataclass(frozen=True)
class CheckingStatements:
    """One dialect's statements. ``$group`` is everywhere.

    Each of ``findings`` → kind, message, ids, as in the store's own. What mends takes an entry of the log besides, and
    writes it in the same transaction.
    """

    findings: tuple[str, ...]
    entries: str
    """→ entries: how many the group's log has, also where its note is gone."""
    indexes: str
    """→ labels, properties, kinds, state."""
    texts: str
    """$ids → n: nodes whose vector has to be computed again."""
    set_vectors: str
    """$rows [{uuid, vector}]."""
    set_live: str
    """$ids: the mark and the label of memories as their status says."""
    set_marks: str
    """$rows [{uuid, said, is_unread}]: where an episode is found that was, or was not, read."""
    set_ends: str
    """$ids: claims end when the memories that state them do."""
    drop_claims: str
    """$ids: claims that no memory states."""
    drop_nodes: str
    """$ids: nodes that say nothing."""
    slots_of_holders: str
    """$ids → slot, holder: the slots that these memories hold, there or not."""


_LIVE = "n.status IN ['staged', 'confirmed', 'contested']"


def _wrong_marks(ours: Ours) -> str:
    return f"""
MATCH (e:Episodic) WHERE {ours("e")}(e.said IS NULL OR e.is_unread IS NULL
  OR e.is_unread <> (e.read_by IS NULL OR coalesce(e.unread_count, 0) > 0))
RETURN 'wrong_reading_mark' AS kind, 'an episode is listed as read, or as unread, against its reading' AS message,
       [e.uuid] AS ids LIMIT 100
"""


def _entries(ours: Ours) -> str:
    return f"MATCH (c:Change) WHERE {ours('c')}true RETURN count(c) AS entries"


_SET_MARKS = """
UNWIND $rows AS row MATCH (e:Episodic {uuid: row.uuid}) SET e.said = row.said, e.is_unread = row.is_unread
"""
_SLOTS_OF_HOLDERS = """
MATCH (s:Slot) WHERE s.group_id = $group AND s.holder IN $ids RETURN s.uuid AS slot, s.holder AS holder
"""


def _findings(ours: Ours, end: str) -> tuple[str, ...]:
    return (
        f"""
MATCH (n:Memory) WHERE {ours("n")}(n.live <> ({_LIVE}) OR n.live IS NULL)
RETURN 'wrongly_live' AS kind, 'a memory is read, or hidden, against its status' AS message, [n.uuid] AS ids LIMIT 100
""",
        f"""
MATCH (n:Memory) WHERE {ours("n")}n.live AND NOT n:Live
RETURN 'not_in_index' AS kind, 'a live memory is not in the vector index' AS message, [n.uuid] AS ids LIMIT 100
""",
        f"""
MATCH (n:Live) WHERE {ours("n")}NOT n.live
RETURN 'dead_in_index' AS kind, 'the vector index holds a memory that is not live' AS message, [n.uuid] AS ids LIMIT 100
""",
        f"""
MATCH {end}-[r:RELATES_TO]->() WHERE {ours("r")}r.memory_id IS NOT NULL
OPTIONAL MATCH (n:Entity {{uuid: r.memory_id}})
WITH r, n WHERE n IS NULL
RETURN 'orphan_claim' AS kind, 'a fact is stated by a memory that is not there' AS message, [r.uuid] AS ids LIMIT 100
""",
        f"""
MATCH {end}-[r:RELATES_TO]->() WHERE {ours("r")}r.memory_id IS NOT NULL AND r.expired_at IS NULL
MATCH (n:Entity {{uuid: r.memory_id}}) WHERE n.expired_at IS NOT NULL
RETURN 'open_claim' AS kind, 'a fact goes on though its memory ended: Graphiti would read it' AS message,
       [r.uuid] AS ids LIMIT 100
""",
        f"""
MATCH (n:Entity)-[r]->() WHERE {ours("n")}r.uuid IS NULL
RETURN 'edge_without_id' AS kind, 'an edge without uuid cannot be moved' AS message, [type(r)] AS ids LIMIT 100
""",
        _wrong_marks(ours),
    )


_SET_LIVE = f"""
UNWIND $ids AS id MATCH (n:Entity {{uuid: id}}) SET n.live = coalesce({_LIVE}, false)
FOREACH (_ IN CASE WHEN n.live THEN [1] ELSE [] END | SET n:Live)
FOREACH (_ IN CASE WHEN n.live THEN [] ELSE [1] END | REMOVE n:Live)
"""

FALKORDB = CheckingStatements(
    findings=_findings(every_node, "(:Entity)"),
    entries=_entries(every_node),
    indexes="""
CALL db.indexes() YIELD label, types, status RETURN [label] AS labels, types AS properties, status AS state
""",
    texts="UNWIND $ids AS id MATCH (n:Entity {uuid: id}) RETURN n {.*, name_embedding: null} AS n",
    set_vectors=logged(
        "UNWIND $rows AS row MATCH (n:Entity {uuid: row.uuid}) SET n.name_embedding = vecf32(row.vector)"
    ),
    set_live=logged(_SET_LIVE),
    set_marks=logged(_SET_MARKS),
    set_ends=logged("""
UNWIND $ids AS id MATCH ()-[r:RELATES_TO {uuid: id}]->()
WITH r, r.memory_id AS memory MATCH (n:Entity {uuid: memory})
SET r.invalid_at = n.valid_until, r.expired_at = n.expired_at
"""),
    drop_claims=logged("UNWIND $ids AS id MATCH ()-[r:RELATES_TO {uuid: id}]->() DELETE r"),
    drop_nodes=logged("UNWIND $ids AS id MATCH (n:Entity {uuid: id}) DELETE n"),
    slots_of_holders=_SLOTS_OF_HOLDERS,
)

NEO4J = CheckingStatements(
    findings=_findings(nodes_of_group, "()"),
    entries=_entries(nodes_of_group),
    indexes="""
SHOW INDEXES YIELD labelsOrTypes, properties, type, state
RETURN labelsOrTypes AS labels, properties, type AS kind, state
""",
    texts="""
UNWIND $ids AS id MATCH (n:Entity {uuid: id}) WHERE n.group_id = $group RETURN n {.*, name_embedding: null} AS n
""",
    set_vectors=logged("""
UNWIND $rows AS row MATCH (n:Entity {uuid: row.uuid})
CALL (n, row) { CALL db.create.setNodeVectorProperty(n, 'name_embedding', row.vector) }
"""),
    set_live=logged(_SET_LIVE),
    set_marks=logged(_SET_MARKS),
    set_ends=logged("""
UNWIND $ids AS id MATCH ()-[r:RELATES_TO {uuid: id}]->() WHERE r.group_id = $group
MATCH (n:Entity {uuid: r.memory_id})
SET r.invalid_at = datetime(n.valid_until), r.expired_at = datetime(n.expired_at)
"""),
    drop_claims=logged("UNWIND $ids AS id MATCH ()-[r:RELATES_TO {uuid: id}]->() WHERE r.group_id = $group DELETE r"),
    drop_nodes=logged("UNWIND $ids AS id MATCH (n:Entity {uuid: id}) WHERE n.group_id = $group DETACH DELETE n"),
    slots_of_holders=_SLOTS_OF_HOLDERS,
)
