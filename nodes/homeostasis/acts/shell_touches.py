"""Effects of a command on the files among its words; the effects of programs are in ``programs.yaml``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import PurePosixPath
from posixpath import basename, join

from memorist.nodes.homeostasis.acts.programs import programs
from memorist.nodes.homeostasis.acts.shell import read_command_line
from memorist.nodes.homeostasis.acts.simple_command import SimpleCommand
from memorist.nodes.homeostasis.acts.touch import Does, Touch

_RECURSIVE = re.compile(r"-\w*[rR]\w*|--recursive|-a|--archive")
_LISTERS = frozenset("find fd ls rg grep ag echo printf git".split())
_GIT_READS = frozenset("diff log show blame status grep ls-files cat-file shortlog".split())
_PATCHED = re.compile(
    r"^(?:\+\+\+ (?:b/)?|\*\*\* (?:Update|Add|Delete) File: |diff --git a/\S+ b/)(?P<path>\S+)", re.MULTILINE
)
_WRITES_IN_CODE = re.compile(
    r"open\([^)]*,\s*['\"][wax+]|\.write|write_text|write_bytes|writeFile|appendFile|unlink|remove\(|rmtree|rmSync|"
    r"rename\(|os\.replace|truncate"
)
_QUOTED = re.compile(r"(['\"`])(?P<path>[^'\"`\n]{1,200})\1")


def command_touches(command: str) -> Iterator[Touch]:
    """Return the effects of a command line on files, command by command."""
    for simple in read_command_line(command).commands:
        yield from touches_of(simple)


def touches_of(command: SimpleCommand) -> Iterator[Touch]:
    """Return the effects of one command on files."""
    for touch in _command(command):
        yield touch._replace(path=join(command.folder, touch.path))


def handles_files(command: SimpleCommand, *, reading: bool) -> bool:
    """Return true if the arguments of a command are files; with ``reading``, whether it also does nothing but read
    them."""
    found = [*_words(command)]
    return bool(found) and (not reading or all(touch.does == "read" for touch in found))


def _command(command: SimpleCommand) -> Iterator[Touch]:
    for target in (*command.writes, *command.appends):
        yield Touch("write", target)
    yield from _words(command)


def _words(command: SimpleCommand) -> Iterator[Touch]:
    """Return the effects on the files among the words of a command."""
    words, program = programs(), command.program.casefold()
    options, operands = _split(command.arguments)
    operands = operands[words["skips"].get(program, 0) :]
    if command.fed_by and not operands and PurePosixPath(command.fed_by[0]).name in _LISTERS:
        operands = _split(command.fed_by[1:])[1] or ["."]
    below = any(_RECURSIVE.fullmatch(option) for option in options)
    yield from _outputs(program, command.arguments, words["outputs"])
    match program:
        case "git":
            yield from _git(command, operands)
        case "patch" | "apply_patch":
            yield from (Touch("write", path) for path in (*operands[:1], *patched(command.given)))
        case "find" | "fd":
            yield from _find(command.arguments)
        case "python" | "python3" | "node" | "ruby" | "perl" if _runs_code(command, options):
            yield from _code(f"{' '.join(command.arguments)}\n{command.given}")
        case _ if program in words["deletes"]:
            yield from (Touch("delete", path, below) for path in operands)
        case _ if program in words["copies"] or program in words["moves"]:
            yield from _copied(command.arguments, operands, moves=program in words["moves"])
        case _ if program in words["writes"]:
            yield from (Touch("write", path, below) for path in operands)
        case _ if program in words["in_place"]:
            wanted = words["in_place"][program]
            changes = not wanted or any(re.fullmatch(w, a) for a in command.arguments for w in wanted)
            triggers = {a for a in operands if any(re.fullmatch(w, a) for w in wanted)}
            yield from (
                Touch("write" if changes else "read", path, changes) for path in operands if path not in triggers
            )
        case _ if program in words["reads"]:
            yield from (Touch("read", path) for path in operands)
        case _:
            return


def _runs_code(command: SimpleCommand, options: Sequence[str]) -> bool:
    """Return true if an interpreter is given its program in the command line, and does not merely go through files with
    it."""
    in_place = any(re.fullmatch(r"-\w*i.*", option) for option in options if command.program in ("perl", "ruby"))
    return not in_place and bool({"-c", "-e", "--eval"} & set(options) or command.given)


def _split(arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Options, and the words that are none; after ``--`` there are no options."""
    end = list(arguments).index("--") if "--" in arguments else len(arguments)
    options = [a for a in arguments[:end] if a.startswith("-") and len(a) > 1]
    return options, [*(a for a in arguments[:end] if a not in options), *arguments[end + 1 :]]


