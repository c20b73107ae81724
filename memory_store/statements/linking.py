"""Statements about what hangs on a memory."""

from dataclasses import dataclass

HOLDERS = """
UNWIND $slots AS slot MATCH (s:Slot {uuid: slot}) WHERE s.group_id = $group RETURN slot, s.holder AS holder
"""
"""$group, $slots → slot, holder: of the slots that were ever held; the same on both databases."""


@dataclass(frozen=True)
class LinkingStatements:
    """One dialect's statements. Each is one step from a memory that is known by its id."""

    holder: str
    """$slot → n: the memory that holds a slot."""
    incoming: str
    """$ids, $types, $live, $skip, $limit → target, n, type, at, reason: what points to memories, newest edge first;
    with $live only what is live."""


def _statements(slot: str, target: str) -> LinkingStatements:
    """Of what finds the slot ``s`` and the target ``m``."""
    return LinkingStatements(
        holder=f"{slot} MATCH (n:Entity {{uuid: s.holder}}) RETURN n {{.*, name_embedding: null}} AS n",
        incoming=f"""
UNWIND $ids AS id {target}
MATCH (m)<-[r]-(n:Memory) WHERE type(r) IN $types AND (n.live OR NOT $live)
  AND (n.agent_id IS NULL OR n.agent_id = $agent)
WITH m, n, r ORDER BY r.valid_from DESC, r.uuid SKIP $skip LIMIT $limit
RETURN m.uuid AS target, n {{.*, name_embedding: null}} AS n, type(r) AS type, r.valid_from AS at, r.reason AS reason
""",
    )


FALKORDB = _statements("MATCH (s:Slot {uuid: $slot}) WITH s", "MATCH (m:Entity {uuid: id}) WITH m")
NEO4J = _statements(
    "MATCH (s:Slot {uuid: $slot}) WHERE s.group_id = $group", "MATCH (m:Entity {uuid: id}) WHERE m.group_id = $group"
)
