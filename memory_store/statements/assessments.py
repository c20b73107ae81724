"""Statements for what holds a slot of its own kind, the same on both databases.

Parameters: ``$group``, ``$agent`` and ``$slot``, the id of the slot. Neither grows with the memory: the slot is found
by its id, and the chain of what was superseded is followed for a hundred steps at most.
"""

from dataclasses import dataclass

_MEMORY = "n {.*, name_embedding: null} AS n"
_HOLDER = """
MATCH (s:Slot {uuid: $slot}) WHERE s.group_id = $group AND s.holder IS NOT NULL
WITH s MATCH (h:Entity {uuid: s.holder}) WHERE h.group_id = $group AND (h.agent_id IS NULL OR h.agent_id = $agent)
"""


@dataclass(frozen=True)
class AssessmentStatements:
    """Each → n."""

    latest: str
    """The memory that holds the slot."""
    chain: str
    """It and what it superseded, newest first; $limit of them."""


STATEMENTS = AssessmentStatements(
    latest=f"{_HOLDER} WITH h AS n RETURN {_MEMORY}",
    chain=f"""{_HOLDER}
WITH h MATCH (h)-[:SUPERSEDES*0..100]->(n) WHERE n.group_id = $group AND (n.agent_id IS NULL OR n.agent_id = $agent)
WITH DISTINCT n ORDER BY n.created_at DESC LIMIT $limit
RETURN {_MEMORY}
""",
)