def _outputs(program: str, arguments: Sequence[str], outputs: Mapping[str, Sequence[str]]) -> Iterator[Touch]:
    for option in outputs.get(program, ()):
        for place, word in enumerate(arguments):
            if option.endswith("=") and word.startswith(option):
                yield Touch("write", word.removeprefix(option))
            elif re.fullmatch(f"(?:{option})=.+", word):
                yield Touch("write", word.partition("=")[2])
            elif re.fullmatch(option, word) and place + 1 < len(arguments):
                yield Touch("write", arguments[place + 1])


def _copied(arguments: Sequence[str], operands: Sequence[str], *, moves: bool) -> Iterator[Touch]:
    """The words before the last go to the last, or to the folder that an option names."""
    into = [b for a, b in pairwise(arguments) if a in ("-t", "--target-directory")]
    sources = [o for o in operands if o not in into] if into else operands[:-1]
    target = into[0] if into else operands[-1] if len(operands) > 1 else ""
    for source in sources or operands:
        yield Touch("move" if moves else "read", source, below=moves)
        if target and target != "/dev/null":
            yield Touch("write", join(target, basename(source.rstrip("/"))))
        elif moves:
            yield Touch("delete", source, below=True)
    if target:
        yield Touch("write", target)


def _git(command: SimpleCommand, operands: Sequence[str]) -> Iterator[Touch]:
    verb, rest = (*operands[:1], "")[0], list(operands[1:])
    named = command.arguments[command.arguments.index("--") + 1 :] if "--" in command.arguments else ()
    if {"-n", "--dry-run", "--check", "--stat"} & set(command.arguments) and verb in (
        "clean",
        "rm",
        "mv",
        "add",
        "apply",
    ):
        return
    match verb:
        case "rm":
            yield from (Touch("delete", path, below=True) for path in rest)
        case "mv":
            yield from _copied(command.arguments, rest, moves=True)
        case "add" | "stage" | "commit":
            yield from (Touch("commit", path, below=True) for path in (rest if verb != "commit" else named or rest))
        case "restore" if "--staged" in command.arguments and "--worktree" not in command.arguments:
            return
        case "checkout" | "restore":
            yield from (Touch("write", path, below=True) for path in named or rest)
        case "clean":
            yield from (Touch("delete", path, below=True) for path in named or rest or (".",))
        case "apply" | "am":
            yield from (Touch("write", path) for path in patched(command.given))
        case _ if verb in _GIT_READS:
            yield from (Touch("read", path) for path in named or rest)
        case _:
            return


def patched(text: str) -> list[str]:
    """The files that a patch changes."""
    return [found["path"] for found in _PATCHED.finditer(text) if found["path"] != "/dev/null"]


def _find(arguments: Sequence[str]) -> Iterator[Touch]:
    """Return the effects of ``find`` on everything below the start of the search."""
    starts = [*_before_options(arguments)] or ["."]
    runs = [arguments[n + 1] for n, a in enumerate(arguments[:-1]) if a in ("-exec", "-execdir", "-ok", "-x", "-X")]
    words = programs()
    does: Does = "read"
    if "-delete" in arguments or any(PurePosixPath(run).name in words["deletes"] for run in runs):
        does = "delete"
    elif any(PurePosixPath(run).name in {*words["writes"], *words["in_place"], *words["moves"]} for run in runs):
        does = "write"
    yield from (Touch(does, start, below=True) for start in starts)


def _before_options(arguments: Sequence[str]) -> Iterator[str]:
    for argument in arguments:
        if argument.startswith(("-", "(", "!")):
            return
        yield argument


def _code(code: str) -> Iterator[Touch]:
    """A program in the command line: the files that it names, written if anything in it writes."""
    does: Does = "write" if _WRITES_IN_CODE.search(code) else "read"
    yield from (Touch(does, found["path"]) for found in _QUOTED.finditer(code))
