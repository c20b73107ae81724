"""LangGraph's store: the SQLite database of ``SqliteStore``, or items as JSON lines (``Item.dict()``)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, Unreadable, as_object, document, moment
from memorist.app.importing.files import is_sqlite, json_lines, sqlite_rows


def read(path: Path) -> Iterator[Found]:
    """One document an item, titled by its namespace and key."""
    if is_sqlite(path):
        with sqlite_rows(path, "store", "prefix key value created_at updated_at", "updated_at, prefix, key") as rows:
            for row in rows:
                yield _from_row(row)
        return
    for number, item, problem in json_lines(path):
        yield Unreadable(f"line {number}", problem) if problem else item_entry(f"line {number}", item)


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
    text = "\n".join(_lines(value))
    if not text.strip():
        return LeftOut("item without words")
    # Labels hold no dot, so that this is the name of one item only, whatever is in the key.
    name = f"{'.'.join(str(label).replace('/', '%2F') for label in cast('Sequence[Any]', namespace))}/{key}"
    at = moment(given.get("updated_at")) or moment(given.get("created_at"))
    return document(place, f"Store item {name}", text, at=at, id_=f"store:{name}")


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
