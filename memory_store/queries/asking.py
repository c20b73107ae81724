"""What the families share: one statement asked for a scope, at its present."""

from typing import Any

from hypomnema.memory_store.primitives.graph import Graph
from hypomnema.memory_store.reading import Moment
from hypomnema.memory_store.statements import named_queries_falkordb, named_queries_neo4j
from hypomnema.memory_store.statements.named_queries import NamedQueries

LANGUAGES: dict[str, NamedQueries] = {
    "falkordb": named_queries_falkordb.STATEMENTS,
    "neo4j": named_queries_neo4j.STATEMENTS,
}
LIMIT = 1_000


def queries(graph: Graph) -> NamedQueries:
    """The statements of the graph's database."""
    return LANGUAGES[graph.store.database.language]


def now(graph: Graph) -> Moment:
    """The present of the graph."""
    return Moment.of(graph.store.clock.now())


async def ask(graph: Graph, statement: str, **parameters: Any) -> list[dict[str, Any]]:
    """Run one of the statements."""
    given = {"agent": graph.scope.agent_id, **now(graph).parameters(), **parameters}
    return await graph.store.ask(graph.scope.group_id, statement, **given)
