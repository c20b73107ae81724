"""The HTTP side of the LangGraph server: health, the memory panel, and an end of the shared store."""

import gc
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Mount, Route

from memorist.app.auth.gate import Refused, shared_gate
from memorist.memory_store.domain.errors import MemoristError
from memorist.nodes.resources import SHARED

_log = logging.getLogger(__name__)


@asynccontextmanager
async def lifespan(_: Starlette) -> AsyncGenerator[None]:
    """The store opens at first use; whoever runs the loop closes it."""
    gc.freeze()  # what the imports made lives as long as the server: nobody need look through it again
    if not await shared_gate().is_on():
        _log.warning("no keys: this machine alone is let in; `memorist keys add NAME --group GROUP` lets others in")
    yield
    await SHARED.close()


async def health(request: Request) -> JSONResponse:
    """Whether the store can be reached; which one it is, for whoever may ask."""
    try:
        await shared_gate().caller(
            {name.casefold(): value for name, value in request.headers.items()},
            request.client.host if request.client else None,
        )
        known = True
    except Refused:
        known = False
    try:
        store = await SHARED.store()
    except MemoristError as error:
        return JSONResponse({"status": "unavailable", **({"error": str(error)} if known else {})}, status_code=503)
    more = {"store": store.database.url, "embedder": store.embedder.name} if known else {}
    return JSONResponse({"status": "ok", **more})


def routes() -> list[BaseRoute]:
    """The routes beside LangGraph's own; the panel where its packages are installed."""
    found: list[BaseRoute] = [Route("/memorist/health", health)]
    try:
        from memorist.app.panel.app import build_panel
    except ModuleNotFoundError as error:
        if error.name != "jinja2":
            raise
        return found
    return [*found, Mount("/memory", build_panel(SHARED.store, shared_gate()))]


app = Starlette(routes=routes(), lifespan=lifespan)
