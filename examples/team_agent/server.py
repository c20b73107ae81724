"""A web server: one store and its graphs for all, a memory for the user of each request.

Behind a proxy that has authenticated the caller and sets ``x-user``.
"""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import memorist


@asynccontextmanager
async def lifespan(_: Starlette) -> AsyncIterator[dict[str, Any]]:
    """The memory is opened in the server's event loop and closed with it."""
    async with memorist.open(os.environ.get("TEAM_MEMORY", "embedded:./memory"), group="team") as memory:
        yield {"memory": memory}


async def say(request: Request) -> JSONResponse:
    """``POST /say {"content": …}``: learn from what the user says."""
    memory = request.state.memory.as_user(request.headers["x-user"])
    (result,) = await memory.ingest({"kind": "turn", "role": "user", **await request.json()})
    return JSONResponse(result.model_dump(mode="json"))


async def prompt(request: Request) -> JSONResponse:
    """``GET /prompt?task=…``: what an agent of the user should know for a task."""
    memory = request.state.memory.as_user(request.headers["x-user"])
    return JSONResponse({"prompt": (await memory.recall(request.query_params["task"])).prompt})


app = Starlette(routes=[Route("/say", say, methods=["POST"]), Route("/prompt", prompt)], lifespan=lifespan)
