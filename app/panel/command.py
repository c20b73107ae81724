"""``panel``: serve the memory panel for the browser on this machine."""

import asyncio
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.options import Call, with_call
from memorist.app.cli.render import note
from memorist.app.listening import check_address
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.memory_store.store import Store

PORT = 8765


@with_call
def command(
    call: Call,
    *,
    port: Annotated[int, typer.Option("--port", min=0, max=65_535, help="Where it listens; 0: a free one.")] = PORT,
    host: Annotated[
        str, typer.Option("--host", help="Another address than this machine's; needs keys (memorist keys add).")
    ] = "127.0.0.1",
) -> None:
    """Serve the memory panel until Ctrl-C."""
    asyncio.run(serve(call, host, port))


async def serve(call: Call, host: str, port: int) -> None:
    """Open the store, and serve the panel over it.

    Raises :class:`InvalidInput` when it is to listen for other machines and nobody needs a key.
    """
    try:
        import uvicorn
        from starlette.applications import Starlette
        from starlette.requests import Request
        from starlette.responses import RedirectResponse
        from starlette.routing import Mount, Route
    except ImportError as error:
        raise InvalidInput("panel: it needs more packages: pip install 'memorist[panel]'") from error
    from memorist.app.auth.gate import Gate
    from memorist.app.panel.app import build_panel

    await check_address(host, port, of="panel")

    async def to_panel(_: Request) -> RedirectResponse:
        return RedirectResponse("/memory/")

    note("opening the store…")
    async with call.opened_store() as store:

        async def opened() -> "Store":
            return store

        app = Starlette(routes=[Route("/", to_panel), Mount("/memory", build_panel(opened, Gate()))])
        server = uvicorn.Server(uvicorn.Config(app, host=host, port=port, log_level="warning", server_header=False))
        note(f"the panel is on http://{host}:{port}/memory/ (Ctrl-C ends it)")
        await server.serve()
