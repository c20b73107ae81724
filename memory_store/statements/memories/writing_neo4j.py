"""Neo4j: applying a change set, all of it in one statement."""

from functools import lru_cache

from memorist.memory_store.statements.log import APPEND, AT_HEAD, LINK, SEQUENCE
from memorist.memory_store.statements.memories import ChangeSetParts, Labels
from memorist.memory_store.statements.memories.connections import NEO4J as CONNECTIONS
from memorist.memory_store.statements.turns import neo4j as turns

GUARD = """
MERGE (log:ChangeLog {uuid: $group}) SET log.group_id = $group
WITH log
OPTIONAL MATCH (c:Change {uuid: $change.uuid, group_id: $group})
WITH log, c.seq AS done
CALL () {
    UNWIND $holds AS h OPTIONAL MATCH (s:Slot {uuid: h.slot_id})
    WITH h, coalesce(s.holder, '') AS held
    WHERE h.holder IS NOT NULL AND held <> h.expected AND NOT (h.or_nobody AND held = '')
    RETURN collect(h.slot_id) AS lost }
CALL () {
    UNWIND $revisions AS u OPTIONAL MATCH (n:Entity {uuid: u.uuid})
    WITH u, coalesce(n.revision, 0) AS revision WHERE revision <> u.revision RETURN collect(u.uuid) AS stale }
CALL () {
    UNWIND $endpoints AS e OPTIONAL MATCH (n:Entity {uuid: e.uuid})
    WITH e, n IS NOT NULL AS found, coalesce(n.group_id, '') = $group AS ours, coalesce(n.type, '') AS type
    RETURN collect(CASE WHEN e.fresh OR ours THEN null ELSE e.uuid END) AS missing_ends,
           collect(CASE WHEN NOT ours OR size(e.types) = 0 OR type IN e.types THEN null
                   ELSE {uuid: e.uuid, type: type} END) AS mistyped,
           collect(CASE WHEN e.fresh AND found THEN e.uuid ELSE null END) AS taken }
CALL () {
    UNWIND $sources AS id OPTIONAL MATCH (n:Episodic {uuid: id})
    WITH id, n WHERE n IS NULL OR n.group_id <> $group OR (n.content = $withheld AND id IN $reread)
    RETURN collect(id) AS missing_sources }
CALL () {
    UNWIND $memories AS m MATCH (n:Entity {uuid: m.uuid})
    WITH m, n.group_id AS owner WHERE owner <> $group RETURN collect(m.uuid) AS foreign }
CALL () {
    UNWIND $episodes AS e MATCH (n:Episodic {uuid: e.uuid})
    WITH e, n.group_id AS owner WHERE owner <> $group RETURN collect(e.uuid) AS unheard }
WITH log, done, lost, stale, missing_ends + missing_sources + foreign + unheard AS missing, mistyped, taken
"""
_GO = f"""
WITH log, done, lost, stale, missing, mistyped, taken,
     CASE WHEN done IS NULL AND size(lost) = 0 AND size(stale) = 0 AND size(missing) = 0 AND size(mistyped) = 0
               AND size(taken) = 0 AND coalesce(log.forgotten, 0) = $forgotten
               AND coalesce(log.schema, 1) > 0 AND coalesce(log.embedder, $embedder) = $embedder AND {AT_HEAD}
          THEN [1] ELSE [] END AS go
CALL (log, go) {{ UNWIND go AS _ {APPEND} }}
"""
_REST = """
CALL (go) { UNWIND go AS _ UNWIND $episodes AS e MERGE (n:Episodic {uuid: e.uuid})
       ON CREATE SET n += e, n.created_at = datetime(e.created_at), n.valid_at = datetime(e.valid_at) }
CALL (go) { UNWIND go AS _ UNWIND $memories AS m MERGE (n:Entity {uuid: m.uuid})
       ON CREATE SET n += m.props, n.created_at = datetime(m.props.created_at)
       SET n:$(m.labels)
       WITH n, m CALL db.create.setNodeVectorProperty(n, 'name_embedding', m.vector) }
CALL (go) { UNWIND go AS _ UNWIND $edge_rows AS e MATCH (a:Entity {uuid: e.source})
       OPTIONAL MATCH (a)-[old*1..1 {uuid: e.uuid}]->()
       WITH e, a, old WHERE old IS NULL MATCH (b:Entity {uuid: e.target})
       CREATE (a)-[:$(e.type) {uuid: e.uuid}]->(b) }
CALL (go) { UNWIND go AS _ UNWIND $edge_rows AS e MATCH (a:Entity {uuid: e.source})
       MATCH (a)-[there*1..1 {uuid: e.uuid}]->() UNWIND there AS r SET r += e.props }
CALL (go) { UNWIND go AS _ UNWIND $updates AS u MATCH (n:Entity {uuid: u.uuid})
       SET n.valid_until_prior = CASE WHEN u.expires THEN n.valid_until ELSE n.valid_until_prior END,
           n.status_prior = CASE WHEN u.expires THEN n.status ELSE n.status_prior END
       SET n += u.props, n.revision = n.revision + 1 }
CALL (go) { UNWIND go AS _ UNWIND $retired AS id MATCH (n:Entity {uuid: id}) REMOVE n:Live }
CALL (go) { UNWIND go AS _ UNWIND $woken AS id MATCH (n:Entity:Memory {uuid: id}) SET n:Live }
CALL (go) { UNWIND go AS _ UNWIND $accesses AS a MATCH (n:Entity {uuid: a.uuid})
       SET n.access_count = coalesce(n.access_count, 0) + a.by, n.last_accessed = coalesce(a.at, n.last_accessed) }
CALL (go) { UNWIND go AS _ UNWIND $mentioned AS a MATCH (n:Entity {uuid: a.uuid})
       SET n.mention_count = coalesce(n.mention_count, 0) + a.by,
           n.last_mentioned = coalesce(a.at, n.last_mentioned) }
CALL (go) { UNWIND go AS _ UNWIND $met AS a MATCH (n:Entity {uuid: a.uuid})
       SET n.interaction_count = coalesce(n.interaction_count, 0) + a.by }
CALL (go) { UNWIND go AS _ UNWIND $holds AS h MERGE (s:Slot {uuid: h.slot_id})
       WITH h, s WHERE h.holder IS NOT NULL OR coalesce(s.holder, h.expected) = h.expected
       SET s.holder = h.holder, s.group_id = $group }
CALL (go) { UNWIND go AS _ UNWIND $claims AS c
       OPTIONAL MATCH ()-[old:RELATES_TO {uuid: c.props.uuid}]->() USING INDEX SEEK old:RELATES_TO(uuid)
       WITH c, old WHERE old IS NULL
       MATCH (a:Entity {uuid: c.source}) MATCH (b:Entity {uuid: c.target})
       CREATE (a)-[:RELATES_TO {uuid: c.props.uuid}]->(b) }
CALL (go) { UNWIND go AS _ UNWIND $claims AS c MATCH ()-[r:RELATES_TO {uuid: c.props.uuid}]->()
       USING INDEX SEEK r:RELATES_TO(uuid)
       SET r += c.props, r.created_at = datetime(c.props.created_at), r.valid_at = datetime(c.props.valid_at),
           r.invalid_at = datetime(c.props.invalid_at), r.expired_at = datetime(c.props.expired_at),
           r.reference_time = datetime(c.props.reference_time)
       WITH r, c CALL db.create.setRelationshipVectorProperty(r, 'fact_embedding', c.vector) }
CALL (go) { UNWIND go AS _ UNWIND $ended AS c MATCH ()-[r:RELATES_TO {uuid: c.uuid}]->()
       USING INDEX SEEK r:RELATES_TO(uuid)
       SET r.invalid_at = datetime(c.invalid_at), r.expired_at = datetime(c.expired_at) }
CALL (go) { UNWIND go AS _ UNWIND $shortened AS c MATCH ()-[r:RELATES_TO {uuid: c.uuid}]->()
       USING INDEX SEEK r:RELATES_TO(uuid) SET r.fact = c.fact }
CALL (go) { UNWIND go AS _ UNWIND $mentions AS m MATCH (e:Episodic {uuid: m.source})
       MATCH (n:Entity {uuid: m.target}) MERGE (e)-[r:MENTIONS {uuid: m.uuid}]->(n)
       SET r.group_id = $group, r.created_at = datetime(m.created_at) }
"""
GO = _GO + _REST
DONE = f"""
RETURN done, lost, stale, missing, mistyped, taken, coalesce(log.forgotten, 0) AS forgotten, {SEQUENCE} AS seq,
       {LINK} AS head,
       coalesce(log.schema, 1) > 0 AND coalesce(log.embedder, $embedder) = $embedder AS open
"""
# The first SET takes the lock on the group's log: writers of one group follow each other, so that what the
# preconditions saw is still so when the rest is written. What is given by its uuid is looked for by that alone: with a
# condition on the group beside it, the planner may go through all groups. And a claim is looked for by the index of its
# edges, which a hint asks for (where it is missing, the server goes without): between two names that half of all claims
# are about, MERGE would read them all. Nor are typed edges merged: of a type that only the row knows, the planner may
# look up all edges there are. Nor is an edge of any type looked for as one: in a large group the planner begins with
# all edges; what has a length, be it one, it follows from its known end, which is the one that is less spoken of.


@lru_cache(maxsize=8)
def apply(labels: Labels, edge_types: Labels, parts: ChangeSetParts) -> str:
    """The statement for a change set with these parts: Neo4j takes labels and types as parameters."""
    return GUARD + CONNECTIONS.guards(parts) + GO + CONNECTIONS.writes(parts) + turns.STATEMENTS.write + DONE
