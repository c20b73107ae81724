"""Files that commands read and write: whole, or not at all."""

import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from memorist.app.cli.lines import STANDARD_INPUT
from memorist.memory_store.domain.errors import InvalidInput


def read_bytes(file: str, *, most: int) -> bytes:
    """A file, or standard input for ``-``. Raises :class:`InvalidInput` when it cannot be read, or is larger."""
    try:
        with sys.stdin.buffer if file == STANDARD_INPUT else Path(file).open("rb") as opened:
            data = opened.read(most + 1)
    except OSError as error:
        raise InvalidInput(f"{file} cannot be read: {error.strerror or error}", field="FILE") from error
    if len(data) > most:
        raise InvalidInput(f"{file} is larger than {most:,} bytes: split it", field="FILE")
    return data


def write_whole(path: Path, data: bytes) -> None:
    """Write a file at one stroke: readers see the old one or the new one, and a link still leads to it.

    Raises :class:`InvalidInput` when it cannot be written; then it is as it was.
    """
    target = path.resolve()
    part: Path | None = None
    try:
        mode = target.stat().st_mode & 0o777 if target.exists() else None
        with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
            part = Path(file.name)
            file.write(data)
        part.chmod(mode if mode is not None else 0o666 & ~_umask())
        part.replace(target)
    except OSError as error:
        if part is not None:
            with suppress(OSError):
                part.unlink()
        raise InvalidInput(f"{path} cannot be written: {error.strerror or error}", field="FILE") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
