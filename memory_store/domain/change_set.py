"""The only way to write: what is added, changed, counted, linked, expected and why, as data.

Nodes decide and return plain data; one :class:`ChangeSet` carries it to :meth:`Store.apply`, which is one
transaction. Applying a change set a second time changes nothing, because its id is remembered in the change log.
"""

from collections.abc import Mapping
from typing import Any, Self

from pydantic import Field, SerializeAsAny, ValidationInfo, field_validator, model_validator

from memorist.memory_store.domain.actor import Actor
from memorist.memory_store.domain.claim_edge import ClaimEdge
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.edge_change import EdgeRemoval, EdgeUpdate
from memorist.memory_store.domain.edges import AnyEdge, Connection, parse_edge
from memorist.memory_store.domain.episode import EpisodeReading, RawEpisode
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory, Part
from memorist.memory_store.domain.node import parse_node
from memorist.memory_store.domain.scope import GroupId
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.stub import Stub

Vector = tuple[float, ...]

CHANGEABLE = frozenset(
    {
        "status",
        "level",
        "confidence",
        "decay",
        "reinforced_at",
        "expired_at",
        "valid_until",
        "valid_until_condition",
        "evidence_count",
        "source_episode_ids",
        "flagged",
        "beside",
        "promoted_to_shared",
        "lineage",
        "files",
        "quotes",
        "success_rate",
        "times_used",
        "last_used",
        "aliases",
        "interaction_count",
        "expertise",
        "significant_events",
        "trust_level",
        "phase",
    }
)
"""Fields of a memory that may change in place. Content, claim and type never do: a correction is a new memory."""
CHANGEABLE_OF_NODES = CHANGEABLE | {"properties", "content", "summary", "media_type", "modified_at"}
"""Fields of a node of an ontology's own type that may: it is a record that is kept up to date, not a statement."""


class Update(Part):
    """A change of fields in place, from what was read to what shall be.

    ``before`` holds the same fields as ``after``; ``revision`` is the one that was read. If the stored memory has
    moved on since, the whole change set is refused with :class:`Conflict`. ``node_type`` is the type of a node that is
    none of the eighteen types of memory: it may change more. ``stub`` is what stays of the text of a memory that is
    archived, when the whole of it went to one of ``files``. ``slot`` is the one by which a claim is found again that
    stood beside another and no longer does.
    """

    memory_id: str
    node_type: str | None = None
    revision: int = Field(ge=1)
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str
    stub: Stub | None = None
    slot: str | None = None

    @classmethod
    def of(cls, memory: Memory, after: Mapping[str, Any], reason: str, **more: Any) -> Self:
        """Return the update of a stored memory to these values."""
        before = {name: getattr(memory, name) for name in after}
        return cls(
            memory_id=memory.id, revision=memory.revision, before=before, after=dict(after), reason=reason, **more
        )

    @model_validator(mode="after")
    def _only_what_may_change(self) -> Self:
        if forbidden := set(self.after) - (CHANGEABLE_OF_NODES if self.node_type else CHANGEABLE):
            raise ValueError(f"{', '.join(sorted(forbidden))} cannot change in place: supersede the memory")
        if set(self.before) != set(self.after):
            raise ValueError("before and after must name the same fields")
        if ("content" in self.after) != ("summary" in self.after):
            raise ValueError("content and summary of a node change together")
        if self.stub is not None and (self.after.get("status") != Status.ARCHIVED or not self.after.get("files")):
            raise ValueError("only a memory that is archived, and whose text went to a file, is cut to a stub")
        return self


class Count(Part):
    """An increment of a counter; it needs no revision, since increments may be applied in any order.

    An undo (``by`` below zero) has no ``at``: the time of the last use stays as it is.
    """

    memory_id: str
    field: str = Field(pattern=r"^(access_count|mention_count|interaction_count)$")
    by: int = 1
    at: UtcTime | None


class Hold(Part):
    """Gives a slot to ``holder`` if ``expected`` holds it (null: nobody), with ``or_nobody`` also if nobody does.

    With ``holder`` null the slot is released if ``expected`` holds it; any other holder keeps it. A memory that ends at
    a later time has given its slot to its successor already.
    """

    slot_id: str
    expected: str | None
    or_nobody: bool = False
    holder: str | None


def mention_id(group_id: str, episode_id: str, memory_id: str) -> str:
    """The id of the edge that a mention is."""
    return stable_id(group_id, "mention", episode_id, memory_id)


class Mention(Part):
    """A raw episode speaks of a memory: the last link of every provenance chain."""

    episode_id: str
    memory_id: str


