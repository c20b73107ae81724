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
from named_queries.asking import LIMIT, ask, now, queries

NEXT, ACTIVE, DONE = facet("status", "next"), facet("status", "active"), facet("status", "complete")
WIDEST_OFFSET = timedelta(hours=14)


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
    rows = await ask(
        graph,
        queries(graph).available_actions,
        type="Action",
        open=NEXT,
        done=DONE,
        needs=[facet("context", name) for name in contexts],
        contexts=[name.lower() for name in contexts],
        minutes=minutes,
        limit=limit,
    )
    return [memory_of(row, now(graph)) for row in rows]


async def next_actions(graph: Graph, project_id: str, *, limit: int = LIMIT) -> list[Memory]:
    """The next actions of a project that are still to be done. Raises :class:`NodeNotFound`."""
    rows = (
        await ask(graph, queries(graph).next_actions, id=project_id, done=DONE, limit=limit)
        if is_id(project_id)
        else []
    )
    if not rows:
        raise NodeNotFound(f"no node {project_id} in group {graph.scope.group_id}", ids=[project_id])
    return [memory_of(row, now(graph)) for row in rows if row["n"] is not None]


async def stuck_projects(graph: Graph, *, limit: int = LIMIT) -> list[Memory]:
    """Active projects without a next action that is still to be done, the oldest first."""
    graph.ontology.node_type("Project")
    rows = await ask(graph, queries(graph).stuck_projects, type="Project", active=ACTIVE, done=DONE, limit=limit)
    return [memory_of(row, now(graph)) for row in rows]


async def overdue_waiting(graph: Graph, *, limit: int = LIMIT) -> list[OverdueFollowUp]:
    """Return the connections with a ``follow_up_date`` before now, the longest overdue first. A day begins at 0:00
    UTC."""
    graph.ontology.connection_type("WaitingFor")
    present = now(graph).valid_at
    # As text, a time of another zone may come up to 14 hours too late; what comes is looked at again as time.
    before = facet("follow_up_date", time_text(present + WIDEST_OFFSET))
    rows = await ask(graph, queries(graph).waiting, before=before, limit=limit)
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
