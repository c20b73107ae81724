"""The part of the memory that was read to plan a forgetting."""

from dataclasses import dataclass, field
from typing import Any

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.graphiti.episodes import places_in

PARENT_OF_SOURCE = frozenset({"CONTRIBUTED_TO", "PROMOTED_TO", "PROVES", "ABSTRACTED_TO"})
"""Edges whose source is evidence for their target."""
PARENT_OF_TARGET = frozenset({"DERIVED_FROM"})
"""Edges whose target is evidence for their source."""


@dataclass(frozen=True)
class HeldEpisode:
    """A raw input: its words, its files, and what was learned from it; ``agent_id``: null where all agents may read it,
    as they may what a person said."""

    id: str
    content: str
    name: str
    agent_id: str | None
    user_id: str | None
    digests: tuple[str, ...]
    memories: frozenset[str]
    kind: str = "turn"
    private: tuple[int, ...] | None = None
    withdrawn: bool = False


@dataclass(frozen=True)
class HeldEdge:
    """A typed edge between two memories."""

    source: str
    target: str
    type: str


@dataclass
class Holdings:
    """Memories known so far around a request to forget; grows while more of them is read."""

    sequence: int
    version: int
    asked: dict[str, str] = field(default_factory=dict[str, str])
    """Requested ids, with the reason in words."""
    memories: dict[str, Memory] = field(default_factory=dict[str, Memory])
    episodes: dict[str, HeldEpisode] = field(default_factory=dict[str, HeldEpisode])
    answers: dict[str, str] = field(default_factory=dict[str, str])
    """Ids of an agent's answers, with that of the raw input that each answers."""
    staying: set[str] = field(default_factory=set[str])
    """Ids of answers that stay, though some sentences of what they answer go."""
    matching_inputs: set[str] = field(default_factory=set[str])
    """Ids of raw inputs that contain the words; which of the memories learned from them is meant is not known."""
    protected: set[str] = field(default_factory=set[str])
    """Ids of what contains the words but is kept: another person's statements about themselves, and what is spared."""
    edges: set[HeldEdge] = field(default_factory=set[HeldEdge])
    rests: dict[str, str] = field(default_factory=dict[str, str])
    """The words that are kept of raw inputs, by the id of the whole input."""
    wholes: dict[str, str] = field(default_factory=dict[str, str])
    """Ids of hidden inputs, with that of what is kept of each."""
    left: dict[str, str] = field(default_factory=dict[str, str])
    """Ids of withdrawn rests of inputs that were restored, with that of the whole input."""
    facts: dict[str, str] = field(default_factory=dict[str, str])
    """Fact edges of vanilla Graphiti, which no memory of ours states, by id."""

    def parents(self, memory: Memory) -> frozenset[str]:
        """The memories that this one was made from, as edges and lineage tell."""
        named = {*memory.lineage.promotion_chain, *memory.lineage.original_source_ids} & self.memories.keys()
        for edge in self.edges:
            if edge.target == memory.id and edge.type in PARENT_OF_SOURCE:
                named.add(edge.source)
            elif edge.source == memory.id and edge.type in PARENT_OF_TARGET:
                named.add(edge.target)
        return frozenset(named - {memory.id})

    def rivals(self, memory_id: str) -> frozenset[str]:
        """Memories that contradict this one."""
        found: set[str] = set()
        for edge in self.edges:
            if edge.type == "CONTRADICTS" and memory_id in (edge.source, edge.target):
                found |= {edge.source, edge.target}
        return frozenset(found - {memory_id})


def sources_of(memory: Memory) -> frozenset[str]:
    """Raw inputs and memories that a memory names as where it came from."""
    return frozenset({*memory.source_episode_ids, *memory.lineage.original_source_ids, *memory.lineage.promotion_chain})


def episode_of(row: dict[str, Any]) -> HeldEpisode:
    """A raw input from a row: its properties as ``n``, what was learned from it as ``learned``."""
    n = row["n"]
    return HeldEpisode(
        id=n["uuid"],
        content=n.get("content") or "",
        name=n.get("name") or "",
        agent_id=None if n.get("role") == "user" else n.get("agent_id"),
        user_id=n.get("user_id"),
        digests=tuple(n.get("digests") or ()),
        memories=frozenset(row["learned"]),
        kind=n.get("source_description") or "",
        private=places_in(n.get("private")),
        withdrawn=bool(n.get("withdrawn")),
    )
