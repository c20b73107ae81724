"""Reading untrusted files: only regular ones up to a size, with parsers that execute nothing."""

import json
import sqlite3
import stat
import zipfile
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from memorist.memory_store.domain.errors import InvalidInput

MAX_JSON = 256 * 1024 * 1024
MAX_LINE = 16 * 1024 * 1024
MAX_SQLITE = 8 * 1024 * 1024 * 1024
SQLITE = b"SQLite format 3\0"


def regular(path: Path, *, most: int = MAX_JSON) -> Path:
    """The path, if it is a regular file of at most ``most`` bytes. Raises :class:`InvalidInput`."""
    try:
        found = path.stat()
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}", field="PATH") from error
    if not stat.S_ISREG(found.st_mode):
        raise InvalidInput(f"{path} is no regular file", field="PATH")
    if found.st_size > most:
        raise InvalidInput(f"{path} has {found.st_size:,} bytes, at most {most:,} are read: split it", field="PATH")
    return path


def json_of(path: Path, *, member: str | None = None) -> Any:
    """The content of a JSON file, or of a member of a zip archive. Raises :class:`InvalidInput`."""
    regular(path)
    try:
        if member is not None and zipfile.is_zipfile(path):
            return json.loads(_member(path, member))
        return json.loads(path.read_bytes())
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}", field="PATH") from error
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{path} is not JSON that can be read: {str(error)[:200]}", field="PATH") from error


def _member(path: Path, member: str) -> bytes:
    try:
        with zipfile.ZipFile(path) as archive:
            name = next((name for name in archive.namelist() if name.rpartition("/")[2] == member), None)
            if name is None:
                raise InvalidInput(f"{path} holds no {member}", field="PATH")
            with archive.open(name) as opened:
                data = opened.read(MAX_JSON + 1)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError) as error:
        raise InvalidInput(f"{path} cannot be unpacked: {error}", field="PATH") from error
    if len(data) > MAX_JSON:
        raise InvalidInput(f"{member} in {path} has more than {MAX_JSON:,} bytes", field="PATH")
    return data


def json_lines(path: Path) -> Iterator[tuple[int, Any | None, str]]:
    """Each line with its number, and what it holds, or why it cannot be read. Raises :class:`InvalidInput`."""
    regular(path, most=MAX_SQLITE)
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
        return None, f"not JSON that can be read: {str(error)[:200]}"


def is_sqlite(path: Path) -> bool:
    """Whether a file is a SQLite database. Raises :class:`InvalidInput` where it cannot be read."""
    regular(path, most=MAX_SQLITE)
    with path.open("rb") as opened:
        return opened.read(len(SQLITE)) == SQLITE


@contextmanager
def sqlite_rows(path: Path, table: str, columns: str, order: str) -> Generator[Iterator[dict[str, Any]]]:
    """The rows of a table, read only. Raises :class:`InvalidInput` where there is no such table."""
    regular(path, most=MAX_SQLITE)
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
            # Names, not values: they come from the code that calls.
            cursor = base.execute(f"SELECT {', '.join(wanted)} FROM {table} ORDER BY {order}")
            yield (dict(row) for row in cursor)
    except sqlite3.Error as error:
        raise InvalidInput(f"{path} cannot be read as SQLite: {error}", field="PATH") from error
