"""The export of Claude: conversations, what Claude remembers of its user, projects with their documents.

Of a conversation with edited messages, the branch that was shown last is read. An export of several accounts says whose
each conversation is.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, Unreadable, document, moment, texts_in, turn
from memorist.app.importing.files import SourceFiles, basename
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.json_values import as_object, objects_in, texts_of
from memorist.nodes.kinds.turn import tool_output

USERS = "users.json"
MEMORIES = "memories.json"
BESIDE = (MEMORIES, "projects.json")
_NO_TEXT = frozenset({"uuid", "id", "account_uuid", "created_at", "updated_at", "type"})
_NO_PARENT = "00000000-0000-4000-8000-000000000000"
_CALLED = {"conversations_memory": "", "project_memories": "of project"}
_ROLES = {"human": "user", "assistant": "assistant"}


type _Placed = tuple[str, Mapping[str, Any]]


def read(files: SourceFiles) -> Iterator[Found]:
    """The turns of all conversations, in each file the oldest conversation first; projects; then the memories."""
    accounts = _accounts(files)
    parts: dict[str, list[_Placed]] = {"conversation": [], "project": [], "memory": [], "other": []}
    names = [name for name in files.ending(".json") if basename(name) != USERS]
    for name in names:
        for place, given in _items(files, name):
            parts[_part(name, given)].append((place, given))
    conversations, projects, memories = parts["conversation"], parts["project"], parts["memory"]
    if not names or (parts["other"] and not conversations and not projects and not memories):
        raise InvalidInput(f"{files.path} holds no conversations.json", field="PATH")
    for place, given in sorted(conversations, key=lambda each: str(each[1].get("created_at") or "")):
        yield from _conversation(place, given, accounts.get(str(as_object(given.get("account")).get("uuid"))))
    for place, given in projects:
        yield from _project(place, given, accounts.get(str(as_object(given.get("creator")).get("uuid"))))
    named = {str(given.get("uuid")): str(given.get("name")) for _, given in projects}
    for place, given in memories:
        yield from _memories(place, given, named, accounts.get(str(given.get("account_uuid"))))
    yield from (LeftOut("file without conversations") for _ in parts["other"])
    for name in BESIDE if conversations else ():
        if files.is_alone and (files.path.parent / name).is_file():
            yield LeftOut(f"{name} beside it, which an import of the folder reads")


def _items(files: SourceFiles, name: str) -> Iterator[_Placed]:
    """The objects of a file, each with its place."""
    data = files.json(name)
    if not isinstance(data, list):
        yield name, as_object(data)
        return
    for number, each in enumerate(cast("list[Any]", data)):
        yield f"{name}[{number}]", as_object(each)


def _part(name: str, given: Mapping[str, Any]) -> str:
    """Return which part of an export an object of a file is."""
    if "chat_messages" in given or "conversations" in basename(name):
        return "conversation"
    if "prompt_template" in given or "docs" in given:
        return "project"
    return "memory" if basename(name) == MEMORIES or "conversations_memory" in given else "other"


def _accounts(files: SourceFiles) -> dict[str, str]:
    """The names of an export's accounts by their ids, if there are several: one alone is whoever imports it."""
    found: dict[str, str] = {}
    for name in files.named(USERS):
        for user in objects_in(files.json(name)):
            if called := user.get("full_name") or user.get("email_address"):
                found[str(user.get("uuid"))] = str(called)
    return found if len(found) > 1 else {}


def _memories(place: str, holder: Mapping[str, Any], projects: Mapping[str, str], user: str | None) -> Iterator[Found]:
    """Give what Claude remembers of its user, one document for each text: nobody's own words."""
    at = moment(holder.get("updated_at")) or moment(holder.get("created_at"))
    for path, text in texts_in({key: value for key, value in holder.items() if key not in _NO_TEXT}):
        name = " ".join(filter(None, (_CALLED.get(part, projects.get(part, part)) for part in path)))
        title = f"Claude memory {name}".strip() + (f" of {user}" if user else "")
        yield document(f"{place}: {name}", title, text, at=at, id_=f"claude:{title}", user=user, personal=True)


