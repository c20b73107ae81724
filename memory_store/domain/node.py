"""A node of an ontology's own type: a memory with free, small properties, and content kept elsewhere."""

import json
from collections.abc import Mapping
from datetime import date, datetime
from math import isfinite
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from memorist.memory_store.domain.clock import UtcTime, time_text
from memorist.memory_store.domain.content_ref import MediaType
from memorist.memory_store.domain.invalid import validated
from memorist.memory_store.domain.memory import Memory, without_nul
from memorist.memory_store.domain.types import MODEL_OF_TYPE, parse_memory

MAX_PROPERTY_CHARS = 2_000
MAX_PROPERTIES = 100
MAX_LIST_ITEMS = 100

PropertyKey = Annotated[str, StringConstraints(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$", max_length=64)]
Scalar = bool | int | float | str


def _plain(value: Any) -> Any:
    """Times in the fixed form that sorts as text, dates as ISO."""
    if isinstance(value, datetime):
        return time_text(value)
    return value.isoformat() if isinstance(value, date) else value


def _scalar(value: Any) -> Scalar:
    value = _plain(value)
    if isinstance(value, str):
        if len(value) > MAX_PROPERTY_CHARS:
            raise ValueError(f"it has {len(value)} characters, {MAX_PROPERTY_CHARS} fit: put it into the content")
        return without_nul(value)
    if isinstance(value, float) and not isfinite(value):
        raise ValueError(f"{value} is no number that can be compared")
    if isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError("it does not fit into 64 bits")
    if isinstance(value, bool | int | float):
        return value
    raise ValueError(
        f"a text, number, truth value, time, or a list of them was expected, not {type(value).__name__}: "
        "put anything nested into the content"
    )


def _value(value: Any) -> Scalar | tuple[Scalar, ...]:
    if not isinstance(value, list | tuple):
        return _scalar(value)
    items: list[Any] = list(value)  # pyright: ignore[reportUnknownArgumentType]
    if len(items) > MAX_LIST_ITEMS:
        raise ValueError(f"it has {len(items)} items, {MAX_LIST_ITEMS} fit: put it into the content")
    return tuple(_scalar(item) for item in items)


PropertyValue = Annotated[Any, AfterValidator(_value)]


def _set_only(value: Any) -> Any:
    """Null and absent are one: a property that is null is left out."""
    if isinstance(value, Mapping):
        return {key: item for key, item in value.items() if item is not None}  # pyright: ignore[reportUnknownVariableType]
    return value


Properties = Annotated[dict[PropertyKey, PropertyValue], Field(max_length=MAX_PROPERTIES), BeforeValidator(_set_only)]
"""Small values that are asked for: texts, numbers, truth values, and lists of them. Everything else is content."""


class Node(Memory):
    """A node of a type that an ontology declares (``Project`` of ``gtd``), beside the eighteen of the default one.

    ``content`` is its text, as far as it is searched; the first of ``files`` is the whole, where that is longer or no
    text; ``media_type`` says what it is.
    Properties and content change in place, each change with its log entry; everything else is a memory's.
    """

    type: Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9_]*(:[A-Za-z][A-Za-z0-9_]*)?$", max_length=64)]
    properties: Properties = Field(default_factory=dict)
    media_type: MediaType = "text/markdown"
    modified_at: UtcTime


def parse_node(data: Mapping[str, Any]) -> Memory:
    """Build one of the eighteen types of memory, or a node of another type. Raises :class:`InvalidInput`."""
    if data.get("type") in MODEL_OF_TYPE or "modified_at" not in data:
        return parse_memory(data)
    return validated(Node, data, of="node")


def facets(properties: Mapping[str, Any]) -> list[str]:
    """The properties as texts ``name=value`` that a statement can compare, whatever their names.

    Values are JSON, so that 1, true and "1" differ; a number without a fraction is written as an integer, so that
    30 and 30.0 do not. Text keeps its order, so dates in ISO form compare as dates.
    """
    return [facet(name, value) for name, value in sorted(properties.items())]


def facet(name: str, value: Any) -> str:
    """One property as text."""
    return f"{name}={json.dumps(_comparable(_plain(value)), ensure_ascii=False)}"


def _comparable(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_comparable(_plain(item)) for item in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
