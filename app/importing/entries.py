"""Entries of a source: inputs, each with the place it came from, and unreadable parts."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, cast

from memorist.app.importing.files import SourceFiles
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.memory import readable

MAX_TITLE = 256
MAX_CALLED = 80
"""Characters of an entry's first words, by which it is called."""
EARLIEST, LATEST = datetime(1990, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
_MILLISECONDS = 100_000_000_000
"""A larger number of seconds would lie after the year 5000."""


@dataclass(frozen=True)
class ImportEntry:
    """An input in the form of ``memorist ingest``, and where it stands in the source."""

    place: str
    input: Mapping[str, Any]


@dataclass(frozen=True)
class Unreadable:
    """A part of a source that could not be read."""

    place: str
    reason: str


@dataclass(frozen=True)
class LeftOut:
    """A part of a source that is not imported on purpose; ``reason`` is the same for all of its kind."""

    reason: str


Found = ImportEntry | Unreadable | LeftOut


def turn(
    place: str,
    role: str,
    text: str,
    *,
    at: datetime | None,
    id_: str,
    session: str,
    speaker: str | None = None,
    user: str | None = None,
) -> ImportEntry:
    """A message of a conversation; ``user``: whose conversation it is, by default that of whoever imports it."""
    given: dict[str, Any] = {
        "kind": "turn",
        "role": role,
        "content": readable(text),
        "id": bounded(id_),
        "session_id": bounded(session),
        "at": None if at is None else time_text(at),
        "user_id": bounded(user) if user else None,
        "speaker": speaker[:MAX_TITLE] if speaker else None,
    }
    return _entry(place, given)


def document(
    place: str,
    title: str,
    text: str,
    *,
    at: datetime | None,
    id_: str,
    user: str | None = None,
    personal: bool = False,
    dated: bool = True,
    key: Any = None,
    path: str | None = None,
) -> ImportEntry:
    """A text that another memory held, or a file: nobody's own words. A later one of the same title is a new version.

    The id follows from the text and the ``key`` of its version (default: ``at``): the same version again changes
    nothing, and one that goes back to an earlier text is read. ``personal``: it was kept for its user alone, by default
    for whoever imports it. ``dated``: ``at`` is when it was written. ``path``: it is known by that, not by its title.
    """
    content = readable(text)
    given: dict[str, Any] = {
        "kind": "document",
        "title": bounded(title),
        "content": content,
        "id": bounded(f"{id_}:{digest(key or at, content)}"),
        "at": None if at is None else time_text(at),
        "dated": False if at is None or not dated else None,
        "personal": personal or None,
        "path": None if path is None else bounded(path),
        "user_id": bounded(user) if user else None,
    }
    return _entry(place, given)


def _entry(place: str, given: Mapping[str, Any]) -> ImportEntry:
    """An entry of the fields that have a value."""
    return ImportEntry(place, {name: value for name, value in given.items() if value is not None})


def memory_item(
    place: str, source: str, id_: str, text: str, *, at: datetime | None, user: str | None, personal: bool | None = None
) -> ImportEntry:
    """One entry of another memory: a document known by its id there, and called by its first words.

    ``personal``: it was kept for its user alone; by default where it names one.
    """
    first = next((line.strip("#-*; ") for line in text.splitlines() if line.strip("#-*; ")), id_)
    title = first if len(first) <= MAX_CALLED else f"{first[:MAX_CALLED].rpartition(' ')[0]} …"
    own = user is not None if personal is None else personal
    whose = f"{source}://{user}/{id_}" if user else f"{source}://{id_}"
    return document(place, title, text, at=at, id_=f"{source}:{id_}", user=user, personal=own, path=whose)


def bounded(id_: str) -> str:
    """An id that is not too long: the end of a longer one is replaced by its digest."""
    plain = readable(id_).strip() or "-"
    if len(plain) <= MAX_TITLE:
        return plain
    return f"{plain[: MAX_TITLE - 41]}-{sha256(plain.encode()).hexdigest()[:40]}"


def digest(*said: Any) -> str:
    """Return a digest that tells one text, of one moment, from others."""
    return sha256("\n".join(map(str, said)).encode("utf-8", "replace")).hexdigest()[:16]


def moment(value: Any) -> datetime | None:
    """A time in any of the forms that exports use: ISO text (without a zone: UTC), seconds or milliseconds since 1970.

    Null for what is none, or lies in no likely year.
    """
    try:
        if isinstance(value, bool) or value is None:
            return None
        if isinstance(value, int | float):
            found = datetime.fromtimestamp(value / 1000 if value > _MILLISECONDS else value, UTC)
        else:
            found = value if isinstance(value, datetime) else datetime.fromisoformat(str(value).strip())
            found = found.replace(tzinfo=UTC) if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return found if EARLIEST <= found <= LATEST else None


def is_over(end: Any) -> bool:
    """Return whether a time lies behind us, in any form that exports use; a bare day is over when the next begins."""
    found = moment(end)
    if found is None:
        return False
    lasts = timedelta(days=1) if re.fullmatch(r"\d{4}-\d{2}-\d{2}", str(end).strip()) else timedelta(0)
    return found + lasts <= datetime.now(UTC)


def with_end(text: str, end: Any) -> str:
    """A text with the day until which it holds, if one is given."""
    return f"{text.strip().rstrip('.')} (until {str(end)[:10]})" if moment(end) else text


def read_records(files: SourceFiles, what: str, entries: Callable[[str, str, Any], Iterator[Found]]) -> Iterator[Found]:
    """Read all records of a source's JSON by ``entries``, which gets the file, the place in it, and the record.

    Raises :class:`InvalidInput` where there is no JSON: the source holds ``what``.
    """
    for name in files.required(".json", ".jsonl", what=what):
        for place, record, problem in files.records(name):
            if problem:
                yield Unreadable(f"{name} {place}", problem)
            else:
                yield from entries(name, place, record)


def texts_in(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The texts in a JSON value, each with the names of the fields that lead to it."""
    if isinstance(value, Mapping):
        for key, each in cast("Mapping[str, Any]", value).items():
            yield from texts_in(each, (*path, str(key)))
    elif isinstance(value, list):
        for each in cast("list[Any]", value):
            yield from texts_in(each, path)
    elif isinstance(value, str) and value.strip():
        yield path, value
    elif isinstance(value, bool | int | float):
        yield path, json.dumps(value)


def with_notes(text: str, fields: Any) -> str:
    """A text, and below it the fields beside it ("ward: B3") as a block that is kept and found, but states nothing."""
    values: dict[str, list[str]] = {}
    for path, value in texts_in(fields):
        values.setdefault(" ".join(path).replace("_", " "), []).append(" ".join(value.split()))
    if not values:
        return text.strip()
    told = (f"{name}: {', '.join(texts)}" if name else ", ".join(texts) for name, texts in values.items())
    said = re.sub(r"(?<=[\w)])\Z", ".", text.strip())  # the fields are no part of its last sentence
    return "\n\n".join(filter(None, (said, "    " + ";\n    ".join(told))))
