"""Statements about what hangs on a memory, for Neo4j."""

from memorist.memory_store.statements.linking import LinkingStatements

STATEMENTS = LinkingStatements(
    holder="""
MATCH (s:Slot {uuid: $slot}) WHERE s.group_id = $group
MATCH (n:Entity {uuid: s.holder}) RETURN n {.*, name_embedding: null} AS n
""",
    incoming="""
UNWIND $ids AS id MATCH (m:Entity {uuid: id}) WHERE m.group_id = $group
MATCH (m)<-[r]-(n:Memory) WHERE type(r) IN $types AND (n.live OR NOT $live)
  AND (n.agent_id IS NULL OR n.agent_id = $agent)
WITH m, n, r ORDER BY r.valid_from DESC, r.uuid SKIP $skip LIMIT $limit
RETURN m.uuid AS target, n {.*, name_embedding: null} AS n, type(r) AS type, r.valid_from AS at, r.reason AS reason
""",
)
