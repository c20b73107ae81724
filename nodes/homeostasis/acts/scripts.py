"""Scripts: the command lines that a program runs, which stand in its arguments or its input; see ``carriers``."""

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import dropwhile
from pathlib import PurePath
from typing import Any

from memorist.nodes.homeostasis.acts.effects import effect_of, table
from memorist.nodes.homeostasis.acts.programs import kinds_of_programs, names_under, programs
from memorist.nodes.homeostasis.acts.simple_command import SimpleCommand, after_options


def scripts_in(command: SimpleCommand) -> Iterator[str]:
    """Command lines that the command runs: those given to a shell, after ``-exec``, or for another machine."""
    arguments = command.arguments
    if command.program in names_under("shells") | names_under("as another"):
        yield from command.values(r"-\w*c|--command")
        if command.given and command.program in names_under("shells"):
            yield command.given
    elif command.program in ("eval", "trap"):
        yield " ".join(arguments)
    elif command.program == "ssh":
        # The value of an option is taken for the machine, which does no harm.
        _, *script = [*dropwhile(lambda word: word.startswith("-"), arguments)] or [""]
        if script:
            yield " ".join(script)
    elif command.program in programs()["containers"]:
        yield from _in_container(command)
    elif command.program in ("find", "fd"):
        yield from _after_exec(arguments)
    elif command.program == "git":
        yield from _by_alias(arguments)
    if command.program in programs()["carriers"]:
        yield from _carried(command, programs()["carriers"][command.program])
    if command.program not in _TEXTS:
        yield from _commands_among(command)


def _in_container(command: SimpleCommand) -> Iterator[str]:
    """Return the command that runs in a container: as it is given, or the words of the program that the image is
    named after (``alpine/git push``)."""
    arguments = command.arguments
    begins = (place for place, word in enumerate(arguments) if word in programs()["containers"][command.program])
    start = next(begins, len(arguments)) + 1
    if "--" in arguments[start:]:
        yield shlex.join(arguments[arguments.index("--", start) + 1 :])
        return
    image, *rest = after_options(command.program, [*arguments[start:]]) or [""]
    if rest:
        yield shlex.join(rest)
        name = PurePath(image.partition(":")[0]).name
        if "/" in image and not _is_program(rest[0]):
            yield shlex.join((name, *rest))


def _is_program(word: str) -> bool:
    known = (*programs()["files"].values(), programs()["shells"], programs()["wrappers"])
    return "/" in word or any(word in names for names in known)


def _after_exec(arguments: tuple[str, ...]) -> Iterator[str]:
    """Return the command that ``find -exec`` runs."""
    for place, word in enumerate(arguments):
        if word in ("-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"):
            yield shlex.join(w for w in arguments[place + 1 :] if w not in (";", "+"))
            break


_RUN_BY_GIT = re.compile(
    r"(?:core|sequence|diff|credential)(?:\.\w+)*\.(?:\w*(?:pager|editor|command)|external|helper|fsmonitor)=!?(?=.)",
    re.IGNORECASE,
)
"""Settings of Git whose value it runs."""


def _by_alias(arguments: Sequence[str]) -> Iterator[str]:
    """The commands that Git is given in its settings: a pager, or what an alias stands for (``-c alias.p=push p``)."""
    for place, word in enumerate(arguments):
        if run := _RUN_BY_GIT.match(word):
            yield word[run.end() :]
        found = re.match(r"alias\.(?P<name>[^=]+)=(?P<shell>!?)(?P<stands_for>.+)", word, re.DOTALL)
        if found is not None and found["name"] in arguments[place + 1 :]:
            rest = arguments[arguments.index(found["name"], place + 1) + 1 :]
            yield f"{'' if found['shell'] else 'git '}{found['stands_for']} {shlex.join(rest)}"


