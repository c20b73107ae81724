"""Transcripts of coding agents, a JSON object a line: Claude Code's projects, Codex' rollouts, plain role and content.

What a person and the agent said to each other is taken; tool calls, their results and what the program put in are not.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.entries import Found, LeftOut, Unreadable, as_object, digest, moment, turn
from memorist.app.importing.files import json_lines
from memorist.memory_store.domain.errors import InvalidInput

MAX_FILES = 50_000
_PUT_IN = re.compile(
    r"^\s*(?:<(?:command-(?:name|message|args)|local-command-\w+|system-reminder|bash-(?:input|stdout|stderr)|"
    r"user-prompt-submit-hook|environment_context|user_instructions|task-notification|teammate-message|ide_\w+)\b|"
    r"Caveat: The messages below were generated|\[Request interrupted by user|# AGENTS\.md instructions)"
)
"""Beginnings of parts of messages in the role of the user that the agent's program wrote, not the user."""
_REMINDER = re.compile(r"<system-reminder>.*</system-reminder>", re.DOTALL)
"""A reminder, greedily up to the last closing tag, because it may quote a file that contains such tags."""


def read(path: Path) -> Iterator[Found]:
    """The turns of one transcript, or of all in a folder and below it."""
    if not path.is_dir():
        yield from _transcript(path, path.name)
        return
    files = sorted(file for file in path.rglob("*.jsonl") if file.is_file() and not file.is_symlink())
    if not files:
        raise InvalidInput(f"{path} holds no transcripts (*.jsonl)", field="PATH")
    for file in files[:MAX_FILES]:
        yield from _transcript(file, file.relative_to(path).as_posix())


def _transcript(file: Path, name: str) -> Iterator[Found]:
    session = file.stem
    for number, line, problem in json_lines(file):
        place = f"{name}:{number}"
        if problem:
            yield Unreadable(place, problem)
        elif not isinstance(line, Mapping):
            yield Unreadable(place, "expected a JSON object")
        else:
            record = cast("Mapping[str, Any]", line)
            if record.get("type") == "session_meta" and isinstance(record.get("payload"), Mapping):
                session = str(record["payload"].get("id") or session)
            yield _turn(place, record, number, session)


def _turn(place: str, record: Mapping[str, Any], number: int, session: str) -> Found:
    if record.get("isMeta") or record.get("isSidechain") or record.get("isCompactSummary"):
        return LeftOut("not said in the conversation")
    message = _message(record)
    if message is None:
        return LeftOut("no message")
    role, texts = message.get("role"), _texts(message.get("content"))
    if role not in ("user", "assistant"):
        return LeftOut(f"{role} message")
    if not "".join(texts).strip():
        return LeftOut("tools and thoughts")
    text = "\n".join(texts if role == "assistant" else _own(texts))
    if not text.strip() or record.get("isApiErrorMessage") or message.get("model") == "<synthetic>":
        return LeftOut("put in by the program")
    said_in = str(record.get("sessionId") or record.get("session_id") or session)
    at = moment(record.get("timestamp") or record.get("time") or record.get("created_at"))
    if uuid := record.get("uuid"):  # a session that is resumed or forked repeats what was said, in a file of its own
        id_ = str(uuid)
    else:
        id_ = f"{said_in}:{record.get('id') or f'{number}:{digest(at, text)}'}"
    return turn(place, str(role), text, at=at, id_=f"transcript:{id_}", session=f"transcript:{said_in}")


def _own(texts: Sequence[str]) -> list[str]:
    """Return the user's own parts of a message in the role of the user: some of them, or none."""
    return [text for text in (_REMINDER.sub("", each) for each in texts) if text.strip() and not _PUT_IN.match(text)]


def _message(record: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The message of a line: Claude Code's, Codex', or the line itself."""
    kind = record.get("type")
    if kind == "attachment":
        return _queued(as_object(record.get("attachment")))
    if kind == "response_item" and isinstance(record.get("payload"), Mapping):
        payload = cast("Mapping[str, Any]", record["payload"])
        return payload if payload.get("type") == "message" else None
    if isinstance(record.get("message"), Mapping):
        return cast("Mapping[str, Any]", record["message"])
    return record if "role" in record and "content" in record else None


def _queued(attachment: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what a person typed while Claude Code was at work, as a message; null for any other attachment."""
    typed = attachment.get("type") == "queued_command" and attachment.get("commandMode", "prompt") == "prompt"
    return {"role": "user", "content": attachment.get("prompt")} if typed else None


def _texts(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    if not isinstance(content, list):
        return []
    parts = [cast("Mapping[str, Any]", part) for part in cast("list[Any]", content) if isinstance(part, Mapping)]
    texts = [part.get("text") for part in parts if part.get("type") in ("text", "input_text", "output_text")]
    return [text for text in texts if isinstance(text, str)]
