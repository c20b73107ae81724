"""The export of Claude: ``conversations.json``."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, Unreadable, as_object, moment, objects_in, turn
from memorist.app.importing.exported import conversations_of

_ROLES = {"human": "user", "assistant": "assistant"}


def read(path: Path) -> Iterator[Found]:
    """The turns of all conversations, in each file the oldest conversation first."""
    for place, conversation in conversations_of(path, lambda each: str(each.get("created_at") or "")):
        yield from _conversation(place, conversation)


def _conversation(place: str, conversation: Mapping[str, Any]) -> Iterator[Found]:
    messages = conversation.get("chat_messages")
    if not isinstance(messages, list):
        yield Unreadable(place, "no conversation: expected an object with chat_messages")
        return
    session = str(conversation.get("uuid") or place)
    for number, message in enumerate(cast("list[Any]", messages)):
        yield from _message(f"{place}.chat_messages[{number}]", as_object(message), session)


def _message(place: str, message: Mapping[str, Any], session: str) -> Iterator[Found]:
    role = _ROLES.get(str(message.get("sender")))
    if role is None:
        yield Unreadable(place, f"sender: expected human or assistant, got {message.get('sender')!r}")
        return
    for name in ("attachments", "files"):
        yield from (LeftOut("attached file") for _ in objects_in(message.get(name)))
    text = _text(message)
    if not text.strip():
        yield LeftOut("message without words")
        return
    id_ = str(message.get("uuid") or f"{session}:{place}")
    at = moment(message.get("created_at"))
    yield turn(place, role, text, at=at, id_=f"claude:{id_}", session=f"claude:{session}")


def _text(message: Mapping[str, Any]) -> str:
    """The texts among the parts of a message, without its thoughts and tools; else the flat text."""
    content = message.get("content")
    parts = [as_object(part) for part in cast("list[Any]", content)] if isinstance(content, list) else []
    texts = [part.get("text") for part in parts if part.get("type", "text") == "text"]
    said = "\n".join(text for text in texts if isinstance(text, str) and text.strip())
    flat = message.get("text")
    return said or (flat if isinstance(flat, str) and not parts else "")
