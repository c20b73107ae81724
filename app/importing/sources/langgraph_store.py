"""LangGraph's store: the SQLite database of ``SqliteStore``, or items as JSON (``Item.dict()``), in lines or a list."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, cast

from memorist.app.importing.entries import (
    Found,
    LeftOut,
    Unreadable,
    is_over,
    memory_item,
    moment,
    texts_in,
    with_notes,
)
from memorist.app.importing.files import SourceFiles, sqlite_rows
from memorist.memory_store.domain.json_values import as_object

_TEXT_FIELDS = frozenset({"content", "text", "memory", "value"})
_SHORTEST = 4
"""In words: a text of so many stands by itself; a shorter one is understood by the name of its field."""
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


def read(files: SourceFiles) -> Iterator[Found]:
    """One document an item, titled by its namespace and key."""
    what = "no items as JSON and no database of a store"
    for name in files.required(".jsonl", ".json", ".db", ".sqlite", what=what):
        if base := files.database(name):
            with sqlite_rows(base, "store", _COLUMNS, "updated_at, prefix, key", optional=_TTL) as rows:
                yield from map(_from_row, rows)
            continue
        for place, item, problem in _items(files, name):
            yield Unreadable(place, problem) if problem else item_entry(place, item)


def _items(files: SourceFiles, name: str) -> Iterator[tuple[str, Any, str]]:
    """The records of a file: items, or objects that hold a list of them as the SDK gives it."""
    for place, record, problem in files.records(name):
        held = as_object(record).get("items")
        if isinstance(held, list):
            yield from ((f"item {number}", item, "") for number, item in enumerate(cast("list[Any]", held), start=1))
        else:
            yield place, record, problem


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
    user = user_of(labels)
    text = _told(_inside(value), "" if user else " ".join(labels))
    if not text.strip():
        return LeftOut("item without words")
    # Labels hold no dot, so that this is the name of one item only, whatever is in the key.
    name = f"{'.'.join(label.replace('/', '%2F') for label in labels)}/{key}"
    return memory_item(place, "store", name, text, at=at, user=user)


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


def _told(value: Any, namespace: str) -> str:
    """The sentences of a value, then its other fields by their names, by which they are understood.

    Fields alone say nothing about their subject, which the ``namespace`` of nobody in particular names.
    """
    found = [(path, text.strip()) for path, text in texts_in(value)]
    if len(found) == 1 and (not found[0][0] or found[0][0][-1] in _TEXT_FIELDS):
        return found[0][1]
    sentences = [text for path, text in found if len(text.split()) >= _SHORTEST or not path]
    fields: dict[str, list[str]] = {"": [namespace]} if namespace and found and not sentences else {}
    for path, text in found:
        if path and len(text.split()) < _SHORTEST:
            fields.setdefault(" ".join(path), []).append(text)
    return with_notes("\n\n".join(sentences), fields)
