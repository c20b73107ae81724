"""Filters of a search: exact values, nested values and comparisons, decided on the item's value."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from memorist.memory_store.domain.node import facet

MAX_FACETS = 64
"""An item with more plain fields than this is compared by its value alone."""
LONGEST_FACET = 200

_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {
    "$gt": lambda value, bound: value > bound,
    "$gte": lambda value, bound: value >= bound,
    "$lt": lambda value, bound: value < bound,
    "$lte": lambda value, bound: value <= bound,
}
OPERATORS = ("$eq", "$ne", *_ORDER)


def check_filter(wanted: Any, path: str = "filter") -> None:
    """Raises ``ValueError`` for an operator that is none, or beside fields, naming it and those that are."""
    if not isinstance(wanted, Mapping):
        return
    asked = [str(key) for key in cast("Mapping[Any, Any]", wanted)]
    operators = [key for key in asked if key.startswith("$")]
    if operators and (fields := [key for key in asked if key not in operators]):
        raise ValueError(f"{path}: {fields[0]!r} stands beside the operator {operators[0]!r}: give one or the other")
    for key, value in cast("Mapping[Any, Any]", wanted).items():
        if str(key).startswith("$") and key not in OPERATORS:
            raise ValueError(f"{path}: unknown operator {key!r}: expected one of {', '.join(OPERATORS)}")
        check_filter(value, f"{path}.{key}")


def matches(value: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Return true if an item's value has everything that a filter asks for."""
    return all(_fits(value.get(key), expected) for key, expected in wanted.items())


def _fits(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, Mapping):
        asked = cast("Mapping[str, Any]", wanted)
        if any(key.startswith("$") for key in asked):
            return all(_holds(value, operator, bound) for operator, bound in asked.items())
        return isinstance(value, Mapping) and matches(cast("Mapping[str, Any]", value), asked)
    if isinstance(wanted, list | tuple):
        items = cast("list[Any]", list(wanted))  # pyright: ignore[reportUnknownArgumentType]
        if not isinstance(value, list) or len(value) != len(items):  # pyright: ignore[reportUnknownArgumentType]
            return False
        return all(_fits(one, other) for one, other in zip(cast("list[Any]", value), items, strict=True))
    return isinstance(value, bool) is isinstance(wanted, bool) and value == wanted  # as JSON has it: true is not 1


def _holds(value: Any, operator: str, bound: Any) -> bool:
    if operator == "$eq":
        return _fits(value, bound)
    if operator == "$ne":
        return not _fits(value, bound)
    # Numbers are compared with numbers and texts with texts; anything else is in no order.
    numbers = all(isinstance(each, int | float) and not isinstance(each, bool) for each in (value, bound))
    return (numbers or (isinstance(value, str) and isinstance(bound, str))) and _ORDER[operator](value, bound)


def facets_of(value: Mapping[str, Any]) -> list[str] | None:
    """The plain top-level fields as texts that the database compares; null where an item has too many."""
    found = [facet(key, each) for key, each in value.items() if _plain(key, each)]
    return found if len(found) <= MAX_FACETS else None


def facets_wanted(wanted: Mapping[str, Any] | None) -> list[str]:
    """The conditions that the database can check, as :func:`facets_of` writes them; filter results again."""
    return [facet(key, each) for key, each in (wanted or {}).items() if _plain(key, each)]


def _plain(key: str, value: Any) -> bool:
    """Return true if the database can compare a field: short text, truth values, numbers without a fraction."""
    if len(key) > LONGEST_FACET or not _storable(key):
        return False
    if isinstance(value, str):
        return len(value) <= LONGEST_FACET and _storable(value)
    return isinstance(value, bool | int) or (isinstance(value, float) and value.is_integer())


def _storable(text: str) -> bool:
    """Return true if a database takes the text: no NUL, no half of a surrogate pair."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)
