"""Files beside the store: readable by their owner alone, and there whole or not at all."""

import os
from pathlib import Path
from uuid import uuid4

FILE, FOLDER = 0o600, 0o700
UNFINISHED = ".part"
"""Ending of a file whose writer has not finished, or was killed."""


def private(path: str, flags: int) -> int:
    """An opener for :func:`open`: the file is its owner's."""
    return os.open(path, flags, FILE)


def make_folder(folder: Path) -> None:
    """Make a private folder, if it is not there. Raises ``OSError``."""
    folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)


def replace_whole(path: Path, data: bytes, *, mode: int = FILE) -> None:
    """Write a file in one step: readers see the old one or the new one. Raises ``OSError``."""
    unfinished = path.with_name(f"{path.name}.{uuid4().hex}{UNFINISHED}")
    try:
        with open(unfinished, "xb", opener=private) as file:
            os.fchmod(file.fileno(), mode)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise


def write_whole(path: Path, data: bytes) -> None:
    """Write a private file, or replace one, in a folder that is made for it; also after a power cut it is whole.

    Raises ``OSError``; what was there is there then.
    """
    make_folder(path.parent)
    replace_whole(path, data)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
