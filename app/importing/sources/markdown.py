"""A folder of Markdown notes: each file is a document, named by its path in the folder."""

import os
import re
from collections.abc import Iterator, Mapping
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
_WHEN = ("updated", "modified", "date", "created")


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
    at = next((found for name_ in _WHEN if (found := _time(front.get(name_)))), changed)
    return document(name, name, heading + without_links(body).strip(), at=at, id_=f"markdown:{name}", changed=changed)


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
    """A time of the frontmatter; a day without a time is its noon."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time(12), UTC)
    return moment(value)


class _WithoutAliases(yaml.SafeLoader):
    """A YAML loader that refuses aliases, because a few of them can expand to gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        """Build a node. Raises ``yaml.YAMLError`` for an alias."""
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("aliases are not read")
        return super().compose_node(parent, index)
