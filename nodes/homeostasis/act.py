"""Intended acts of an agent: one tagged union."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, cast

from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.invalid import invalid_from
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import Name
from memorist.nodes.homeostasis.given import SafeText

Command = Annotated[str, StringConstraints(min_length=1, max_length=65_536, strip_whitespace=True)]


class ShellAct(Part):
    """A command line, as a shell would get it."""

    kind: Literal["shell"] = "shell"
    command: Command

    def text(self) -> str:
        """The command."""
        return self.command


class SqlAct(Part):
    """One or more SQL statements."""

    kind: Literal["sql"] = "sql"
    statement: Command

    def text(self) -> str:
        """The statements."""
        return self.statement


class FileAct(Part):
    """Something done to a file or folder without a shell; a path that ends with ``/`` is a folder.

    ``to`` is where it is moved or copied.
    """

    kind: Literal["file"] = "file"
    operation: Literal["delete", "write", "move", "copy", "read"]
    path: Command
    to: Command | None = None
    folder: bool = False

    def text(self) -> str:
        """The operation in words."""
        whither = f" to {self.to}" if self.to is not None else ""
        return f"{self.operation} {'the folder ' if self.is_folder else ''}{self.path}{whither}"

    @property
    def is_folder(self) -> bool:
        """True if it is said to be a folder."""
        return self.folder or self.path.endswith(("/", "\\"))


class ToolAct(Part):
    """A call of one of the agent's tools; commands and SQL among its arguments are looked into."""

    kind: Literal["tool"] = "tool"
    name: Name
    arguments: dict[str, Any] = Field(default_factory=dict)

    def text(self) -> str:
        """The call."""
        return f"{self.name} {json.dumps(self.arguments, ensure_ascii=False, default=str)}"


class MessageAct(Part):
    """Something to be posted where others read it."""

    kind: Literal["message"] = "message"
    content: SafeText
    to: Name | None = None

    def text(self) -> str:
        """The message."""
        return self.content


class ResearchAct(Part):
    """Looking something up, once more."""

    kind: Literal["research"] = "research"
    about: SafeText

    def text(self) -> str:
        """The searched words."""
        return f"research {self.about}"


class OtherAct(Part):
    """Anything else, in words."""

    kind: Literal["other"] = "other"
    description: SafeText

    def text(self) -> str:
        """The description."""
        return self.description


AnyAct = ShellAct | SqlAct | FileAct | ToolAct | MessageAct | ResearchAct | OtherAct
ActKind = Literal["shell", "sql", "file", "tool", "message", "research", "other"]
KINDS: tuple[ActKind, ...] = ActKind.__args__
KIND_OF_FIELD: Mapping[str, ActKind] = {
    "command": "shell",
    "statement": "sql",
    "operation": "file",
    "name": "tool",
    "content": "message",
    "about": "research",
    "description": "other",
}
"""Fields by which an act without a ``kind`` is recognised, each with that kind; the first that is present decides."""

Act = Annotated[AnyAct, Field(discriminator="kind")]

_adapter: TypeAdapter[AnyAct] = TypeAdapter(Act)


_SURROGATE = re.compile(r"[\ud800-\udfff]")
DEEPEST = 64


def _readable(value: Any, depth: int = 0) -> Any:
    """A copy that can be encoded: lone surrogates are replaced, and so are containers below :data:`DEEPEST` levels."""
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if depth > DEEPEST:
        return "(nested too deep)" if isinstance(value, Mapping | list | tuple) else value
    if isinstance(value, Mapping):
        given = cast("Mapping[object, object]", value)
        return {_readable(str(key)): _readable(inner, depth + 1) for key, inner in given.items()}
    if isinstance(value, list | tuple):
        return [_readable(inner, depth + 1) for inner in cast("Sequence[object]", value)]
    return value


def with_kind(data: Any) -> Any:
    """An act with the kind that its fields tell where it does not name it, such as ``{"command": "rm -rf build"}``.

    Raises :class:`InvalidInput` that names the kinds, and the fields that tell one.
    """
    if not isinstance(data, Mapping):
        return cast("object", data)
    given = cast("Mapping[str, Any]", data)
    told = next((kind for field, kind in KIND_OF_FIELD.items() if field in given), None)
    kind = given.get("kind", told)
    if kind not in KINDS:
        by_field = ", ".join(f"{field} ({kind})" for field, kind in KIND_OF_FIELD.items())
        raise InvalidInput(
            f"action: field kind: expected one of {', '.join(KINDS)}, got {kind!r}; without it, one of {by_field}",
            field="kind",
        )
    return {**given, "kind": kind}


def parse_act(data: Mapping[str, Any]) -> AnyAct:
    """Read an intended act. Raises :class:`InvalidInput` naming the field and what was expected."""
    act = with_kind(data)
    try:
        return _adapter.validate_python(_readable(act))
    except ValidationError as error:
        raise invalid_from(error, of=f"{act['kind']} action", tag=act["kind"]) from error
