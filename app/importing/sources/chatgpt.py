"""The export of ChatGPT: ``conversations.json``. Of a conversation with branches, the one shown last is read."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, Unreadable, as_object, moment, turn
from memorist.app.importing.files import json_of
from memorist.memory_store.domain.errors import InvalidInput

CONVERSATIONS = "conversations.json"


def read(path: Path) -> Iterator[Found]:
    """The turns of all conversations, the oldest conversation first."""
    data = json_of(path / CONVERSATIONS if path.is_dir() else path, member=CONVERSATIONS)
    if not isinstance(data, list):
        raise InvalidInput(f"{path}: expected a list of conversations", field="PATH")
    items = [(number, each) for number, each in enumerate(cast("list[Any]", data))]
    for number, each in sorted(items, key=_begun):
        if isinstance(as_object(each).get("mapping"), Mapping):
            yield from _conversation(f"[{number}]", as_object(each))
        else:
            yield Unreadable(f"[{number}]", "no conversation: expected an object with a mapping of messages")


def _begun(item: tuple[int, Any]) -> float:
    at = moment(as_object(item[1]).get("create_time"))
    return at.timestamp() if at else 0.0


def _conversation(place: str, conversation: Mapping[str, Any]) -> Iterator[Found]:
    mapping = cast("Mapping[str, Any]", conversation["mapping"])
    shown = _shown(mapping, conversation.get("current_node"))
    session = str(conversation.get("conversation_id") or conversation.get("id") or next(iter(mapping), place))
    began = moment(conversation.get("create_time"))
    for node in shown:
        message = node.get("message")
        if isinstance(message, Mapping):
            yield _message(place, as_object(message), session, began)  # pyright: ignore[reportUnknownArgumentType]


def _shown(mapping: Mapping[str, Any], last: Any) -> list[Mapping[str, Any]]:
    """From the first message to the one that was shown last, along the parents."""
    if last not in mapping:
        with_parent = {_parent(node) for node in mapping.values()}
        last = next((id_ for id_ in reversed(list(mapping)) if id_ not in with_parent), None)
    shown: list[Mapping[str, Any]] = []
    passed: set[Any] = set()
    while isinstance(last, str) and last in mapping and last not in passed:
        passed.add(last)
        node = mapping[last]
        if not isinstance(node, Mapping):
            break
        shown.append(as_object(node))
        last = _parent(node)
    return shown[::-1]


def _parent(node: Any) -> Any:
    return as_object(node).get("parent")


def _message(place: str, message: Mapping[str, Any], session: str, began: Any) -> Found:
    author, content = as_object(message.get("author")), as_object(message.get("content"))
    role = author.get("role")
    if role not in ("user", "assistant"):
        return LeftOut(f"{role} message")
    if as_object(message.get("metadata")).get("is_visually_hidden_from_conversation"):
        return LeftOut("hidden message")
    if content.get("content_type") not in ("text", "multimodal_text"):
        return LeftOut(f"content of type {content.get('content_type')}")
    if message.get("recipient") not in (None, "all"):
        return LeftOut("call of a tool")
    parts = content.get("parts")
    texts = [part for part in cast("list[Any]", parts) if isinstance(part, str)] if isinstance(parts, list) else []
    text = "\n".join(texts)
    if not text.strip():
        return LeftOut("message without words")
    id_ = str(message.get("id") or f"{place}:{text[:50]}")
    at = moment(message.get("create_time")) or began
    return turn(f"{place} {id_}", str(role), text, at=at, id_=f"chatgpt:{id_}", session=f"chatgpt:{session}")
