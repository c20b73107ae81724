"""The HTTP side of the LangGraph server: it closes the shared store when the server stops."""

import gc
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from memorist.memory_store.domain.errors import MemoristError
from memorist.nodes.resources import SHARED


@asynccontextmanager
async def lifespan(_: Starlette) -> AsyncGenerator[None]:
    """The store opens at first use; whoever runs the loop closes it."""
    gc.freeze()  # what the imports made lives as long as the server: nobody need look through it again
    yield
    await SHARED.close()


async def health(_: Request) -> JSONResponse:
    """Whether the store can be reached, and which one it is."""
    try:
        store = await SHARED.store()
    except MemoristError as error:
        return JSONResponse({"status": "unavailable", "error": str(error)}, status_code=503)
    return JSONResponse({"status": "ok", "store": store.database.url, "embedder": store.embedder.name})


app = Starlette(routes=[Route("/memorist/health", health)], lifespan=lifespan)