def _project(place: str, project: Mapping[str, Any], user: str | None) -> Iterator[Found]:
    """A project's instructions, and its documents as they were uploaded."""
    name, at = str(project.get("name") or "project"), moment(project.get("updated_at"))
    own = bool(project.get("is_private", True))
    about = [str(project.get(field) or "").strip() for field in ("description", "prompt_template")]
    if text := "\n\n".join(filter(None, about)):
        title = f"Claude project {name}"
        yield document(place, title, text, at=at, id_=f"claude:{project.get('uuid')}", user=user, personal=own)
    for number, each in enumerate(objects_in(project.get("docs"))):
        yield _file(f"{place}.docs[{number}]", f"{name}: {each.get('filename')}", each.get("content"),
                    str(each.get("uuid")), moment(each.get("created_at")), user, own=own)  # fmt: skip


def _file(place: str, title: str, text: Any, id_: str, at: Any, user: str | None, *, own: bool) -> Found:
    """A file that somebody gave to Claude, by its text; when it was given is known, not when it was written."""
    if not isinstance(text, str) or not text.strip():
        return LeftOut("attached file without its text")
    return document(place, title, text, at=at, dated=False, id_=f"claude:{id_}", user=user, personal=own)


def _conversation(place: str, conversation: Mapping[str, Any], user: str | None) -> Iterator[Found]:
    messages = conversation.get("chat_messages")
    if not isinstance(messages, list):
        yield Unreadable(place, "no conversation: expected an object with chat_messages")
        return
    session = str(conversation.get("uuid") or place)
    given = [as_object(message) for message in cast("list[Any]", messages)]
    shown = _shown(given, conversation.get("current_leaf_message_uuid"))
    for number, message in enumerate(given):
        if number in shown:
            yield from _message(f"{place}.chat_messages[{number}]", message, session, user)
        else:
            yield LeftOut("message of a branch that was not shown last")
    if conversation.get("summary"):
        yield LeftOut("summary of a conversation")


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


def _message(place: str, message: Mapping[str, Any], session: str, user: str | None) -> Iterator[Found]:
    role = _ROLES.get(str(message.get("sender")))
    if role is None:
        yield Unreadable(place, f"sender: expected human or assistant, got {message.get('sender')!r}")
        return
    id_, at = str(message.get("uuid") or f"{session}:{place}"), moment(message.get("created_at"))
    for each in objects_in(message.get("attachments")):
        name = str(each.get("file_name") or "pasted text")
        yield _file(f"{place} {name}", name, each.get("extracted_content"), f"{id_}:{name}", at, user, own=True)
    yield from (LeftOut("attached file without its text") for _ in objects_in(message.get("files")))
    parts = objects_in(message.get("content"))
    for number, part in enumerate(parts):
        returned = "\n".join(filter(str.strip, texts_of(part.get("content"))))
        if part.get("type") == "tool_result" and returned:
            words = tool_output(str(part.get("name") or ""), returned)
            by_tool = f"claude:{id_}:{number}"
            yield turn(place, "tool", words, at=at, id_=by_tool, session=f"claude:{session}", user=user)
    text = _text(message, parts)
    if text.strip():
        yield turn(place, role, text, at=at, id_=f"claude:{id_}", session=f"claude:{session}", user=user)
    else:
        yield LeftOut("message without words")


def _text(message: Mapping[str, Any], parts: Sequence[Mapping[str, Any]]) -> str:
    """The texts among the parts of a message, without its thoughts and tools; else the flat text."""
    said = "\n".join(text for text in texts_of(parts, ["text"]) if text.strip())
    flat = message.get("text")
    return said or (flat if isinstance(flat, str) and not parts else "")
