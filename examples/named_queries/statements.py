"""Statements of the named queries: questions of one field of work, each answered in one round trip.

They differ between the dialects in the group and the visibility alone, so they are written once, over the fragments
that each dialect gives.
"""

import re
from dataclasses import dataclass

from memorist.memory_store.statements.memories import falkordb, neo4j


@dataclass(frozen=True)
class Dialect:
    """The fragments that differ: what is visible as ``n`` or another name, how a memory is returned."""

    visible: str
    memory: str
    group: str
    """A condition on a node ``{}`` that it belongs to the group; true where the graph is the group."""

    def sees(self, name: str) -> str:
        """The condition that a node of another name is visible."""
        return re.sub(r"\bn\.", f"{name}.", self.visible)


@dataclass(frozen=True)
class NamedQueries:
    """One dialect's statements."""

    available_actions: str
    """$type, $open, $done, $needs, $contexts, $minutes, $limit → n: actions that can be done now."""
    stuck_projects: str
    """$type, $active, $done, $limit → n: active projects without a next action that is still to be done."""
    next_actions: str
    """$id, $done, $limit → n: the open next actions of a project; one row with null when there are none."""
    waiting: str
    """$before, $after, $limit → cursor, r, type, source, target, a, b: what is waited for and should be asked for."""
    related: str
    """$id, $predicates, $edges, $limit → n, thing: what claims and edges say a named thing does."""
    related_to: str
    """The same from the other end: who or what does it to the named thing."""
    facts_about: str
    """$id, $types, $limit → n: what is held about a named thing, the surest first."""
    linked: str
    """$type, $owner, $edges, $limit → n, kind: what hangs on the models of a type."""
    patterns: str
    """$agents, $limit → n, agents: observations that at least so many agents made."""


CURRENT = "(r.valid_until IS NULL OR r.valid_until > $valid_at)"


