"""FalkorDB: applying a change set, all of it in one statement, which is atomic.

Labels and relationship types cannot be parameters, so the statement is built from those that occur.
"""

from functools import lru_cache

from memorist.memory_store.statements.log import APPEND, AT_HEAD, LINK, SEQUENCE
from memorist.memory_store.statements.memories import ChangeSetParts, Labels
from memorist.memory_store.statements.memories.connections import FALKORDB as CONNECTIONS
from memorist.memory_store.statements.turns import falkordb as turns

_GUARD = """
MERGE (log:ChangeLog {uuid: $group})
WITH log
OPTIONAL MATCH (c:Change {uuid: $change.uuid})
WITH log, c.seq AS done
UNWIND CASE WHEN size($holds) = 0 THEN [null] ELSE $holds END AS h
OPTIONAL MATCH (s:Slot {uuid: h.slot_id})
WITH log, done, h, coalesce(s.holder, '') AS held
WITH log, done, collect(CASE WHEN h IS NULL OR h.holder IS NULL OR held = h.expected OR (h.or_nobody AND held = '')
     THEN null ELSE h.slot_id END) AS lost
UNWIND CASE WHEN size($revisions) = 0 THEN [null] ELSE $revisions END AS u
OPTIONAL MATCH (n:Entity {uuid: u.uuid})
WITH log, done, lost, u, coalesce(n.revision, 0) AS revision
WITH log, done, lost, collect(CASE WHEN u IS NULL OR revision = u.revision THEN null ELSE u.uuid END) AS stale
UNWIND CASE WHEN size($endpoints) = 0 THEN [null] ELSE $endpoints END AS e
OPTIONAL MATCH (n:Entity {uuid: e.uuid})
WITH log, done, lost, stale, e, n.uuid AS found, coalesce(n.type, '') AS type
WITH log, done, lost, stale,
     collect(CASE WHEN e IS NULL OR e.fresh OR found IS NOT NULL THEN null ELSE e.uuid END) AS missing,
     collect(CASE WHEN e IS NULL OR found IS NULL OR size(e.types) = 0 OR type IN e.types THEN null
             ELSE {uuid: e.uuid, type: type} END) AS mistyped,
     collect(CASE WHEN e.fresh AND found IS NOT NULL THEN e.uuid ELSE null END) AS taken
UNWIND CASE WHEN size($sources) = 0 THEN [null] ELSE $sources END AS id
OPTIONAL MATCH (n:Episodic {uuid: id})
WITH log, done, lost, stale, missing, mistyped, taken, id,
     n.uuid IS NOT NULL AND NOT (n.content = $withheld AND id IN $reread) AS found
WITH log, done, lost, stale, missing, mistyped, taken,
     collect(CASE WHEN id IS NULL OR found THEN null ELSE id END) AS unheard
WITH log, done, lost, stale, missing + unheard AS missing, mistyped, taken
"""
_GO = f"""
WITH log, done, lost, stale, missing, mistyped, taken,
     CASE WHEN done IS NULL AND size(lost) = 0 AND size(stale) = 0 AND size(missing) = 0 AND size(mistyped) = 0
               AND size(taken) = 0 AND coalesce(log.forgotten, 0) = $forgotten
               AND coalesce(log.schema, 1) > 0 AND coalesce(log.embedder, $embedder) = $embedder AND {AT_HEAD}
          THEN [1] ELSE [] END AS go
CALL {{ WITH log, go UNWIND go AS _ {APPEND} }}
CALL {{ WITH go UNWIND go AS _ UNWIND $episodes AS e MERGE (n:Episodic {{uuid: e.uuid}}) ON CREATE SET n += e }}
CALL {{ WITH go UNWIND go AS _ UNWIND $memories AS m MERGE (n:Entity {{uuid: m.uuid}})
       ON CREATE SET n += m.props, n.name_embedding = vecf32(m.vector) }}
"""
_LABEL = """CALL {{ WITH go UNWIND go AS _ UNWIND $labels.{0} AS id MATCH (n:Entity {{uuid: id}}) SET n:{0} }}
"""
_EDGE = """CALL {{ WITH go UNWIND go AS _ UNWIND $edges.{0} AS e MATCH (a:Entity {{uuid: e.source}})
       MATCH (b:Entity {{uuid: e.target}}) MERGE (a)-[r:{0} {{uuid: e.uuid}}]->(b) SET r += e.props }}
"""
_REST = """
CALL { WITH go UNWIND go AS _ UNWIND $updates AS u MATCH (n:Entity {uuid: u.uuid})
       SET n.valid_until_prior = CASE WHEN u.expires THEN n.valid_until ELSE n.valid_until_prior END,
           n.status_prior = CASE WHEN u.expires THEN n.status ELSE n.status_prior END
       SET n += u.props, n.revision = n.revision + 1 }
CALL { WITH go UNWIND go AS _ UNWIND $retired AS id MATCH (n:Entity {uuid: id}) REMOVE n:Live }
CALL { WITH go UNWIND go AS _ UNWIND $woken AS id MATCH (n:Memory {uuid: id}) SET n:Live }
CALL { WITH go UNWIND go AS _ UNWIND $accesses AS a MATCH (n:Entity {uuid: a.uuid})
       SET n.access_count = coalesce(n.access_count, 0) + a.by, n.last_accessed = coalesce(a.at, n.last_accessed) }
CALL { WITH go UNWIND go AS _ UNWIND $mentioned AS a MATCH (n:Entity {uuid: a.uuid})
       SET n.mention_count = coalesce(n.mention_count, 0) + a.by,
           n.last_mentioned = coalesce(a.at, n.last_mentioned) }
CALL { WITH go UNWIND go AS _ UNWIND $met AS a MATCH (n:Entity {uuid: a.uuid})
       SET n.interaction_count = coalesce(n.interaction_count, 0) + a.by }
CALL { WITH go UNWIND go AS _ UNWIND $holds AS h MERGE (s:Slot {uuid: h.slot_id})
       WITH h, s WHERE h.holder IS NOT NULL OR coalesce(s.holder, h.expected) = h.expected
       SET s.holder = h.holder, s.group_id = $group }
CALL { WITH go UNWIND go AS _ UNWIND $claims AS c MATCH (a:Entity {uuid: c.source})
       MATCH (b:Entity {uuid: c.target}) MERGE (a)-[r:RELATES_TO {uuid: c.props.uuid}]->(b)
       SET r += c.props, r.fact_embedding = vecf32(c.vector) }
CALL { WITH go UNWIND go AS _ UNWIND $ended AS c MATCH ()-[r:RELATES_TO {uuid: c.uuid}]->()
       SET r.invalid_at = c.invalid_at, r.expired_at = c.expired_at }
CALL { WITH go UNWIND go AS _ UNWIND $shortened AS c MATCH ()-[r:RELATES_TO {uuid: c.uuid}]->() SET r.fact = c.fact }
CALL { WITH go UNWIND go AS _ UNWIND $mentions AS m MATCH (e:Episodic {uuid: m.source})
       MATCH (n:Entity {uuid: m.target}) MERGE (e)-[r:MENTIONS {uuid: m.uuid}]->(n)
       SET r.group_id = $group, r.created_at = m.created_at }
"""
_ANSWER = f"""
RETURN done, lost, stale, missing, mistyped, taken, coalesce(log.forgotten, 0) AS forgotten, {SEQUENCE} AS seq,
       {LINK} AS head,
       coalesce(log.schema, 1) > 0 AND coalesce(log.embedder, $embedder) = $embedder AS open
"""


@lru_cache(maxsize=256)
def apply(labels: Labels, edge_types: Labels, parts: ChangeSetParts) -> str:
    """The statement for a change set that adds these labels and edge types."""
    return (
        _GUARD
        + CONNECTIONS.guards(parts)
        + _GO
        + "".join(_LABEL.format(label) for label in sorted(labels))
        + "".join(_EDGE.format(edge_type) for edge_type in sorted(edge_types))
        + CONNECTIONS.writes(parts)
        + _REST
        + turns.STATEMENTS.write
        + _ANSWER
    )
