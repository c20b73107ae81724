"""Queries about named things: what they use, who knows about them, what is held about them."""

from collections.abc import Sequence
from dataclasses import dataclass

from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.primitives.graph import Graph
from memorist.memory_store.reading import memory_of
from named_queries.asking import LIMIT, ask, memories, now

USES = ("uses", "depends_on", "requires")

RELATED = """
MATCH (a:Entity {{uuid: $id}})-[r:RELATES_TO]->(b:Entity) WHERE {ours} AND r.name IN $predicates
WITH b, r.memory_id AS id MATCH (n:Memory {{uuid: id}}) WHERE {visible}
WITH n, b ORDER BY n.valid_from DESC LIMIT $limit
RETURN CASE WHEN b.uuid = n.uuid THEN n.name ELSE b.name END AS thing, {memory}
UNION
MATCH (a:Entity {{uuid: $id}}) WITH a MATCH (a)-[r]->(n:Entity)
WHERE {ours} AND type(r) IN $edges AND {current} AND {visible}
WITH n ORDER BY n.valid_from DESC LIMIT $limit
RETURN n.name AS thing, {memory}
"""
"""$id, $predicates, $edges, $limit → n, thing: what claims and edges say a named thing does."""

RELATED_TO = """
MATCH (b:Entity)-[r:RELATES_TO]->(a:Entity {{uuid: $id}}) WHERE {ours} AND r.name IN $predicates
WITH b, r.memory_id AS id MATCH (n:Memory {{uuid: id}}) WHERE {visible}
WITH n, b ORDER BY n.valid_from DESC LIMIT $limit
RETURN b.name AS thing, {memory}
UNION
MATCH (a:Entity {{uuid: $id}}) WITH a MATCH (n:Entity)-[r]->(a)
WHERE {ours} AND type(r) IN $edges AND {current} AND {visible}
WITH n ORDER BY n.valid_from DESC LIMIT $limit
RETURN n.name AS thing, {memory}
"""
"""The same from the other end: who or what does it to the named thing."""

FACTS_ABOUT = """
MATCH (a:NamedEntity {{uuid: $id}}) WITH a MATCH (a)<-[:ABOUT]-(n:Memory)
WHERE {ours} AND (size($types) = 0 OR n.type IN $types) AND {visible}
WITH DISTINCT n ORDER BY n.confidence DESC, n.valid_from DESC LIMIT $limit
RETURN {memory}
"""
"""$id, $types, $limit → n: what is held about a named thing, the surest first."""

LINKED = """
MATCH (a:Memory) WHERE {ours} AND a.type = $type AND coalesce(a[$owner_field], '') = $owner AND {a_visible}
WITH a MATCH (a)-[r]->(n:Memory) WHERE type(r) IN $edges AND {current} AND {visible}
WITH n, r ORDER BY n.confidence DESC, n.valid_from DESC LIMIT $limit
RETURN type(r) AS kind, {memory}
"""
"""$type, $owner, $edges, $limit → n, kind: what hangs on the models of a type."""

PATTERNS = """
MATCH (n:Memory)-[r:OBSERVED_BY]->(a:Entity) WHERE {ours} AND {current} AND {visible}
WITH n, count(DISTINCT a.uuid) AS agents WHERE agents >= $agents
WITH n, agents ORDER BY agents DESC, n.uuid LIMIT $limit
RETURN agents, {memory}
"""
"""$agents, $limit → n, agents: observations that at least so many agents made."""


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
    statement, id_ = RELATED_TO if backwards else RELATED, entity_id(graph.scope.group_id, name)
    rows = await ask(graph, statement, id=id_, predicates=list(predicates), edges=list(edges), limit=limit)
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
    id_ = entity_id(graph.scope.group_id, name)
    return await memories(graph, FACTS_ABOUT, id=id_, types=list(types), limit=limit)


async def weaknesses(graph: Graph, agent: str, *, limit: int = LIMIT) -> list[Memory]:
    """Return the known weaknesses and omissions of an agent, the surest first."""
    edges = ["HAS_WEAKNESS", "MISSED"]
    return await memories(
        graph, LINKED, type="model:self", owner=agent, owner_field="agent_id", edges=edges, limit=limit
    )


async def shared_patterns(graph: Graph, agents: int = 3, *, limit: int = LIMIT) -> list[Pattern]:
    """Observations that at least so many agents made, the most widespread first."""
    rows = await ask(graph, PATTERNS, agents=agents, limit=limit)
    return [Pattern(memory_of(row, now(graph)), int(row["agents"])) for row in rows]
