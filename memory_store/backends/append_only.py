"""The append-only files of an embedded store: whether what was acknowledged is still in them.

Their sizes are noted beside the data when a server has started and when it has ended. A file only grows until it is
rewritten under another name, so that a smaller one of the same name was cut. What a kill leaves half written at its end
was never acknowledged, lies behind the noted size, and is dropped by the server.
"""

import json
import os
import re
from contextlib import suppress
from pathlib import Path

from memorist.memory_store.domain.errors import StoreUnavailable

NOTED = "files.json"
FOLDER = "appendonlydir"
MANIFEST = "appendonly.aof.manifest"
_FILE = re.compile(r"^file (?P<name>\S+) ", re.MULTILINE)


def check_files(folder: Path) -> None:
    """Refuse a store whose files are missing or shorter than they were. ``folder`` is the store's.

    Raises :class:`StoreUnavailable` that names the file and says what to do.
    """
    noted = _noted(folder)
    if not noted:
        return
    files = folder / "data" / FOLDER
    if not (files / MANIFEST).is_file():
        raise _damaged(folder, f"{files / MANIFEST} is missing")
    current = set(_current(folder))
    for name in current:
        if not (files / name).is_file():
            raise _damaged(folder, f"{files / name} is missing")
    for name, size in noted.items():
        if name in current and (there := (files / name).stat().st_size) < size:
            raise _damaged(folder, f"{files / name} was cut: it has {there:,} bytes and had {size:,}")


def note_files(folder: Path) -> None:
    """Note the sizes of the files as they are, whole or not at all."""
    with suppress(OSError):  # the folder may be gone, or the disk full: the sizes noted before still hold
        beside = folder / f"{NOTED}.{os.getpid()}"
        beside.write_text(json.dumps(sizes_now(folder)), encoding="utf-8")
        beside.replace(folder / NOTED)


def sizes_now(folder: Path) -> dict[str, int]:
    """The files that the manifest names, each with its size in bytes. Raises :class:`OSError`."""
    return {name: (folder / "data" / FOLDER / name).stat().st_size for name in _current(folder)}


def _current(folder: Path) -> list[str]:
    """The files that the manifest names."""
    return _FILE.findall((folder / "data" / FOLDER / MANIFEST).read_text(encoding="utf-8"))


def _noted(folder: Path) -> dict[str, int]:
    try:
        noted = json.loads((folder / NOTED).read_text(encoding="utf-8"))
        return {str(name): int(size) for name, size in noted.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}


def _damaged(folder: Path, what: str) -> StoreUnavailable:
    return StoreUnavailable(
        f"the embedded store in {folder} is not whole: {what}; nothing was changed. Put {folder / 'data'} back from a "
        f"backup, or a dump with memorist load. To go on with what is left, remove {folder / NOTED} and open it again, "
        "then run memorist check"
    )
