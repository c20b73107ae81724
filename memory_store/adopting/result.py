"""Result of an adoption: the written and the left out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["episodes", "entities", "facts", "mentions"]


@dataclass(frozen=True)
class Left:
    """One thing that was not adopted, or not whole: one of which, Graphiti's uuid, and why."""

    kind: Kind
    uuid: str
    reason: str


@dataclass(frozen=True)
class Adopted:
    """Counts of the memories and raw episodes written by this run (with ``dry_run``: would be)."""

    group: str
    graphiti_group: str
    dry_run: bool
    episodes: int
    entities: int
    facts: int
    mentions: int
    already_there: int
    """Episodes, entities, facts and mentions that the group holds: they stay as they are."""
    ended: int
    """Facts that Graphiti had ended: true then, not live now."""
    superseded: int
    """Live facts that a newer one takes the place of."""
    contested: int
    """Facts whose slot the group's own memory holds: a person decides."""
    beside: Mapping[str, int] = field(default_factory=dict[str, int])
    """Number of nodes and edges of other kinds, which are not adopted: Graphiti derives them from the adopted ones."""
    nameless: Mapping[str, int] = field(default_factory=dict[str, int])
    """Nodes and edges without a uuid, which cannot be told apart."""
    left: tuple[Left, ...] = ()
