"""LangGraph's store: the SQLite database of ``SqliteStore``, or items as JSON (``Item.dict()``), in lines or a list."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, Unreadable, as_object, document, is_over, moment
from memorist.app.importing.files import is_sqlite, json_lines, json_of, sqlite_rows

BEGINNING = 1_024
"""Bytes by which a list is told from lines."""
_WHOLE = re.compile(rb'\{\s*"items"\s*:')

_COLUMNS, _TTL = "prefix key value created_at updated_at", "expires_at ttl_minutes"
_KINDS = frozenset(
    "memory memories user users profile profiles person people persons customer customers member members fact facts "
    "preference preferences prefs semantic episodic procedural episodes history notes store langmem".split()
)
"""Labels of namespaces that say what is kept there; beside one of them stands whose it is."""
_NOBODYS = frozenset(
    "shared global common public default team teams group org organization organisation company project projects "
    "agent agents assistant assistants app threads thread docs documents documentation knowledge instructions "
    "prompts prompt collection collections cache settings config theme".split()
)
"""Labels that name nobody, and behind which stands the name of no person ("project", "apollo")."""


def read(path: Path) -> Iterator[Found]:
    """One document an item, titled by its namespace and key."""
    if is_sqlite(path):
        with sqlite_rows(path, "store", _COLUMNS, "updated_at, prefix, key", optional=_TTL) as rows:
            for row in rows:
                yield _from_row(row)
        return
    if (items := _listed(path)) is not None:
        for number, item in enumerate(items, start=1):
            yield item_entry(f"item {number}", item)
        return
    for number, item, problem in json_lines(path):
        yield Unreadable(f"line {number}", problem) if problem else item_entry(f"line {number}", item)


def _listed(path: Path) -> list[Any] | None:
    """Return the items of a file that is one list, or ``{"items": [...]}`` as the SDK gives it; null for lines.

    Raises :class:`InvalidInput` where a list is broken.
    """
    with path.open("rb") as opened:
        start = opened.read(BEGINNING).lstrip()
    whole = json_of(path) if start.startswith(b"[") or _WHOLE.match(start) else None
    items: Any = as_object(whole).get("items") if isinstance(whole, Mapping) else whole
    return cast("list[Any]", items) if isinstance(items, list) else None


def _from_row(row: Mapping[str, Any]) -> Found:
    place = f"{row['prefix']}/{row['key']}"
    try:
        value = json.loads(row["value"])
    except (TypeError, ValueError, RecursionError) as error:
        return Unreadable(place, f"the value is not JSON: {str(error)[:200]}")
    return item_entry(place, {**row, "namespace": str(row["prefix"]).split("."), "value": value})


def item_entry(place: str, item: Any) -> Found:
    """An item, as ``Item.dict()`` gives it, as a document of its texts."""
    given = as_object(item)
    namespace, key, value = given.get("namespace"), given.get("key"), given.get("value")
    if not isinstance(namespace, Sequence) or isinstance(namespace, str) or not isinstance(key, str):
        return Unreadable(place, "no item: expected an object with namespace, key and value")
    labels = [str(label) for label in cast("Sequence[Any]", namespace)]
    at = moment(given.get("updated_at")) or moment(given.get("created_at"))
    if is_over(_end_of(given, at)):
        return LeftOut("past its time to live")
    text = "\n".join(_lines(_inside(value)))
    if not text.strip():
        return LeftOut("item without words")
    # Labels hold no dot, so that this is the name of one item only, whatever is in the key.
    name = f"{'.'.join(label.replace('/', '%2F') for label in labels)}/{key}"
    user = user_of(labels)
    return document(place, f"Store item {name}", text, at=at, id_=f"store:{name}", user=user, personal=user is not None)


def user_of(namespace: Sequence[str]) -> str | None:
    """Return whose items a namespace holds: ``("memories", "ana")``, ``("acme", "users", "ana", "profile")``.

    It is the label behind "users"; else, beside a label that says what is kept, the last other one. Null where none
    does, as in ``("docs", "api")`` and ``("memories", "team")``.
    """
    plain = [label.strip().casefold() for label in namespace]
    for label, following, name in zip(plain, plain[1:], namespace[1:], strict=False):
        if label in {"user", "users"} and following not in _KINDS | _NOBODYS:
            return name.strip() or None
    if not _KINDS & set(plain):
        return None
    before = ["", *plain]
    names = [
        name.strip()
        for name, label, led_by in zip(namespace, plain, before, strict=False)
        if label and label not in _KINDS | _NOBODYS and led_by not in _NOBODYS
    ]
    return names[-1] if names else None


def _end_of(item: Mapping[str, Any], changed: datetime | None) -> datetime | None:
    """Return when an item ends: at a moment, or so many minutes after it was changed; null for one that stays."""
    if end := moment(item.get("expires_at")):
        return end
    minutes = item.get("ttl_minutes", item.get("ttl"))
    if changed is None or isinstance(minutes, bool) or not isinstance(minutes, int | float) or minutes <= 0:
        return None
    return changed + timedelta(minutes=minutes)


def _inside(value: Any) -> Any:
    """Return the content of a memory that LangMem packed (``{"kind": …, "content": …}``)."""
    given = as_object(value)
    return given["content"] if set(given) == {"kind", "content"} else value


def _lines(value: Any, name: str = "") -> Iterator[str]:
    """The texts of a value; a short one with the name of its field, by which it may be understood."""
    if isinstance(value, Mapping):
        for key, each in cast("Mapping[str, Any]", value).items():
            yield from _lines(each, str(key))
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from _lines(each, name)
    elif isinstance(value, str) and value.strip():
        yield value if " " in value.strip() or not name else f"{name}: {value}"
    elif isinstance(value, bool | int | float):
        yield f"{name}: {json.dumps(value)}"
