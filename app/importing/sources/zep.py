"""Zep: what its API gives of a graph (edges, nodes, episodes) and of threads, as JSON.

Messages are turns; facts and summaries are sentences that a model wrote, so they come as documents: nobody's own words.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from memorist.app.importing.entries import (
    Found,
    LeftOut,
    Unreadable,
    digest,
    is_over,
    memory_item,
    moment,
    read_records,
    turn,
    with_end,
    with_notes,
)
from memorist.app.importing.files import SourceFiles
from memorist.memory_store.domain.json_values import as_object, objects_in

HOLDERS = ("nodes", "edges", "episodes", "messages", "facts", "threads", "sessions")
_ROLES = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "tool": "tool",
    "function": "tool",
}
_ABOUT = ("user_id", "thread_id", "session_id")
"""Fields that a list's holder has for all of its records."""


def read(files: SourceFiles) -> Iterator[Found]:
    """The records of all files, as they come."""
    yield from read_records(
        files,
        "no JSON of Zep's graph or threads",
        lambda name, place, record: _record(f"{name} {place}", as_object(record)),
    )


def _record(place: str, record: Mapping[str, Any]) -> Iterator[Found]:
    held = [name for name in HOLDERS if objects_in(record.get(name))]
    shared = {name: record[name] for name in _ABOUT if record.get(name)}
    for name in held:
        for number, each in enumerate(objects_in(record[name])):
            yield from _record(f"{place} {name}[{number}]", {**shared, **each})
    if held:
        return
    user = str(record["user_id"]) if record.get("user_id") else None
    if isinstance(record.get("fact"), str):
        yield _fact(place, record, user)
    elif isinstance(record.get("content"), str) and (record.get("role_type") or record.get("role")):
        yield _message(place, record, user)
    elif isinstance(text := record.get("content") or record.get("summary"), str) and text.strip():
        yield _text(place, record, text, user)
    elif "labels" in record or "summary" in record:
        yield LeftOut("node without a summary")
    else:
        yield Unreadable(place, "expected a fact, an episode, a message, or a node with a summary")


def _fact(place: str, edge: Mapping[str, Any], user: str | None) -> Found:
    end = edge.get("invalid_at") or edge.get("expired_at")
    if is_over(end):
        return LeftOut("no longer true in Zep")
    fact = str(edge["fact"]).strip()
    at = moment(edge.get("valid_at")) or moment(edge.get("created_at"))
    id_ = str(edge.get("uuid") or digest(fact))
    return memory_item(place, "zep", id_, with_notes(with_end(fact, end), edge.get("attributes")), at=at, user=user)


def _text(place: str, record: Mapping[str, Any], text: str, user: str | None) -> Found:
    """The summary of a node, or an episode that is no message: a text, JSON."""
    id_ = str(record.get("uuid") or digest(text))
    user = user or str(as_object(record.get("attributes")).get("user_id") or "") or None
    at = moment(record.get("created_at"))
    return memory_item(place, "zep", id_, text, at=at, user=user)


def _message(place: str, message: Mapping[str, Any], user: str | None) -> Found:
    role = _ROLES.get(str(message.get("role_type") or message.get("role")).lower())
    text = str(message["content"])
    if role is None:
        return LeftOut(f"{message.get('role_type') or message.get('role')} message")
    if not text.strip():
        return LeftOut("message without words")
    name = message.get("name") or (message.get("role") if message.get("role_type") else None)
    at = moment(message.get("created_at"))
    session = str(message.get("thread_id") or message.get("session_id") or "thread")
    id_ = str(message.get("uuid") or digest(session, at, text))
    speaker = str(name) if name and role == "user" and user is None else None
    return turn(place, role, text, at=at, id_=f"zep:{id_}", session=f"zep:{session}", speaker=speaker, user=user)
