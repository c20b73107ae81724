"""The file of a dump: JSON lines, a header first and the digest last.

    {"memorist_dump": 1, "group": "team", "log": {…}, "source": "embedded:/…", "nodes": 120, "edges": 300}
    {"node": {"labels": […], "props": {…}, "vectors": {"name_embedding": "base64 of single-precision numbers"}}}
    {"edge": {"type": "ABOUT", "source": ["Entity", "…"], "target": ["Entity", "…"], "props": {…}}}
    {"file": {"digest": "…", "data": "base64 of a content file"}}
    {"mark": {…}}         where an interrupted dump goes on; says nothing to a reader
    {"end": {"nodes": 120, "edges": 300, "digest": "…"}}

Everything here blocks: call it in a thread.
"""

import base64
import hashlib
import json
import os
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import batched, groupby
from pathlib import Path
from typing import IO, Any, cast

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.moving.reader import Cursor, RecordPage
from memorist.memory_store.moving.record import Digest, Record, record_of
from memorist.memory_store.private_file import private

VERSION = 1
"""Of the file's form; a reader refuses a newer one."""
MAX_LINE_BYTES = 1 << 30
"""Length of a line, which may hold a content file."""
FILES = "files"
"""The part of a dump that follows nodes and edges."""


@dataclass(frozen=True)
class Header:
    """The first line."""

    group: str
    log: Mapping[str, Any]
    """The group's own note: embedder, dimension, schema, the last place in its change log."""
    source: str
    nodes: int
    edges: int

    def as_json(self) -> dict[str, Any]:
        """The form of the line."""
        return {"memorist_dump": VERSION, **vars(self)}


@dataclass(frozen=True)
class CheckedDump:
    """A file that is whole: every line was read, and the digest is right."""

    header: Header
    digest: Digest
    lines: int


class DumpWriter:
    """Writes ``FILE.part``, which becomes ``FILE`` when it is complete."""

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")
        self.header = header
        self.digest = Digest()
        self.cursor: Cursor | None = None
        """After what was written before, if this dump goes on."""
        self._file: IO[bytes] | None = None

    def open(self) -> bool:
        """Begin, or go on behind the last mark of a dump of the same state; return whether it goes on."""
        if self.path.exists():
            raise InvalidInput(f"{self.path} exists already: name another file, or remove it", field="FILE")
        kept = self._keep() if self.part.exists() else 0
        try:
            self._file = open(self.part, "r+b" if kept else "wb", opener=private)  # noqa: SIM115 - closed by close
        except OSError as error:
            raise InvalidInput(f"{self.part} cannot be written: {error.strerror or error}", field="FILE") from error
        self._file.truncate(kept)
        self._file.seek(kept)
        if not kept:
            self._line(self.header.as_json())
        return bool(kept)

    def write(self, page: RecordPage) -> None:
        """Write a page, and where to go on after it."""
        for record in page.records:
            self._line(record.as_json())
        self.digest.add(page.records)
        if page.cursor is not None:
            self._line({"mark": page.cursor})
            self._opened.flush()

    def write_file(self, digest: str, data: bytes) -> None:
        """Write a content file, and that a dump which goes on need not write it again."""
        self._line({"file": {"digest": digest, "data": base64.b64encode(data).decode()}})
        self._line({"mark": {"part": FILES, "after": digest}})
        self._opened.flush()

    def finish(self) -> None:
        """Write the digest and give the file its name."""
        counts = {"nodes": self.digest.nodes, "edges": self.digest.edges}
        self._line({"end": {**counts, "digest": self.digest.text, "header": _digest_of(self.header)}})
        self._opened.flush()
        os.fsync(self._opened.fileno())
        self.close()
        self.part.replace(self.path)

    def close(self) -> None:
        """Close without finishing: the same dump may go on later."""
        if self._file is not None:
            self._file.close()
            self._file = None

    @property
    def _opened(self) -> IO[bytes]:
        assert self._file is not None
        return self._file

    def _line(self, value: Mapping[str, Any]) -> None:
        self._opened.write(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n")

    def _keep(self) -> int:
        """Return the number of valid bytes of the interrupted dump; reads its digest and cursor up to there."""
        kept, since = 0, list[Record]()
        try:
            for place, (number, value) in enumerate(_lines(self.part)):
                if place == 0:
                    if _header(self.part, value) != self.header:
                        return 0
                elif "mark" in value:
                    self.digest.add(since)
                    since.clear()
                    self.cursor, kept = value["mark"], number.end
                elif record := record_of(value):
                    since.append(record)
        except InvalidInput:  # the last line was cut off, or never written whole
            pass
        return kept


@dataclass(frozen=True)
class DumpPlace:
    """A line: its number, and the byte behind it."""

    number: int
    end: int


def check_file(path: Path) -> CheckedDump:
    """Read the whole file once. Raises :class:`InvalidInput` naming the line and the field that is wrong."""
    header: Header | None = None
    digest, number = Digest(), 0
    for place, value in _lines(path):
        number = place.number
        if header is None:
            header = _header(path, value)
        elif "end" in value:
            _check_end(path, number, value["end"], digest, header)
            return CheckedDump(header, digest, number)
        elif "file" in value:
            _file(path, number, value["file"])
        elif "mark" not in value:
            digest.add([_record(path, number, value)])
    raise InvalidInput(
        f"{path}:{number}: the file ends too early: dump again, it goes on where it was"
        if header
        else f"{path}: empty",
        field="end",
    )


def records(path: Path, *, after: int = 0) -> Generator[tuple[int, Record]]:
    """The records with the numbers of their lines, behind the line ``after``."""
    for place, value in _lines(path):
        if place.number > after and ("node" in value or "edge" in value):
            yield place.number, _record(path, place.number, value)


def files(path: Path) -> Generator[tuple[str, bytes]]:
    """The content files with their digests."""
    for place, value in _lines(path):
        if "file" in value:
            yield _file(path, place.number, value["file"])


def _file(path: Path, number: int, given: Any) -> tuple[str, bytes]:
    try:
        digest, data = str(given["digest"]), base64.b64decode(given["data"], validate=True)
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidInput(
            f"{path}:{number}: file: expected digest and data in base64 ({error})", field="file"
        ) from error
    if hashlib.sha256(data).hexdigest() != digest:
        raise InvalidInput(f"{path}:{number}: file: its content does not match {digest}", field="file")
    return digest, data


def _lines(path: Path) -> Generator[tuple[DumpPlace, dict[str, Any]]]:
    try:
        if path.exists() and not path.is_file():
            raise InvalidInput(f"{path} is not a regular file: a dump is read several times", field="FILE")
        with path.open("rb") as file:
            end = 0
            for number, raw in enumerate(iter(partial(file.readline, MAX_LINE_BYTES), b""), start=1):
                end += len(raw)
                if len(raw) == MAX_LINE_BYTES:
                    raise InvalidInput(f"{path}:{number}: longer than {MAX_LINE_BYTES:,} bytes", field="line")
                yield DumpPlace(number, end), _value(path, number, raw)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror or error}", field="FILE") from error


