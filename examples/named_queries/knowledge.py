"""Queries about named things: what they use, who knows about them, what is held about them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.primitives.graph import Graph
from memorist.memory_store.reading import memory_of
from named_queries.asking import LIMIT, ask, now, queries

USES = ("uses", "depends_on", "requires")
KNOWS = ("knows", "works_on", "owned_by")


@dataclass(frozen=True)
class Related:
    """A result: its name, and the memory that states it, or that it is."""

    name: str
    memory: Memory


@dataclass(frozen=True)
class Pattern:
    """An observation that several agents made."""

    observation: Memory
    agents: int


async def what_uses(graph: Graph, name: str, *, limit: int = LIMIT) -> list[Related]:
    """Return the things that a project, team or thing uses now: by claims ("the team uses Clerk") and by ``USES``."""
    return await related(graph, name, ("uses",), ("USES",), limit=limit)


async def who_uses(graph: Graph, name: str, *, limit: int = LIMIT) -> list[Related]:
    """Return the people and things that use a thing now, or cannot do without it."""
    return await related(graph, name, USES, ("USES",), backwards=True, limit=limit)


async def who_knows_about(graph: Graph, name: str, *, limit: int = LIMIT) -> list[Related]:
    """Return the people who are said to know a thing, to work on it or to answer for it."""
    found = await related(graph, name, ("knows", "works_on"), ("KNOWS", "WORKS_ON"), backwards=True, limit=limit)
    return [*found, *await related(graph, name, ("owned_by",), (), limit=limit)]


async def related(
    graph: Graph,
    name: str,
    predicates: Sequence[str],
    edges: Sequence[str],
    *,
    backwards: bool = False,
    limit: int = LIMIT,
) -> list[Related]:
    """Return the relations of a named thing by these predicates of claims and these types of edges, the newest first.

    ``backwards`` asks from the other end: who does it to the named thing.
    """
    statement = queries(graph).related_to if backwards else queries(graph).related
    rows = await _of(graph, statement, name, predicates=list(predicates), edges=list(edges), limit=limit)
    found: dict[str, Related] = {}
    for row in rows:
        memory = memory_of(row, now(graph))
        # A plain value has no node of its own: the claim's edge leads to the memory that states it.
        plain = memory.claim is not None and memory.claim.object_kind == "value" and not backwards
        found.setdefault(memory.id, Related(memory.claim.object if plain and memory.claim else row["thing"], memory))
    return list(found.values())


async def facts_about(graph: Graph, name: str, types: Sequence[str] = (), *, limit: int = LIMIT) -> list[Memory]:
    """Return the current memories about a named thing, the surest first."""
    for type_ in types:
        graph.ontology.node_type(type_)
    rows = await _of(graph, queries(graph).facts_about, name, types=list(types), limit=limit)
    return [memory_of(row, now(graph)) for row in rows]


async def weaknesses(graph: Graph, agent: str, *, limit: int = LIMIT) -> list[Memory]:
    """Return the known weaknesses and omissions of an agent, the surest first."""
    rows = await ask(
        graph,
        queries(graph).linked,
        type="model:self",
        owner=agent,
        owner_field="agent_id",
        edges=["HAS_WEAKNESS", "MISSED"],
        limit=limit,
    )
    return [memory_of(row, now(graph)) for row in rows]


async def shared_patterns(graph: Graph, agents: int = 3, *, limit: int = LIMIT) -> list[Pattern]:
    """Observations that at least so many agents made, the most widespread first."""
    rows = await ask(graph, queries(graph).patterns, agents=agents, limit=limit)
    return [Pattern(memory_of(row, now(graph)), int(row["agents"])) for row in rows]


async def _of(graph: Graph, statement: str, name: str, **parameters: Any) -> list[dict[str, Any]]:
    return await ask(graph, statement, id=entity_id(graph.scope.group_id, name), **parameters)
