"""``hypomnema bench``: figures, printed and never asserted."""

import asyncio
import tempfile
from typing import Annotated
from uuid import uuid4

import typer
from rich.console import Console
from rich.table import Table

app = typer.Typer(no_args_is_help=True, help="Figures: how fast, how good.")


@app.callback()
def bench() -> None:
    """Figures, printed and never asserted."""


@app.command("speed")
def speed(
    memories: Annotated[int, typer.Option(min=0, help="How many memories the store holds before.")] = 1_000,
    runs: Annotated[int, typer.Option(min=2, help="How often each path is run.")] = 50,
    store: Annotated[str | None, typer.Option(help="Default: an embedded store in a temporary folder.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Time gate and patterns, an ingestion and a retrieval, and count their statements."""
    with tempfile.TemporaryDirectory(prefix="hypomnema-") as folder:
        asyncio.run(_speed(store or f"embedded:{folder}/store", memories, runs, as_json=as_json))


async def _speed(url: str, memories: int, runs: int, *, as_json: bool) -> None:
    # Here, because the command line lists this module without running it.
    from hypomnema.evals.speed import measure
    from hypomnema.graphs.memory import open_memory

    async with open_memory(url, group=f"speed_{uuid4().hex[:12]}") as memory:
        rate = await measure.fill(memory, memories)
        timings = [
            measure.gate_and_patterns(),
            await measure.ingestion(memory, runs),
            await measure.retrieval(memory, runs),
        ]
        shown = memory.store.database.url
    if as_json:
        import json

        answer = {"store": shown, "memories": memories, "filled_per_second": round(rate, 1)}
        typer.echo(json.dumps({**answer, "timings": [timing.model_dump() for timing in timings]}))
        return
    table = Table("path", "runs", "p50 ms", "p95 ms", "statements, at most", box=None)
    for timing in timings:
        statements = "" if timing.statements is None else str(timing.statements)
        table.add_row(timing.path, str(timing.runs), f"{timing.p50_ms:.2f}", f"{timing.p95_ms:.2f}", statements)
    console = Console()
    console.print(f"{memories:,} memories on {shown}, filled at {rate:,.0f} a second")
    console.print(table)
