"""Sending of one statement for a scope, at its present.

Statements differ between the databases in the group and the visibility alone, so each is written once, with the
fragments of :data:`FRAGMENTS` in braces, and answered in one round trip.
"""

import re
from collections.abc import Mapping
from typing import Any

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.primitives.graph import Graph
from memorist.memory_store.reading import Moment, memory_of
from memorist.memory_store.statements.memories import falkordb, neo4j

LIMIT = 1_000


def _fragments(visible: str, memory: str, ours: str) -> Mapping[str, str]:
    """Return the fragments of one database.

    Args:
        visible: a condition on ``n`` that it is visible; also given for ``a`` and ``b``.
        memory: how ``n`` is returned.
        ours: a condition on ``a`` that it belongs to the group; true where the graph is the group.
    """
    others = {f"{name}_visible": re.sub(r"\bn\.", f"{name}.", visible) for name in "ab"}
    current = "(r.valid_until IS NULL OR r.valid_until > $valid_at)"
    return {"visible": visible, "memory": memory, "ours": ours, "current": current, **others}


FRAGMENTS = {
    "falkordb": _fragments(falkordb.VISIBLE, falkordb.MEMORY, "true"),
    "neo4j": _fragments(neo4j.VISIBLE, neo4j.MEMORY, "a.group_id = $group"),
}
"""By the database's dialect."""


def now(graph: Graph) -> Moment:
    """The present of the graph."""
    return Moment.of(graph.store.connection.clock.now())


async def ask(graph: Graph, statement: str, **parameters: Any) -> list[dict[str, Any]]:
    """Run one of the statements."""
    connection = graph.store.connection
    written = statement.format_map(FRAGMENTS[connection.database.dialect])
    given = {"agent": graph.scope.agent_id, **now(graph).parameters(), **parameters}
    return await connection.read(graph.scope.group_id, written, **given)


async def memories(graph: Graph, statement: str, **parameters: Any) -> list[Memory]:
    """Run one of the statements that return memories."""
    return [memory_of(row, now(graph)) for row in await ask(graph, statement, **parameters)]
