"""Tool call: the commands, programs and texts among the arguments of a tool, by the names of the arguments."""

from collections.abc import Mapping, Sequence
from typing import Literal, cast

from memorist.memory_store.domain.json_values import json_or_none
from memorist.nodes.homeostasis.act import AnyAct, FileAct, MessageAct, OtherAct, ResearchAct, ShellAct, SqlAct, ToolAct
from memorist.nodes.homeostasis.acts.programs import names_under

DEEPEST = 32
"""Levels of nested arguments that are looked into."""
MAX_STRINGS = 2_000
"""Arguments, and elements of them, that are looked into."""
MAX_CHARS = 262_144
"""Characters of arguments that are looked into, without those that hold words."""


class ToolCall:
    """Contents of a call of a tool: the texts among its arguments, however deep, also in JSON inside of texts.

    Attributes:
        act: the call.
        names: its mode arguments and its name, by which it tells what it does.
        commands: those that are commands or SQL by the name of their argument.
        programs: those that are programs of another language by the name of their argument.
        others: all other texts, except those that hold words.
        named: texts and numbers that name what the call is about, each with the name of its argument; of a switch that
            is on, the name alone.
        prose: texts that it passes on.
        whole: false if the arguments are nested too deep, or too many, to be looked at completely.
    """

    def __init__(self, act: ToolAct) -> None:
        self.act = act
        modes = [value for name, value in act.arguments.items() if name.casefold() in names_under("arguments", "modes")]
        self.names = (*(mode for mode in modes if isinstance(mode, str) and " " not in mode), act.name)
        self.commands: list[tuple[str, Literal["shell", "sql"]]] = []
        self.programs: list[str] = []
        self.others: list[str] = []
        self.named: list[tuple[str, str]] = []
        self.prose: list[str] = []
        self.whole = True
        self._seen = self._length = 0
        self._look("", act.arguments, 0)

    def text(self) -> str:
        """The call."""
        return self.act.text()

    def _look(self, name: str, value: object, depth: int) -> None:
        self._seen += 1
        self._length += len(value) if isinstance(value, str) and name not in names_under("arguments", "words") else 0
        if depth > DEEPEST or self._seen > MAX_STRINGS or self._length > MAX_CHARS:
            self.whole = False
        elif isinstance(value, Mapping):
            for key, inner in cast("Mapping[object, object]", value).items():
                self._look(str(key).casefold(), inner, depth + 1)
        elif isinstance(value, list | tuple):
            items = cast("Sequence[object]", value)
            if name in names_under("arguments", "commands") and all(isinstance(item, str) for item in items):
                self.commands.append((" ".join(cast("Sequence[str]", items)), "shell"))
            for item in items:
                self._look(name, item, depth + 1)
        elif isinstance(value, str) and value.strip():
            self._text(name, value, depth)
        elif value is True:
            self.named.append((name, ""))
        elif isinstance(value, int) and not isinstance(value, bool):
            self.named.append((name, str(value)))

    def _text(self, name: str, text: str, depth: int) -> None:
        inner: object = json_or_none(text) if text.lstrip()[:1] in ("{", "[") else None
        if inner is not None:
            self._look(name, inner, depth + 1)
            return
        if name in names_under("arguments", "words"):
            self.prose.append(text)
        elif name not in names_under("arguments", "code"):
            self.named.append((name, text))
        if name in names_under("arguments", "commands"):
            self.commands.append((text, "shell"))
        elif name in names_under("arguments", "sql"):
            self.commands.append((text, "sql"))
        elif name in names_under("arguments", "code"):
            self.programs.append(text)
        elif name not in names_under("arguments", "words"):
            self.others.append(text)


type ActInParts = ShellAct | SqlAct | FileAct | ToolCall | MessageAct | ResearchAct | OtherAct
"""An intended act; of a call of a tool, its contents."""


def in_parts(act: AnyAct) -> ActInParts:
    """Take a call of a tool apart; any other act is returned as it is."""
    return ToolCall(act) if isinstance(act, ToolAct) else act
