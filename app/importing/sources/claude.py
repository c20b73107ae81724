"""The export of Claude: ``conversations.json``, and ``memories.json`` where there is one.

Of a conversation with edited messages, the branch that was shown last is read.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, Unreadable, as_object, document, moment, objects_in, turn
from memorist.app.importing.exported import beside, conversations_of
from memorist.app.importing.files import json_of

MEMORIES = "memories.json"
_NO_TEXT = frozenset({"uuid", "id", "account_uuid", "created_at", "updated_at", "type"})
_NO_PARENT = "00000000-0000-4000-8000-000000000000"
_ROLES = {"human": "user", "assistant": "assistant"}


def read(path: Path) -> Iterator[Found]:
    """The turns of all conversations, in each file the oldest conversation first."""
    if path.name == MEMORIES:
        yield from _memories(MEMORIES, json_of(path))
        return
    for place, conversation in conversations_of(path, lambda each: str(each.get("created_at") or ""), "claude"):
        yield from _conversation(place, conversation)
    for place, data in beside(path, MEMORIES):
        yield from _memories(place, data)


def _memories(place: str, data: Any) -> Iterator[Found]:
    """Give what Claude remembers of its user, one document for each text: nobody's own words."""
    holders = objects_in(data) or [as_object(data)]
    for number, holder in enumerate(holders):
        at = moment(holder.get("updated_at")) or moment(holder.get("created_at"))
        for name, text in _texts_of(holder):
            title = f"Claude memory {name}" if len(holders) == 1 else f"Claude memory {name} ({number + 1})"
            yield document(f"{place}: {name}", title, text, at=at, id_=f"claude:{title}", personal=True)


def _texts_of(holder: Mapping[str, Any], name: str = "") -> Iterator[tuple[str, str]]:
    for key, value in holder.items():
        if key in _NO_TEXT:
            continue
        if isinstance(value, str) and value.strip():
            yield name or key, value
        elif isinstance(value, Mapping):
            for inner, each in cast("Mapping[str, Any]", value).items():
                yield from _texts_of({inner: each}, f"{key} {inner}")
        else:
            for number, each in enumerate(objects_in(value)):
                yield from _texts_of(each, f"{key} {number + 1}")


def _conversation(place: str, conversation: Mapping[str, Any]) -> Iterator[Found]:
    messages = conversation.get("chat_messages")
    if not isinstance(messages, list):
        yield Unreadable(place, "no conversation: expected an object with chat_messages")
        return
    session = str(conversation.get("uuid") or place)
    given = [as_object(message) for message in cast("list[Any]", messages)]
    shown = _shown(given, conversation.get("current_leaf_message_uuid"))
    for number, message in enumerate(given):
        if number in shown:
            yield from _message(f"{place}.chat_messages[{number}]", message, session)
        else:
            yield LeftOut("message of a branch that was not shown last")


def _shown(messages: Sequence[Mapping[str, Any]], leaf: Any) -> frozenset[int]:
    """Return the places of the messages from the first to the one that was shown last, along the parents.

    Messages without parents (older exports) are all shown. Where the export does not say which was shown last, it is
    the one that was written last.
    """
    places = {str(message["uuid"]): place for place, message in enumerate(messages) if message.get("uuid")}
    if not any(str(message.get("parent_message_uuid")) in places for message in messages):
        siblings = [message for message in messages if message.get("parent_message_uuid") == _NO_PARENT]
        if len(siblings) < 2:
            return frozenset(range(len(messages)))
    last = places.get(str(leaf))
    if last is None:
        last = max(range(len(messages)), key=lambda n: (str(messages[n].get("created_at") or ""), n), default=None)
    shown: set[int] = set()
    while last is not None and last not in shown:
        shown.add(last)
        last = places.get(str(messages[last].get("parent_message_uuid")))
    return frozenset(shown)


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
