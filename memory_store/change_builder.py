"""Builder of a change set: one verb for each thing that can happen to a memory."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.change_set import ChangeSet, Hold, Update
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.edges import AnyEdge
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.graphiti.mapping import json_ready
from memorist.memory_store.ontology.ontology import Ontology


@dataclass
class ChangeBuilder:
    """A change set while it is decided; derives earlier values, slots and edges from what happens to memories.

    Args:
        group_id: the group it belongs to.
        at: system time of the change.
        run: which graph run asks for it.
        reason: one sentence for the change log.
        id: by default it follows from the run, what is added, the revisions of what changes, and ``keys``.
        keys: what else makes this decision the same as an earlier one.
        more: further fields of the change set.
    """

    group_id: str
    at: datetime
    ontology: Ontology
    run: str
    reason: str = ""
    id: str = ""
    keys: list[str] = field(default_factory=list[str])
    memories: dict[str, Memory] = field(default_factory=dict[str, Memory])
    updates: dict[str, Update] = field(default_factory=dict[str, Update])
    edges: dict[str, AnyEdge] = field(default_factory=dict[str, AnyEdge])
    holds: dict[str, Hold] = field(default_factory=dict[str, Hold])
    more: dict[str, Any] = field(default_factory=dict[str, Any])

    def add(self, *memories: Memory) -> None:
        """Add memories. Each takes its slot, unless it is not live, is contested, or stands beside another."""
        for memory in memories:
            self.memories[memory.id] = memory
            if memory.holds_slot:
                self.take_slot(memory)

    def change(self, memory: Memory, after: Mapping[str, Any], reason: str, **more: Any) -> None:
        """Set fields of a stored memory; those that have the value already are left out."""
        changed = {name: v for name, v in after.items() if json_ready(v) != json_ready(getattr(memory, name))}
        if changed:
            self.include(Update.of(memory, changed, reason, **more))

    def include(self, update: Update) -> None:
        """Add an update. If the memory is updated already, both are merged, and the later value of a field counts."""
        if (one := self.updates.get(update.memory_id)) is not None:
            update = Update(
                **one.model_dump(exclude={"before", "after", "reason"}),
                before={**update.before, **one.before},
                after={**one.after, **update.after},
                reason=f"{one.reason}; {update.reason}",
            )
        self.updates[update.memory_id] = update

    def end(self, memory: Memory, status: Status, reason: str, **after: Any) -> None:
        """End a memory with this status. Its slot becomes free. Raises :class:`InvalidTransition`."""
        self.change(memory, {"status": memory.status.follow_with(status), "expired_at": self.at, **after}, reason)
        self.release_slot(memory)

    def supersede(self, old: Memory, new: Memory, reason: str, **after: Any) -> None:
        """End ``old``, if it is live, because ``new`` takes its place: by default when ``new`` begins."""
        if old.status.live:
            self.end(old, Status.SUPERSEDED, reason, **{"valid_until": max(new.valid_from, old.valid_from), **after})
        self.link(EdgeType.SUPERSEDES, new.id, old.id, reason, since=new.valid_from)

    def contest(self, memory: Memory, reason: str) -> None:
        """Put a memory before a person. It holds no slot until they decide. Raises :class:`InvalidTransition`."""
        self.change(memory, {"status": memory.status.follow_with(Status.CONTESTED), "flagged": reason}, reason)
        self.release_slot(memory)

    def confirm(self, memory: Memory, reason: str, **after: Any) -> None:
        """Confirm a memory, and clear its flag."""
        self.change(memory, {"status": Status.CONFIRMED, "flagged": None, **after}, reason)

    def link(
        self, type_: EdgeType, source: str, target: str, reason: str | None = None, *, since: datetime | None = None
    ) -> None:
        """Draw an edge between two memories; by default it holds from now on."""
        self.draw(Edge.link(type_, source, target, group_id=self.group_id, at=self.at, since=since, reason=reason))

    def draw(self, edge: AnyEdge) -> None:
        """Draw an edge with fields of its own."""
        self.edges[edge.id] = edge

    def take_slot(self, memory: Memory, held: Mapping[str, str | None] | None = None) -> None:
        """Give a memory its slot, from the holder in ``held``, or else from the memory that releases it here."""
        if memory.claim is None:
            return
        slot = self.ontology.slot_of(memory, memory.claim)
        freed = self.holds.get(slot) or Hold(slot_id=slot, expected=None, holder=None)
        expected = freed.expected if held is None else held.get(slot)
        self.holds[slot] = freed.model_copy(update={"expected": expected, "holder": memory.id})

    def release_slot(self, memory: Memory) -> None:
        """Free the slot of a memory, if it holds it: one that ends later may have left it already."""
        if memory.claim is None or not memory.holds_slot:
            return
        slot = self.ontology.slot_of(memory, memory.claim)
        taken = self.holds.get(slot)
        if taken is None or memory.valid_until is None:
            holder = taken.holder if taken is not None else None
            self.holds[slot] = Hold(slot_id=slot, expected=memory.id, or_nobody=True, holder=holder)

    def build(self) -> ChangeSet:
        """Return the change set, checked."""
        changed = (f"{update.memory_id}@{update.revision}" for update in self.updates.values())
        return ChangeSet(
            id=self.id or stable_id(self.group_id, self.run, *self.keys, *self.memories, *changed),
            group_id=self.group_id,
            at=self.at,
            run=self.run,
            reason=self.reason,
            memories=tuple(self.memories.values()),
            updates=tuple(self.updates.values()),
            edges=tuple(self.edges.values()),
            holds=tuple(self.holds.values()),
            **self.more,
        )
