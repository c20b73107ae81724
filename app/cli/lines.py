"""Input files, line by line, and the file that keeps lines that failed."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.private_file import make_folder, private
from memorist.nodes.secrets.masking import mask

STANDARD_INPUT = "-"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Line:
    """One line of input: what it says, or why it cannot be read and where that is to be mended."""

    file: str
    number: int
    raw: bytes
    value: Mapping[str, Any] | None
    problem: str = ""
    field: str | None = None

    @property
    def text(self) -> str:
        """What the line says in words, for people."""
        value = self.value or {}
        said = value.get("content") or value.get("answer") or value.get("title") or value.get("kind")
        if value.get("events") and not value.get("title"):
            said = f"{len(value['events'])} observed events"
        return str(said)

    @property
    def place(self) -> str:
        """``FILE:LINE``, the way compilers say it."""
        return f"{self.file}:{self.number}"


def read_lines(files: Sequence[str]) -> list[Line]:
    """Read JSON lines, empty ones left out. Raises :class:`InvalidInput` for a file that cannot be read."""
    if list(files).count(STANDARD_INPUT) > 1:
        raise InvalidInput("standard input (-) can be read once only", field="FILE")
    return [line for file in files for line in _lines_of(file)]


def _lines_of(file: str) -> Iterable[Line]:
    if file == STANDARD_INPUT:
        name, data = "standard input", sys.stdin.buffer.read()
    else:
        name = file
        try:
            data = Path(file).read_bytes()
        except OSError as error:
            raise InvalidInput(f"{file} cannot be read: {error.strerror or error}", field="FILE") from error
    for number, raw in enumerate(data.removeprefix(BYTE_ORDER_MARK).split(b"\n"), start=1):
        if raw.strip():
            yield _line(name, number, raw.rstrip(b"\r"))


def _line(file: str, number: int, raw: bytes) -> Line:
    try:
        value = json.loads(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        return Line(file, number, raw, None, f"not UTF-8 text (byte {error.start + 1})")
    except json.JSONDecodeError as error:
        return Line(file, number, raw, None, f"not JSON: {error.msg} at column {error.colno}")
    except (ValueError, RecursionError) as error:
        return Line(file, number, raw, None, f"not JSON that can be read: {str(error).partition(';')[0]}")
    if not isinstance(value, dict):
        return Line(file, number, raw, None, f"expected a JSON object, got {_kind_of(value)}", field="input")
    return Line(file, number, raw, value)  # pyright: ignore[reportUnknownArgumentType]


def _kind_of(value: object) -> str:
    kinds = {"list": "a list", "str": "a string", "NoneType": "null", "bool": "a boolean"}
    return kinds.get(type(value).__name__, "a number")


def keep_for_retry(lines: Sequence[Line], folder: Path, at: datetime) -> Path:
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
    text = raw.decode("utf-8", "surrogateescape")
    masked, found = mask(text)
    return masked.encode("utf-8", "surrogateescape") if found else raw
