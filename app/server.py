"""The HTTP side of the LangGraph server: health, the panel, MCP, OTLP, webhooks, and an end of the shared store."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from memorist.api.garbage import settle
from memorist.app.auth.caller import Role
from memorist.app.auth.closed import Closed
from memorist.app.auth.gate import AuthRefused, shared_gate
from memorist.app.auth.guarded import Guarded, OfTheCaller
from memorist.app.packages import is_installed
from memorist.app.webhooks.settings import read_webhook_settings
from memorist.app.webhooks.worker import Webhooks
from memorist.memory_store.domain.errors import MemoristError
from memorist.nodes.resources import SHARED

if TYPE_CHECKING:
    from memorist.app.mcp.http import McpOverHttp

PANEL_AT = "/memory"
MCP_AT = "/memorist/mcp"
HEALTH_PATIENCE = 5.0
"""Seconds in which a store that is open has to answer whoever asks for its health."""
_MCP: "list[McpOverHttp]" = []
"""The MCP apps of this process, which :func:`lifespan` starts and ends."""
_log = logging.getLogger(__name__)


@asynccontextmanager
async def lifespan(_: Starlette) -> AsyncGenerator[None]:
    """The store opens at first use; whoever runs the loop closes it."""
    settle()
    if not await shared_gate().is_on():
        _log.warning("no keys: this machine alone is let in; `memorist keys add NAME --group GROUP` lets others in")
    async with AsyncExitStack() as stack:
        for served in _MCP:
            await stack.enter_async_context(served.running())
        webhooks = await asyncio.to_thread(read_webhook_settings)
        if webhooks.url is not None:
            sending = asyncio.create_task(Webhooks(SHARED.store, webhooks).run())
            stack.push_async_callback(_ended, sending)
        yield
    await SHARED.close()


async def _ended(task: asyncio.Task[None]) -> None:
    task.cancel()
    await asyncio.wait([task])


async def health(request: Request) -> JSONResponse:
    """Report that the store is reachable, and to callers with the right to know also its address."""
    try:
        await shared_gate().caller_in(request.scope)
        known = True
    except AuthRefused:
        known = False
    try:
        store = await SHARED.store()  # it may open now, which has limits of its own
        async with asyncio.timeout(HEALTH_PATIENCE):
            await store.database.state(store.settings.group)
    except (MemoristError, TimeoutError) as error:
        said = str(error) or f"the store did not answer within {HEALTH_PATIENCE:.0f} s"
        return JSONResponse({"status": "unavailable", **({"error": said} if known else {})}, status_code=503)
    more = {"store": store.database.url, "embedder": store.embedder.name} if known else {}
    return JSONResponse({"status": "ok", **more})


def routes() -> list[BaseRoute]:
    """The routes beside LangGraph's own; panel, MCP and OTLP where their packages are installed."""
    return [Route("/memorist/health", health), *_panel(), *_mcp(), *_otlp()]


def _panel() -> list[BaseRoute]:
    if not is_installed("jinja2"):
        return []
    from memorist.app.panel.app import build_panel

    return [Route(PANEL_AT, _to_the_panel), Mount(PANEL_AT, build_panel(SHARED.store, shared_gate()))]


async def _to_the_panel(request: Request) -> RedirectResponse:
    """From the path without its trailing slash, which a ``Mount`` requires."""
    asked = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"{request.scope.get('root_path', '')}{PANEL_AT}/{asked}")


def _mcp() -> list[BaseRoute]:
    """The routes of MCP, if it is installed; callers who may only read get the tools that change nothing."""
    if not is_installed("mcp"):
        return []
    from memorist.app.mcp.http import McpOverHttp

    reading, writing = (McpOverHttp(OfTheCaller(SHARED), hosts=None, read_only=only) for only in (True, False))
    _MCP.extend((reading, writing))
    guarded = Guarded(reading.app, shared_gate(), Role.READ, writing=writing.app)
    return [Route(MCP_AT, _WithoutSlash(guarded)), Mount(MCP_AT, guarded)]


class _WithoutSlash:
    """Serves a mounted app at its path without the trailing slash, which a ``Mount`` requires and clients leave out."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        inside = {"root_path": scope.get("root_path", "") + scope["path"], "path": f"{scope['path']}/"}
        await self._app({**scope, **inside}, receive, send)


def _otlp() -> list[BaseRoute]:
    if not is_installed("opentelemetry.proto"):
        return []
    from memorist.app.otlp.receiver import LogsReceiver

    receiver = Starlette(routes=[LogsReceiver(OfTheCaller(SHARED)).route])
    return [Mount("/memorist/otlp", Guarded(receiver, shared_gate(), Role.WRITE))]


app = Starlette(routes=routes(), lifespan=lifespan, middleware=[Middleware(Closed, gate=shared_gate())])
