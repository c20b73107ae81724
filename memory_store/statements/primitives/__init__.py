"""The names of the statements behind the core's primitives, the same in every dialect.

``$where`` is a list of conditions that all have to hold: {key, value, facet, prefix, own, absent} (see
:func:`memorist.memory_store.primitives.filters.conditions`). Types come from the ontology, never from user text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Direction = Literal["out", "in", "both"]
Anchor = Literal["source", "target", "both", "none"]


@dataclass(frozen=True)
class PrimitiveStatements:
    """One dialect's statements."""

    nodes: Callable[[str | None], str]
    """Of a type, or of all. $type, $where, $after, $limit → cursor, n."""
    connected: Callable[[str | None, Direction], str]
    """By a type of connection, or by any. $id, $limit → n: what stands at the other end; one row with null when nothing
    does, none when the node itself is not there."""
    connections: Callable[[str | None, Anchor], str]
    """Of a type, or of all. $source, $target, $where, $ended, $after, $limit → cursor, r, type, source, target."""
    connections_by_ids: Callable[[frozenset[str]], str]
    """Of these types. $ids → r, type, source, target."""
    search: str
    """$text, $type, $limit → n, score: full text alone."""
    indexes: str
    """→ names: the indexes on connections that stand."""
    wanted_indexes: Callable[[frozenset[str]], dict[str, str]]
    """By name, the statements that create what ``connections_by_ids`` of these types looks connections up in."""
    indexes_stand: str
    """A read that ends when what was created is filled; empty where creating waits."""
    page_start: int | str
    """The first page's $after."""


EDGE = "properties(r) AS r, type(r) AS type, a.uuid AS source, b.uuid AS target"
ANCHORS: dict[Anchor, tuple[str, str]] = {
    "source": ("(a:Entity {uuid: $source})", "(b:Entity)"),
    "target": ("(a:Entity)", "(b:Entity {uuid: $target})"),
    "both": ("(a:Entity {uuid: $source})", "(b:Entity {uuid: $target})"),
    "none": ("(a:Entity)", "(b:Entity)"),
}
WHERE_NODE = """
  AND all(f IN $where WHERE f.facet IN coalesce(n.facets, []) OR (f.own AND n[f.key] = f.value)
    OR (f.absent AND (NOT f.own OR n[f.key] IS NULL)
        AND none(x IN coalesce(n.facets, []) WHERE x STARTS WITH f.prefix)))
"""
WHERE_EDGE = """
  AND all(f IN $where WHERE f.facet IN coalesce(r.facets, []) OR (f.own AND r[f.key] = f.value)
    OR (f.absent AND (NOT f.own OR r[f.key] IS NULL)
        AND none(x IN coalesce(r.facets, []) WHERE x STARTS WITH f.prefix)))
"""
OURS = "r.valid_from IS NOT NULL AND type(r) <> 'RELATES_TO'"
"""Typed edges; Graphiti's own are none of them."""
STANDS = "($ended OR r.valid_until IS NULL OR r.valid_until > $valid_at)"
BOTH_SEEN = "(a.agent_id IS NULL OR a.agent_id = $agent) AND (b.agent_id IS NULL OR b.agent_id = $agent)"


def arrow(type_: str | None, direction: Direction = "out") -> str:
    """The pattern of a connection of a type, or of any."""
    inner = f"[r:{type_}]" if type_ else "[r]"
    left, right = ("<" if direction == "in" else "", ">" if direction == "out" else "")
    return f"{left}-{inner}-{right}"
