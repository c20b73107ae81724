"""Touches: which files an intended act would read, write, delete or move, and which a commit would take in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from posixpath import basename, join
from typing import Any, Literal, cast

from memorist.nodes.homeostasis.act import AnyAct, FileAct, ShellAct, ToolAct
from memorist.nodes.homeostasis.acts.destructive import commands_inside
from memorist.nodes.homeostasis.acts.programs import programs
from memorist.nodes.homeostasis.acts.shell_touches import command_touches, patched
from memorist.nodes.homeostasis.acts.touch import Does, Touch
from memorist.nodes.language.file_names import named_in, normal
from memorist.nodes.language.file_verbs import kind_of, verb

Told = Does | Literal["copy"]
"""Effect named by a tool; for a ``copy``, the argument tells whether a file is read or written."""
_TOLD_BY: Mapping[str, Told] = {
    "deletes": "delete", "moves": "move", "copies": "copy", "writes": "write", "reads": "read",
}  # fmt: skip
_LEFT_ALONE = re.compile(
    r"\b(?:without|never|not|no|don['’]t|instead of|rather than|avoid\w*|leave|leaving)\b[^,;]{0,40}$", re.IGNORECASE
)
_DEEDS: Mapping[str, Does] = {
    "change": "write", "make": "write", "touch": "write", "delete": "delete", "move": "move", "commit": "commit",
}  # fmt: skip


def touches(act: AnyAct) -> tuple[Touch, ...]:
    """Return the effects of an act on files; empty for an act in words."""
    match act:
        case ShellAct():
            found = command_touches(act.command)
        case FileAct():
            found = _file(act)
        case ToolAct():
            found = _tool(act)
        case _:
            found = iter(())
    return tuple(dict.fromkeys(touch._replace(path=normal(touch.path)) for touch in found if touch.path))


def spoken_touches(text: str) -> Iterator[Touch]:
    """Return the effects on files that a description names.

    "Edit .env" writes it; "look at .env" and "a test without editing .env" do not.
    """
    for named in named_in(text):
        before = [*verb().finditer(text[: named.start])][-1:]
        found = before or [*verb().finditer(text[named.end :])][:1]
        deed = _DEEDS.get(kind_of(found[0])) if found else None
        if deed is not None and not (before and _LEFT_ALONE.search(text[: before[0].start()])):
            yield Touch(deed, named.path)


def _file(act: FileAct) -> Iterator[Touch]:
    does: Does = "read" if act.operation == "copy" else act.operation
    yield Touch(does, act.path, act.is_folder)
    if act.to is not None and act.operation in ("move", "copy"):
        yield Touch("write", act.to)
        yield Touch("write", join(act.to, basename(act.path.rstrip("/"))))


def _tool(act: ToolAct) -> Iterator[Touch]:
    """Touches of a tool call, by a mode argument or the words of its name, and by commands among its arguments."""
    for text, kind in commands_inside(act.arguments):
        yield from command_touches(text) if kind == "shell" else ()
    words = programs()["tools"]
    modes = [v for k, v in act.arguments.items() if k.casefold() in words["modes"] and isinstance(v, str)]
    done = _kind_named_in((*(mode for mode in modes if " " not in mode), act.name), words)
    for name, value in act.arguments.items():
        if isinstance(value, str) and name.casefold() in ("patch", "diff", "input"):
            yield from (Touch("write", path) for path in patched(value))
        if done is None or name.casefold() not in words["paths"]:
            continue
        does = _to_this(done, arrives=name.casefold() in words["to"])
        for path in cast("list[Any]", value) if isinstance(value, list) else [value]:
            if isinstance(path, str):
                yield Touch(does, path)


def _to_this(done: Told, *, arrives: bool) -> Does:
    """Return the effect on one of the files of a call: the destination of a copy or move is written."""
    if done in ("copy", "move") and arrives:
        return "write"
    return "read" if done == "copy" else done


def _kind_named_in(names: Sequence[str], words: Mapping[str, Sequence[str]]) -> Told | None:
    """Return the effect of the first name with a known word in it (``deleteFile``); null if none has one."""
    for name in names:
        parts = [part.casefold() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)]
        for kind, does in _TOLD_BY.items():
            if any(part in words[kind] for part in parts):
                return does
    return None
