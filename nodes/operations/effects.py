"""Effects: what the entries of one operation did to the group, taken together."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.edges import AnyEdge, Connection, parse_edge
from memorist.memory_store.domain.types import BY_UPDATE_MODELS, ENTITY_TYPES
from memorist.memory_store.reading import ChangeEntry

TAKEN_AWAY = frozenset({EdgeType.SUPERSEDES, EdgeType.CONTRADICTS})
"""Types of edges that an undo removes: they say what took the place of what. The others stay; without PROMOTED_TO, for
instance, the same would be promoted again."""


@dataclass
class FieldChange:
    """Fields of one memory, or connection, before and after."""

    before: dict[str, Any]
    after: dict[str, Any]
    stub: bool = False

    def then(self, before: Mapping[str, Any], after: Mapping[str, Any], *, stub: bool) -> None:
        """Take in a later change by the same operation."""
        self.before = {**before, **self.before}
        self.after = {**self.after, **after}
        self.stub = self.stub or stub


@dataclass
class Effects:
    """Additions, changes, counts and edges of an operation, by id."""

    added: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """Memories, as they were added; names are left out."""
    models: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """Models that were added: nodes that memories are linked to."""
    added_at: dict[str, datetime] = field(default_factory=dict[str, datetime])
    changed: dict[str, FieldChange] = field(default_factory=dict[str, FieldChange])
    counted: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    """By memory and counter."""
    edges: dict[str, AnyEdge] = field(default_factory=dict[str, AnyEdge])
    """Added connections, and added edges of the types in :data:`TAKEN_AWAY`."""
    edges_changed: dict[str, tuple[dict[str, Any], FieldChange]] = field(
        default_factory=dict[str, tuple[dict[str, Any], FieldChange]]
    )
    """The update, and what it changed."""
    edges_removed: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    """Removed edges as they were."""
    episodes: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    readings: set[str] = field(default_factory=set[str])
    """Episodes that were read."""

    @property
    def memories(self) -> frozenset[str]:
        """Ids of everything that has to be looked at."""
        return frozenset({*self.added, *self.models, *self.changed, *(id_ for id_, _ in self.counted)})


def effects_of(entries: Sequence[ChangeEntry]) -> Effects:
    """The effects of an operation's entries, in their order."""
    found = Effects()
    for entry in entries:
        _take_memories(found, entry.payload, entry.at)
        _take_edges(found, entry.payload)
        found.episodes.update({episode["id"]: episode for episode in entry.payload.get("episodes", ())})
        found.readings |= {reading["episode_id"] for reading in entry.payload.get("readings", ())}
    return found


def _take_memories(found: Effects, payload: Mapping[str, Any], at: datetime) -> None:
    for memory in payload.get("memories", ()):
        if memory["type"] in ENTITY_TYPES:
            continue
        kept = found.models if memory.get("extraction_method") == BY_UPDATE_MODELS else found.added
        kept.setdefault(memory["id"], memory)
        found.added_at.setdefault(memory["id"], parse_time(memory["created_at"]) if "created_at" in memory else at)
    for update in payload.get("updates", ()):
        known = found.changed.setdefault(update["memory_id"], FieldChange({}, {}))
        known.then(update["before"], update["after"], stub=bool(update.get("stub")))
    for count in payload.get("counts", ()):
        key = count["memory_id"], count["field"]
        found.counted[key] = found.counted.get(key, 0) + count.get("by", 1)


def _take_edges(found: Effects, payload: Mapping[str, Any]) -> None:
    for given in payload.get("edges", ()):
        edge = parse_edge(given)
        if isinstance(edge, Connection) or edge.type in TAKEN_AWAY:
            found.edges[edge.id] = edge
    for update in payload.get("edge_updates", ()):
        _, known = found.edges_changed.setdefault(update["edge_id"], (update, FieldChange({}, {})))
        known.then(update["before"], update["after"], stub=False)
    for removal in payload.get("edge_removals", ()):
        if found.edges.pop(removal["edge_id"], None) is None:
            found.edges_removed[removal["edge_id"]] = removal["was"]
