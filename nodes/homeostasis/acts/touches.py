"""Touches: what an intended act would do to which files; what programs and tools do is in ``programs.yaml``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from pathlib import PurePosixPath
from posixpath import basename, join
from typing import Any, Literal, cast

from memorist.nodes.homeostasis.act import FileAct, ShellAct
from memorist.nodes.homeostasis.acts.program_text import INTERPRETERS, commands_in
from memorist.nodes.homeostasis.acts.programs import kinds_of_programs, names_under, programs
from memorist.nodes.homeostasis.acts.shell import read_command_line
from memorist.nodes.homeostasis.acts.shields import Does, Touch
from memorist.nodes.homeostasis.acts.simple_command import SimpleCommand
from memorist.nodes.homeostasis.acts.tool_call import ActInParts, ToolCall
from memorist.nodes.language.file_names import named_in, normal
from memorist.nodes.language.file_verbs import kind_of, verb

Told = Does | Literal["copy"]
"""Effect named by a tool or an operation; for a ``copy``, the place tells whether a file is read or written."""
_RECURSIVE = re.compile(r"-\w*[rR]\w*|--recursive|-a|--archive")
_PATCHED = re.compile(
    r"^(?:\+\+\+ (?:b/)?|\*\*\* (?:Update|Add|Delete) File: |diff --git a/\S+ b/)(?P<path>\S+)", re.MULTILINE
)
_WRITES_IN_CODE = re.compile(
    r"open\([^)]*,\s*['\"][wax+]|\.write|write_text|write_bytes|writeFile|appendFile|unlink|remove\(|rmtree|rmSync|"
    r"rename\(|os\.replace|truncate|\.delete\b|rmdir|\brm_r?f?\b|file_put_contents|fwrite|\bcopy\(|copyfile"
)
_QUOTED = re.compile(r"(['\"`])(?P<path>[^'\"`\n]{1,200})\1")
_LEFT_ALONE = re.compile(
    r"\b(?:without|never|not|no|don['’]t|instead of|rather than|avoid\w*|leave|leaving)\b[^,;]{0,40}$", re.IGNORECASE
)
_DONE_IN_WORDS: Mapping[str, Does] = {
    "change": "write", "make": "write", "touch": "write", "delete": "delete", "move": "move", "commit": "commit",
}  # fmt: skip


def touches(act: ActInParts) -> tuple[Touch, ...]:
    """Return the effects of an act on files; empty for an act in words."""
    match act:
        case ShellAct():
            found = _line(act.command)
        case FileAct():
            found = _file(act)
        case ToolCall():
            found = _tool(act)
        case _:
            found = iter(())
    return tuple(dict.fromkeys(touch._replace(path=normal(touch.path)) for touch in found if touch.path))


def spoken_touches(text: str) -> Iterator[Touch]:
    """Return the effects on files that a description names.

    "Edit .env" writes it; "look at .env" and "a test without editing .env" do not.
    """
    for file in named_in(text):
        before = [*verb().finditer(text[: file.start])][-1:]
        found = before or [*verb().finditer(text[file.end :])][:1]
        done = _DONE_IN_WORDS.get(kind_of(found[0])) if found else None
        if done is not None and not (before and _LEFT_ALONE.search(text[: before[0].start()])):
            yield Touch(done, file.path)


def touches_of(command: SimpleCommand) -> Iterator[Touch]:
    """Return the effects of one command on files."""
    over: Does = "empty" if _writes_nothing(command) else "write"
    written = (
        *(Touch(over, target) for target in command.writes),
        *(Touch("write", target) for target in command.appends),
    )
    for touch in (*written, *_words(command)):
        yield touch._replace(path=join(command.folder, touch.path))


def _writes_nothing(command: SimpleCommand) -> bool:
    """Return true if a command has no output, so that a file that it is written to is emptied."""
    if command.program in ("echo", "printf"):
        return not any(word for word in command.arguments if word not in ("-n", "-e", "\\n"))
    only_null = command.program == "cat" and {*command.arguments} == {"/dev/null"}
    return command.program in (":", "true") or only_null


def handles_files(command: SimpleCommand, *, reading: bool) -> bool:
    """Return true if the arguments of a command are files; with ``reading``, whether it also does nothing but read
    them."""
    found = [*_words(command)]
    return bool(found) and (not reading or all(touch.does == "read" for touch in found))


def _line(command: str) -> Iterator[Touch]:
    for simple in read_command_line(command).commands:
        yield from touches_of(simple)


def _file(act: FileAct) -> Iterator[Touch]:
    yield Touch(_to_this(act.operation, arrives=False), act.path, act.is_folder)
    if act.to is not None and act.operation in ("move", "copy"):
        yield Touch("write", act.to)
        yield Touch("write", join(act.to, basename(act.path.rstrip("/"))))


def _tool(call: ToolCall) -> Iterator[Touch]:
    """Touches of a tool call, by a mode argument or the words of its name, and by commands among its arguments."""
    for text, kind in call.commands:
        yield from _line(text) if kind == "shell" else ()
    for code in call.programs:
        yield from (touch for line in commands_in(code) for touch in _line(line))
    done = _kind_named_in(call.names)
    for argument, value in call.act.arguments.items():
        name = argument.casefold()
        if isinstance(value, str) and name in names_under("arguments", "patches"):
            yield from (Touch("write", path) for path in patched(value))
        if done is None or name not in names_under("arguments", "paths"):
            continue
        does = _to_this(done, arrives=name in names_under("arguments", "to"))
        for path in cast("list[Any]", value) if isinstance(value, list) else [value]:
            if isinstance(path, str):
                yield Touch(does, path)


def _to_this(done: Told, *, arrives: bool) -> Does:
    """Return the effect on one of the files: the destination of a copy or move is written."""
    if done in ("copy", "move") and arrives:
        return "write"
    return "read" if done == "copy" else done


def _kind_named_in(names: Sequence[str]) -> Told | None:
    """Return the effect of the first name with a known word in it (``deleteFile``); null if none has one."""
    for name in names:
        parts = {part.casefold() for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
        for kind in programs()["tools"]:
            if parts & names_under("tools", kind):
                return cast("Told", kind)
    return None


def _words(command: SimpleCommand) -> Iterator[Touch]:
    """Return the effects on the files among the words of a command."""
    program, table = command.program.casefold(), programs()
    operands = command.operands[table["skips"].get(program, 0) :]
    lister = PurePosixPath(command.fed_by[0]).name if command.fed_by and not operands else ""
    if lister in names_under("listers"):
        found = SimpleCommand(command.fed_by, "")
        operands = (_starts(found) if lister == "find" else found.operands) or ["."]
    for option in table["outputs"].get(program, ()):
        glued = [
            word[2:] for word in command.options if len(option) == 2 and re.match(rf"{re.escape(option)}[^=]", word)
        ]
        yield from (Touch("write", path) for path in (*command.values(option), *glued))
    yield from _members(command, program, operands)
    verbs = next((n for n in (2, 1) if " ".join((program, *operands[:n])) in kinds_of_programs()), 1)
    with_verb = " ".join((program, *operands[:verbs]))
    kind, below = kinds_of_programs().get(with_verb), True
    if kind is not None:
        if "--worktree" not in command.arguments and {*table["idle"].get(with_verb, ())} & {*command.arguments}:
            return
        files = operands[verbs:]
        if with_verb in names_under("behind dashes"):
            files = [*command.behind_dashes] or files
        operands = files or (["."] if with_verb == "git clean" else [])
    else:
        kind = kinds_of_programs().get(program)
        below = lister == "find" or any(_RECURSIVE.fullmatch(option) for option in command.options)
    if program in names_under("awks") and command.operands:
        yield from (Touch("write", found[1]) for found in _PRINTED_TO.finditer(command.operands[0]))
    if INTERPRETERS.fullmatch(program) and _runs_code(command):
        yield from _code(f"{' '.join(command.arguments)}\n{command.given}")
    elif program in table["in_place"]:
        yield from _in_place(command, operands, table["in_place"][program])
    elif kind is not None:
        yield from _by_kind(command, kind, operands, below=below)


_PRINTED_TO = re.compile(r">>?\s*\"([^\"]+)\"")


def _members(command: SimpleCommand, program: str, operands: Sequence[str]) -> Iterator[Touch]:
    """Return the effects of unpacking on the files that are named behind the archive."""
    options = programs()["members"].get(program)
    if options is None or any(
        re.fullmatch(o, a) for o in programs()["lists"].get(program, ()) for a in command.arguments
    ):
        return
    if not options or any(re.fullmatch(option, word) for option in options for word in command.arguments[:2]):
        for path in (path for path in operands if not _ARCHIVE.search(path)):
            yield Touch("write", path.removesuffix("/*"), below=path.endswith("/*"))


_ARCHIVE = re.compile(r"\.(?:zip|tgz|tar|tbz2|txz|7z|rar|gz|bz2|xz|zst|jar|whl|cpio)$|^-?\w{1,4}$", re.IGNORECASE)
"""Names of archives, and of letters that say what is done with one."""


def _by_kind(command: SimpleCommand, kind: str, files: Sequence[str], *, below: bool) -> Iterator[Touch]:
    match kind:
        case "search":
            yield from _search(command)
        case "patch" | "apply":
            given = files[:1] if kind == "patch" else ()
            yield from (Touch("write", path) for path in (*given, *patched(command.given)))
        case "copy" | "move":
            yield from _copied(command, files, moves=kind == "move")
        case _:
            yield from (Touch(cast("Does", kind), path, below and kind != "read") for path in files)


def _in_place(command: SimpleCommand, operands: Sequence[str], options: Sequence[str]) -> Iterator[Touch]:
    """Return the effects of a program that writes what it otherwise reads, with one of these options or always."""
    changes = not options or any(re.fullmatch(o, a) for a in command.arguments for o in options)
    files = (path for path in operands if not any(re.fullmatch(option, path) for option in options))
    yield from (Touch("write" if changes else "read", path, changes) for path in files)


def _runs_code(command: SimpleCommand) -> bool:
    """Return true if an interpreter is given its program in the command line, and does not merely go through files with
    it."""
    options = command.options
    in_place = any(re.fullmatch(r"-\w*i.*", option) for option in options if command.program in ("perl", "ruby"))
    given = {"-c", "-e", "--eval", *(("-r",) if command.program == "php" else ())}
    return not in_place and bool(given & {*options} or command.given)


def _copied(command: SimpleCommand, operands: Sequence[str], *, moves: bool) -> Iterator[Touch]:
    """The words before the last go to the last, or to the folder that an option names."""
    into = command.values("-t|--target-directory")
    sources = [o for o in operands if o not in into] if into else operands[:-1]
    target = into[0] if into else operands[-1] if len(operands) > 1 else ""
    written: Does = "empty" if [*sources] == ["/dev/null"] else "write"
    for source in sources or operands:
        yield Touch("move" if moves else "read", source, below=moves)
        if target and target != "/dev/null":
            yield Touch(written, join(target, basename(source.rstrip("/"))))
        elif moves:
            yield Touch("delete", source, below=True)
    if target:
        yield Touch(written, target)


def patched(text: str) -> list[str]:
    """The files that a patch changes."""
    return [found["path"] for found in _PATCHED.finditer(text) if found["path"] != "/dev/null"]


def _search(command: SimpleCommand) -> Iterator[Touch]:
    """Return the effects of ``find`` on everything below the start of the search."""
    runs = {PurePosixPath(run).name for run in command.values("-exec|-execdir|-ok|-x|-X")}
    done = {kinds_of_programs().get(run) for run in runs}
    does: Does = "read"
    if "-delete" in command.arguments or "delete" in done:
        does = "delete"
    elif done & {"write", "move"} or runs & {*programs()["in_place"]}:
        does = "write"
    yield from (Touch(does, start, below=True) for start in _starts(command) or ["."])


def _starts(search: SimpleCommand) -> list[str]:
    """The folders in which a search begins."""
    return [*takewhile(lambda word: not word.startswith(("-", "(", "!")), search.arguments)]


def _code(code: str) -> Iterator[Touch]:
    """A program in the command line: the files that it names, written if anything in it writes."""
    does: Does = "write" if _WRITES_IN_CODE.search(code) else "read"
    for found in _QUOTED.finditer(code):
        path = found["path"].lstrip("<> ")
        yield Touch("write" if found["path"].startswith(">") else does, path)
