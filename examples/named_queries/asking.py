"""Sending of one statement for a scope, at its present."""

from typing import Any

from memorist.memory_store.primitives.graph import Graph
from memorist.memory_store.reading import Moment
from named_queries.statements import STATEMENTS, NamedQueries

LIMIT = 1_000


def queries(graph: Graph) -> NamedQueries:
    """The statements of the graph's database."""
    return STATEMENTS[graph.store.connection.database.dialect]


def now(graph: Graph) -> Moment:
    """The present of the graph."""
    return Moment.of(graph.store.connection.clock.now())


async def ask(graph: Graph, statement: str, **parameters: Any) -> list[dict[str, Any]]:
    """Run one of the statements."""
    given = {"agent": graph.scope.agent_id, **now(graph).parameters(), **parameters}
    return await graph.store.connection.read(graph.scope.group_id, statement, **given)
