"""The export of Claude: ``conversations.json``."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, Unreadable, as_object, moment, turn
from memorist.app.importing.files import json_of
from memorist.memory_store.domain.errors import InvalidInput

CONVERSATIONS = "conversations.json"
_ROLES = {"human": "user", "assistant": "assistant"}


def read(path: Path) -> Iterator[Found]:
    """The turns of all conversations, the oldest conversation first."""
    data = json_of(path / CONVERSATIONS if path.is_dir() else path, member=CONVERSATIONS)
    if not isinstance(data, list):
        raise InvalidInput(f"{path}: expected a list of conversations", field="PATH")
    items = [(number, each) for number, each in enumerate(cast("list[Any]", data))]
    for number, each in sorted(items, key=lambda item: str(as_object(item[1]).get("created_at") or "")):
        conversation = as_object(each)
        messages = conversation.get("chat_messages")
        if not isinstance(messages, list):
            yield Unreadable(f"[{number}]", "no conversation: expected an object with chat_messages")
            continue
        session = str(conversation.get("uuid") or number)
        for place, message in enumerate(cast("list[Any]", messages)):
            yield _message(f"[{number}].chat_messages[{place}]", as_object(message), session)


def _message(place: str, message: Mapping[str, Any], session: str) -> Found:
    role = _ROLES.get(str(message.get("sender")))
    if role is None:
        return Unreadable(place, f"sender: expected human or assistant, got {message.get('sender')!r}")
    text = _text(message)
    if not text.strip():
        return LeftOut("message without words")
    id_ = str(message.get("uuid") or f"{session}:{place}")
    at = moment(message.get("created_at"))
    return turn(place, role, text, at=at, id_=f"claude:{id_}", session=f"claude:{session}")


def _text(message: Mapping[str, Any]) -> str:
    """The texts among the parts of a message, without its thoughts and tools; else the flat text."""
    content = message.get("content")
    parts = [as_object(part) for part in cast("list[Any]", content)] if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if part.get("type", "text") == "text"]
    said = "\n".join(text for text in texts if isinstance(text, str) and text.strip())
    flat = message.get("text")
    return said or (flat if isinstance(flat, str) and not parts else "")
