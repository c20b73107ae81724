"""Reads of assessments: one live memory an agent, and the chain of those before it."""

from memorist.memory_store.connection import Connection
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.statements.assessments import STATEMENTS

MAX_ASSESSMENTS = 100


def assessment_slot(scope: Scope) -> str:
    """The slot that the last assessment of an agent holds: two writers cannot both follow it."""
    return stable_id(scope.group_id, "assessment_slot", scope.agent_id or "")


class Assessing(Connection):
    """Each read is one statement."""

    async def last_assessment(self, scope: Scope) -> Memory | None:
        """The assessment of the agent that holds now."""
        rows = await self._read(scope.group_id, STATEMENTS.latest, agent=scope.agent_id, slot=assessment_slot(scope))
        return from_properties(rows[0]["n"]) if rows else None

    async def assessments(self, scope: Scope, *, limit: int = 20) -> list[Memory]:
        """The last assessments of the agent that were kept, newest first; at most a hundred."""
        rows = await self._read(
            scope.group_id,
            STATEMENTS.chain,
            agent=scope.agent_id,
            slot=assessment_slot(scope),
            limit=min(limit, MAX_ASSESSMENTS),
        )
        return [from_properties(row["n"]) for row in rows]