def statements(dialect: Dialect) -> NamedQueries:
    """Every statement of one dialect."""
    visible, memory, sees, group = dialect.visible, dialect.memory, dialect.sees, dialect.group
    ours = group.format("a")
    whole = "CASE WHEN n IS NULL THEN null ELSE n {.*, name_embedding: null} END AS n"
    return NamedQueries(
        available_actions=f"""
MATCH (n:Memory) WHERE n.type = $type AND $open IN n.facets AND {visible}
  AND ($minutes IS NULL OR none(f IN n.facets WHERE f STARTS WITH 'minutes='
       AND coalesce(toFloat(substring(f, 8)), 0.0) > $minutes))
OPTIONAL MATCH (n)-[r:DependsOn]->(d:Memory)
WITH n, collect(CASE WHEN d IS NOT NULL AND {CURRENT} AND d.live AND NOT $done IN d.facets
  THEN 1 ELSE null END) AS waits
WITH n WHERE size(waits) = 0
OPTIONAL MATCH (n)-[r:RequiresContext]->(c:Memory)
WITH n, collect(CASE WHEN c IS NOT NULL AND {CURRENT} AND c.live THEN toLower(c.summary) ELSE null END) AS places
WITH n, places, [f IN n.facets WHERE f STARTS WITH 'context='] AS own
WITH n WHERE size($contexts) = 0 OR (size(places) + size(own) > 0
  AND all(f IN own WHERE f IN $needs) AND all(p IN places WHERE p IN $contexts))
WITH n ORDER BY n.valid_from, n.uuid LIMIT $limit
RETURN {memory}
""",
        stuck_projects=f"""
MATCH (n:Memory) WHERE n.type = $type AND $active IN n.facets AND {visible}
OPTIONAL MATCH (n)-[r:NextAction]->(a:Memory)
WITH n, collect(CASE WHEN a IS NOT NULL AND {CURRENT} AND a.live AND NOT $done IN a.facets THEN 1 ELSE null END) AS next
WITH n WHERE size(next) = 0
WITH n ORDER BY n.valid_from, n.uuid LIMIT $limit
RETURN {memory}
""",
        next_actions=f"""
MATCH (a:Entity {{uuid: $id}}) WHERE {ours} AND (a.agent_id IS NULL OR a.agent_id = $agent)
OPTIONAL MATCH (a)-[r:NextAction]->(n:Memory) WHERE {CURRENT} AND NOT $done IN n.facets AND {visible}
WITH DISTINCT n ORDER BY n.valid_from, n.uuid LIMIT $limit
RETURN {whole}
""",
        waiting=f"""
MATCH (a:Memory)-[r:WaitingFor]->(b:Memory)
WHERE {ours} AND {CURRENT} AND {sees("a")} AND {sees("b")}
  AND any(f IN r.facets WHERE f >= 'follow_up_date="' AND f < $before)
WITH a, r, b ORDER BY r.created_at, r.uuid LIMIT $limit
RETURN properties(r) AS r, type(r) AS type, a.uuid AS source, b.uuid AS target,
  a {{.*, name_embedding: null}} AS a, b {{.*, name_embedding: null}} AS b
""",
        related=f"""
MATCH (a:Entity {{uuid: $id}})-[r:RELATES_TO]->(b:Entity) WHERE {ours} AND r.name IN $predicates
WITH b, r.memory_id AS id MATCH (n:Memory {{uuid: id}}) WHERE {visible}
WITH n, b ORDER BY n.valid_from DESC LIMIT $limit
RETURN CASE WHEN b.uuid = n.uuid THEN n.name ELSE b.name END AS thing, {memory}
UNION
MATCH (a:Entity {{uuid: $id}}) WITH a MATCH (a)-[r]->(n:Entity)
WHERE {ours} AND type(r) IN $edges AND {CURRENT} AND {visible}
WITH n ORDER BY n.valid_from DESC LIMIT $limit
RETURN n.name AS thing, {memory}
""",
        related_to=f"""
MATCH (b:Entity)-[r:RELATES_TO]->(a:Entity {{uuid: $id}}) WHERE {ours} AND r.name IN $predicates
WITH b, r.memory_id AS id MATCH (n:Memory {{uuid: id}}) WHERE {visible}
WITH n, b ORDER BY n.valid_from DESC LIMIT $limit
RETURN b.name AS thing, {memory}
UNION
MATCH (a:Entity {{uuid: $id}}) WITH a MATCH (n:Entity)-[r]->(a)
WHERE {ours} AND type(r) IN $edges AND {CURRENT} AND {visible}
WITH n ORDER BY n.valid_from DESC LIMIT $limit
RETURN n.name AS thing, {memory}
""",
        facts_about=f"""
MATCH (a:NamedEntity {{uuid: $id}}) WITH a MATCH (a)<-[:ABOUT]-(n:Memory)
WHERE {ours} AND (size($types) = 0 OR n.type IN $types) AND {visible}
WITH DISTINCT n ORDER BY n.confidence DESC, n.valid_from DESC LIMIT $limit
RETURN {memory}
""",
        linked=f"""
MATCH (a:Memory) WHERE {ours} AND a.type = $type AND coalesce(a[$owner_field], '') = $owner AND {sees("a")}
WITH a MATCH (a)-[r]->(n:Memory) WHERE type(r) IN $edges AND {CURRENT} AND {visible}
WITH n, r ORDER BY n.confidence DESC, n.valid_from DESC LIMIT $limit
RETURN type(r) AS kind, {memory}
""",
        patterns=f"""
MATCH (n:Memory)-[r:OBSERVED_BY]->(a:Entity) WHERE {ours} AND {CURRENT} AND {visible}
WITH n, count(DISTINCT a.uuid) AS agents WHERE agents >= $agents
WITH n, agents ORDER BY agents DESC, n.uuid LIMIT $limit
RETURN agents, {memory}
""",
    )


STATEMENTS = {
    "falkordb": statements(Dialect(visible=falkordb.VISIBLE, memory=falkordb.MEMORY, group="true")),
    "neo4j": statements(Dialect(visible=neo4j.VISIBLE, memory=neo4j.MEMORY, group="{}.group_id = $group")),
}
"""By the database's dialect."""
