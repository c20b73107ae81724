"""Values shown by pages: plain data, so that templates know neither store nor graphs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.reading import HistoryEntry
from memorist.nodes.retrieval.said import Said

PAGE_SIZE = 50


class NotThere(Exception):
    """There is no such memory, input or entry, or the caller may not see it."""

    def __init__(self) -> None:
        super().__init__("There is nothing at this address: it may have been forgotten, or belong to somebody else.")


@dataclass(frozen=True)
class Filters:
    """Restrictions of a list of memories.

    Args:
        query: words, or what it is about; empty: the newest first.
        types: types of memory; empty: all.
        statuses: names of statuses as they are today; empty: the live ones, and with ``as_of`` all.
        person: whose, or about whom.
        project: a name that the memories speak of.
        since: the first moment at which they began to hold.
        until: the first moment that is too late.
        as_of: what was true then; with ``statuses`` that of it which has one of these today.
        page: counted from 1.
        after: the last memory of the page before, by time and id: a late page then costs no more than the first.
    """

    query: str = ""
    types: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    person: str = ""
    project: str = ""
    since: datetime | None = None
    until: datetime | None = None
    as_of: datetime | None = None
    page: int = 1
    after: tuple[str, str] | None = None

    @property
    def restricted(self) -> bool:
        """True if anything is left out on purpose."""
        chosen = (self.query, self.types, self.statuses, self.person, self.project, self.since, self.until, self.as_of)
        return any(chosen)

    @property
    def words_alone(self) -> bool:
        """True if nothing but a query, and maybe a day, is given: what was said has no type, status or project."""
        return not (self.types or self.statuses or self.person or self.project or self.since or self.until)


@dataclass(frozen=True)
class ListedMemory:
    """One memory of a list; ``score`` is its similarity to what was looked for."""

    memory: Memory
    score: float | None = None


@dataclass(frozen=True)
class Hits:
    """A page of a list, how it was found, and whether there is more; ``far`` has little to do with the query.

    ``said`` are inputs that speak of it and that no memory of the page was learned from.
    """

    hits: tuple[ListedMemory, ...]
    how: str
    more: bool
    far: tuple[ListedMemory, ...] = ()
    said: tuple[Said, ...] = ()

    @property
    def last(self) -> str:
        """The place of its last memory in the list of the newest; empty for a list by similarity."""
        if not self.hits or self.hits[-1].score is not None:
            return ""
        memory = self.hits[-1].memory
        return f"{time_text(memory.valid_from)}~{memory.id}"


@dataclass(frozen=True)
class Beginning:
    """Start of validity of the oldest memory, and time of the first record; null if there is none."""

    held: datetime | None = None
    recorded: datetime | None = None


@dataclass(frozen=True)
class Connected:
    """A memory beside another, and what connects them."""

    memory: Memory
    how: str
    reason: str | None
    outgoing: bool


@dataclass(frozen=True)
class RawInput:
    """A raw input behind a memory; ``content`` is empty when its words were forgotten."""

    id: str
    kind: str
    at: str | None
    speaker: str | None
    content: str


@dataclass(frozen=True)
class MemoryPage:
    """Everything about one memory.

    ``history`` is what was held in its place, oldest first; ``chain`` the lineage by id.
    """

    memory: Memory
    evidence: tuple[RawInput, ...] = ()
    replaced_by: tuple[Connected, ...] = ()
    replaces: tuple[Connected, ...] = ()
    climbed: tuple[Connected, ...] = ()
    contradicts: tuple[Connected, ...] = ()
    others: tuple[Connected, ...] = ()
    lineage: tuple[Memory, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Timeline:
    """The history of a topic, oldest first, and what was said of it that no memory tells, newest last."""

    topic: str
    entries: tuple[HistoryEntry, ...]
    said: tuple[Said, ...] = ()


@dataclass(frozen=True)
class UnreadInput:
    """An input with the sentences of which no memory was made; none: nobody has read it."""

    episode: RawEpisode
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """A part of the graph around a name: nodes and edges as the drawing takes them."""

    name: str
    nodes: Sequence[Mapping[str, Any]]
    edges: Sequence[Mapping[str, Any]]
    memories: tuple[Memory, ...]


@dataclass(frozen=True)
class Rung:
    """A rung of the ladder: how many memories stand on it by status, and what it takes to climb from it."""

    level: str
    counts: Mapping[str, int]
    needs: tuple[str, ...]

    @property
    def total(self) -> int:
        """All that live there."""
        return sum(self.counts.values())


@dataclass(frozen=True)
class Ladder:
    """The rungs; of a dry run, what a pass would lift, what others lack, its questions, and who holds the lease."""

    rungs: tuple[Rung, ...]
    would: tuple[Any, ...] = ()
    not_yet: tuple[str, ...] = ()
    questions: tuple[Any, ...] = ()
    busy: str | None = None


@dataclass(frozen=True)
class UsedMemories:
    """Memories by their use in prompts; ``show`` is most, latest or never, ``used`` counts all that were used."""

    show: str
    memories: tuple[Memory, ...]
    used: int


@dataclass(frozen=True)
class LogRow:
    """An entry of the change log at a glance: who asked for it, and the words of the first memory it is about."""

    sequence: int
    id: str
    at: str
    run: str
    reason: str
    who: str = ""
    words: str = ""


@dataclass(frozen=True)
class LogPage:
    """An entry of the change log.

    Args:
        about: its place, id, time, run and reason.
        payload: what it changed.
        words: of the memories that it names, by their ids.
        who: asked for it.
        undone: the place and the reason of the undo by which it is out of effect; null: it is in effect.
    """

    about: Mapping[str, Any]
    payload: Mapping[str, Any]
    words: Mapping[str, str]
    who: str = ""
    undone: tuple[int, str] | None = None
