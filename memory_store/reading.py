"""Results of the store besides memories."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any, Literal, NamedTuple

from memorist.memory_store.database import Row
from memorist.memory_store.domain.clock import parse_time, time_text
from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.graphiti.glances import glance_from
from memorist.memory_store.graphiti.mapping import from_properties


@dataclass(frozen=True)
class Moment:
    """A point on both time axes: what was true at ``valid_at`` as it was held to be at ``known_at``."""

    valid_at: datetime
    known_at: datetime
    historic: bool = False

    @classmethod
    def of(cls, now: datetime, *, as_of: datetime | None = None, known_at: datetime | None = None) -> "Moment":
        """The present, unless one of the axes is set. A look at what was known then is also a look at then."""
        known = known_at or now
        valid = as_of or known
        return cls(valid, known, historic=as_of is not None or known_at is not None)

    @property
    def looked_back_from(self) -> str | None:
        """Until when what was learned counts, as text; null in the present, when everything does."""
        return time_text(self.known_at) if self.historic else None

    def parameters(self) -> dict[str, Any]:
        """The parameters that every visible-at-a-moment statement takes."""
        return {
            "valid_at": time_text(self.valid_at),
            "known_at": time_text(self.known_at),
            "historic": self.historic,
        }


@dataclass(frozen=True)
class Query:
    """One thing to search for: at most ``k`` memories by vector and ``k`` by words.

    ``role`` tells the caller which query a result belongs to.
    """

    role: str
    text: str
    vector: tuple[float, ...]
    k: int = 20


@dataclass(frozen=True)
class Standing:
    """Reads of a run that need no query: rules, models with the memories that are linked to them, recent episodes, and
    standing statements, each with its kind."""

    rules: tuple[Memory, ...] = ()
    models: tuple[Memory, ...] = ()
    linked: tuple[tuple[str, Memory], ...] = ()
    episodes: tuple[Memory, ...] = ()
    statements: tuple[tuple[str, Glance], ...] = ()


class TurnFound(NamedTuple):
    """A raw episode near a question, or beside one that is.

    Args:
        before: the one before it in its session.
        kind: of the input that it was.
        user: in whose conversation it was said.
        offset: minutes by which the speaker's clock was ahead of UTC; null where nobody noted it.
        private: places of its sentences that are the speaker's own affair; null where nobody judged.
        sensitive: places of those that are so even if they were said in front of others.
        confided: places of those that the speaker wants nobody to be told.
        role: of whoever said it, whatever their name; null where nobody noted it.
        cosine: to the question; null for an episode without a vector.
        told: the memories learned from it that are live, and ``ended`` those that no longer are.
        replaced: true of a document of which a later version is held.
    """

    id: str
    content: str
    speaker: str | None
    session: str | None
    at: datetime
    before: str | None
    cosine: float | None
    told: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    replaced: bool = False
    kind: str = "turn"
    user: str | None = None
    offset: int | None = None
    private: tuple[int, ...] | None = None
    sensitive: tuple[int, ...] | None = None
    confided: tuple[int, ...] | None = None
    role: str | None = None

    @property
    def local(self) -> datetime | None:
        """The time on the speaker's own clock; null where nobody noted where that was."""
        return None if self.offset is None else self.at.astimezone(timezone(timedelta(minutes=self.offset)))


@dataclass(frozen=True)
class Comparable:
    """A stored memory that a draft must be compared with; ``draft`` is null when the claim, not a vector, found it."""

    memory: Memory
    draft: str | None
    similarity: float


@dataclass(frozen=True)
class Neighbour:
    """A memory reached from an anchor entity in ``hop`` steps."""

    memory: Glance
    anchor: str
    nearness: float
    hop: int


@dataclass(frozen=True)
class HistoryEntry:
    """A memory in the history of a topic, and what took its place."""

    memory: Memory
    superseded_by: str | None
    reason: str | None


@dataclass(frozen=True)
class ChangeEntry:
    """One entry of the change log; ``operation`` is the id of the first entry of the operation that it is part of."""

    sequence: int
    id: str
    at: datetime
    run: str
    reason: str
    payload: dict[str, Any] = field(repr=False)
    operation: str = ""

    @classmethod
    def of(cls, node: Mapping[str, Any]) -> "ChangeEntry":
        """From the properties of a node of the log."""
        at, payload = parse_time(node["at"]), json.loads(node["payload"])
        operation = node.get("operation") or node["uuid"]
        return cls(int(node["seq"]), node["uuid"], at, node["run"], node["reason"], payload, operation)


@dataclass(frozen=True)
class Finding:
    """A broken invariant that ``check`` found."""

    kind: str
    message: str
    ids: tuple[str, ...]
    severity: Literal["error", "warning"] = "error"


@dataclass(frozen=True)
class Link:
    """A typed edge between two memories."""

    source: str
    target: str
    type: str
    reason: str | None


def memory_of(row: Row, moment: Moment) -> Memory:
    """The memory of a row, as it was held to be at the moment."""
    return from_properties(row["n"], known_at=moment.looked_back_from)


def glance_of(row: Row, moment: Moment) -> Glance:
    """The same at a glance: its properties are columns of the row."""
    return glance_from(row, known_at=moment.looked_back_from)
