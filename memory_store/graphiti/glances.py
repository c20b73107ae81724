"""Glances at memories, as statements return them: what ranking and telling need of each of many."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import from_json

from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.graphiti.mapping import UNREADABLE, as_held, damaged, texts


def glance_from(properties: Mapping[str, Any], *, known_at: str | None = None) -> Glance:
    """The glance at the memory that a node holds, as it was held to be at ``known_at``; the properties are those that
    statements return at a glance, or all of the node's, among which those that are null are missing.

    Raises :class:`MemoryDamaged`.
    """
    try:
        return _glance_from(as_held(properties, known_at))
    except UNREADABLE as error:
        raise damaged(properties, error) from error


def _glance_from(properties: Mapping[str, Any]) -> Glance:
    details: dict[str, Any] = from_json(properties["details"] or "{}")
    content, summary = texts(properties, details)
    valid_from, valid_until = properties["valid_from"], properties.get("valid_until")
    return Glance(
        id=properties["uuid"],
        type=_text(properties, "type"),
        content=content,
        summary=summary,
        entities=tuple(properties.get("entities") or ()),
        claim=details.get("claim"),
        status=_text(properties, "status"),
        confidence=float(properties["confidence"]),
        valid_from=valid_from,
        valid_until=valid_until and max(valid_until, valid_from),
        valid_until_condition=properties.get("valid_until_condition"),
        user=properties.get("user_id"),
        extraction_method=properties["extraction_method"],
        own=details,
        tags=tuple(properties.get("tags") or ()),
        session=properties.get("session_id"),
    )


def _text(properties: Mapping[str, Any], name: str) -> str:
    value = properties[name]
    if not isinstance(value, str):
        raise TypeError(f"{name} is {value!r}")
    return value
