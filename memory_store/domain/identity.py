"""Stable ids: the same content in the same group always gets the same id, so a replay changes nothing."""

from functools import lru_cache
from uuid import UUID, uuid5

NAMESPACE = UUID("5f0a3c52-3f7e-5d0c-9a55-8a6c4a1d7b11")
"""Fixed for ever: changing it would give every stored thing a new id."""


def stable_id(group_id: str, kind: str, *parts: str) -> str:
    """Return the uuid5 of ``kind`` and ``parts`` within a group.

    Parts are joined by the ASCII unit separator, which no stored text may contain.
    """
    return str(uuid5(NAMESPACE, "\x1f".join((group_id, kind, *parts))))


@lru_cache(maxsize=16_384)
def folded(text: str) -> str:
    """Return ``text`` in the form used to compare names: case-folded, single spaces, no trailing stop."""
    return " ".join(text.casefold().split()).rstrip(".!,;:")


def entity_id(group_id: str, name: str) -> str:
    """The id of the one node that stands for a named thing in a group."""
    return stable_id(group_id, "entity", folded(name))
