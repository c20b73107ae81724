"""A folder of Markdown notes: each file is a document, named by its path in the folder.

The day that a note is of is named by its file, its front matter or its heading; else nobody knows it. When a file was
changed last says nothing: a copy or a clone sets that anew. Files of instructions (``AGENTS.md``) come as such.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time
from pathlib import PurePath
from typing import Any, cast

import yaml

from memorist.app.importing.entries import Found, LeftOut, Unreadable, document, moment, with_notes
from memorist.app.importing.files import SourceFiles, is_instructions
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.json_values import as_object

MAX_FILE = 2_000_000
MAX_FRONTMATTER = 65_536
SUFFIXES = (".md", ".markdown")
_FRONT = re.compile(r"\A(---|\+\+\+)[ \t]*\r?\n(.*?)^\1[ \t]*\r?$\n?", re.DOTALL | re.MULTILINE)
_PROPERTY = re.compile(r"\A((?:[ \t]*(?:- )?[\w-]+:: [^\n]*\n)+)")
"""Properties of a page as Logseq writes them, before the first line of text."""
_PLAIN_PROPERTY = re.compile(r"([\w-]+):[ \t]*(.*?)[ \t]*\Z")
_LINK = re.compile(r"!?\[\[([^\[\]|\n]{1,300})(?:\|([^\[\]\n]{1,300}))?\]\]")
_EMBEDDED = re.compile(r"!\[\[[^\[\]\n]{1,300}\.\w{2,4}(?:\|[^\[\]\n]{1,300})?\]\]")
"""Pictures and other files shown inside a note."""
_MARKS: Sequence[tuple[re.Pattern[str], str]] = (
    (re.compile(r"%%"), ""),
    (re.compile(r"^([ \t]*>[ \t]*)\[!(\w+)\][+-]?[ \t]*$", re.MULTILINE), r"\1\2:"),
    (re.compile(r"^([ \t]*>[ \t]*)\[!(\w+)\][+-]?[ \t]*(.*?)[.:]?$", re.MULTILINE), r"\1\2: \3."),
    (re.compile(r"^([ \t]*[-*+] )\[ \] ", re.MULTILINE), r"\1to do: "),
    (re.compile(r"^([ \t]*[-*+] )\[[xX]\] ", re.MULTILINE), r"\1done: "),
    (re.compile(r"^([ \t]*[-*+] )\[(\w[\w -]*)\] ", re.MULTILINE), r"\1\2: "),
    (re.compile(r"[ \t]+\^[\w-]+[ \t]*$", re.MULTILINE), ""),
    (re.compile(r"^[ \t]*(?:collapsed|id):: .*\n?", re.MULTILINE), ""),
)
"""Marks that programs write for themselves, or show otherwise: comments, callouts, boxes and categories, anchors."""
_OF_DAY = ("date", "day", "created", "created_at", "created-at", "creation_date", "date_created")
_CHANGED = ("updated", "modified", "updated_at", "modified_at", "lastmod")
_NO_NOTES = frozenset({*_OF_DAY, *_CHANGED, "title", "permalink", "cssclass", "cssclasses", "id", "uid", "publish"})
"""Fields of the front matter that say nothing about the subject of a note."""
_MONTHS: Sequence[str] = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_MONTH = rf"(?P<month_name>{'|'.join(_MONTHS)})[a-z]*\.?"
_DAY = re.compile(
    r"(?<!\d)(?:(?P<year>\d{4})(?P<between>[-_.]?)(?P<month>\d{2})(?P=between)(?P<day>\d{2})|"
    r"(?P<day_first>\d{1,2})\.(?P<month_second>\d{1,2})\.(?P<year_last>\d{4}))(?!\d)"
)
_NAMED_DAY = re.compile(
    rf"\b(?:{_MONTH} (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? |(?P<day_first>\d{{1,2}})(?:st|nd|rd|th)? "
    rf"{_MONTH.replace('month_name', 'month_second')},? )(?P<year>\d{{4}})\b",
    re.IGNORECASE,
)
_HEADING = re.compile(r"\A\s*#{1,2}\s+([^\n]+)")


def read(files: SourceFiles) -> Iterator[Found]:
    """The notes of a folder or an archive, or one note. Hidden folders and links are not followed."""
    names = [name for name in files.names if name.lower().endswith(SUFFIXES) or is_instructions(name)]
    if not names:
        raise InvalidInput(f"{files.path} holds no notes (*.md)", field="PATH")
    for name in names:
        yield LeftOut("symbolic link") if files.is_link(name) else _note(files, name)
    yield from (LeftOut("file that is no Markdown") for _ in range(len(files.names) - len(names)))


def _note(files: SourceFiles, name: str) -> Found:
    try:
        text = files.read(name, most=MAX_FILE).decode("utf-8-sig")
        changed = files.changed(name)
    except InvalidInput as error:
        return Unreadable(name, str(error))
    except UnicodeDecodeError as error:
        return Unreadable(name, f"not UTF-8 text (byte {error.start + 1})")
    front, body = frontmatter(text)
    title = front.get("title")
    heading = f"# {title}\n\n" if isinstance(title, str) and not body.lstrip().startswith("# ") else ""
    first = _HEADING.match(body)
    day = _day_in(PurePath(name).stem) or _first_time(front, _OF_DAY) or (_day_in(first[1]) if first else None)
    instructions = is_instructions(name)
    beside = {} if instructions else {key: _plain(value) for key, value in front.items() if key not in _NO_NOTES}
    whole = with_notes(heading + plain_text(body), beside)
    if not body.strip() and not beside:
        return LeftOut("note without text")
    return document(
        name,
        name,
        whole,
        at=day or _first_time(front, _CHANGED),
        dated=day is not None,
        id_=f"markdown:{name}",
        key=changed,
        path=f"{'' if files.is_alone else files.path.stem}/{name}" if instructions else None,
    )


def _plain(value: Any) -> Any:
    """A value of the front matter, links as the names that they show and days as text."""
    if isinstance(value, list):
        return [_plain(each) for each in cast("list[Any]", value)]
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in cast("Mapping[Any, Any]", value).items()}
    if isinstance(value, date):
        return value.isoformat()
    return without_links(value) if isinstance(value, str) else value


def _first_time(front: Mapping[str, Any], names: Sequence[str]) -> datetime | None:
    return next((found for name in names if (found := _time(front.get(name)))), None)


def _day_in(text: str) -> datetime | None:
    """Return the noon of the first day that a text names; null where it names none that there is."""
    if found := _DAY.search(text):
        month = found["month"] or found["month_second"]
        year = found["year"] or found["year_last"]
    elif found := _NAMED_DAY.search(text):
        named = str(found["month_name"] or found["month_second"])
        month, year = _MONTHS.index(named[:3].lower()) + 1, found["year"]
    else:
        return None
    try:
        return moment(
            datetime.combine(date(int(year), int(month), int(found["day"] or found["day_first"])), time(12), UTC)
        )
    except ValueError:
        return None


def frontmatter(text: str) -> tuple[Mapping[str, Any], str]:
    """The block of properties at the beginning of a note (YAML, TOML, Logseq's), and the rest.

    Lines that are no YAML ("globs: *.sql") are read as names and texts. A block that is not made of those is text.
    """
    if properties := _PROPERTY.match(text):
        pairs = (line.strip().removeprefix("- ").partition(":: ") for line in properties[1].splitlines())
        return {key: value.strip() for key, _, value in pairs}, text[properties.end() :]
    found = _FRONT.match(text)
    if found is None or len(found[2]) > MAX_FRONTMATTER:
        return {}, text
    try:
        data: Any = yaml.load(found[2], Loader=_WithoutAliases) if found[1] == "---" else tomllib.loads(found[2])
    except (yaml.YAMLError, tomllib.TOMLDecodeError, ValueError, RecursionError):
        pairs = [_PLAIN_PROPERTY.match(line) for line in found[2].splitlines() if line.strip()]
        plain = {pair[1]: pair[2] for pair in pairs if pair}
        return (plain, text[found.end() :]) if len(plain) == len(pairs) else ({}, text)
    return as_object(data), text[found.end() :]


def plain_text(text: str) -> str:
    """A note without the marks of the programs that keep notes; what they stand for is said in words."""
    text = without_links(_EMBEDDED.sub("", text))
    for mark, words in _MARKS:
        text = mark.sub(words, text)
    return text.strip()


def without_links(text: str) -> str:
    """Links between notes as the names that they show: without the folder, and without the place in the note."""
    return _LINK.sub(lambda link: (link[2] or link[1].partition("#")[0].rpartition("/")[2] or link[1]).strip(), text)


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
