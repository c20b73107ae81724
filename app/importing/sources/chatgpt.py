"""The export of ChatGPT: ``conversations.json``, or ``conversations-000.json`` and so on where there is much.

Of a conversation with branches, the one shown last is read. What was spoken is read from its transcription.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, Unreadable, as_object, digest, moment, turn
from memorist.app.importing.exported import conversations_of


def read(path: Path) -> Iterator[Found]:
    """The turns of all conversations, in each file the oldest conversation first."""
    for place, conversation in conversations_of(path, _begun, "chatgpt"):
        if isinstance(conversation.get("mapping"), Mapping):
            yield from _conversation(place, conversation)
        else:
            yield Unreadable(place, "no conversation: expected an object with a mapping of messages")


def _begun(conversation: Mapping[str, Any]) -> float:
    at = moment(conversation.get("create_time"))
    return at.timestamp() if at else 0.0


def _conversation(place: str, conversation: Mapping[str, Any]) -> Iterator[Found]:
    mapping = cast("Mapping[str, Any]", conversation["mapping"])
    shown = _shown(mapping, conversation.get("current_node"))
    session = str(conversation.get("conversation_id") or conversation.get("id") or next(iter(mapping), place))
    began = moment(conversation.get("create_time"))
    for node in shown:
        message = node.get("message")
        if isinstance(message, Mapping):
            yield from _message(place, as_object(message), session, began)  # pyright: ignore[reportUnknownArgumentType]


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


def _message(place: str, message: Mapping[str, Any], session: str, began: Any) -> Iterator[Found]:
    role = as_object(message.get("author")).get("role")
    if reason := _not_said(role, message):
        yield LeftOut(reason)
        return
    parts = as_object(message.get("content")).get("parts")
    texts: list[str] = []
    for part in cast("list[Any]", parts) if isinstance(parts, list) else []:
        if (text := _text(part)) is None:
            yield LeftOut(f"part of type {as_object(part).get('content_type')}")
        else:
            texts.append(text)
    text = "\n".join(texts)
    if not text.strip():
        yield LeftOut("message without words")
        return
    id_ = str(message.get("id") or f"{session}:{digest(text)}")
    at = moment(message.get("create_time")) or began
    yield turn(f"{place} {id_}", str(role), text, at=at, id_=f"chatgpt:{id_}", session=f"chatgpt:{session}")


def _not_said(role: Any, message: Mapping[str, Any]) -> str:
    """Why a message is none of the conversation; empty for one that was said in it."""
    kind = as_object(message.get("content")).get("content_type")
    if role not in ("user", "assistant"):
        return f"{role} message"
    if as_object(message.get("metadata")).get("is_visually_hidden_from_conversation"):
        return "hidden message"
    if kind not in ("text", "multimodal_text"):
        return f"content of type {kind}"
    return "" if message.get("recipient") in (None, "all") else "call of a tool"


def _text(part: Any) -> str | None:
    """Return the text of a part, written or spoken; null for a picture, a sound, a file."""
    spoken = as_object(part).get("text") if as_object(part).get("content_type") == "audio_transcription" else None
    said = part if isinstance(part, str) else spoken
    return said if isinstance(said, str) else None
