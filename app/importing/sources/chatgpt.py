"""The export of ChatGPT: ``conversations.json``, or ``conversations-000.json`` and so on where there is much.

Of a conversation with branches, the one shown last is read. What was spoken is read from its transcription. What
ChatGPT remembers of its user comes as documents, the custom instructions as the user's own words.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, Unreadable, digest, memory_item, moment, turn
from memorist.app.importing.files import SourceFiles, basename
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.json_values import as_object
from memorist.nodes.kinds.turn import tool_output

_PART = re.compile(r"conversations(-\d+)?\.json")
"""The one file of an export, or where it is in several, ``conversations-000.json`` and so on."""
_MARKS = re.compile(r"\s?(?:\ue200[^\ue201]*\ue201|【\d+[†:][^】]*】)")
"""Citations, which the program shows as links."""
_REMEMBERED = re.compile(r"^\s*\d+\.\s*\[(\d{4}-\d{2}-\d{2})\]\.?\s*", re.MULTILINE)
_FENCED = re.compile(r"```\s*(.*?)\s*```", re.DOTALL)
_MEMORY_TOOL = "bio"
_SAID_ABOUT = (("about_user_message", "user_profile"), ("about_model_message", "user_instructions"))
"""Fields of the custom instructions: as they were typed, and inside the prompt that was made of them."""
_TEXTS_OF_TOOLS = ("text", "result", "summary")


class _Whole:
    """Collects what is given once for a whole export: the memory as it was last, custom instructions that repeat."""

    def __init__(self) -> None:
        self.said: set[str] = set()
        self.memory: tuple[datetime | None, str] | None = None


def read(files: SourceFiles) -> Iterator[Found]:
    """The turns of all conversations, in each file the oldest conversation first; then the memory."""
    names = [name for name in files.names if files.is_alone or _PART.fullmatch(basename(name))]
    if not names:
        raise InvalidInput(f"{files.path} holds no conversations.json", field="PATH")
    whole = _Whole()
    for name in names:
        data = files.json(name)
        if not isinstance(data, list):
            raise InvalidInput(f"{files.place(name)}: expected a list of conversations", field="PATH")
        found = [(f"{name}[{number}]", as_object(each)) for number, each in enumerate(cast("list[Any]", data))]
        for place, conversation in sorted(found, key=lambda each: _begun(each[1])):
            if isinstance(conversation.get("mapping"), Mapping):
                yield from _conversation(place, conversation, whole)
            else:
                yield Unreadable(place, "no conversation: expected an object with a mapping of messages")
    if whole.memory is not None:
        yield from _remembered(*whole.memory)
    yield from (LeftOut("file without conversations") for _ in range(len(files.names) - len(names)))


def _begun(conversation: Mapping[str, Any]) -> float:
    at = moment(conversation.get("create_time"))
    return at.timestamp() if at else 0.0


def _conversation(place: str, conversation: Mapping[str, Any], whole: _Whole) -> Iterator[Found]:
    mapping = cast("Mapping[str, Any]", conversation["mapping"])
    shown = _shown(mapping, conversation.get("current_node"))
    session = str(conversation.get("conversation_id") or conversation.get("id") or next(iter(mapping), place))
    began = moment(conversation.get("create_time"))
    for node in shown.values():
        message = node.get("message")
        if isinstance(message, Mapping):
            yield from _message(place, as_object(message), session, began, whole)  # pyright: ignore[reportUnknownArgumentType]
    for id_, node in mapping.items():
        if id_ not in shown and as_object(as_object(node).get("message")):
            yield LeftOut("message of a branch that was not shown last")


def _shown(mapping: Mapping[str, Any], last: Any) -> dict[str, Mapping[str, Any]]:
    """From the first message to the one that was shown last, along the parents."""
    if last not in mapping:
        with_parent = {_parent(node) for node in mapping.values()}
        last = next((id_ for id_ in reversed(list(mapping)) if id_ not in with_parent), None)
    shown: dict[str, Mapping[str, Any]] = {}
    while isinstance(last, str) and last in mapping and last not in shown:
        node = mapping[last]
        if not isinstance(node, Mapping):
            break
        shown[last] = as_object(node)
        last = _parent(node)
    return dict(reversed(shown.items()))


def _parent(node: Any) -> Any:
    return as_object(node).get("parent")


def _message(
    place: str, message: Mapping[str, Any], session: str, began: datetime | None, whole: _Whole
) -> Iterator[Found]:
    content = as_object(message.get("content"))
    at = moment(message.get("create_time")) or began
    if content.get("content_type") == "user_editable_context":
        yield from _instructions(place, message, content, at, whole)
        return
    if content.get("content_type") == "model_editable_context":
        whole.memory = (at, str(content.get("model_set_context") or ""))
        return
    role = as_object(message.get("author")).get("role")
    if reason := _not_said(role, message):
        yield LeftOut(reason)
        return
    texts: list[str] = []
    for part in _parts(content):
        if (text := _text(part)) is None:
            yield LeftOut(f"part of type {as_object(part).get('content_type')}")
        else:
            texts.append(text)
    text = _MARKS.sub("", "\n".join(texts))
    if not text.strip():
        yield LeftOut("message without words")
        return
    id_ = str(message.get("id") or f"{session}:{digest(text)}")
    if message.get("recipient") == _MEMORY_TOOL:
        yield _memory(f"{place} {id_}", text, at)
        return
    if role == "tool":
        text = tool_output(str(as_object(message.get("author")).get("name") or ""), text)
    yield turn(f"{place} {id_}", str(role), text, at=at, id_=f"chatgpt:{id_}", session=f"chatgpt:{session}")


def _not_said(role: Any, message: Mapping[str, Any]) -> str:
    """Why a message is none of the conversation; empty for one that was said in it, or by a tool."""
    kind = as_object(message.get("content")).get("content_type")
    if role == "tool":
        return "answer of the memory" if as_object(message.get("author")).get("name") == _MEMORY_TOOL else ""
    if role not in ("user", "assistant"):
        return f"{role} message"
    if as_object(message.get("metadata")).get("is_visually_hidden_from_conversation"):
        return "hidden message"
    if message.get("recipient") == _MEMORY_TOOL:
        return ""
    if message.get("recipient") not in (None, "all"):
        return "call of a tool"
    return "" if kind in ("text", "multimodal_text") else f"content of type {kind}"


def _parts(content: Mapping[str, Any]) -> list[Any]:
    parts = content.get("parts")
    if isinstance(parts, list):
        return cast("list[Any]", parts)
    return [next((text for name in _TEXTS_OF_TOOLS if isinstance(text := content.get(name), str) and text), "")]


def _text(part: Any) -> str | None:
    """Return the text of a part, written or spoken; null for a picture, a sound, a file."""
    spoken = as_object(part).get("text") if as_object(part).get("content_type") == "audio_transcription" else None
    said = part if isinstance(part, str) else spoken
    return said if isinstance(said, str) else None


def _instructions(
    place: str, message: Mapping[str, Any], content: Mapping[str, Any], at: datetime | None, whole: _Whole
) -> Iterator[Found]:
    """The custom instructions in a conversation, which the user once typed: told once for the whole export."""
    typed = as_object(as_object(message.get("metadata")).get("user_context_message_data"))
    for plain, in_prompt in _SAID_ABOUT:
        fenced = _FENCED.search(str(content.get(in_prompt) or ""))
        text = str(typed.get(plain) or (fenced[1] if fenced else content.get(in_prompt)) or "").strip()
        if text and text not in whole.said:
            whole.said.add(text)
            session = "chatgpt:custom instructions"
            yield turn(f"{place} {plain}", "user", text, at=at, id_=f"chatgpt:{digest(text)}", session=session)


def _remembered(at: datetime | None, text: str) -> Iterator[Found]:
    """The entries of the memory as the last conversation saw it; they carry the days on which they were made."""
    pieces = _REMEMBERED.split(text)
    for day, entry in zip(pieces[1::2], pieces[2::2], strict=False):
        yield _memory(f"memory of {day}", entry, moment(day))
    if pieces[0].strip():
        yield _memory("memory", pieces[0], at)


def _memory(place: str, text: str, at: datetime | None) -> Found:
    return memory_item(place, "chatgpt", digest(text.strip()), text.strip(), at=at, user=None, personal=True)
