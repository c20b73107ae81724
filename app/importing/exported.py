"""The conversations of a chat's export: a folder, an archive, or one of its files alone."""

import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from memorist.app.importing.entries import as_object
from memorist.app.importing.files import MAX_LARGE, json_of, member, members, parsed_json, regular
from memorist.memory_store.domain.errors import InvalidInput

_PART = re.compile(r"conversations(-\d+)?\.json")
"""The one file of an export, or where it is in several, ``conversations-000.json`` and so on."""


def conversations_of(
    path: Path, begun: Callable[[Mapping[str, Any]], Any], source: str
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The place of each conversation and what it holds, file by file; in each the one that began first, first.

    What is no object comes as an empty one. Raises :class:`InvalidInput`, also where there is no such file.
    """
    for name, data in _parts(path):
        if not isinstance(data, list):
            raise InvalidInput(f"{path}: {name}: expected a list of conversations", field="PATH")
        _refuse_others(path, source, cast("list[Any]", data))
        found = [(f"{name}[{number}]", as_object(each)) for number, each in enumerate(cast("list[Any]", data))]
        yield from sorted(found, key=lambda each: begun(each[1]))


_OF_SOURCE = {"chatgpt": "mapping", "claude": "chat_messages"}
_NAMES = {"chatgpt": "a ChatGPT export", "claude": "a Claude export"}


def _refuse_others(path: Path, source: str, conversations: Sequence[Any]) -> None:
    """Refuse the export of another chat by its name, once and not for each conversation."""
    for other, field in _OF_SOURCE.items():
        of_other = [each for each in conversations if field in as_object(each)]
        if other != source and of_other and not any(_OF_SOURCE[source] in as_object(each) for each in conversations):
            raise InvalidInput(f"{path}: this is {_NAMES[other]}: memorist import {other} {path}", field="SOURCE")


def beside(path: Path, name: str) -> Iterator[tuple[str, Any]]:
    """Give what another file of the export holds, with its place, where the export has one of that name."""
    if path.is_dir():
        if (path / name).is_file():
            yield name, json_of(path / name)
    elif zipfile.is_zipfile(path):
        for each in sorted(each for each in members(path) if each.rpartition("/")[2] == name):
            yield each, parsed_json(member(path, each), f"{each} in {path}")
    elif path.name != name and (path.parent / name).is_file() and _PART.fullmatch(path.name):
        yield name, json_of(path.parent / name)


def _parts(path: Path) -> Iterator[tuple[str, Any]]:
    if path.is_dir():
        names = sorted(each.name for each in path.iterdir() if _PART.fullmatch(each.name))
        found = ((each, json_of(path / each)) for each in names)
    elif not zipfile.is_zipfile(regular(path, most=MAX_LARGE)):
        yield path.name, json_of(path)
        return
    else:
        names = sorted(each for each in members(path) if _PART.fullmatch(each.rpartition("/")[2]))
        found = ((each, parsed_json(member(path, each), f"{each} in {path}")) for each in names)
    if not names:
        raise InvalidInput(f"{path} holds no conversations.json", field="PATH")
    yield from found
