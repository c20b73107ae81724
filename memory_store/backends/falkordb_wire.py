"""FalkorDB's compact form on the wire: a statement with its parameters as a command, an answer as rows.

The client's own reader goes through a coroutine for every single value of an answer, and knows nodes and edges, which
no statement of ours returns. Reading an answer here takes a fifth of the time.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any, cast

import redis
from falkordb import helpers
from pydantic_core import to_json

from memorist.memory_store.database import Row

_literal = cast("Callable[[Any], str]", helpers.stringify_param_value)  # pyright: ignore[reportUnknownMemberType]


class ValueKind(IntEnum):
    """The kinds of values that statements return."""

    NULL = 1
    STRING = 2
    INTEGER = 3
    BOOLEAN = 4
    DOUBLE = 5
    ARRAY = 6
    MAP = 10
    VECTOR = 12


def command(
    graph: str, statement: str, parameters: Mapping[str, Any], *, read_only: bool, timeout_ms: int | None
) -> list[Any]:
    """The arguments of ``execute_command``."""
    given = "".join(f"`{name}`={_written(value)} " for name, value in parameters.items())
    verb = "GRAPH.RO_QUERY" if read_only else "GRAPH.QUERY"
    limit = [] if timeout_ms is None else ["timeout", timeout_ms]
    return [verb, graph, f"CYPHER {given}{statement}", "--compact", *limit]


def _written(value: Any) -> str:
    """A parameter as Cypher; vectors, which are most of what is sent, without a call for each of their numbers."""
    if isinstance(value, list | tuple):
        items = cast("Sequence[Any]", value)
        if set(map(type, items)) == {float}:
            return to_json(items).decode()
        return f"[{','.join(map(_written, items))}]"
    if isinstance(value, dict):
        properties = cast("dict[str, Any]", value)
        return f"{{{','.join(f'{_name(name)}:{_written(item)}' for name, item in properties.items())}}}"
    return _literal(value)


@lru_cache(maxsize=1024)
def _name(name: str) -> str:
    """The name of a property in backticks. Raises :class:`ValueError` for one that cannot be written."""
    return _literal({name: None}).removeprefix("{").removesuffix(":null}")


def rows_of(answer: Sequence[Any]) -> list[Row]:
    """The rows of an answer: [columns, rows, statistics], or [statistics] of a statement that returns nothing.

    Raises:
        redis.ResponseError: the statement failed, be it after it had begun to answer.
        TypeError: a value is of a kind that no statement of ours returns.
    """
    for part in (answer[0], answer[-1]):
        if isinstance(part, redis.ResponseError):
            raise part
    if len(answer) < 3:
        return []
    names = [name for _, name in answer[0]]
    return [dict(zip(names, _values(row), strict=True)) for row in answer[1]]


def _values(typed: Sequence[tuple[int, Any]]) -> list[Any]:
    """Values side by side; most of them stand there as they are, and cost no call."""
    return [item[1] if item[0] in _AS_IT_IS else _value(item) for item in typed]


def _value(typed: tuple[int, Any]) -> Any:
    """Parse a value sent as [kind, value]."""
    kind, value = typed
    if kind in _AS_IT_IS:
        return value
    read = _READERS.get(kind)
    if read is None:
        raise TypeError(f"FalkorDB answered with a value of kind {kind}, which no statement asks for")
    return read(value)


def _map(value: list[Any]) -> dict[str, Any]:
    """Names and values take turns."""
    names = iter(value)
    return {name: item[1] if item[0] in _AS_IT_IS else _value(item) for name, item in zip(names, names, strict=True)}


_AS_IT_IS = frozenset[int]({ValueKind.NULL, ValueKind.STRING, ValueKind.INTEGER})
_READERS: Mapping[int, Callable[[Any], Any]] = {
    ValueKind.BOOLEAN: "true".__eq__,
    ValueKind.DOUBLE: float,
    ValueKind.ARRAY: _values,
    ValueKind.MAP: _map,
    ValueKind.VECTOR: lambda value: [float(item) for item in value],
}
