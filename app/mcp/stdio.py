"""Standard input and output as a transport: every request is answered, also one that cannot be read."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from io import TextIOWrapper
from types import TracebackType
from typing import Any, cast

import anyio
from mcp.server.mcpserver import MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import (
    ErrorData,
    JSONRPCError,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)
from pydantic import ValidationError

from memorist.memory_store.domain.json_values import as_object, json_or_none

INVALID_REQUEST = -32600
"""JSON-RPC's code of a request that is none."""

TO_FINISH = 10.0
"""Seconds that requests may still take when the input has ended."""


class AnsweredLines:
    """Lines of standard input; a request that is no message is answered with an error instead of being passed on.

    The SDK passes over such a line in silence, and whoever sent it waits for ever: a text cut in the middle of a
    character is one (a lone surrogate). It also drops the requests it works on when the input ends; here the end waits
    for their answers, so that requests can be piped in.
    """

    def __init__(self, file: TextIOWrapper) -> None:
        self._file = anyio.wrap_file(file)
        self._answers: Any = None
        self._opened = anyio.Event()
        self._asked: set[str | int] = set()
        self._finished = anyio.Event()

    def answer_on(self, answers: Any) -> "AnsweredLines":
        """Name the stream that answers go to; what is sent from now on goes through this object."""
        self._answers = answers
        self._opened.set()
        return self

    async def send(self, item: SessionMessage) -> None:
        """Send a message of the server; an answer is one request less to wait for."""
        await self._answers.send(item)
        if isinstance(item.message, JSONRPCResponse | JSONRPCError) and item.message.id is not None:
            self._asked.discard(item.message.id)
            self._finished.set()

    async def aclose(self) -> None:
        """Close the stream of answers."""
        await self._answers.aclose()

    async def __aenter__(self) -> "AnsweredLines":
        return self

    async def __aexit__(
        self, exc_type: type[BaseException] | None, exc_val: BaseException | None, exc_tb: TracebackType | None
    ) -> None:
        await self.aclose()

    def __aiter__(self) -> "AnsweredLines":
        return self

    async def __anext__(self) -> str:
        """Return the next line that may be a message."""
        while line := await self._file.readline():
            asked, refused = read_line(line)
            if refused is None:
                self._asked.update(asked)
                return line
            await self._opened.wait()
            await self._answers.send(SessionMessage(refused))
        with anyio.move_on_after(TO_FINISH):
            while self._asked:
                self._finished = anyio.Event()
                await self._finished.wait()
        raise StopAsyncIteration


def read_line(line: str) -> tuple[list[str | int], JSONRPCError | None]:
    """Return the id of the request in a line, if it is one, and the answer to a line with an id that is no message."""
    try:
        read = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        id_ = as_object(json_or_none(line)).get("id")
        if not isinstance(id_, str | int) or isinstance(id_, bool):
            return [], None
        why = "; ".join(dict.fromkeys(one["msg"] for one in error.errors(include_url=False, include_input=False)))
        said = f"the request cannot be read: {why}"[:500]
        return [], JSONRPCError(jsonrpc="2.0", id=id_, error=ErrorData(code=INVALID_REQUEST, message=said))
    return [read.id] if isinstance(read, JSONRPCRequest) else [], None


async def serve(server: MCPServer[Any]) -> None:
    """Serve over standard input and output until the input ends."""
    with _standard_input() as file:
        lines = AnsweredLines(file)
        async with stdio_server(stdin=cast("Any", lines)) as (requests, answers):
            # The SDK's own way to run over stdio takes no streams.
            below = server._lowlevel_server  # pyright: ignore[reportPrivateUsage]
            await below.run(requests, lines.answer_on(answers), below.create_initialization_options())


@contextmanager
def _standard_input() -> Generator[TextIOWrapper]:
    """Standard input under a descriptor of our own; children that inherit the usual one read nothing."""
    own = os.dup(0)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    try:
        # Not closed: a thread may still wait for a line when the server ends.
        yield TextIOWrapper(os.fdopen(own, "rb", closefd=False), encoding="utf-8", errors="replace")
    finally:
        os.dup2(own, 0)