def _carried(command: SimpleCommand, row: Mapping[str, Any]) -> Iterator[str]:
    """The command lines that a program of the table is given, where its row says that they stand."""
    arguments = command.arguments
    if "options" in row:
        for value in command.values(row["options"]):
            yield from _led(value, row.get("led by"))
    behind = row.get("behind")
    starts = (place + 1 for place, word in enumerate(arguments) if behind is None or re.fullmatch(behind, word))
    start = next(starts, None) if behind is not None else 0
    if start is not None and (behind is not None or row.get("rest")):
        rest = after_options(command.program, [*arguments[start:]])
        if rest:
            yield rest[0] if len(rest) == 1 else shlex.join(rest)
    if row.get("each"):
        for word in arguments:
            yield from _led(word, row.get("led by"))
    if takes_input(command):
        for line in command.given.splitlines():
            yield from _led(line, row.get("led by"))


def _led(text: str, led_by: str | None) -> Iterator[str]:
    """Yield the part of a text behind the pattern that marks a command; without a pattern, all of it."""
    found = re.match(led_by or "", text)
    if found is not None and text[found.end() :].strip():
        yield text[found.end() :]


def takes_input(command: SimpleCommand) -> bool:
    """Return true if a program of the table reads commands from its input."""
    row = programs()["carriers"].get(command.program, {})
    if "input" not in row:
        return False
    return re.fullmatch(row["input"], " ".join(command.arguments)) is not None


def carries_unseen(command: SimpleCommand) -> bool:
    """Return true if a program of the table is given commands that the line does not show: a file of them, or text in
    another coding."""
    row = programs()["carriers"].get(command.program, {})
    files = "files" in row and re.search(row["files"], " ".join(command.arguments)) is not None
    return files or (takes_input(command) and bool(command.reads))


_MESSAGES = re.compile(r"-[mbt]")
_TEXTS = frozenset({"echo", "printf", "logger"})


def _commands_among(command: SimpleCommand) -> Iterator[str]:
    """Commands of known programs among the words of a program that may run them: in one word, which only a program
    that is in no table or carries commands is looked at for, or in the words to the end."""
    arguments, program = command.arguments, command.program
    if program in kinds_of_programs() or program in table()["clients"]:
        return
    unknown = program not in _first_words() or (program in programs()["carriers"] and program != "git")
    settings = (setting.partition("=")[2] for setting in command.settings)
    values = (_bare(value) for value in settings if " " in value)
    yield from (" ".join(words) for words in values if _is_command(words, alone=True))
    before = ""
    for place, word in enumerate(arguments):
        words = arguments[place:]
        is_own = (before == "-m" and program.startswith("python")) or f"{program} {' '.join(words[:2])}" in table()[
            "programs"
        ]
        if program != "git" and not is_own and _is_command(words, alone=unknown):
            yield shlex.join(words)
            return
        said = _MESSAGES.fullmatch(before) or before.lstrip("-") in names_under("arguments", "words")
        text = word.partition("=")[2] if word.startswith("-") else word
        if unknown and not said and " " in text.strip() and _is_command(_bare(text), alone=True):
            yield text
        before = word


def _bare(text: str) -> list[str]:
    return text.strip("'\" ").split()


def _is_command(words: Sequence[str], *, alone: bool) -> bool:
    """Return true if words are the name of a program and a subcommand of it that are known; with ``alone``, also for a
    program without subcommands: it deletes or moves files, or is given options."""
    name = PurePath(words[0]).name
    if len(words) < 2 or name not in _first_words() or effect_of(name) is not None:
        return False
    operands = [word for word in words[1:6] if not word.startswith("-")]
    if any(f"{name} {word}" in _with_subcommands() for word in operands[:3]):
        return True
    kind, optioned = kinds_of_programs().get(name), words[1].startswith("-")
    client = name in table()["clients"] or name in names_under("shells")
    return alone and (kind in ("delete", "empty", "move") or (client and optioned))


@cache
def _with_subcommands() -> frozenset[str]:
    keys = (*table()["programs"], *kinds_of_programs())
    return frozenset(" ".join(key.split()[:2]) for key in keys if " " in key)


@cache
def _first_words() -> frozenset[str]:
    keys = (*table()["programs"], *kinds_of_programs(), *table()["clients"], *programs()["containers"])
    return frozenset(key.split()[0] for key in keys) | names_under("shells") | names_under("wrappers")
