"""Streamable HTTP: an ASGI app to be mounted in another one."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager

from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette

from memorist.app.mcp.server import build_server
from memorist.app.open_memory import MemoryFor

MAX_BODY = 1_048_576
"""Bytes of a request: a note or a task is small."""
LOOPBACK = ("127.0.0.1:*", "localhost:*", "[::1]:*")


class McpOverHttp:
    """The server as an ASGI app.

    ``Mount("/memorist/mcp", mcp.app)``, and ``async with mcp.running():`` in the lifespan of the app that mounts it.
    Requests stand for themselves: there are no sessions to be kept, so any number of workers may answer.

    Args:
        memory_for: gives the open memory of whoever calls.
        hosts: values of the ``Host`` header that are served, ``*`` for any port; default: loopback alone. This keeps
            pages in a browser from reaching it under another name. None where whoever mounts it has looked at hosts
            and origins already.
        origins: values of the ``Origin`` header that are served; requests without one are.
        read_only: offer only the tools that change nothing.
        persons_words: see :func:`build_server`.
    """

    def __init__(
        self,
        memory_for: MemoryFor,
        *,
        hosts: Sequence[str] | None = LOOPBACK,
        origins: Sequence[str] = (),
        read_only: bool = False,
        persons_words: bool = False,
    ) -> None:
        self._server = build_server(memory_for, read_only=read_only, persons_words=persons_words)
        self.app: Starlette = self._server.streamable_http_app(
            streamable_http_path="/",
            stateless_http=True,
            json_response=True,
            max_request_body_size=MAX_BODY,
            transport_security=TransportSecuritySettings(
                enable_dns_rebinding_protection=hosts is not None,
                allowed_hosts=list(hosts or ()),
                allowed_origins=[*origins, *(f"http://{host}" for host in hosts or ())],
            ),
        )

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[None]:
        """Serve while this is open. It can be opened once."""
        async with self._server.session_manager.run():
            yield