class ChangeSet(Part):
    """Everything one decision changes, applied as one.

    Args:
        id: stable over retries of the same decision: it makes the second application a no-op.
        group_id: the group it belongs to; every item must be of this group.
        at: system time of the change.
        run: which graph run asked for it (``ingestion:…``).
        reason: one sentence for the change log.
        by: who asked for it; null: the store's own upkeep.
        operation: the id under which several sets are one operation, that of the first; null: this set is one.
        undoes: the operation that this one takes back.
        readings: who read which raw episodes, stored or added by this set; replaces the mark of an earlier reading.
        edge_updates: connections that change in place.
        edge_removals: connections that shall be gone.
        fresh: ids of added memories that must not be there yet; otherwise one that is there stays as it is.
        chosen: ids of added memories and connections that were chosen by a caller: never used before, never again.
        vectors: embedding by id, of each changed content; ``apply`` computes those of added memories and raw episodes
            that are not given.
    """

    id: str
    group_id: GroupId
    at: UtcTime
    run: str
    reason: str
    by: Actor | None = None
    operation: str | None = None
    undoes: str | None = None
    episodes: tuple[RawEpisode, ...] = ()
    readings: tuple[EpisodeReading, ...] = ()
    memories: tuple[SerializeAsAny[Memory], ...] = ()
    updates: tuple[Update, ...] = ()
    counts: tuple[Count, ...] = ()
    edges: tuple[SerializeAsAny[AnyEdge], ...] = ()
    edge_updates: tuple[EdgeUpdate, ...] = ()
    edge_removals: tuple[EdgeRemoval, ...] = ()
    fresh: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    claims: tuple[ClaimEdge, ...] = ()
    mentions: tuple[Mention, ...] = ()
    holds: tuple[Hold, ...] = ()
    vectors: dict[str, Vector] = Field(default_factory=dict, repr=False)

    @field_validator("memories", "edges", mode="before")
    @classmethod
    def _typed(cls, given: Any, info: ValidationInfo) -> Any:
        if not isinstance(given, list | tuple):
            return given
        parse = parse_node if info.field_name == "memories" else parse_edge
        items: list[Any] = list(given)  # pyright: ignore[reportUnknownArgumentType]
        return tuple(parse(item) if isinstance(item, Mapping) else item for item in items)  # pyright: ignore[reportUnknownArgumentType]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        foreign = [m.id for m in self.memories if m.scope.group_id != self.group_id]
        foreign += [e.id for e in self.episodes if e.scope.group_id != self.group_id]
        foreign += [e.id for e in self.edges if e.group_id != self.group_id]
        if foreign:
            raise ValueError(f"a change set writes to one group, but {', '.join(foreign)} belongs to another")
        reworded = [u.memory_id for u in self.updates if "content" in u.after]
        if missing := [i for i in reworded if i not in self.vectors]:
            raise ValueError(f"no vector for the changed content of {', '.join(missing)}")
        connections = [e.id for e in self.edges if isinstance(e, Connection)]
        for what, ids in (("memory", [m.id for m in self.memories]), ("connection", connections)):
            if len(set(ids)) != len(ids):
                raise ValueError(f"the same {what} is added twice")
        return self

    @property
    def empty(self) -> bool:
        """True if nothing would change."""
        added = (self.episodes, self.readings, self.memories, self.edges, self.claims)
        return not any((*added, self.updates, self.counts, self.edge_updates, self.edge_removals))

    @property
    def size(self) -> int:
        """Number of additions and changes."""
        added = (self.episodes, self.readings, self.memories, self.edges, self.claims, self.mentions)
        return sum(map(len, (*added, self.updates, self.counts, self.edge_updates, self.edge_removals)))

    def endpoints(self) -> frozenset[str]:
        """Ids of memories this set refers to but does not add: they must be in the store already."""
        added = {m.id for m in self.memories}
        named = {end for e in self.edges for end in (e.source, e.target)}
        named |= {end for c in self.claims for end in (c.source, c.target)}
        named |= {m.memory_id for m in self.mentions} | {u.memory_id for u in self.updates}
        named |= {c.memory_id for c in self.counts} | {h.holder for h in self.holds if h.holder}
        return frozenset(named - added)

    def sources(self) -> frozenset[str]:
        """Ids of raw episodes this set refers to but does not add: they must be in the store already."""
        named = {m.episode_id for m in self.mentions} | {r.episode_id for r in self.readings}
        return frozenset(named - {e.id for e in self.episodes})

    def log_payload(self) -> str:
        """The set as JSON for the change log, without the vectors, which can be computed again."""
        return self.model_dump_json(exclude={"vectors"}, exclude_none=True)


class Applied(Part):
    """Result of :meth:`Store.apply`: ``new`` is false when the same set had been applied before."""

    change_id: str
    sequence: int
    new: bool
