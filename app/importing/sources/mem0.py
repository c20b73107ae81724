"""Mem0: what ``get_all()`` or an export gives, the export of OpenMemory, and the history that Mem0 keeps in SQLite.

Its memories are sentences that a model wrote, so they come as documents: nobody's own words.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from memorist.app.importing.entries import (
    Found,
    LeftOut,
    Unreadable,
    is_over,
    memory_item,
    moment,
    with_end,
    with_notes,
)
from memorist.app.importing.files import SourceFiles, sqlite_rows
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.json_values import as_object, objects_in

COLUMNS = "id memory_id old_memory new_memory event created_at updated_at is_deleted"
_GONE = ("deleted", "archived")
_BESIDE = {"categories": "categories", "actor_id": "said by", "agent_id": "agent"}
"""Fields that are told beside a memory, and what they are called."""


def read(files: SourceFiles) -> Iterator[Found]:
    """The memories of an export, or each version of them that the history has."""
    names = files.required(".json", ".db", ".sqlite", what="neither a JSON export of Mem0 nor its history.db")
    for name in names:
        if base := files.database(name):
            yield from _history(base)
        else:
            yield from _exported(files.json(name), files.place(name))
    yield from (LeftOut("file without memories") for _ in range(len(files.names) - len(names)))


def _exported(data: Any, name: str) -> Iterator[Found]:
    holder = as_object(data)
    items: Any = data if isinstance(data, list) else holder.get("results", holder.get("memories"))  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(items, list):
        raise InvalidInput(f"{name}: expected a list of memories, or an object with results", field="PATH")
    users = {str(user.get("id")): str(user.get("user_id")) for user in objects_in([holder.get("user")])}
    labels = {str(each.get("id")): str(each.get("name")) for each in objects_in(holder.get("categories"))}
    owners = set[str | None]()
    for number, item in enumerate(items):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        given = as_object(item)
        user = given.get("user_id")
        whose = users.get(str(user), str(user)) if user else next(iter(users.values()), None)
        owners.add(whose)
        yield _memory(f"results[{number}]", given, whose, labels)
    yield from _relations(objects_in(holder.get("relations")), owners)


def _memory(place: str, given: Mapping[str, Any], user: str | None, labels: Mapping[str, str]) -> Found:
    text = next((given[name] for name in ("memory", "content", "text", "data") if isinstance(given.get(name), str)), "")
    if not text.strip():
        return Unreadable(place, "no memory: expected an object with id and memory")
    if given.get("state") in _GONE:
        return LeftOut(f"{given['state']} in Mem0")
    metadata = as_object(given.get("metadata"))
    end = given.get("expiration_date") or metadata.get("expiration_date")
    if is_over(end):
        return LeftOut("expired in Mem0")
    at = moment(given.get("updated_at")) or moment(given.get("created_at"))
    notes = {name: value for name, value in metadata.items() if name != "expiration_date"}
    notes |= {called: value for name, called in _BESIDE.items() if (value := given.get(name))}
    if named := [labels[id_] for id_ in map(str, given.get("category_ids") or ()) if id_ in labels]:
        notes["categories"] = named
    id_, own = str(given.get("id") or text), bool(user or not given.get("agent_id"))
    return memory_item(place, "mem0", id_, with_notes(with_end(text, end), notes), at=at, user=user, personal=own)


def _relations(relations: list[Mapping[str, Any]], owners: set[str | None]) -> Iterator[Found]:
    """The relations of Mem0's graph, which do not say whose they are: of the one user of an export that has one."""
    if len(owners) != 1:
        yield from (LeftOut("relation of Mem0's graph, which does not say whose it is") for _ in relations)
        return
    (user,) = owners
    for number, each in enumerate(relations):
        words = (each.get("source"), each.get("relationship"), each.get("target") or each.get("destination"))
        text = " ".join(str(word).replace("_", " ") for word in words if word)
        yield memory_item(f"relations[{number}]", "mem0", f"relation {text}", text, at=None, user=user, personal=True)


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
            yield memory_item(f"history {row['id']}", "mem0", id_, text, at=at, user=None, personal=True)
        else:
            yield Unreadable(f"history {row['id']}", "the row has no new_memory")