def _value(path: Path, number: int, raw: bytes) -> dict[str, Any]:
    try:
        value = json.loads(raw.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{path}:{number}: not JSON ({error})", field="line") from error
    if not isinstance(value, dict):
        raise InvalidInput(f"{path}:{number}: expected a JSON object", field="line")
    return cast("dict[str, Any]", value)


def _header(path: Path, value: Mapping[str, Any]) -> Header:
    version = value.get("memorist_dump")
    if not isinstance(version, int):
        raise InvalidInput(f"{path}:1: memorist_dump: missing: this is not a dump", field="memorist_dump")
    if version > VERSION:
        raise InvalidInput(
            f"{path}:1: memorist_dump: {version} is newer than {VERSION}, which this version knows: upgrade memorist",
            field="memorist_dump",
        )
    expected: dict[str, type] = {"group": str, "log": dict, "source": str, "nodes": int, "edges": int}
    for name, kind in expected.items():
        if not isinstance(value.get(name), kind):
            raise InvalidInput(f"{path}:1: {name}: missing, or not of the type {kind.__name__}", field=name)
    return Header(**{name: value[name] for name in expected})


def _record(path: Path, number: int, value: Mapping[str, Any]) -> Record:
    try:
        record = record_of(value)
    except InvalidInput as error:
        raise InvalidInput(f"{path}:{number}: {error}", field=error.field) from error
    if record is None:
        raise InvalidInput(f"{path}:{number}: expected node, edge, mark or end", field="line")
    return record


def _digest_of(header: Header) -> str:
    """The digest of the first line, which holds the group's own note and is no record."""
    return hashlib.sha256(json.dumps(header.as_json(), sort_keys=True).encode()).hexdigest()


def _check_end(path: Path, number: int, end: Any, digest: Digest, header: Header) -> None:
    found: dict[str, Any] = {"nodes": digest.nodes, "edges": digest.edges, "digest": digest.text}
    if isinstance(end, dict) and "header" in end:  # the first dumps have none
        found["header"] = _digest_of(header)
    if end != found:
        raise InvalidInput(
            f"{path}:{number}: digest: the file was changed or damaged: it says {end}, its lines give {found}",
            field="digest",
        )


def batches(numbered: Iterable[tuple[int, Record]], *, most: int) -> Generator[tuple[int, list[Record]]]:
    """Records in batches, nodes and edges apart, each with the number of its last line."""
    for _, alike in groupby(numbered, key=lambda one: type(one[1])):
        for batch in batched(alike, most):
            yield batch[-1][0], [record for _, record in batch]
