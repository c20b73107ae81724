"""Mem0: what ``get_all()`` or an export gives, and the history that it keeps in SQLite.

Its memories are sentences that a model wrote, so they come as documents: nobody's own words.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.entries import (
    Found,
    ImportEntry,
    LeftOut,
    Unreadable,
    as_object,
    document,
    is_over,
    moment,
    objects_in,
)
from memorist.app.importing.files import is_sqlite, json_of, sqlite_rows
from memorist.memory_store.domain.errors import InvalidInput

COLUMNS = "id memory_id old_memory new_memory event created_at updated_at is_deleted"


def read(path: Path) -> Iterator[Found]:
    """The memories of an export, or each version of them that the history has."""
    if is_sqlite(path):
        yield from _history(path)
        return
    data = json_of(path)
    holder = as_object(data)
    items: Any = data if isinstance(data, list) else holder.get("results", holder.get("memories"))  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(items, list):
        raise InvalidInput(f"{path}: expected a list of memories, or an object with results", field="PATH")
    for number, item in enumerate(cast("list[Any]", items)):
        yield from _memory(f"results[{number}]", item)
    yield from (LeftOut("relation of Mem0's graph") for _ in objects_in(holder.get("relations")))


def _memory(place: str, item: Any) -> Iterator[Found]:
    given = as_object(item)
    text = given.get("memory") or given.get("text") or given.get("data")
    if not isinstance(text, str) or not text.strip():
        yield Unreadable(place, "no memory: expected an object with id and memory")
        return
    if given.get("metadata") or given.get("categories"):
        yield LeftOut("metadata of a memory")
    end = given.get("expiration_date") or as_object(given.get("metadata")).get("expiration_date")
    if is_over(end):
        yield LeftOut("expired in Mem0")
        return
    at = moment(given.get("updated_at")) or moment(given.get("created_at"))
    user, agent = given.get("user_id"), given.get("agent_id")
    told = f"{text.rstrip().rstrip('.')} (until {str(end)[:10]})" if moment(end) else text
    yield _entry(place, str(given.get("id") or text), told, at, str(user) if user else None, personal=user or not agent)


def _history(path: Path) -> Iterator[Found]:
    """Versions in the order of time; what was deleted in Mem0 is not brought back."""
    with sqlite_rows(path, "history", COLUMNS, "created_at, updated_at, rowid") as rows:
        found = list(rows)
    last = {str(row["memory_id"]): row for row in found}
    deleted = {id_ for id_, row in last.items() if row["event"] == "DELETE" or row["is_deleted"]}
    for row in found:
        id_, text = str(row["memory_id"]), row["new_memory"]
        if id_ in deleted:
            yield LeftOut("deleted in Mem0")
        elif isinstance(text, str) and text.strip():
            at = moment(row["updated_at"]) or moment(row["created_at"])
            yield _entry(f"history {row['id']}", id_, text, at, None, personal=True)
        else:
            yield Unreadable(f"history {row['id']}", "the row has no new_memory")


def _entry(place: str, id_: str, text: str, at: Any, user: str | None, *, personal: Any) -> ImportEntry:
    title = f"Mem0 memory {id_} of {user}" if user else f"Mem0 memory {id_}"
    return document(place, title, text, at=at, id_=f"mem0:{id_}", user=user, personal=bool(personal))
