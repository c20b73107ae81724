"""Arguments of the caller's writes and queries, and results besides memories."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

from pydantic import Field, model_validator

from memorist.memory_store.domain.edges import AnyEdge
from memorist.memory_store.domain.memory import Memory, Part


class NodeDraft(Part):
    """A node that shall be.

    Args:
        type: of any loaded ontology: ``Project``, ``semantic:fact`` …
        content: text or bytes: the statement of a memory, the document of another node.
        media_type: what the content is.
        title: a short name; default: the content's first line.
        properties: small values of an ontology's type; the typed fields of a memory (``confidence``, ``steps`` …).
        id: a uuid, if the caller wants to choose it; otherwise it is made.
        valid_from: since when it is so; default: now.
    """

    type: str
    content: str | bytes = ""
    media_type: str = "text/markdown"
    title: str | None = None
    properties: dict[str, Any] = Field(default_factory=dict)
    id: str | None = None
    valid_from: Any = None


class ConnectionDraft(Part):
    """A connection that shall be, between nodes that are there or are created together with it.

    A node that is created together is named by the ``id`` chosen for it, or by its place: ``#0`` is the first draft.
    """

    type: str
    source: str
    target: str
    properties: dict[str, Any] = Field(default_factory=dict)
    content: str | None = None
    id: str | None = None
    valid_from: Any = None


class Change(Part):
    """New values of some properties of a node or connection; null takes one away, the others stay.

    ``revision``, if given, is the one that was read: somebody else's change in between is a :class:`Conflict` then.
    Without it the change is applied to whatever is there.
    """

    id: str
    properties: dict[str, Any] = Field(default_factory=dict)
    content: str | bytes | None = None
    media_type: str | None = None
    revision: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.properties and self.content is None:
            raise ValueError("neither properties nor content are given: there is nothing to change")
        return self


@dataclass(frozen=True)
class Written:
    """The created nodes and connections, in the order of the drafts. ``new`` is false for a request that had been
    carried out before."""

    nodes: tuple[Memory, ...]
    connections: tuple[AnyEdge, ...]
    change_id: str
    sequence: int
    new: bool


@dataclass(frozen=True)
class Page[T]:
    """Some of what was asked for; ``next`` is where the rest begins, null at the end."""

    items: tuple[T, ...]
    next: int | str | None

    def __iter__(self) -> Iterator[T]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    def __getitem__(self, place: int) -> T:
        return self.items[place]


@dataclass(frozen=True)
class Content:
    """Content as it was given. ``text`` is null for what is none."""

    data: bytes
    media_type: str
    text: str | None


@dataclass(frozen=True)
class FoundNode:
    """A node that a search found, with its score: higher is better, comparable within one answer only."""

    node: Memory
    score: float
