"""Reading untrusted files: only regular ones up to a size, with parsers that execute nothing."""

import json
import sqlite3
import stat
import zipfile
import zlib
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from memorist.memory_store.domain.errors import InvalidInput

MAX_JSON = 256 * 1024 * 1024
MAX_LINE = 16 * 1024 * 1024
MAX_LARGE = 8 * 1024 * 1024 * 1024
"""Of what is read piece by piece: lines, databases, archives."""
SQLITE = b"SQLite format 3\0"


def regular(path: Path, *, most: int = MAX_JSON) -> Path:
    """The path, if it is a regular file of at most ``most`` bytes. Raises :class:`InvalidInput`."""
    try:
        found = path.stat()
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}", field="PATH") from error
    if not stat.S_ISREG(found.st_mode):
        raise InvalidInput(f"{path} is not a regular file", field="PATH")
    if found.st_size > most:
        raise InvalidInput(f"{path} has {found.st_size:,} bytes, at most {most:,} are read: split it", field="PATH")
    return path


def json_of(path: Path) -> Any:
    """The content of a JSON file. Raises :class:`InvalidInput`."""
    regular(path)
    try:
        return parsed_json(path.read_bytes(), str(path))
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}", field="PATH") from error


def parsed_json(data: bytes, name: str) -> Any:
    """Parse JSON that was read from ``name``. Raises :class:`InvalidInput`."""
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{name} is not JSON: {str(error)[:200]}", field="PATH") from error


@contextmanager
def _unpacking(path: Path) -> Generator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, zlib.error) as error:
        raise InvalidInput(f"{path} cannot be unpacked: {error}", field="PATH") from error


def members(path: Path) -> list[str]:
    """The names of what a zip archive holds. Raises :class:`InvalidInput`."""
    with _unpacking(path) as archive:
        return archive.namelist()


def member(path: Path, name: str) -> bytes:
    """One member of a zip archive, unpacked. Raises :class:`InvalidInput`, also where it is too large."""
    with _unpacking(path) as archive, archive.open(name) as opened:
        data = opened.read(MAX_JSON + 1)
    if len(data) > MAX_JSON:
        raise InvalidInput(f"{name} in {path} has more than {MAX_JSON:,} bytes", field="PATH")
    return data


def json_lines(path: Path) -> Iterator[tuple[int, Any | None, str]]:
    """Each line with its number, and what it holds, or why it cannot be read. Raises :class:`InvalidInput`."""
    regular(path, most=MAX_LARGE)
    try:
        with path.open("rb") as opened:
            number = 0
            while raw := opened.readline(MAX_LINE + 1):
                number += 1
                if len(raw) > MAX_LINE:
                    while raw and not raw.endswith(b"\n"):
                        raw = opened.readline(MAX_LINE)
                    yield number, None, f"longer than {MAX_LINE:,} bytes"
                elif raw.strip():
                    yield number, *_parsed(raw)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}", field="PATH") from error


def _parsed(raw: bytes) -> tuple[Any | None, str]:
    try:
        return json.loads(raw), ""
    except (ValueError, RecursionError) as error:
        return None, f"not JSON: {str(error)[:200]}"


def is_sqlite(path: Path) -> bool:
    """Return true if a file is a SQLite database. Raises :class:`InvalidInput` where it cannot be read."""
    regular(path, most=MAX_LARGE)
    with path.open("rb") as opened:
        return opened.read(len(SQLITE)) == SQLITE


@contextmanager
def sqlite_rows(
    path: Path, table: str, columns: str, order: str, *, optional: str = ""
) -> Generator[Iterator[dict[str, Any]]]:
    """The rows of a table, read only; of the ``optional`` columns, those that it has.

    Raises :class:`InvalidInput` where there is no such table.
    """
    regular(path, most=MAX_LARGE)
    wanted = columns.split()
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)) as base:
            base.execute("PRAGMA trusted_schema = OFF")
            base.row_factory = sqlite3.Row
            kinds = base.execute("SELECT type FROM sqlite_master WHERE name = ?", (table,)).fetchall()
            if [row["type"] for row in kinds] != ["table"]:
                raise InvalidInput(f"{path} has no table {table}", field="PATH")
            there = {str(row["name"]) for row in base.execute("SELECT name FROM pragma_table_info(?)", (table,))}
            if missing := [name for name in wanted if name not in there]:
                raise InvalidInput(f"{path}: the table {table} has no {', '.join(missing)}", field="PATH")
            wanted += [name for name in optional.split() if name in there]
            # Names, not values: they come from the code that calls.
            cursor = base.execute(f"SELECT {', '.join(wanted)} FROM {table} ORDER BY {order}")
            yield (dict(row) for row in cursor)
    except sqlite3.Error as error:
        raise InvalidInput(f"{path} cannot be read as SQLite: {error}", field="PATH") from error
