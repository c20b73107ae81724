"""A tool whose errors are sentences: the model that called it reads them and mends the call."""

import functools
from collections.abc import Awaitable, Callable
from typing import Any, cast

from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import ValidationError, create_model

from memorist.memory_store.domain.errors import MemoristError
from memorist.memory_store.domain.invalid import invalid_from

AWAY = (MemoristError, OSError, TimeoutError)
"""What a memory that cannot answer raises."""


class PlainTool(Tool):
    """Refuses arguments that it does not have, and says what was wrong without the words of a library."""

    async def run(self, arguments: dict[str, Any], context: Any, convert_result: bool = False) -> Any:
        """Run the tool. Raises ``ToolError`` with the sentence that the caller is to read."""
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
        title=title,
        read_only_hint=not writes,
        destructive_hint=destroys,
        idempotent_hint=repeatable,
        open_world_hint=False,
    )
    made = PlainTool.from_function(_in_words(function), title=title, annotations=hints, structured_output=structured)
    metadata = made.fn_metadata
    given = metadata.arg_model
    strict = create_model(given.__name__, __base__=given, __cls_kwargs__={"extra": "forbid"})
    schema = strict.model_json_schema(by_alias=True)
    strict_metadata = metadata.model_copy(update={"arg_model": strict})
    return made.model_copy(update={"fn_metadata": strict_metadata, "parameters": schema})


def _in_words(function: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The function, with the errors of the memory as errors of a tool."""

    @functools.wraps(function)
    async def called(*args: Any, **kwargs: Any) -> Any:
        try:
            return await function(*args, **kwargs)
        except AWAY as error:
            raise ToolError(str(error) or type(error).__name__) from error

    return cast("Callable[..., Awaitable[Any]]", called)
