"""One program with its words, without the wrappers around it (sudo, xargs …), and the command lines that it runs."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import dropwhile, pairwise, takewhile
from pathlib import PurePath

from memorist.nodes.homeostasis.acts.programs import names_under, programs

ASSIGNMENT = re.compile(r"\w+=.*", re.DOTALL)


@dataclass(frozen=True)
class SimpleCommand:
    """One program with its words, as they read after quoting; expansions stay as they are written (``$DIR``).

    Args:
        given: what it gets on standard input where that can be read: a here-document, or what ``echo`` pipes into it.
        writes: files that its output is written over.
        appends: files that its output is added to.
        reads: files that it gets on standard input.
        settings: the variables that are set for it (``PGDATABASE=shop``).
        folder: where it runs, as far as ``cd`` before it tells; nothing: where the line began.
        fed_by: the words of the command whose output gives it more words (``ls old | xargs rm``).
    """

    words: tuple[str, ...]
    text: str
    given: str = ""
    writes: tuple[str, ...] = ()
    appends: tuple[str, ...] = ()
    folder: str = ""
    fed_by: tuple[str, ...] = ()
    reads: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()

    @property
    def program(self) -> str:
        """The program's name without its folder."""
        return PurePath(self.words[0]).name.removesuffix(".exe") if self.words else ""

    @property
    def arguments(self) -> tuple[str, ...]:
        """Everything after the program."""
        return self.words[1:]

    @property
    def options(self) -> list[str]:
        """The arguments that begin with a dash; behind ``--`` there are none."""
        return [word for word in takewhile(lambda word: word != "--", self.arguments) if _is_option(word)]

    @property
    def operands(self) -> list[str]:
        """The arguments that are no options."""
        before = takewhile(lambda word: word != "--", self.arguments)
        return [*(word for word in before if not _is_option(word)), *self.behind_dashes]

    @property
    def behind_dashes(self) -> tuple[str, ...]:
        """The arguments behind ``--``."""
        return self.arguments[self.arguments.index("--") + 1 :] if "--" in self.arguments else ()

    def values(self, option: str) -> list[str]:
        """The values of an option, named by a pattern: the word behind it, or what stands behind ``=``."""
        joined = (word.partition("=")[2] for word in self.arguments if re.fullmatch(rf"(?s:(?:{option})=.+)", word))
        return [*(value for word, value in pairwise(self.arguments) if re.fullmatch(option, word)), *joined]


def _is_option(word: str) -> bool:
    return word.startswith("-") and len(word) > 1


def unwrapped(command: SimpleCommand) -> SimpleCommand:
    """The command without the wrappers in front of it."""
    words = list(command.words)
    fed, place = False, ""
    while len(words) > 1:
        name = PurePath(words[0]).name
        if len(words) > 2 and words[1] in programs()["runners"].get(name, ()):
            rest = _after_options(name, words[2:])
        elif name == "env" and (split_off := _split_string(words[1:])):
            rest = split_off
        elif name in names_under("wrappers"):
            rest = _after_options(name, words[1:])
            if name in names_under("feeders"):
                fed, place = True, next(iter(SimpleCommand(tuple(words), "").values("-I|--replace")), "{}")
        else:
            break
        if not rest:
            break
        words = rest
    if fed and command.given:
        words = _with_input(words, command.given, place)
    return replace(command, words=tuple(words), fed_by=command.fed_by if fed else ())


def _with_input(words: list[str], given: str, place: str) -> list[str]:
    """The words of a command with those that it is fed, where it says that they belong, else behind its own."""
    if any(place in word for word in words):
        return [word.replace(place, given.strip()) for word in words]
    return [*words, *given.split()]


def _split_string(words: list[str]) -> list[str]:
    """The words that ``env -S "rm -rf x"`` makes of its argument; none without that option."""
    for place, word in enumerate(words):
        if word in ("-S", "--split-string") and place + 1 < len(words):
            return [*_split(words[place + 1]), *words[place + 2 :]]
        if word.startswith(("-S", "--split-string=")):
            return [*_split(word.removeprefix("--split-string=").removeprefix("-S")), *words[place + 1 :]]
        if not word.startswith("-") and not ASSIGNMENT.fullmatch(word):
            return []
    return []


def _split(text: str) -> list[str]:
    try:
        return shlex.split(text)
    except ValueError:
        return text.split()


def _after_options(wrapper: str, words: list[str]) -> list[str]:
    takes_value = programs()["with values"].get(wrapper, ())
    place = 0
    while place < len(words):
        word = words[place]
        if word in takes_value:
            place += 2
        elif word.startswith("-") or (wrapper in ("env", "sudo") and ASSIGNMENT.fullmatch(word)):
            place += 1
        elif wrapper in ("timeout", "chroot") and place == 0:
            place += 1
            wrapper = "command"
        else:
            break
    return words[place:]


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
    elif command.program == "find":
        yield from _after_exec(arguments)


def _in_container(command: SimpleCommand) -> Iterator[str]:
    """Return the command that runs in a container: as it is given, or the words of the program that the image is
    named after (``alpine/git push``)."""
    arguments = command.arguments
    begins = (place for place, word in enumerate(arguments) if word in programs()["containers"][command.program])
    start = next(begins, len(arguments)) + 1
    if "--" in arguments[start:]:
        yield shlex.join(arguments[arguments.index("--", start) + 1 :])
        return
    image, *rest = _after_options(command.program, [*arguments[start:]]) or [""]
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
        if word in ("-exec", "-execdir", "-ok", "-okdir"):
            yield shlex.join(w for w in arguments[place + 1 :] if w not in (";", "+"))
            break
