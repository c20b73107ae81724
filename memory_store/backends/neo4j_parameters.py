"""What Neo4j plans a statement for, and one parameter for it, however many a statement has.

Neo4j plans a statement anew for each combination of the types of its parameters, and the length of a text or a list is
part of its type, in powers of ten: what was planned ahead with an empty list served nobody who had something in it. A
map is just a map.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

__all__ = ["as_one_parameter", "planned_for"]

GIVEN = "given"
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
    """What a plan depends on of the parameters: the type of each, and how long it is, in powers of ten."""
    return frozenset((name, type(value).__name__, _magnitude(value)) for name, value in parameters.items())


def _magnitude(value: object) -> int:
    if not isinstance(value, str | list | tuple):
        return 0
    size = len(cast("Sequence[object]", value))
    return size if size < 2 else 1 + len(str(size - 1))
