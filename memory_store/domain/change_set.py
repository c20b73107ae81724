"""The only way to write: what is added, changed, counted, linked, expected and why, as data.

Nodes decide and return plain data; one :class:`ChangeSet` carries it to :meth:`Store.apply`, which is one
transaction. Applying a change set a second time changes nothing, because its id is remembered in the change log.
"""

from collections.abc import Mapping
from typing import Any, Self

from pydantic import Field, SerializeAsAny, field_validator, model_validator

from hypomnema.memory_store.domain.clock import UtcTime
from hypomnema.memory_store.domain.edge import Edge
from hypomnema.memory_store.domain.episode import RawEpisode
from hypomnema.memory_store.domain.memory import Memory, Part
from hypomnema.memory_store.domain.scope import GroupId
from hypomnema.memory_store.domain.types import parse_memory

Vector = tuple[float, ...]

CHANGEABLE = frozenset(
    {
        "status",
        "level",
        "confidence",
        "expired_at",
        "valid_until",
        "valid_until_condition",
        "evidence_count",
        "source_episode_ids",
        "flagged",
        "promoted_to_shared",
        "lineage",
        "success_rate",
        "times_used",
        "last_used",
        "aliases",
        "interaction_count",
        "trust_level",
        "phase",
    }
)
"""What may change in place. Content, claim and type never do: a correction is a new memory."""


class Update(Part):
    """A change of fields in place, from what was read to what shall be.

    ``before`` holds the same fields as ``after``; ``revision`` is the one that was read. If the stored memory has
    moved on since, the whole change set is refused with :class:`Conflict`.
    """

    memory_id: str
    revision: int = Field(ge=1)
    before: dict[str, Any]
    after: dict[str, Any]
    reason: str

    @model_validator(mode="after")
    def _only_what_may_change(self) -> Self:
        if forbidden := set(self.after) - CHANGEABLE:
            raise ValueError(f"{', '.join(sorted(forbidden))} cannot change in place: supersede the memory")
        if set(self.before) != set(self.after):
            raise ValueError("before and after must name the same fields")
        return self


class Count(Part):
    """An increment of a counter: order does not matter, nothing is expected."""

    memory_id: str
    field: str = Field(pattern=r"^(access_count|mention_count)$")
    by: int = Field(default=1, ge=1)
    at: UtcTime


class Hold(Part):
    """Who holds a slot afterwards, and who must hold it before (null = nobody)."""

    slot_id: str
    expected: str | None
    holder: str | None


class Mention(Part):
    """A raw episode speaks of a memory: the last link of every provenance chain."""

    episode_id: str
    memory_id: str


class ClaimEdge(Part):
    """A claim as an edge from its subject to its object (or, for a plain value, to the memory that states it)."""

    id: str
    memory_id: str
    source: str
    target: str
    name: str
    fact: str
    episode_ids: tuple[str, ...]
    valid_at: UtcTime
    created_at: UtcTime
    invalid_at: UtcTime | None = None
    expired_at: UtcTime | None = None


class ChangeSet(Part):
    """Everything one decision changes, applied as one.

    Args:
        id: stable over retries of the same decision: it makes the second application a no-op.
        group_id: the group it belongs to; every item must be of this group.
        at: system time of the change.
        run: which graph run asked for it (``ingestion:…``).
        reason: one sentence for the change log.
        existing: ids of stored memories that edges refer to; a missing one raises :class:`DanglingReference`.
        vectors: embedding by memory id; every added memory has one, none of a wrong size.
    """

    id: str
    group_id: GroupId
    at: UtcTime
    run: str
    reason: str
    episodes: tuple[RawEpisode, ...] = ()
    memories: tuple[SerializeAsAny[Memory], ...] = ()
    updates: tuple[Update, ...] = ()
    counts: tuple[Count, ...] = ()
    edges: tuple[Edge, ...] = ()
    claims: tuple[ClaimEdge, ...] = ()
    mentions: tuple[Mention, ...] = ()
    holds: tuple[Hold, ...] = ()
    vectors: dict[str, Vector] = Field(default_factory=dict, repr=False)

    @field_validator("memories", mode="before")
    @classmethod
    def _typed(cls, memories: Any) -> Any:
        if not isinstance(memories, list | tuple):
            return memories
        items: list[Any] = list(memories)  # pyright: ignore[reportUnknownArgumentType]
        return tuple(parse_memory(m) if isinstance(m, Mapping) else m for m in items)  # pyright: ignore[reportUnknownArgumentType]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        foreign = [m.id for m in self.memories if m.scope.group_id != self.group_id]
        foreign += [e.id for e in self.episodes if e.scope.group_id != self.group_id]
        foreign += [e.id for e in self.edges if e.group_id != self.group_id]
        if foreign:
            raise ValueError(f"a change set writes to one group, but {', '.join(foreign)} belongs to another")
        if missing := [m.id for m in self.memories if m.id not in self.vectors]:
            raise ValueError(f"no vector for memory {', '.join(missing)}")
        ids = [m.id for m in self.memories]
        if len(set(ids)) != len(ids):
            raise ValueError("the same memory is added twice")
        return self

    @property
    def empty(self) -> bool:
        """Whether nothing would change."""
        return not any((self.episodes, self.memories, self.updates, self.counts, self.edges, self.claims))

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
        return frozenset({m.episode_id for m in self.mentions} - {e.id for e in self.episodes})

    def log_payload(self) -> str:
        """The set as JSON for the change log, without the vectors, which can be computed again."""
        return self.model_dump_json(exclude={"vectors"}, exclude_none=True)


class Applied(Part):
    """What :meth:`Store.apply` did: ``new`` is false when the same set had been applied before."""

    change_id: str
    sequence: int
    new: bool
