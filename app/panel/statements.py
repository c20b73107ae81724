"""Statements that only the panel needs: a page of the change log, uses, and what forms suggest.

They run through :meth:`Connection.read`, which knows the group. Parameters: ``$group``, ``$agent``, ``$viewer`` (whose
personal memories may be seen; null for everybody's).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from memorist.memory_store.statements.browsing import ALL_IN_FALKORDB, BY_AGE_IN_NEO4J, HIS_OWN
from memorist.memory_store.statements.dialects import Dialect
from memorist.memory_store.statements.memories import falkordb, neo4j


@dataclass(frozen=True)
class PanelStatements:
    """One dialect's statements."""

    changes: str
    """$before, $run, $limit, $most → seq, id, at, run, reason, and payload where it is no longer; newest first."""
    change: str
    """$seq → c: one entry, whole."""
    levels: str
    """→ level, status, count."""
    leaving: str
    """$ids → source, target, type, reason: the edges between these memories."""
    named: str
    """$limit → name, type, count: what is spoken of most."""
    used: Mapping[str, str]
    """By what is shown (most, latest, never): $skip, $limit and a moment → n."""
    used_count: str
    """A moment → used: how many live memories stood in a prompt."""
    first: str
    """→ held, recorded: when the oldest began to hold, and when the first was recorded."""
    agents: str
    """$limit → agent: who has memories of their own."""
    people: str
    """$limit → user: who told something."""


_NO_NAME = "AND NOT n.type STARTS WITH 'entity:'"
_USED = {"most": "n.access_count DESC, n.uuid", "latest": "n.last_accessed DESC, n.uuid"}


def _used(used: str, oldest: str, visible: str, memory: str) -> dict[str, str]:
    """The statements of :attr:`PanelStatements.used`; ``used`` and ``oldest`` begin them."""
    seen, page = f"{visible}{HIS_OWN} {_NO_NAME}", f"SKIP $skip LIMIT $limit RETURN {memory}"
    never = f"{oldest} {seen} AND coalesce(n.access_count, 0) = 0 WITH n ORDER BY n.valid_from, n.uuid {page}"
    return {show: f"{used} {seen} WITH n ORDER BY {order} {page}" for show, order in _USED.items()} | {"never": never}


def _used_count(used: str, visible: str) -> str:
    return f"{used} {visible}{HIS_OWN} {_NO_NAME} RETURN count(n) AS used"


_USED_IN_NEO4J = """
MATCH (n:Memory) USING INDEX n:Memory(group_id, last_accessed) WHERE n.group_id = $group AND n.last_accessed > ''
WITH n WHERE"""
_USED_IN_FALKORDB = "MATCH (n:Memory) WHERE n.access_count > 0 AND"


_RUN = " AND ($run = '' OR c.run STARTS WITH $run)"
_CHANGES = """c.seq AS seq, c.uuid AS id, c.at AS at, c.run AS run, c.reason AS reason,
  CASE WHEN size(c.payload) <= $most THEN c.payload END AS payload"""

# The ends are compared by their ids: a label at the far end has FalkorDB multiply the whole graph with it.
_BETWEEN = """type(r) <> 'RELATES_TO' AND b.uuid IN $ids AND (b.agent_id IS NULL OR b.agent_id = $agent)
RETURN a.uuid AS source, b.uuid AS target, type(r) AS type, r.reason AS reason"""

FALKORDB = PanelStatements(
    used=_used(_USED_IN_FALKORDB, ALL_IN_FALKORDB, falkordb.VISIBLE, falkordb.MEMORY),
    used_count=_used_count(_USED_IN_FALKORDB, falkordb.VISIBLE),
    first="MATCH (n:Memory) RETURN min(n.valid_from) AS held, min(n.created_at) AS recorded",
    agents="MATCH (n:Memory) WHERE n.agent_id IS NOT NULL WITH DISTINCT n.agent_id AS agent RETURN agent LIMIT $limit",
    people="MATCH (n:Memory) WHERE n.user_id IS NOT NULL WITH DISTINCT n.user_id AS user RETURN user LIMIT $limit",
    changes=f"""
MATCH (c:Change) WHERE c.seq < $before{_RUN} WITH c ORDER BY c.seq DESC LIMIT $limit RETURN {_CHANGES}
""",
    change="MATCH (c:Change {seq: $seq}) RETURN c {.*} AS c",
    levels="MATCH (n:Memory) RETURN n.level AS level, n.status AS status, count(n) AS count",
    leaving=f"""
UNWIND $ids AS id MATCH (a:Memory {{uuid: id}}) WITH a MATCH (a)-[r]->(b) WHERE {_BETWEEN}
""",
    named="""
MATCH (n:NamedEntity) WITH n ORDER BY n.mention_count DESC LIMIT $limit
RETURN n.name AS name, n.type AS type, n.mention_count AS count
""",
)

NEO4J = PanelStatements(
    used=_used(_USED_IN_NEO4J, f"{BY_AGE_IN_NEO4J} WHERE", neo4j.VISIBLE, neo4j.MEMORY),
    used_count=_used_count(_USED_IN_NEO4J, neo4j.VISIBLE),
    first="MATCH (n:Memory {group_id: $group}) RETURN min(n.valid_from) AS held, min(n.created_at) AS recorded",
    agents="""
MATCH (n:Memory {group_id: $group}) WHERE n.agent_id IS NOT NULL WITH DISTINCT n.agent_id AS agent
RETURN agent LIMIT $limit
""",
    people="""
MATCH (n:Memory {group_id: $group}) WHERE n.user_id IS NOT NULL WITH DISTINCT n.user_id AS user
RETURN user LIMIT $limit
""",
    changes=f"""
MATCH (c:Change) WHERE c.group_id = $group AND c.seq < $before{_RUN} WITH c ORDER BY c.seq DESC LIMIT $limit
RETURN {_CHANGES}
""",
    change="MATCH (c:Change {group_id: $group, seq: $seq}) RETURN c {.*} AS c",
    levels="""
MATCH (n:Memory {group_id: $group}) RETURN n.level AS level, n.status AS status, count(n) AS count
""",
    leaving=f"""
UNWIND $ids AS id MATCH (a:Entity {{uuid: id}})-[r]->(b:Memory) WHERE a.group_id = $group AND {_BETWEEN}
""",
    named="""
MATCH (n:NamedEntity {group_id: $group}) WITH n ORDER BY n.mention_count DESC LIMIT $limit
RETURN n.name AS name, n.type AS type, n.mention_count AS count
""",
)

STATEMENTS: Mapping[Dialect, PanelStatements] = {"falkordb": FALKORDB, "neo4j": NEO4J}
