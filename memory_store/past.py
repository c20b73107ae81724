"""The past as the change log tells it: what was recorded, rebuilt from nothing but the entries."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.edges import AnyEdge, parse_edge
from memorist.memory_store.domain.episode import EpisodeReading
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.node import parse_node


@dataclass
class Past:
    """A group as it was recorded at a moment.

    What was forgotten since is not in the log any more, and so not here.
    """

    known_at: datetime
    sequence: int = 0
    """The last entry that was recorded by then."""
    edges: dict[str, AnyEdge] = field(default_factory=dict[str, AnyEdge])
    holders: dict[str, str] = field(default_factory=dict[str, str])
    """Holder of each slot, by the slot's id."""
    words: dict[str, str] = field(default_factory=dict[str, str])
    """Words of each episode, by its id."""
    readings: dict[str, EpisodeReading] = field(default_factory=dict[str, EpisodeReading])
    """The last reading of each episode that was read, by the episode's id."""
    _fields: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]], repr=False)

    @property
    def memories(self) -> dict[str, Memory]:
        """Every memory that had been recorded, live or not, by id."""
        return {memory_id: parse_node(fields) for memory_id, fields in self._fields.items()}

    def take_in(self, sequence: int, payload: Mapping[str, Any]) -> None:
        """Take in the next entry of the log."""
        self.sequence = sequence
        for episode in payload.get("episodes", ()):
            self.words.setdefault(episode["id"], episode["content"])
        for reading in payload.get("readings", ()):
            self.readings[reading["episode_id"]] = EpisodeReading(**reading)
        for memory in payload.get("memories", ()):
            self._fields.setdefault(memory["id"], dict(memory))
        for update in payload.get("updates", ()):
            if fields := self._fields.get(update["memory_id"]):
                fields.update(update["after"])
                fields["revision"] = fields.get("revision", 1) + 1
        for count in payload.get("counts", ()):
            if fields := self._fields.get(count["memory_id"]):
                _count(fields, count)
        self._take_edges(payload)
        for hold in payload.get("holds", ()):
            if hold.get("holder") is None:
                self.holders.pop(hold["slot_id"], None)
            else:
                self.holders[hold["slot_id"]] = hold["holder"]

    def _take_edges(self, payload: Mapping[str, Any]) -> None:
        for edge in payload.get("edges", ()):
            drawn = parse_edge(edge)
            self.edges[drawn.id] = drawn
        for update in payload.get("edge_updates", ()):
            if known := self.edges.get(update["edge_id"]):
                changed = {**update["after"], "revision": known.revision + 1}
                self.edges[known.id] = parse_edge({**known.model_dump(exclude_none=True), **changed})
        for removal in payload.get("edge_removals", ()):
            self.edges.pop(removal["edge_id"], None)


LAST = {"access_count": "last_accessed", "mention_count": "last_mentioned"}
"""Counters with a time of the last count, by the field that holds it."""


def _count(fields: dict[str, Any], count: Mapping[str, Any]) -> None:
    counter = count["field"]
    fields[counter] = fields.get(counter, 0) + count.get("by", 1)
    if (when := LAST.get(counter)) and count.get("at"):
        fields[when] = count["at"]
