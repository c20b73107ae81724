"""Neo4j: the rarer parts of applying a change set: chosen ids, connections that change or go, new wording."""

from memorist.memory_store.statements.memories import Parts

_CHOSEN_GUARD = """CALL () {
    UNWIND $chosen AS id OPTIONAL MATCH (s:Spent {uuid: id})
    WITH id, s WHERE s IS NOT NULL RETURN collect(id) AS spent_ids }
WITH log, done, lost, stale, missing, mistyped, taken + spent_ids AS taken
"""
_TOUCHED_GUARD = """CALL () {
    UNWIND $touched AS u
    OPTIONAL MATCH (a:Entity {uuid: u.source}) OPTIONAL MATCH (a)-[there*1..1 {uuid: u.uuid}]->()
    WITH u, CASE WHEN there IS NULL OR a.group_id <> $group THEN 0 ELSE coalesce(there[0].revision, 1) END AS revision
    WITH u, revision WHERE revision <> u.revision RETURN collect(u.uuid) AS moved }
WITH log, done, lost, stale + moved AS stale, missing, mistyped, taken
"""
_SPENT = """CALL (go) { UNWIND go AS _ UNWIND $spent AS id MERGE (s:Spent {uuid: id}) SET s.group_id = $group }
"""
_TOUCHED = """CALL (go) { UNWIND go AS _ UNWIND $relinked AS u
       MATCH (a:Entity {uuid: u.source}) MATCH (a)-[there*1..1 {uuid: u.uuid}]->() UNWIND there AS r
       SET r += u.props, r.revision = coalesce(r.revision, 1) + 1 }
CALL (go) { UNWIND go AS _ UNWIND $unlinked AS u
       MATCH (a:Entity {uuid: u.source}) MATCH (a)-[there*1..1 {uuid: u.uuid}]->() UNWIND there AS r DELETE r }
"""
_REWORDED = """CALL (go) { UNWIND go AS _ UNWIND $reworded AS v MATCH (n:Entity {uuid: v.uuid})
       CALL db.create.setNodeVectorProperty(n, 'name_embedding', v.vector) }
"""


def guards(parts: Parts) -> str:
    """What must hold besides, before anything is written."""
    return (_CHOSEN_GUARD if parts.chosen else "") + (_TOUCHED_GUARD if parts.touched else "")


def writes(parts: Parts) -> str:
    """What is written besides."""
    return (
        (_SPENT if parts.chosen or parts.touched else "")
        + (_TOUCHED if parts.touched else "")
        + (_REWORDED if parts.reworded else "")
    )
