"""Encoding of items: namespaces, values, and the texts of a value that are searched."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast

from langgraph.store.base import (
    Item,
    MatchCondition,
    PutOp,
    SearchItem,
    get_text_at_path,  # pyright: ignore[reportUnknownVariableType]
    tokenize_path,
    validate_op_namespace,
)

from memorist.app.base_store.filters import facets_of
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.identity import stable_id

Namespace = tuple[str, ...]
Index = Literal[False] | list[str] | None

MAX_VALUE_BYTES = 8 * 1024 * 1024
MAX_KEY_CHARS = 1_024
MAX_NAMESPACE_CHARS = 4_096
EMBEDDED_CHARS = 32_000
"""So much of a text is embedded."""
MAX_TEXTS = 64
"""So many texts of one value are embedded: ``[*]`` of a long list gives one each."""


@dataclass(frozen=True)
class Put:
    """A checked :class:`PutOp`: the row to write, and the texts to embed; ``row`` is null for a deletion."""

    uuid: str
    item: Item | None
    row: dict[str, Any] | None
    texts: tuple[str, ...] = ()


def ns_text(namespace: Sequence[str]) -> str:
    """A namespace as text, which is a prefix of another's text exactly if the other is the same or lies below it."""
    return "".join(f"{json.dumps(label)}," for label in namespace)


def ns_of(text: str) -> Namespace:
    """The namespace that :func:`ns_text` wrote."""
    return tuple(json.loads(f"[{text.removesuffix(',')}]"))


def item_id(group: str, namespace: Sequence[str], key: str) -> str:
    """The id of the node that holds an item."""
    return stable_id(group, "store-item", ns_text(namespace), json.dumps(key))


def put_of(op: PutOp, group: str, now: datetime, fields: Sequence[str]) -> Put:
    """Check an operation, before anything is written.

    Raises:
        InvalidNamespaceError: a label is empty, no text, or holds a dot.
        TypeError: the value is no mapping with text keys, or holds what JSON has no form for.
        ValueError: it is empty where something is needed, or too large.
    """
    validate_op_namespace(op)
    namespace, key = tuple(op.namespace), str(op.key)
    if not namespace:
        raise ValueError("a namespace needs at least one label")
    if not key or len(key) > MAX_KEY_CHARS:
        raise ValueError(f"key: expected 1 to {MAX_KEY_CHARS} characters, got {len(key)}")
    if len(ns_text(namespace)) > MAX_NAMESPACE_CHARS:
        raise ValueError(f"namespace: more than {MAX_NAMESPACE_CHARS} characters")
    uuid = item_id(group, namespace, key)
    if op.value is None:
        return Put(uuid, None, None)
    text = _json_text(op.value, namespace, key)
    value: dict[str, Any] = json.loads(text)
    index = op.index if op.index is None or op.index is False else list(op.index)
    ttl = None if op.ttl is None else float(op.ttl)
    if ttl is not None and not 0 < ttl < float("inf"):
        raise ValueError(f"ttl: {op.ttl!r} is no number of minutes above 0")
    row = {
        "uuid": uuid,
        "ns": ns_text(namespace),
        "key": json.dumps(key),
        "value": text,
        "facets": facets_of(value),
        "at": time_text(now),
        "ttl": ttl,
        "expires_at": None if ttl is None else now.timestamp() + ttl * 60,
        "indexed": json.dumps(index),
    }
    item = Item(value=value, key=key, namespace=namespace, created_at=now, updated_at=now)
    return Put(uuid, item, row, tuple(texts_of(value, index, fields)))


def _json_text(value: Mapping[str, Any], namespace: Namespace, key: str) -> str:
    where = f"value of {key[:100]!r} in {namespace}"
    if not isinstance(value, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"{where}: expected a mapping, got {type(value).__name__}")
    if strange := [name for name in value if not isinstance(name, str)]:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"{where}: expected text keys, got {strange[0]!r}")
    try:
        text = json.dumps(dict(value), allow_nan=False)
    except RecursionError:
        raise ValueError(f"{where}: is nested too deeply, or holds itself") from None
    except (TypeError, ValueError) as error:
        raise TypeError(f"{where}: cannot be written as JSON: {error}") from None
    if len(text) > MAX_VALUE_BYTES:
        raise ValueError(f"{where}: {len(text):,} bytes as JSON, at most {MAX_VALUE_BYTES:,} are kept: split it")
    return text


def texts_of(value: Mapping[str, Any], index: Index, fields: Sequence[str]) -> list[str]:
    """The texts of a value that a search compares a query with; each field path gives one or more."""
    if index is False:
        return []
    found: list[str] = []
    for path in fields if index is None else index:
        texts = [_whole(value)] if path == "$" else get_text_at_path(value, tokenize_path(path))
        # Every embedder takes it: no half of a surrogate pair, not too long.
        found += [text[:EMBEDDED_CHARS].encode("utf-8", "replace").decode() for text in texts if text.strip()]
    return list(dict.fromkeys(found))[:MAX_TEXTS]


def _whole(value: Any) -> str:
    """Everything that a value says in words: its leaves, without the names of its fields."""
    if isinstance(value, Mapping):
        return "\n".join(filter(None, map(_whole, cast("Mapping[str, Any]", value).values())))
    if isinstance(value, list):
        return "\n".join(filter(None, map(_whole, cast("list[Any]", value))))
    return "" if value is None or isinstance(value, bool) else str(value)


def item_of(row: Mapping[str, Any]) -> Item:
    """An item as it was stored."""
    return Item(**_fields(row))


def found_of(row: Mapping[str, Any], score: float | None) -> SearchItem:
    """An item that a search found."""
    return SearchItem(**_fields(row), score=score)


def _fields(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "namespace": ns_of(row["ns"]),
        "key": json.loads(row["key"]),
        "value": json.loads(row["value"]),
        "created_at": datetime.fromisoformat(row["created_at"]),
        "updated_at": datetime.fromisoformat(row["updated_at"]),
    }


def fits(namespace: Namespace, condition: MatchCondition) -> bool:
    """Return true if a namespace begins, or ends, as a condition says; ``*`` stands for any label."""
    path = tuple(condition.path)
    if condition.match_type not in ("prefix", "suffix"):
        raise ValueError(f"match_type: expected prefix or suffix, got {condition.match_type!r}")
    if len(path) > len(namespace):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(wanted in ("*", label) for label, wanted in zip(part, path, strict=True))
