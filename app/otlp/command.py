"""``otlp``: receive OpenTelemetry logs on this machine and ingest them."""

import asyncio
from typing import Annotated

import typer

from memorist.app.cli.options import Call, with_call
from memorist.app.cli.render import note
from memorist.memory_store.domain.errors import InvalidInput


@with_call
def command(
    call: Call,
    *,
    port: Annotated[int, typer.Option("--port", min=1, max=65_535, help="Where to listen, on 127.0.0.1.")] = 4318,
) -> None:
    """Receive OpenTelemetry logs (OTLP over HTTP, /v1/logs) and ingest them as observations."""
    try:
        import opentelemetry.proto.logs.v1.logs_pb2  # noqa: F401  # pyright: ignore[reportUnusedImport]
        import uvicorn
    except ImportError as error:
        raise InvalidInput(
            "the log receiver needs more packages: pip install 'memorist[otlp]'", field="otlp"
        ) from error
    from memorist.app.open_memory import OpenedOnce
    from memorist.app.otlp.receiver import LogsReceiver

    async def serve() -> None:
        memory_for = OpenedOnce(call.settings(), call.clock())
        app = LogsReceiver(memory_for, clock=call.clock()).app()
        note(f"listening on http://127.0.0.1:{port}/v1/logs")
        try:
            await uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning")).serve()
        finally:
            await memory_for.close()

    asyncio.run(serve())
