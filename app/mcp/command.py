"""``mcp``: serve the memory to an agent over stdio, or over HTTP on this machine."""

import asyncio
import logging
import sys
from typing import Annotated

import typer

from memorist.app.cli.options import Call, with_call
from memorist.memory_store.backends.opening import check_store
from memorist.memory_store.domain.errors import InvalidInput


@with_call
def command(
    call: Call,
    *,
    http: Annotated[
        int | None,
        typer.Option(
            "--http", metavar="PORT", min=1, max=65_535, help="Serve http://127.0.0.1:PORT/mcp instead of stdio."
        ),
    ] = None,
    read_only: Annotated[bool, typer.Option("--read-only", help="Only the tools that change nothing.")] = False,
    persons_words: Annotated[
        bool,
        typer.Option(
            "--persons-words",
            help="Also a tool for what the user said, recorded as the user's own words; needs --user.",
        ),
    ] = False,
) -> None:
    """Serve the memory to an agent by the Model Context Protocol: over stdio, unless --http is given."""
    try:
        import mcp  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError as error:
        raise InvalidInput("the MCP server needs the package mcp: pip install 'memorist[mcp]'", field="mcp") from error
    check_store(call.settings().store)
    # Standard output belongs to the protocol.
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, force=True)
    if persons_words and (read_only or call.settings().user is None):
        said = "needs --user: whose words are kept" if not read_only else "and --read-only exclude each other"
        raise InvalidInput(f"--persons-words {said}", field="--persons-words")
    offered = {"read_only": read_only, "persons_words": persons_words}
    asyncio.run(_over_http(call, http, **offered) if http else _over_stdio(call, **offered))


async def _over_stdio(call: Call, *, read_only: bool, persons_words: bool) -> None:
    from memorist.app.mcp.server import build_server
    from memorist.app.mcp.stdio import serve
    from memorist.app.open_memory import OpenedOnce

    memory_for = OpenedOnce(call.settings(), call.clock())
    try:
        await serve(build_server(memory_for, read_only=read_only, persons_words=persons_words))
    finally:
        await memory_for.close()


async def _over_http(call: Call, port: int, *, read_only: bool, persons_words: bool) -> None:
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import Mount

    from memorist.app.mcp.http import McpOverHttp
    from memorist.app.open_memory import OpenedOnce

    memory_for = OpenedOnce(call.settings(), call.clock())
    served = McpOverHttp(memory_for, read_only=read_only, persons_words=persons_words)
    app = Starlette(routes=[Mount("/mcp", served.app)])
    try:
        async with served.running():
            await uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning")).serve()
    finally:
        await memory_for.close()
