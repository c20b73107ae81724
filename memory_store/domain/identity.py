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


def rest_id(episode_id: str) -> str:
    """Return the id of what is kept of a raw input: the number after its own, so that each is found by the other."""
    return _moved_by(1, episode_id)


def whole_id(episode_id: str) -> str:
    """Return the id of the raw input of which one is the rest, if it is any's."""
    return _moved_by(-1, episode_id)


def _moved_by(step: int, id_: str) -> str:
    try:
        moved = UUID(int=(UUID(id_).int + step) % 2**128)
        return str(moved) if "-" in id_ else moved.hex
    except ValueError:  # an id that is no number is none that we gave out
        return stable_id("rest", str(step), id_)
