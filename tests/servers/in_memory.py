"""A place for the data of throw-away servers in memory: on a disk, each write waits until it is synchronised."""

import shutil
from pathlib import Path

_SHARED_MEMORY = Path("/dev/shm")
_ENOUGH = 4 * 2**30
"""Free bytes; containers often have 64 MB."""


def folder_in_memory() -> Path | None:
    """Return a folder whose files are in memory; null, which means the usual one, where that is small or missing."""
    enough = _SHARED_MEMORY.is_dir() and shutil.disk_usage(_SHARED_MEMORY).free >= _ENOUGH
    return _SHARED_MEMORY if enough else None
