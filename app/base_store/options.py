"""Checks of options and operations of the store: what is wrong is named by its argument, before anything is done."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from langgraph.store.base import GetOp, ListNamespacesOp, Op, PutOp, SearchOp, TTLConfig, validate_op_namespace
from pydantic import BaseModel, ConfigDict, Field

from memorist.app.base_store.filters import check_filter
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.invalid import validated

MAX_SHOWN = 80
"""Characters of a wrong value that a message repeats."""


class _Ttl(BaseModel):
    """LangGraph's :class:`TTLConfig`, where a misspelt option counts as an error."""

    model_config = ConfigDict(extra="forbid", strict=True)

    refresh_on_read: bool = True
    omit_expired: bool = True
    default_ttl: float | None = Field(default=None, gt=0)
    sweep_interval_minutes: float | None = Field(default=None, gt=0)


def ttl_from(given: Any) -> TTLConfig | None:
    """Return a TTL configuration as it was given. Raises :class:`InvalidInput` that names the option."""
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise wrong("ttl", "options such as {'default_ttl': 60}", given)
    options = cast("Mapping[str, Any]", given)
    validated(_Ttl, options, of="ttl")
    return cast("TTLConfig", dict(options))


def paths_from(given: Any, name: str) -> tuple[str, ...]:
    """Return paths of fields. Raises :class:`InvalidInput` that names the argument."""
    paths = cast("Sequence[object]", given)
    if isinstance(given, str) or not isinstance(given, Sequence) or not all(isinstance(p, str) and p for p in paths):
        raise wrong(name, "a list of paths such as ['text']", paths)
    return cast("tuple[str, ...]", tuple(paths))


def number_from(given: Any, name: str) -> float:
    """Return a number. Raises :class:`InvalidInput` that names the argument."""
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise wrong(name, "a number", given)
    return float(given)


def check_operation(op: Op) -> None:
    """Raises :class:`InvalidInput`, ``ValueError`` or :class:`InvalidNamespaceError` for one that cannot be run."""
    match op:
        case GetOp():
            _check_namespace(op.namespace, "namespace")
        case PutOp():
            _check_namespace(op.namespace, "namespace")
            if op.index is not None and op.index is not False:
                paths_from(op.index, "index")
            if op.ttl is not None:
                number_from(op.ttl, "ttl")
        case SearchOp():
            _check_namespace(op.namespace_prefix, "namespace_prefix")
            _check_page(op)
            if op.query is not None and not isinstance(op.query, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise wrong("query", "a text", op.query)
            if op.filter is not None and not isinstance(op.filter, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise TypeError(f"filter: expected a mapping, got {type(op.filter).__name__}")
            check_filter(op.filter)
        case ListNamespacesOp():
            for condition in op.match_conditions or ():
                _check_namespace(condition.path, str(condition.match_type))
            _check_page(op)
        case _:
            raise ValueError(f"unknown operation: {type(op).__name__}")
    validate_op_namespace(op)


def _check_page(op: SearchOp | ListNamespacesOp) -> None:
    limit, offset = number_from(op.limit, "limit"), number_from(op.offset, "offset")
    if limit < 0 or offset < 0:
        raise ValueError(f"limit and offset cannot be less than 0, got {op.limit} and {op.offset}")


def _check_namespace(given: Any, name: str) -> None:
    """A text is no namespace: each of its letters would be a label."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise wrong(name, f"labels such as {(given,) if isinstance(given, str) else ('users', 'mira')!r}", given)


def wrong(name: str, expected: str, given: object) -> InvalidInput:
    """Return the refusal of an argument, with what it should be."""
    shown = repr(given)
    shown = shown if len(shown) <= MAX_SHOWN else f"{shown[:MAX_SHOWN]}…"
    return InvalidInput(f"{name}: expected {expected}, got {shown}", field=name)
