"""Conditions on properties, in a form that one statement serves for all."""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from memorist.memory_store.domain.edge import BaseEdge
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.invalid import read_as
from memorist.memory_store.domain.node import Properties, facet
from memorist.memory_store.graphiti.mapping import FLAT

_adapter: TypeAdapter[dict[str, Any]] = TypeAdapter(Properties)
OWN_OF_EDGES = frozenset(BaseEdge.model_fields) - {"type", "source", "target", "group_id"}


def conditions(where: Mapping[str, Any] | None, *, own: frozenset[str] = FLAT) -> list[dict[str, Any]]:
    """Turn ``{"status": "next", "context": None}`` into conditions that all have to hold; null asks for absence.

    ``own`` are the fields that are properties of the stored thing itself, beside the free ones. A time is compared in
    its fixed form.

    Raises:
        InvalidInput: a name is none, or a value is nothing that a property can be.
    """
    given = dict(where or {})
    checked = read_as(_adapter, given, of="filter")
    if bad := [name for name in given if not str(name).isidentifier()]:
        raise InvalidInput(f"filter: {bad[0]!r} is not a name of a property", field=str(bad[0]))
    return [
        {
            "key": name,
            "value": list(checked[name]) if isinstance(checked.get(name), tuple) else checked.get(name),
            "facet": facet(name, checked[name]) if name in checked else "",
            "prefix": f"{name}=",
            "own": name in own,
            "absent": name not in checked,
        }
        for name in given
    ]
