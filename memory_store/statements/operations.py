"""Statements that look up operations in the change log, and what stands at their ends."""

from dataclasses import dataclass

from memorist.memory_store.statements.scope import Ours, every_node, nodes_of_group


@dataclass(frozen=True)
class OperationStatements:
    """One dialect's statements. ``$group`` is everywhere; entries come in order."""

    entries: str
    """$ids → c: the entries with these ids, and those of the operations with these ids."""
    beginning: str
    """$prefix, $limit → id: of the operations whose id begins so."""
    naming: str
    """$ids, $after, $before → c: the entries between two places that name one of these ids."""
    newest: str
    """$before, $limit → c: entries before a place, the newest first."""
    edges: str
    """$edges [{uuid, source}] → uuid, type, source, target, r: the edges between memories that are there."""


def _statements(ours: Ours, edge: str) -> OperationStatements:
    entry = "RETURN c {.*} AS c"
    return OperationStatements(
        entries=f"""
UNWIND $ids AS id MATCH (c:Change {{uuid: id}}) WHERE {ours("c")}true {entry}
UNION
UNWIND $ids AS id MATCH (c:Change {{operation: id}}) WHERE {ours("c")}true {entry}
""",
        beginning=f"""
MATCH (c:Change) WHERE {ours("c")}left(coalesce(c.operation, c.uuid), size($prefix)) = $prefix
RETURN DISTINCT coalesce(c.operation, c.uuid) AS id LIMIT $limit
""",
        naming=f"""
MATCH (c:Change) WHERE {ours("c")}c.seq > $after AND c.seq < $before AND any(x IN $ids WHERE c.payload CONTAINS x)
{entry} ORDER BY c.seq
""",
        newest=f"""
MATCH (c:Change) WHERE {ours("c")}c.seq < $before WITH c ORDER BY c.seq DESC LIMIT $limit {entry}
""",
        edges=f"""
UNWIND $edges AS e {edge}
RETURN e.uuid AS uuid, type(r) AS type, a.uuid AS source, endNode(r).uuid AS target, r {{.*}} AS r
""",
    )


FALKORDB = _statements(every_node, "MATCH (a:Entity {uuid: e.source})-[r {uuid: e.uuid}]->(:Entity)")
# Followed from its known end, as where edges are written.
NEO4J = _statements(
    nodes_of_group, "MATCH (a:Entity {uuid: e.source}) MATCH (a)-[there*1..1 {uuid: e.uuid}]->() UNWIND there AS r"
)
