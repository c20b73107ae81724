"""Inverse: the change set that takes an operation back, and what stands in its way. Pure."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.change_set import CHANGEABLE_OF_NODES, Count, Hold, Update
from memorist.memory_store.domain.edge_change import EdgeRemoval, EdgeUpdate
from memorist.memory_store.domain.edges import AnyEdge, Connection, parse_edge
from memorist.memory_store.domain.episode import WITHHELD, EpisodeReading
from memorist.memory_store.domain.identity import rest_id, whole_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.node import Node, parse_node
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import UserModel
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.operations.effects import Effects, FieldChange
from memorist.nodes.operations.result import UndoStep

READER = "undo"
"""The reader of an episode whose input was undone."""
OF_TIME = frozenset({"confidence", "decay", "reinforced_at", "level"})
"""Fields that maintenance changes by itself: an undo leaves them alone where it has done so since."""
ERASED = "it was forgotten"


@dataclass(frozen=True)
class Stored:
    """Current state of everything that an operation concerned.

    Args:
        memories: those that it concerned, and those that hold their slots.
        edges: those that it added or changed.
        holders: who holds each slot.
        dependents: ids of live memories that were made from a memory it added, by the id of that memory.
        readings: the previous reading of each episode that it read but did not add; null if there was none.
        episodes: ids of the episodes that still have their words.
        told: of these and of what was kept of them, those that are not withdrawn.
    """

    memories: Mapping[str, Memory]
    edges: Mapping[str, AnyEdge]
    holders: Mapping[str, str | None]
    dependents: Mapping[str, Collection[str]]
    readings: Mapping[str, Mapping[str, Any] | None]
    episodes: frozenset[str]
    told: frozenset[str] = frozenset()


@dataclass
class Inverse:
    """The parts of the change set; ``blocked``: what has changed since, by id, and how."""

    updates: dict[str, Update] = field(default_factory=dict[str, Update])
    counts: list[Count] = field(default_factory=list[Count])
    edges: list[AnyEdge] = field(default_factory=list[AnyEdge])
    edge_updates: list[EdgeUpdate] = field(default_factory=list[EdgeUpdate])
    edge_removals: list[EdgeRemoval] = field(default_factory=list[EdgeRemoval])
    readings: list[EpisodeReading] = field(default_factory=list[EpisodeReading])
    holds: list[Hold] = field(default_factory=list[Hold])
    steps: list[UndoStep] = field(default_factory=list[UndoStep])
    kept: list[str] = field(default_factory=list[str])
    refused: list[str] = field(default_factory=list[str])
    blocked: dict[str, str] = field(default_factory=dict[str, str])
    reworded: dict[str, Memory] = field(default_factory=dict[str, Memory])
    """Records whose earlier content is restored, and needs a vector."""
    after: dict[str, Memory] = field(default_factory=dict[str, Memory])
    """Memories as they will be."""

    @property
    def more_than_counts(self) -> bool:
        """True if it changes anything besides counters."""
        return any((self.updates, self.edges, self.edge_updates, self.edge_removals, self.readings))


def invert(effects: Effects, stored: Stored, ontology: Ontology, *, reason: str, now: datetime, undo: str) -> Inverse:
    """The inverse of an operation upon what stands now; ``undo`` is the id that it will have."""
    found = Inverse()
    for id_, was in effects.added.items():
        _retract(found, id_, was, effects, stored, now, reason)
    for id_, was in effects.models.items():
        _reset(found, id_, was, effects, stored, reason)
    for id_, changed in effects.changed.items():
        if id_ not in effects.added and id_ not in found.updates:
            _restore(found, id_, changed, stored, ontology, reason)
    for (id_, counter), by in effects.counted.items():
        if by and id_ in stored.memories:
            found.counts.append(Count(memory_id=id_, field=counter, by=-by, at=None))
            told = f"{counter.replace('_', ' ')} {-by:+d}"
            found.steps.append(UndoStep(what="counted", id=id_, content=stored.memories[id_].title(), why=told))
    _edges(found, effects, stored, reason)
    _episodes(found, effects, stored, now, undo)
    _slots(found, stored, ontology)
    return found


def _retract(
    found: Inverse,
    id_: str,
    was: Mapping[str, Any],
    effects: Effects,
    stored: Stored,
    now: datetime,
    reason: str,
) -> None:
    """Retract an added memory, unless somebody else has said it, ended it or made something of it."""
    memory = stored.memories.get(id_)
    if memory is None:
        found.kept.append(f"{id_}: {ERASED}: it does not come back")
        return
    if memory.created_at != effects.added_at[id_]:
        found.kept.append(f"{id_}: it was there before")
        return
    if memory.status is Status.RETRACTED:
        return
    before = parse_node(was)
    if changed := effects.changed.get(id_):
        before = _with(before, changed.after)
    contested = memory.status is Status.CONTESTED and before.status is not Status.CONTESTED
    if {*memory.source_episode_ids} - {*before.source_episode_ids, *map(rest_id, before.source_episode_ids)}:
        found.blocked[id_] = f"{memory.title()!r} was said or seen again since"
    elif before.status.live and (contested or not memory.status.live):
        found.blocked[id_] = f"{memory.title()!r} is {memory.status} since"
    elif stored.dependents.get(id_):
        found.blocked[id_] = f"something was made from {memory.title()!r} since"
    elif isinstance(memory, Node) and memory.revision != before.revision + (1 if changed else 0):
        found.blocked[id_] = f"{memory.title()!r} was changed since"
    else:
        _update(found, memory, {"status": Status.RETRACTED, "expired_at": now, "flagged": None}, reason, "retracted")


def _reset(found: Inverse, id_: str, was: Mapping[str, Any], effects: Effects, stored: Stored, reason: str) -> None:
    """Clear the expertise that came with a new user model; the model stays, since memories are linked to it."""
    memory = stored.memories.get(id_)
    if not isinstance(memory, UserModel) or memory.created_at != effects.added_at[id_] or not was.get("expertise"):
        return
    if memory.expertise == was["expertise"]:
        _update(found, memory, {"expertise": {}}, reason, "restored")
    else:
        found.kept.append(f"{id_}: the expertise was judged anew since")


def _restore(found: Inverse, id_: str, changed: FieldChange, stored: Stored, ontology: Ontology, reason: str) -> None:
    """Restore a changed memory, unless it was changed again."""
    memory = stored.memories.get(id_)
    if memory is None:
        found.kept.append(f"{id_}: {ERASED}: it does not come back")
        return
    if changed.stub:
        found.refused.append(f"{memory.title()!r} was archived: a search that includes archived ones brings it back")
        return
    if f'"{WITHHELD}"' in json.dumps(changed.before):
        found.refused.append(f"what {memory.title()!r} was before was forgotten")
        return
    then, before = _with(memory, changed.after), _with(memory, changed.before)
    differing = {name for name in changed.after if getattr(then, name) != getattr(memory, name)}
    if others := differing - OF_TIME:
        told = ", ".join(sorted(others)).replace("_", " ")
        found.blocked[id_] = f"{memory.title()!r} was changed again since ({told})"
        return
    after = {name: getattr(before, name) for name in changed.after if name not in differing}
    after = {name: value for name, value in after.items() if value != getattr(memory, name)}
    if differing:
        found.kept.append(f"{id_}: {', '.join(sorted(differing)).replace('_', ' ')} changed with time since")
    if after:
        slot = None
        if "beside" in after and not after["beside"] and before.claim is not None:
            slot = ontology.slot_of(before, before.claim)
        _update(found, memory, after, reason, "restored", slot=slot)


def _update(
    found: Inverse, memory: Memory, after: dict[str, Any], reason: str, what: str, *, slot: str | None = None
) -> None:
    own = isinstance(memory, Node)
    if own and "content" in after:
        after.setdefault("summary", memory.summary)
    node_type = memory.type if own and set(after) <= CHANGEABLE_OF_NODES else None
    found.updates[memory.id] = Update.of(memory, after, reason, node_type=node_type, slot=slot)
    found.after[memory.id] = _with(memory, after)
    if "content" in after:
        found.reworded[memory.id] = found.after[memory.id]
    set_again = {name: value for name, value in after.items() if value is not None} or after
    told = ", ".join(f"{name.replace('_', ' ')} {_in_words(value)}" for name, value in set_again.items())
    found.steps.append(UndoStep(what=what, id=memory.id, content=memory.title(), why=told))


def _edges(found: Inverse, effects: Effects, stored: Stored, reason: str) -> None:
    for id_, drawn in effects.edges.items():
        edge = stored.edges.get(id_)
        if edge is None:
            continue
        if isinstance(edge, Connection) and edge.revision != drawn.revision:
            found.blocked[id_] = f"the connection {edge.type} {id_} was changed since"
            continue
        was = edge.model_dump(mode="json", exclude=None if isinstance(edge, Connection) else {"id"})
        found.edge_removals.append(EdgeRemoval.of(edge, reason, was=was))
        found.steps.append(UndoStep(what="disconnected", id=id_, content=_in_titles(edge, stored)))
    for id_, (_, changed) in effects.edges_changed.items():
        edge = stored.edges.get(id_)
        if edge is None:
            continue
        then = parse_edge({**edge.model_dump(), **changed.after})
        if any(getattr(then, name) != getattr(edge, name) for name in changed.after):
            found.blocked[id_] = f"the connection {edge.type} {id_} was changed again since"
            continue
        before = parse_edge({**edge.model_dump(), **changed.before})
        found.edge_updates.append(
            EdgeUpdate.of(
                edge,
                reason,
                before={name: getattr(edge, name) for name in changed.after},
                after={name: getattr(before, name) for name in changed.after},
            )
        )
        found.steps.append(UndoStep(what="restored", id=id_, content=_in_titles(edge, stored)))
    for id_, was in effects.edges_removed.items():
        if {was["source"], was["target"]} <= stored.memories.keys():
            edge = parse_edge(was)
            found.edges.append(edge)
            found.steps.append(UndoStep(what="connected", id=id_, content=_in_titles(edge, stored)))
        else:
            found.kept.append(f"{id_}: what it connected was forgotten")


def _in_titles(edge: AnyEdge, stored: Stored) -> str:
    """Return a connection as "A supersedes B"; an end that is not among the memories of the operation by its id."""
    source, target = (
        stored.memories[end].title() if end in stored.memories else end for end in (edge.source, edge.target)
    )
    return f"{source} {edge.type.lower().replace('_', ' ')} {target}"


def _episodes(found: Inverse, effects: Effects, stored: Stored, now: datetime, undo: str) -> None:
    """An input that was brought is withdrawn; one that was only read is as it was read before.

    What was kept of an input stands in its place: while it does, the input cannot be taken back; where it was hidden
    itself, the hiding cannot be.
    """
    for id_ in effects.episodes:
        if rest_id(id_) in stored.told and rest_id(id_) not in effects.episodes:
            found.blocked[rest_id(id_)] = "a part of what was said there was hidden since"
        if whole_id(id_) in effects.readings and id_ not in stored.told:
            found.blocked[id_] = "what was kept was hidden since"
    for id_ in sorted({*effects.episodes, *effects.readings} & stored.episodes):
        if id_ in effects.episodes:
            reading = EpisodeReading(episode_id=id_, reader=READER, version=undo, at=now, withdrawn=True)
            found.steps.append(UndoStep(what="withdrawn", id=id_, content=str(effects.episodes[id_]["content"])[:120]))
        else:
            was = stored.readings.get(id_)
            never = {"episode_id": id_, "reader": READER, "version": undo, "at": now, "unread_count": 1}
            reading = EpisodeReading.model_validate({**never, **(was or {})})
            found.steps.append(UndoStep(what="restored", id=id_, content="the reading of the input"))
        found.readings.append(reading)


def _slots(found: Inverse, stored: Stored, ontology: Ontology) -> None:
    """Give slots to the memories that become live again, and release those of the memories that end."""
    leaving = {id_ for id_, memory in found.after.items() if not memory.holds_slot}
    taken: dict[str, str] = {}
    for id_, memory in found.after.items():
        if memory.claim is None or not memory.holds_slot:
            continue
        slot = ontology.slot_of(memory, memory.claim)
        holder = stored.holders.get(slot)
        if holder in (None, id_) or holder in leaving:
            taken[slot] = id_
            found.holds.append(Hold(slot_id=slot, expected=holder, holder=id_))
        else:
            found.blocked[str(holder)] = f"{memory.title()!r} has been replaced since"
    for id_ in sorted(leaving):
        memory = found.after[id_]
        slot = ontology.slot_of(memory, memory.claim) if memory.claim is not None else None
        if slot is not None and slot not in taken and stored.holders.get(slot) == id_:
            found.holds.append(Hold(slot_id=slot, expected=id_, holder=None))


def _with(memory: Memory, fields: Mapping[str, Any]) -> Memory:
    """The memory with other values of some fields. Raises :class:`InvalidInput` where they are none."""
    return parse_node({**memory.model_dump(), **fields})


def _in_words(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, datetime):
        return f"{value:%Y-%m-%d %H:%M}"
    return f"{len(value)}" if isinstance(value, list | tuple | dict) else str(value)  # pyright: ignore[reportUnknownArgumentType]
