"""A folder of Markdown notes: each file is a document, named by its path in the folder.

The day that a note is of is named by its file, its front matter or its heading; else nobody knows it. When a file was
changed last says nothing: a copy or a clone sets that anew.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any, cast

import yaml

from memorist.app.importing.entries import Found, LeftOut, Unreadable, document, moment
from memorist.app.importing.files import regular
from memorist.memory_store.domain.errors import InvalidInput

MAX_FILE = 2_000_000
MAX_FILES = 50_000
MAX_FRONTMATTER = 65_536
SUFFIXES = frozenset({".md", ".markdown"})
_FRONT = re.compile(r"\A---[ \t]*\r?\n(.*?)^---[ \t]*\r?$\n?", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"!?\[\[([^\[\]|\n]{1,300})(?:\|([^\[\]\n]{1,300}))?\]\]")
_OF_DAY = ("date", "day", "created", "created_at", "created-at", "creation_date", "date_created")
_CHANGED = ("updated", "modified", "updated_at", "modified_at")
_DAY = re.compile(
    r"(?<!\d)(?:(?P<year>\d{4})(?P<between>[-_.]?)(?P<month>\d{2})(?P=between)(?P<day>\d{2})|"
    r"(?P<day_first>\d{1,2})\.(?P<month_second>\d{1,2})\.(?P<year_last>\d{4}))(?!\d)"
)
_HEADING = re.compile(r"\A\s*#{1,2}\s+([^\n]+)")


def read(path: Path) -> Iterator[Found]:
    """The notes of a folder, or one note. Hidden folders and links that leave the folder are not followed."""
    if path.is_dir():
        for number, file in enumerate(_files(path)):
            if number >= MAX_FILES:
                yield Unreadable(str(file), f"at most {MAX_FILES:,} notes are read at once: import the folders below")
                return
            yield _note(file, file.relative_to(path).as_posix())
        return
    if path.suffix.lower() not in SUFFIXES:
        raise InvalidInput(f"{path} is neither a folder nor a Markdown file", field="PATH")
    yield _note(path, path.name)


def _files(folder: Path) -> Iterator[Path]:
    for at, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if Path(name).suffix.lower() in SUFFIXES and not name.startswith("."):
                yield Path(at) / name


def _note(file: Path, name: str) -> Found:
    if file.is_symlink():
        return LeftOut("symbolic link")
    try:
        text = regular(file, most=MAX_FILE).read_bytes().decode("utf-8-sig")
        changed = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except InvalidInput as error:
        return Unreadable(name, str(error))
    except UnicodeDecodeError as error:
        return Unreadable(name, f"not UTF-8 text (byte {error.start + 1})")
    except OSError as error:
        return Unreadable(name, error.strerror or str(error))
    front, body = frontmatter(text)
    if not body.strip():
        return LeftOut("note without text")
    title = front.get("title")
    heading = f"# {title}\n\n" if isinstance(title, str) and not body.lstrip().startswith("# ") else ""
    day = _day_of(file.stem, front, body)
    return document(
        name,
        name,
        heading + without_links(body).strip(),
        at=day or _first_time(front, _CHANGED),
        dated=day is not None,
        id_=f"markdown:{name}",
        changed=changed,
    )


def _day_of(stem: str, front: Mapping[str, Any], body: str) -> datetime | None:
    """Return the day that a note is of: by the name of its file, its front matter, or its heading."""
    heading = _HEADING.match(body)
    return _day_in(stem) or _first_time(front, _OF_DAY) or (_day_in(heading[1]) if heading else None)


def _first_time(front: Mapping[str, Any], names: Sequence[str]) -> datetime | None:
    return next((found for name in names if (found := _time(front.get(name)))), None)


def _day_in(text: str) -> datetime | None:
    """Return the noon of the first day that a text names in digits; null where it names none that there is."""
    found = _DAY.search(text)
    if found is None:
        return None
    numbers = (
        found["year"] or found["year_last"],
        found["month"] or found["month_second"],
        found["day"] or found["day_first"],
    )
    try:
        return moment(datetime.combine(date(*map(int, numbers)), time(12), UTC))
    except ValueError:
        return None


def frontmatter(text: str) -> tuple[Mapping[str, Any], str]:
    """The YAML block at the beginning of a note, and the rest. One that cannot be read counts as text."""
    found = _FRONT.match(text)
    if found is None or len(found[1]) > MAX_FRONTMATTER:
        return {}, text
    try:
        data: Any = yaml.load(found[1], Loader=_WithoutAliases)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}, text
    return (cast("Mapping[str, Any]", data) if isinstance(data, Mapping) else {}), text[found.end() :]


def without_links(text: str) -> str:
    """Links between notes as the names that they show."""
    return _LINK.sub(lambda link: (link[2] or link[1]).strip(), text)


def _time(value: Any) -> datetime | None:
    """A time of the frontmatter, also as a link ("[[2026-01-15]]"); a day without a time is its noon."""
    if isinstance(value, list):
        return next((found for each in cast("list[Any]", value) if (found := _time(each))), None)
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time(12), UTC)
    if isinstance(value, str) and (link := _LINK.search(value)):
        value = link[1]
    if isinstance(value, str) and _DAY.fullmatch(value.strip()):
        return _day_in(value)
    return moment(value) if not isinstance(value, int) else None


class _WithoutAliases(yaml.SafeLoader):
    """A YAML loader that refuses aliases, because a few of them can expand to gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Build a node. Raises ``yaml.YAMLError`` for an alias."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)
