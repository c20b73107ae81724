"""Getting things done: what can be done now, what is stuck, whom to ask again. For stores that loaded ``gtd``."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.edges import Connection
from memorist.memory_store.domain.errors import NodeNotFound
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.node import facet
from memorist.memory_store.graphiti.edges import edge_from
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.primitives.building import is_id
from memorist.memory_store.primitives.graph import Graph
from memorist.memory_store.reading import memory_of
from named_queries.asking import LIMIT, ask, memories, now

NEXT, ACTIVE, DONE = facet("status", "next"), facet("status", "active"), facet("status", "complete")
WIDEST_OFFSET = timedelta(hours=14)

AVAILABLE_ACTIONS = """
MATCH (n:Memory) WHERE n.type = $type AND $open IN n.facets AND {visible}
  AND ($minutes IS NULL OR none(f IN n.facets WHERE f STARTS WITH 'minutes='
       AND coalesce(toFloat(substring(f, 8)), 0.0) > $minutes))
OPTIONAL MATCH (n)-[r:DependsOn]->(d:Memory)
WITH n, collect(CASE WHEN d IS NOT NULL AND {current} AND d.live AND NOT $done IN d.facets
  THEN 1 ELSE null END) AS waits
WITH n WHERE size(waits) = 0
OPTIONAL MATCH (n)-[r:RequiresContext]->(c:Memory)
WITH n, collect(CASE WHEN c IS NOT NULL AND {current} AND c.live THEN toLower(c.summary) ELSE null END) AS places
WITH n, places, [f IN n.facets WHERE f STARTS WITH 'context='] AS own
WITH n WHERE size($contexts) = 0 OR (size(places) + size(own) > 0
  AND all(f IN own WHERE f IN $needs) AND all(p IN places WHERE p IN $contexts))
WITH n ORDER BY n.valid_from, n.uuid LIMIT $limit
RETURN {memory}
"""
"""$type, $open, $done, $needs, $contexts, $minutes, $limit → n: actions that can be done now."""

STUCK_PROJECTS = """
MATCH (n:Memory) WHERE n.type = $type AND $active IN n.facets AND {visible}
OPTIONAL MATCH (n)-[r:NextAction]->(a:Memory)
WITH n, collect(CASE WHEN a IS NOT NULL AND {current} AND a.live AND NOT $done IN a.facets THEN 1 ELSE null END) AS next
WITH n WHERE size(next) = 0
WITH n ORDER BY n.valid_from, n.uuid LIMIT $limit
RETURN {memory}
"""
"""$type, $active, $done, $limit → n: active projects without a next action that is still to be done."""

NEXT_ACTIONS = """
MATCH (a:Entity {{uuid: $id}}) WHERE {ours} AND (a.agent_id IS NULL OR a.agent_id = $agent)
OPTIONAL MATCH (a)-[r:NextAction]->(n:Memory) WHERE {current} AND NOT $done IN n.facets AND {visible}
WITH DISTINCT n ORDER BY n.valid_from, n.uuid LIMIT $limit
RETURN CASE WHEN n IS NULL THEN null ELSE n {{.*, name_embedding: null}} END AS n
"""
"""$id, $done, $limit → n: the open next actions of a project; one row with null when there are none."""

WAITING = """
MATCH (a:Memory)-[r:WaitingFor]->(b:Memory)
WHERE {ours} AND {current} AND {a_visible} AND {b_visible}
  AND any(f IN r.facets WHERE f >= 'follow_up_date="' AND f < $before)
WITH a, r, b ORDER BY r.created_at, r.uuid LIMIT $limit
RETURN properties(r) AS r, type(r) AS type, a.uuid AS source, b.uuid AS target,
  a {{.*, name_embedding: null}} AS a, b {{.*, name_embedding: null}} AS b
"""
"""$before, $limit → r, type, source, target, a, b: what is waited for and should be asked for."""


@dataclass(frozen=True)
class OverdueFollowUp:
    """An overdue follow-up: the connection, the waiting node, the person it waits for, and the day to ask again."""

    connection: Connection
    what: Memory
    person: Memory
    follow_up: datetime


async def available_actions(
    graph: Graph, contexts: Sequence[str] = (), minutes: float | None = None, *, limit: int = LIMIT
) -> list[Memory]:
    """Actions with status ``next`` whose dependencies are all complete, the oldest first.

    Args:
        graph: the primitives of a scope.
        contexts: where one is and what one has; an action is listed when everything it needs is among them: its
            property ``context``, and the contexts it is connected with by ``RequiresContext``. Empty: anywhere.
        minutes: how long one has; an action with more ``minutes`` is left out, one without any is not.
        limit: at most so many.
    """
    graph.ontology.node_type("Action")
    return await memories(
        graph,
        AVAILABLE_ACTIONS,
        type="Action",
        open=NEXT,
        done=DONE,
        needs=[facet("context", name) for name in contexts],
        contexts=[name.lower() for name in contexts],
        minutes=minutes,
        limit=limit,
    )


async def next_actions(graph: Graph, project_id: str, *, limit: int = LIMIT) -> list[Memory]:
    """The next actions of a project that are still to be done. Raises :class:`NodeNotFound`."""
    rows = await ask(graph, NEXT_ACTIONS, id=project_id, done=DONE, limit=limit) if is_id(project_id) else []
    if not rows:
        raise NodeNotFound(f"no node {project_id} in group {graph.scope.group_id}", ids=[project_id])
    return [memory_of(row, now(graph)) for row in rows if row["n"] is not None]


async def stuck_projects(graph: Graph, *, limit: int = LIMIT) -> list[Memory]:
    """Active projects without a next action that is still to be done, the oldest first."""
    graph.ontology.node_type("Project")
    return await memories(graph, STUCK_PROJECTS, type="Project", active=ACTIVE, done=DONE, limit=limit)


async def overdue_waiting(graph: Graph, *, limit: int = LIMIT) -> list[OverdueFollowUp]:
    """Return the connections with a ``follow_up_date`` before now, the longest overdue first. A day begins at 0:00
    UTC."""
    graph.ontology.connection_type("WaitingFor")
    present = now(graph).valid_at
    # As text, a time of another zone may come up to 14 hours too late; what comes is looked at again as time.
    before = facet("follow_up_date", time_text(present + WIDEST_OFFSET))
    rows = await ask(graph, WAITING, before=before, limit=limit)
    found: list[OverdueFollowUp] = []
    for row in rows:
        edge = edge_from(row["r"], type_=row["type"], source=row["source"], target=row["target"])
        if isinstance(edge, Connection) and (due := _moment(edge.properties.get("follow_up_date"))) and due < present:
            found.append(OverdueFollowUp(edge, from_properties(row["a"]), from_properties(row["b"]), due))
    return sorted(found, key=lambda waiting: (waiting.follow_up, waiting.connection.id))


def _moment(text: object) -> datetime | None:
    """The time that a property names, null when it names none."""
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
