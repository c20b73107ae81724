"""Input files, line by line, and the file that keeps lines that failed."""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from memorist.app.cli.files import STANDARD_INPUT, read_bytes
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.json_values import as_object, json_or_none, texts_of
from memorist.memory_store.private_file import make_folder, private

_NAMED = re.compile(r"(?P<name>[^\W\d_][\w.'-]*(?: [\w.'-]+){0,2})\s*:\s+(?=\S)")
"""Begins a line of plain text that says who said it."""
_ROLES = ("user", "assistant")
_KINDS = {"list": "a list", "str": "a string", "NoneType": "null", "bool": "a boolean"}
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class InputLine:
    """One line of input: what it says, or why it cannot be read and where that is to be mended."""

    file: str
    number: int
    raw: bytes
    value: Mapping[str, Any] | None
    problem: str = ""
    field: str | None = None

    @property
    def text(self) -> str:
        """The line in words, for people."""
        value = self.value or {}
        said = value.get("content") or value.get("answer") or value.get("title") or value.get("kind")
        if value.get("events") and not value.get("title"):
            said = f"{len(value['events'])} observed events"
        return str(said)

    @property
    def place(self) -> str:
        """``FILE:LINE``, the way compilers say it."""
        return f"{self.file}:{self.number}"


def read_lines(files: Sequence[str], *, user: str | None = None) -> list[InputLine]:
    """Read the inputs of files. Raises :class:`InvalidInput` for a file that cannot be read.

    A file holds JSON lines, a conversation as JSON (``[{"role": …, "content": …}]``, ``{"messages": …}``), or plain
    text: then each line is what the user said, unless it begins with ``user:`` or ``assistant:``. If every line begins
    with a name and a colon, and one of the names returns, they are the people who speak: users each, or, where the
    inputs are those of one ``user``, speakers in that user's chat. Empty lines are left out.
    """
    if list(files).count(STANDARD_INPUT) > 1:
        raise InvalidInput("standard input (-) can be read once only", field="FILE")
    return [line for file in files for line in _lines_of(file, user)]


def _lines_of(file: str, user: str | None) -> Iterable[InputLine]:
    name = "standard input" if file == STANDARD_INPUT else file
    data = read_bytes(file).removeprefix(BYTE_ORDER_MARK)
    if (messages := _conversation(data)) is not None:
        for number, message in enumerate(messages, start=1):
            if (line := _said(name, number, message)) is not None:
                yield line
        return
    lines = data.split(b"\n")
    said = [(number, raw.rstrip(b"\r")) for number, raw in enumerate(lines, start=1) if raw.strip()]
    if _is_json(lines):
        yield from (_line(name, number, raw) for number, raw in said)
        return
    names = _speakers([raw for _, raw in said])
    yield from (_plain(name, number, raw, names, user) for number, raw in said)


def _is_json(lines: Sequence[bytes]) -> bool:
    """Tell JSON lines, also broken ones, from plain text."""
    first = next((line.strip() for line in lines if line.strip()), b"")
    return first.startswith((b"{", b"[")) or any(line.startswith(b'{"') for line in lines)


def _speakers(lines: Sequence[bytes]) -> frozenset[str]:
    """Return the names of those who speak in plain text; empty where it is no chat of people with names."""
    found = [_NAMED.match(line.decode("utf-8", "replace").strip()) for line in lines]
    names = [one["name"] for one in found if one is not None]
    return frozenset(names) if len(names) == len(lines) and len({*names}) < len(names) else frozenset()


def _plain(file: str, number: int, raw: bytes, speakers: Collection[str], user: str | None) -> InputLine:
    try:
        text = raw.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        return InputLine(file, number, raw, None, f"not UTF-8 text (byte {error.start + 1})")
    said = _NAMED.match(text)
    name = said["name"] if said else ""
    if said is None or (name.lower() not in _ROLES and name not in speakers):
        return _turn(file, number, "user", text)
    content = text[said.end() :]
    if name.lower() in _ROLES:
        return _turn(file, number, name.lower(), content)
    return _turn(file, number, "user", content, **({"user_id": name} if user is None else {"speaker": name}))


def _conversation(data: bytes) -> list[Any] | None:
    """Return the messages of a file that is one JSON value; null where it is none, or holds something else."""
    value = json_or_none(data) if data.lstrip().startswith((b"[", b"{")) else None
    messages = as_object(value).get("messages", value)
    return cast("list[Any]", messages) if isinstance(messages, list) else None


def _said(file: str, number: int, message: Any) -> InputLine | None:
    """Return an element of a conversation as a line; null for what neither the user nor the assistant said."""
    raw = json.dumps(message).encode()
    if not isinstance(message, dict) or "kind" in message or "role" not in message:
        return _line(file, number, raw)
    record = cast("dict[str, Any]", message)
    text = "\n".join(texts_of(record.get("content")))
    if record["role"] not in ("user", "assistant") or not text.strip():
        return None
    given = {name: record[name] for name in ("at", "session_id", "user_id", "agent_id", "id") if name in record}
    return _turn(file, number, str(record["role"]), text, **given)


def _turn(file: str, number: int, role: str, content: str, **given: Any) -> InputLine:
    value = {"kind": "turn", "role": role, "content": content, **given}
    return InputLine(file, number, json.dumps(value, ensure_ascii=False).encode(), value)


def _line(file: str, number: int, raw: bytes) -> InputLine:
    try:
        value = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        return InputLine(file, number, raw, None, f"not UTF-8 text (byte {error.start + 1})")
    except json.JSONDecodeError as error:
        return InputLine(file, number, raw, None, f"not JSON: {error.msg} at column {error.colno}")
    except (ValueError, RecursionError) as error:
        return InputLine(file, number, raw, None, f"not JSON: {str(error).partition(';')[0]}")
    if isinstance(value, dict) and "role" in value and "kind" not in value:
        value = {"kind": "turn", **cast("dict[str, Any]", value)}
    if not isinstance(value, dict):
        got = _KINDS.get(type(value).__name__, "a number")
        return InputLine(file, number, raw, None, f"expected a JSON object, got {got}", field="input")
    return InputLine(file, number, raw, value)  # pyright: ignore[reportUnknownArgumentType]


def keep_for_retry(lines: Sequence[InputLine], folder: Path, at: datetime) -> Path:
    """Write the lines into a new file of ``folder`` and return it: as they came, but for secrets, which are masked."""
    make_folder(folder)
    stem = f"{at:%Y%m%dT%H%M%SZ}"
    place = 1
    while True:
        path = folder / (f"{stem}.jsonl" if place == 1 else f"{stem}-{place}.jsonl")
        try:
            with open(path, "xb", opener=private) as file:
                file.writelines(_without_secrets(line.raw) + b"\n" for line in lines)
        except FileExistsError:
            place += 1
        else:
            return path


def _without_secrets(raw: bytes) -> bytes:
    from memorist.nodes.secrets.masking import mask

    text = raw.decode("utf-8", "surrogateescape")
    masked, found = mask(text)
    return masked.encode("utf-8", "surrogateescape") if found else raw
