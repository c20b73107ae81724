"""Reading untrusted files: only regular ones up to a size, with parsers that execute nothing.

A source is one file, a folder, or a zip archive; its readers see the names of its members and read them alike.
"""

import json
import os
import sqlite3
import stat
import zipfile
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path, PurePath
from typing import IO, Any, cast

from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.kinds.work_inputs import INSTRUCTION_FILES

MAX_JSON = 256 * 1024 * 1024
MAX_LINE = 16 * 1024 * 1024
MAX_LARGE = 8 * 1024 * 1024 * 1024
"""Of what is read piece by piece: lines, databases, archives."""
MAX_FILES = 50_000
_OF_INSTRUCTIONS = frozenset({".cursor", ".github", ".claude"})
"""Hidden folders in which a repository may keep instructions for coding agents."""
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


@dataclass(frozen=True)
class SourceFiles:
    """The files of a source by name: those of a folder or a zip archive, or one file.

    Hidden files and folders are no members, nor are links: they could lead out of the folder.
    """

    path: Path

    @cached_property
    def is_folder(self) -> bool:
        """True for a folder."""
        return self.path.is_dir()

    @cached_property
    def is_archive(self) -> bool:
        """True for a zip archive."""
        return not self.is_folder and zipfile.is_zipfile(regular(self.path, most=MAX_LARGE))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names, with the folders above them, in order. Raises :class:`InvalidInput`."""
        if self.is_archive:
            with self._unpacking() as archive:
                found = [name for name in archive.namelist() if not name.endswith("/")]
        else:
            found = list(self._walked()) if self.is_folder else [self.path.name]
        whole = sorted(name for name in found if self.is_alone or not _is_hidden(name) or is_instructions(name))
        if len(whole) > MAX_FILES:
            raise InvalidInput(
                f"{self.path} holds {len(whole):,} files, at most {MAX_FILES:,} are read at once: "
                "import the folders below",
                field="PATH",
            )
        return tuple(whole)

    @property
    def is_alone(self) -> bool:
        """True for a source that is one file and no archive."""
        return not self.is_folder and not self.is_archive

    def _walked(self) -> Iterator[str]:
        for at, folders, files in os.walk(self.path, followlinks=False):
            folders[:] = [name for name in folders if not name.startswith(".") or name in _OF_INSTRUCTIONS]
            for name in files:
                yield (Path(at) / name).relative_to(self.path).as_posix()

    def named(self, name: str) -> list[str]:
        """The members of one name, in whichever folder they are; also where the source is that file itself."""
        return [each for each in self.names if basename(each) == name]

    def ending(self, *suffixes: str) -> list[str]:
        """The members whose names end with one of the suffixes. A source that is one file is taken at its word."""
        return [each for each in self.names if self.is_alone or each.lower().endswith(suffixes)]

    def required(self, *suffixes: str, what: str) -> list[str]:
        """The members of :meth:`ending`. Raises :class:`InvalidInput` where there is none: it holds ``what``."""
        if not (names := self.ending(*suffixes)):
            raise InvalidInput(f"{self.path} holds {what}", field="PATH")
        return names

    def is_link(self, name: str) -> bool:
        """True for a symbolic link inside a folder."""
        return self.is_folder and (self.path / name).is_symlink()

    def place(self, name: str) -> str:
        """The name as messages say it."""
        return f"{name} in {self.path}" if self.is_archive else str(self._at(name))

    def _at(self, name: str) -> Path:
        return self.path / name if self.is_folder else self.path

    def changed(self, name: str) -> datetime:
        """Return when a member was changed last. Raises :class:`InvalidInput`."""
        if self.is_archive:
            with self._unpacking() as archive:
                return datetime(*archive.getinfo(name).date_time, tzinfo=UTC)
        return datetime.fromtimestamp(regular(self._at(name), most=MAX_LARGE).stat().st_mtime, UTC)

    @contextmanager
    def opened(self, name: str, *, most: int = MAX_LARGE) -> Generator[IO[bytes]]:
        """A member, opened for reading. Raises :class:`InvalidInput`."""
        if self.is_archive:
            with self._unpacking() as archive, archive.open(name) as member:
                yield member
            return
        path = regular(self._at(name), most=most)
        try:
            with path.open("rb") as file:
                yield file
        except OSError as error:
            raise InvalidInput(f"{path} cannot be read: {error.strerror or error}", field="PATH") from error

    def read(self, name: str, *, most: int | None = None) -> bytes:
        """All of a member. Raises :class:`InvalidInput`, also where it is larger than ``most`` (:data:`MAX_JSON`)."""
        most = MAX_JSON if most is None else most
        with self.opened(name, most=most) as file:
            data = file.read(most + 1)
        if len(data) > most:
            raise InvalidInput(f"{self.place(name)} has more than {most:,} bytes", field="PATH")
        return data

    def json(self, name: str) -> Any:
        """A member as JSON. Raises :class:`InvalidInput`."""
        data = self.read(name)
        try:
            return json.loads(data)
        except (ValueError, RecursionError) as error:
            raise InvalidInput(f"{self.place(name)} is not JSON: {str(error)[:200]}", field="PATH") from error

    def is_sqlite(self, name: str) -> bool:
        """Return true if a member is a SQLite database. Raises :class:`InvalidInput`."""
        with self.opened(name) as file:
            return file.read(len(SQLITE)) == SQLITE

    def database(self, name: str) -> Path | None:
        """The path of a member that is a SQLite database outside an archive; null for any other."""
        return self._at(name) if self.is_sqlite(name) and not self.is_archive else None

    def lines(self, name: str) -> Iterator[tuple[int, Any | None, str]]:
        """Each line with its number, and what it holds, or why it cannot be read. Raises :class:`InvalidInput`."""
        with self.opened(name) as file:
            number = 0
            while raw := file.readline(MAX_LINE + 1):
                number += 1
                if len(raw) > MAX_LINE:
                    while raw and not raw.endswith(b"\n"):
                        raw = file.readline(MAX_LINE)
                    yield number, None, f"longer than {MAX_LINE:,} bytes"
                elif raw.strip():
                    yield number, *_parsed(raw)

    def records(self, name: str) -> Iterator[tuple[str, Any | None, str]]:
        """The place and the value of each record of a member, or why it cannot be read.

        A member is one JSON value, whose list is its records, or one JSON value a line.
        """
        if (whole := self._whole(name)) is None:
            for number, value, problem in self.lines(name):
                yield f"line {number}", value, problem
            return
        for number, value in enumerate(whole, start=1):
            yield f"item {number}", value, ""

    def _whole(self, name: str) -> list[Any] | None:
        """The records of a member that is one JSON value; null for lines, of which some may be broken."""
        first = next(self.lines(name), None)
        if first is None or isinstance(first[1], dict):
            return None
        try:
            value = self.json(name)
        except InvalidInput:
            if any(isinstance(value, dict) for _, value, _ in self.lines(name)):
                return None
            raise
        return cast("list[Any]", value) if isinstance(value, list) else [value]

    @contextmanager
    def _unpacking(self) -> Generator[zipfile.ZipFile]:
        try:
            with zipfile.ZipFile(self.path) as archive:
                yield archive
        except Exception as error:  # zipfile lets through what damaged names and its decompressors raise
            raise InvalidInput(f"{self.path} cannot be unpacked: {error}", field="PATH") from error


def basename(name: str) -> str:
    """The name of a member without the folders above it."""
    return name.rpartition("/")[2]


def is_instructions(name: str) -> bool:
    """Return true if a member is a file of instructions for coding agents, by its name and the folders above it."""
    at = PurePath(name)
    parents = at.parts[-3:-1]
    named = at.name.lower() in INSTRUCTION_FILES
    return (named and all(part in _OF_INSTRUCTIONS or part[0] != "." for part in at.parts[:-1])) or (
        at.suffix == ".mdc" and parents == (".cursor", "rules")
    )


def _is_hidden(name: str) -> bool:
    return any(part.startswith(".") or part == "__MACOSX" for part in name.split("/"))


def _parsed(raw: bytes) -> tuple[Any | None, str]:
    try:
        return json.loads(raw), ""
    except (ValueError, RecursionError) as error:
        return None, f"not JSON: {str(error)[:200]}"


@contextmanager
def sqlite_rows(
    path: Path, table: str, columns: str, order: str, *, optional: str = ""
) -> Generator[Iterator[dict[str, Any]]]:
    """The rows of a table, read only; of the ``optional`` columns, those that it has.

    Raises :class:`InvalidInput` where there is no such table.
    """
    wanted = columns.split()
    with _database(path) as base:
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


def sqlite_tables(path: Path) -> frozenset[str]:
    """The names of the tables of a database. Raises :class:`InvalidInput`."""
    with _database(path) as base:
        rows = base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return frozenset(str(row["name"]) for row in rows)


@contextmanager
def _database(path: Path) -> Generator[sqlite3.Connection]:
    regular(path, most=MAX_LARGE)
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)) as base:
            base.execute("PRAGMA trusted_schema = OFF")
            base.row_factory = sqlite3.Row
            yield base
    except sqlite3.Error as error:
        raise InvalidInput(f"{path} cannot be read as SQLite: {error}", field="PATH") from error
