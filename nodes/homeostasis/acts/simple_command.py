"""One program with its words, without the wrappers around it (sudo, xargs …)."""

import re
import shlex
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
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
    if words:
        words[0] = programs()["same as"].get(PurePath(words[0]).name, words[0])
    fed, place = False, ""
    while len(words) > 1:
        name = PurePath(words[0]).name
        if len(words) > 2 and words[1] in programs()["runners"].get(name, ()):
            rest = after_options(name, words[2:])
        elif len(words) > 2 and (own := programs()["within"].get(name, {}).get(words[1])) is not None:
            rest = after_options(name, words[1 + own :])
            words = [name, *rest]
            break
        elif name == "env" and (split_off := _split_string(words[1:])):
            rest = split_off
        elif name in names_under("wrappers"):
            rest = after_options(name, words[1:])
            if name in names_under("feeders"):
                fed, place = True, next(iter(SimpleCommand(tuple(words), "").values("-I|--replace")), "{}")
        else:
            break
        if not rest:
            break
        words = rest
    if fed and command.given:
        words = _with_input(words, command.given, place)
    return replace(command, words=_as_client(words), fed_by=command.fed_by if fed else ())


def _as_client(words: list[str]) -> tuple[str, ...]:
    """The words with a client of a database in place of the console that hands its input to one."""
    for start in range(min(2, len(words))):
        for count in (2, 3):
            said = " ".join((PurePath(words[start]).name, *words[start + 1 : start + count]))
            if (client := programs()["consoles"].get(said)) is not None:
                return (client, *words[start + count :])
    return tuple(words)


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


def after_options(wrapper: str, words: list[str]) -> list[str]:
    """The words behind the options of a program that runs others, as far as they stand in front."""
    takes_value = programs()["with values"].get(wrapper, ())
    place, before = 0, programs()["operands before"].get(wrapper, 0)
    while place < len(words):
        word = words[place]
        if word in takes_value:
            place += 2
        elif word.startswith("-") or (wrapper in ("env", "sudo") and ASSIGNMENT.fullmatch(word)):
            place += 1
        elif before:
            place += 1
            before -= 1
        else:
            break
    return words[place:]
