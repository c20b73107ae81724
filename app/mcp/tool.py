"""A tool whose errors are sentences: the model that called it reads them and mends the call."""

import functools
from collections.abc import Awaitable, Callable, Mapping
from inspect import cleandoc
from typing import Any, cast

from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import ValidationError

from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.invalid import invalid_from

UNAVAILABLE_ERRORS = (MemoristError, OSError, TimeoutError)
"""Errors raised by a memory that cannot answer."""


REDUNDANT_SCHEMA_KEYS = frozenset({"title", "$defs", "minLength", "maxLength", "format"})
"""Parts that a schema leaves out: names and examples say the same, and an error names the length that is too long."""


class PlainTool(Tool):
    """Passes over arguments that it does not have, with a notice, and says what was wrong in plain words.

    Clients put arguments of their own into calls (``toolCallId``), which is no fault of whoever calls.
    """

    async def run(self, arguments: dict[str, Any], context: Any, convert_result: bool = False) -> Any:
        """Run the tool. Raises ``ToolError`` with the sentence that the caller is to read."""
        known = self.parameters.get("properties", {})
        strange = sorted(arguments.keys() - known.keys())
        given = {name: value for name, value in arguments.items() if name in known}
        answer = await self._run(given, context, convert_result)
        if strange and isinstance(answer, CallToolResult):
            notice = f"note: {self.name} has no {', '.join(strange)[:200]}; it was passed over"
            return answer.model_copy(update={"content": [*answer.content, TextContent(type="text", text=notice)]})
        return answer

    async def _run(self, arguments: dict[str, Any], context: Any, convert_result: bool) -> Any:
        try:
            return await super().run(arguments, context, convert_result)
        except UnexpectedToolError:
            raise
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, ValidationError):
                raise ToolError(str(invalid_from(cause, of=self.name))) from cause
            raise ToolError(str(cause or error)) from cause


def tool(
    function: Callable[..., Awaitable[Any]],
    *,
    title: str,
    writes: bool = False,
    destroys: bool = False,
    repeatable: bool = True,
    structured: bool = True,
) -> Tool:
    """A tool from an async function; its docstring is the description.

    Args:
        function: its annotated parameters are the arguments.
        title: its name for people.
        writes: whether it changes the memory.
        destroys: whether what it changes may be lost.
        repeatable: whether calling it twice with the same arguments is like calling it once.
        structured: whether the answer has a schema of its own.
    """
    hints = ToolAnnotations(
        read_only_hint=not writes,
        destructive_hint=destroys if writes else None,  # these two say nothing of a tool that only reads
        idempotent_hint=repeatable if writes else None,
        open_world_hint=False,
    )
    made = PlainTool.from_function(
        _in_words(function),
        title=title,
        description=cleandoc(function.__doc__ or ""),
        annotations=hints,
        structured_output=structured,
    )
    metadata = made.fn_metadata
    answers = _outline(metadata.output_schema) if metadata.output_schema else None
    schema = {**_plain(made.parameters), "additionalProperties": False}
    plain = metadata.model_copy(update={"output_schema": answers})
    return made.model_copy(update={"fn_metadata": plain, "parameters": schema})


def _plain(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema without what says nothing more: titles, descriptions of objects, and null as one of two types.

    Every agent is sent the schemas of all tools, whatever it does.
    """
    defined = schema.get("$defs", {})

    def plain(given: Any) -> Any:
        if not isinstance(given, Mapping):
            return [plain(one) for one in cast("list[Any]", given)] if isinstance(given, list) else given
        part = cast("Mapping[str, Any]", given)
        if "$ref" in part:
            return plain(defined[str(part["$ref"]).rpartition("/")[2]])
        part = _without_null(part)
        kept = {name: value for name, value in part.items() if name not in REDUNDANT_SCHEMA_KEYS}
        if "properties" in kept:
            kept.pop("description", None)
            properties = {name: plain(value) for name, value in cast("dict[str, Any]", kept.pop("properties")).items()}
            return {**{name: plain(value) for name, value in kept.items()}, "properties": properties}
        return {name: plain(value) for name, value in kept.items()}

    return plain(schema)


def _outline(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of an answer: its fields, and of the objects inside it the names of theirs."""
    fields: dict[str, dict[str, Any]] = _plain(schema).get("properties", {})
    return {"type": "object", "properties": {name: _named(value) for name, value in fields.items()}}


def _named(value: dict[str, Any]) -> dict[str, Any]:
    """The schema of a field, its objects told by the names of their fields; an answer says the rest itself."""
    if "items" in value:
        return {**value, "items": _named(value["items"])}
    if "properties" in value:
        return {"type": "object", "description": ", ".join(value["properties"])}
    return {name: part for name, part in value.items() if name != "default"}


def _without_null(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema of a value or null as one with two types, where that says the same."""
    options = [one for one in part.get("anyOf", ()) if one != {"type": "null"}]
    if len(options) != 1 or len(options) == len(part["anyOf"]) or not isinstance(options[0].get("type"), str):
        return part
    rest = {name: value for name, value in part.items() if name not in ("anyOf", "default")}
    return {**options[0], "type": [options[0]["type"], "null"], **rest}


def _in_words(function: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The function, with the errors of the memory as errors of a tool."""

    @functools.wraps(function)
    async def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return await function(*args, **kwargs)
        except UNAVAILABLE_ERRORS as error:
            raise ToolError(str(error) or type(error).__name__) from error

    return cast("Callable[..., Awaitable[Any]]", called)
