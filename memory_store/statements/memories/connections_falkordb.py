"""FalkorDB: the rarer parts of applying a change set: chosen ids, connections that change or go, new wording."""

from memorist.memory_store.statements.memories import Parts

_SO_FAR = "log, done, lost, stale, missing, mistyped, taken"

# Each part ends with the same names, so that any of them may be left out.
_CHOSEN_GUARD = f"""
UNWIND $chosen AS id
OPTIONAL MATCH (s:Spent {{uuid: id}})
WITH {_SO_FAR}, id, s.uuid AS found
WITH {_SO_FAR}, collect(CASE WHEN found IS NULL THEN null ELSE id END) AS spent
WITH log, done, lost, stale, missing, mistyped, taken + spent AS taken
"""
_TOUCHED_GUARD = f"""
UNWIND $touched AS u
OPTIONAL MATCH (a:Entity {{uuid: u.source}})-[r {{uuid: u.uuid}}]->(b:Entity {{uuid: u.target}})
WITH {_SO_FAR}, u, CASE WHEN r IS NULL THEN 0 ELSE coalesce(r.revision, 1) END AS revision
WITH {_SO_FAR}, collect(CASE WHEN revision = u.revision THEN null ELSE u.uuid END) AS moved
WITH log, done, lost, stale + moved AS stale, missing, mistyped, taken
"""
_SPENT = """CALL { WITH go UNWIND go AS _ UNWIND $spent AS id MERGE (:Spent {uuid: id}) }
"""
_TOUCHED = """
CALL { WITH go UNWIND go AS _ UNWIND $relinked AS u
       MATCH (:Entity {uuid: u.source})-[r {uuid: u.uuid}]->(:Entity {uuid: u.target})
       SET r += u.props, r.revision = coalesce(r.revision, 1) + 1 }
CALL { WITH go UNWIND go AS _ UNWIND $unlinked AS u
       MATCH (:Entity {uuid: u.source})-[r {uuid: u.uuid}]->(:Entity {uuid: u.target}) DELETE r }
"""
_REWORDED = """CALL { WITH go UNWIND go AS _ UNWIND $reworded AS v MATCH (n:Entity {uuid: v.uuid})
       SET n.name_embedding = vecf32(v.vector) }
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
