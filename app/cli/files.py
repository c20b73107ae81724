"""Files that commands read and write: whole, or not at all."""

import os
import sys
from contextlib import nullcontext
from io import BytesIO, TextIOWrapper
from pathlib import Path

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.private_file import replace_whole

STANDARD_INPUT = "-"
LARGEST_FILE = 256 * 1024 * 1024
"""Bytes that a command reads at once: a device may never end."""


def read_bytes(file: str, *, most: int = LARGEST_FILE, field: str = "FILE") -> bytes:
    """A file, or standard input for ``-``. Raises :class:`InvalidInput` when it cannot be read, or is larger."""
    try:
        with nullcontext(sys.stdin.buffer) if file == STANDARD_INPUT else Path(file).open("rb") as opened:
            data = opened.read(most + 1)
    except OSError as error:
        raise InvalidInput(f"{file} cannot be read: {error.strerror or error}", field=field) from error
    if len(data) > most:
        raise InvalidInput(f"{file} is larger than {most:,} bytes: split it", field=field)
    return data


def read_text(file: str, *, field: str) -> str:
    """The text of a file, or of standard input for ``-``, each line ended by ``\\n``. Raises :class:`InvalidInput`."""
    try:
        return TextIOWrapper(BytesIO(read_bytes(file, field=field)), encoding="utf-8-sig").read()
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{file} cannot be read: {error}", field=field) from error


def write_whole(path: Path, data: bytes) -> None:
    """Write a file at one stroke: readers see the old one or the new one, and a link still leads to it.

    Raises :class:`InvalidInput` when it cannot be written; then it is as it was.
    """
    target = path.resolve()
    try:
        replace_whole(target, data, mode=target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {error.strerror or error}", field="FILE") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
