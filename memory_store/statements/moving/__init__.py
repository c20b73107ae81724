"""The names of the statements that carry a whole group, the same in every dialect.

Labels, edge types and property names are part of these statements: they are checked against ``record.NAME`` before.
A ``section`` is a set of nodes that can be paged through in one order: a kind on Neo4j, everything on FalkorDB.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

KINDS = ("Entity", "Episodic", "Slot", "Change", "Community", "Saga")
"""The labels that tell one kind of node from another; each node has exactly one of them, or one label of its own."""


@dataclass(frozen=True)
class NodeShape:
    """Nodes that are written in the same way."""

    kind: str
    labels: tuple[str, ...]
    vectors: tuple[str, ...]


@dataclass(frozen=True)
class EdgeShape:
    """Edges that are written in the same way."""

    type: str
    source: str
    target: str
    vectors: tuple[str, ...]


@dataclass(frozen=True)
class MovingStatements:
    """One dialect's statements. ``$group`` is everywhere."""

    start: int | str
    """The cursor before the first node, and before the first edge of a node."""
    log: str
    """→ log: what the group notes about itself."""
    size: str
    """→ nodes, edges: how many there are, for the progress bar."""
    strangers: str
    """→ label: kinds of nodes beside the known ones. Empty text: there is one section, which holds them, too."""
    nodes: Callable[[str], str]
    """of a section; $after, $limit → cursor, labels, props."""
    degrees: Callable[[str], str]
    """of a section; $after, $limit → cursor, degree: how many edges leave each node."""
    edges: Callable[[str], str]
    """of a section; $first, $last → type, props, source, source_labels, target, target_labels: the edges that leave the
    nodes from one cursor to another."""
    hub_edges: Callable[[str], str]
    """of a section; $node, $after, $limit → cursor and the same: those of one node, in pages."""
    write: Callable[[Sequence[NodeShape], Sequence[EdgeShape]], str]
    """$load, $progress, $n0…, $e0… → load: writes one page and how far the loading is, or nothing when another has the
    group. Writing a page again changes nothing."""
    index: Callable[[str], str]
    """of a kind: makes its nodes findable by uuid."""
    foreign: str
    """$embedder → embedder: who fills the other groups of the database, if it is another and must not be."""
    begin: str
    """$load → load, loading: whose loading this unfinished group is, and how far."""
    finish: str
    """$load, $props → load: the group is whole, and notes about itself what it noted where it came from."""
    erase: Callable[[str], str]
    """of a section; $limit → gone: a part of an unfinished group, to be repeated until nothing is left."""
    forget: str
    """Removes the note of an unfinished group."""
