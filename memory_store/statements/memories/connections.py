"""The rarer parts of applying a change set: chosen ids, connections that change or go, new wording."""

from dataclasses import dataclass

from memorist.memory_store.statements.memories import ChangeSetParts


@dataclass(frozen=True)
class Connections:
    """One dialect's parts. Each ends with the names it begins with, so that any of them may be left out."""

    chosen_guard: str
    touched_guard: str
    spent: str
    touched: str
    reworded: str

    def guards(self, parts: ChangeSetParts) -> str:
        """Further conditions of a write."""
        return (self.chosen_guard if parts.chosen else "") + (self.touched_guard if parts.touched else "")

    def writes(self, parts: ChangeSetParts) -> str:
        """Further writes."""
        return (
            (self.spent if parts.chosen or parts.touched else "")
            + (self.touched if parts.touched else "")
            + (self.reworded if parts.reworded else "")
        )


_SO_FAR = "log, done, lost, stale, missing, mistyped, taken"

FALKORDB = Connections(
    chosen_guard=f"""
UNWIND $chosen AS id
OPTIONAL MATCH (s:Spent {{uuid: id}})
WITH {_SO_FAR}, id, s.uuid AS found
WITH {_SO_FAR}, collect(CASE WHEN found IS NULL THEN null ELSE id END) AS spent
WITH log, done, lost, stale, missing, mistyped, taken + spent AS taken
""",
    touched_guard=f"""
UNWIND $touched AS u
OPTIONAL MATCH (a:Entity {{uuid: u.source}})-[r {{uuid: u.uuid}}]->(b:Entity {{uuid: u.target}})
WITH {_SO_FAR}, u, CASE WHEN r IS NULL THEN 0 ELSE coalesce(r.revision, 1) END AS revision
WITH {_SO_FAR}, collect(CASE WHEN revision = u.revision THEN null ELSE u.uuid END) AS moved
WITH log, done, lost, stale + moved AS stale, missing, mistyped, taken
""",
    spent="""CALL { WITH go UNWIND go AS _ UNWIND $spent AS id MERGE (s:Spent {uuid: id}) SET s.group_id = $group }
""",
    touched="""
CALL { WITH go UNWIND go AS _ UNWIND $relinked AS u
       MATCH (:Entity {uuid: u.source})-[r {uuid: u.uuid}]->(:Entity {uuid: u.target})
       SET r += u.props, r.revision = coalesce(r.revision, 1) + 1 }
CALL { WITH go UNWIND go AS _ UNWIND $unlinked AS u
       MATCH (:Entity {uuid: u.source})-[r {uuid: u.uuid}]->(:Entity {uuid: u.target}) DELETE r }
""",
    reworded="""CALL { WITH go UNWIND go AS _ UNWIND $reworded AS v MATCH (n:Entity {uuid: v.uuid})
       SET n.name_embedding = vecf32(v.vector) }
""",
)
NEO4J = Connections(
    chosen_guard="""CALL () {
    UNWIND $chosen AS id OPTIONAL MATCH (s:Spent {uuid: id})
    WITH id, s WHERE s IS NOT NULL RETURN collect(id) AS spent_ids }
WITH log, done, lost, stale, missing, mistyped, taken + spent_ids AS taken
""",
    touched_guard="""CALL () {
    UNWIND $touched AS u
    OPTIONAL MATCH (a:Entity {uuid: u.source}) OPTIONAL MATCH (a)-[there*1..1 {uuid: u.uuid}]->()
    WITH u, CASE WHEN there IS NULL OR a.group_id <> $group THEN 0 ELSE coalesce(there[0].revision, 1) END AS revision
    WITH u, revision WHERE revision <> u.revision RETURN collect(u.uuid) AS moved }
WITH log, done, lost, stale + moved AS stale, missing, mistyped, taken
""",
    spent="""CALL (go) { UNWIND go AS _ UNWIND $spent AS id MERGE (s:Spent {uuid: id}) SET s.group_id = $group }
""",
    touched="""CALL (go) { UNWIND go AS _ UNWIND $relinked AS u
       MATCH (a:Entity {uuid: u.source}) MATCH (a)-[there*1..1 {uuid: u.uuid}]->() UNWIND there AS r
       SET r += u.props, r.revision = coalesce(r.revision, 1) + 1 }
CALL (go) { UNWIND go AS _ UNWIND $unlinked AS u
       MATCH (a:Entity {uuid: u.source}) MATCH (a)-[there*1..1 {uuid: u.uuid}]->() UNWIND there AS r DELETE r }
""",
    reworded="""CALL (go) { UNWIND go AS _ UNWIND $reworded AS v MATCH (n:Entity {uuid: v.uuid})
       CALL db.create.setNodeVectorProperty(n, 'name_embedding', v.vector) }
""",
)
