"""The form in which Neo4j gets a statement: one parameter, however many it has, and one record, however many rows.

Neo4j plans a statement anew for each combination of the types of its parameters, and the length of a text or a list is
part of its type, in powers of ten: what was planned ahead with an empty list served nobody who had something in it. A
map is just a map.

Its driver takes a tenth of a millisecond for each record, whatever is in it: what returns a hundred rows is faster as
one record with a list of a hundred lists.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

__all__ = ["as_one_parameter", "as_one_record", "planned_for", "rows_of"]

GIVEN = "given"
ROWS = "rows"
"""The one column of a statement whose rows come as one record."""
_RETURN = re.compile(r"\bRETURN\b")
_NAMED = re.compile(r"(\w+)\s*$")
_LANGUAGE = re.compile(r"\s*(CYPHER \d+)\b")
_TAIL = re.compile(r"\s(?:ORDER BY|LIMIT)\s")
PARAMETERS = re.compile(
    r"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`[^`]*`|//[^\n]*|/\*.*?\*/|\$(?P<name>[^\W\d]\w*)""", re.DOTALL
)
"""With what is quoted or a comment, where a dollar sign is just that."""


def as_one_parameter(statement: str, parameters: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The statement with ``$given.name`` for each ``$name``, and the parameters under that one name.

    Raises KeyError for a parameter that is not given: in a map it would be null.
    """
    rewritten, names = _rewritten(statement)
    return rewritten, {GIVEN: {name: parameters[name] for name in names}}


@lru_cache(maxsize=512)
def _rewritten(statement: str) -> tuple[str, frozenset[str]]:
    rewritten = PARAMETERS.sub(lambda found: f"${GIVEN}.{found['name']}" if found["name"] else found[0], statement)
    return rewritten, frozenset(found["name"] for found in PARAMETERS.finditer(statement) if found["name"])


def planned_for(parameters: Mapping[str, Any]) -> frozenset[tuple[str, str, int]]:
    """Return the properties of the parameters that a plan depends on: the type of each, and its length in powers of
    ten."""
    return frozenset((name, type(value).__name__, _magnitude(value)) for name, value in parameters.items())


def _magnitude(value: object) -> int:
    if not isinstance(value, str | list | tuple):
        return 0
    size = len(cast("Sequence[object]", value))
    return size if size < 2 else 1 + len(str(size - 1))


@lru_cache(maxsize=64)
def as_one_record(statement: str) -> str:
    """The reading statement, which returns its columns' names and one list of rows; :func:`rows_of` reads them."""
    language = _LANGUAGE.match(statement)
    prefix, body = (f"{language[1]}\n", statement[language.end() :]) if language else ("", statement)
    names = ", ".join(columns_of(body))
    return f"{prefix}CALL () {{\n{body}\n}}\nRETURN collect([{names}]) AS {ROWS}"


@lru_cache(maxsize=64)
def columns_of(statement: str) -> tuple[str, ...]:
    """The names of the columns that a statement returns, in order."""
    returned = _TAIL.split(statement[[found.end() for found in _RETURN.finditer(statement)][-1] :])[0]
    depth, columns = 0, [""]
    for character in returned:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and not depth:
            columns.append("")
        else:
            columns[-1] += character
    return tuple(found[1] for column in columns if (found := _NAMED.search(column)))


def rows_of(statement: str, rows: Sequence[Sequence[Any]]) -> list[dict[str, Any]]:
    """Return the one record of a statement as rows by the names of its columns."""
    columns = columns_of(statement)
    return [dict(zip(columns, row, strict=True)) for row in rows]
