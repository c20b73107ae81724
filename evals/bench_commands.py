"""``memorist bench``: measure quality and speed on benchmarks, and print the figures."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import TimeElapsedColumn
from rich.table import Table

from memorist.evals.answers.bench import answers
from memorist.evals.claims.bench import claims
from memorist.evals.command_line import AsJson, StoreOption, progress
from memorist.evals.extraction.command import extraction
from memorist.evals.place import place
from memorist.evals.prompts.bench import prompts
from memorist.evals.recall.bench import recall
from memorist.evals.requests.bench import requests
from memorist.evals.retrieval.bench import retrieval
from memorist.evals.told.bench import told
from memorist.evals.updates.bench import updates

if TYPE_CHECKING:
    from memorist.evals.speed.run import Speed

app = typer.Typer(no_args_is_help=True, help="Benchmarks: speed and quality figures.")
app.command("retrieval")(retrieval)


@app.callback()
def bench() -> None:
    """Run benchmarks: speed and quality figures."""


app.command("extraction")(extraction)
app.command("claims")(claims)
app.command("updates")(updates)
app.command("recall")(recall)
app.command("prompts")(prompts)
app.command("requests")(requests)
app.command("told")(told)
app.command("answers")(answers)


@app.command("speed")
def speed(
    memories: Annotated[int, typer.Option(min=1, help="How many memories the store holds.")] = 1_000,
    groups: Annotated[int, typer.Option(min=1, help="Over how many groups; the first holds half of them.")] = 1,
    runs: Annotated[int, typer.Option(min=2, help="How often each path is run.")] = 50,
    vanilla_runs: Annotated[int, typer.Option(min=2, help="How often vanilla Graphiti searches.")] = 10,
    maintained: Annotated[
        bool, typer.Option("--maintenance/--no-maintenance", help="Time promotion, decay and a cascade as well.")
    ] = True,
    store: StoreOption = None,
    as_json: AsJson = False,
) -> None:
    """Fill a store; time searches beside vanilla Graphiti's and the bare index query, the graphs, and maintenance."""
    # Here, because the command line lists this module without running it.
    from memorist.evals.speed.run import run_speed

    with place(store) as url, _progress() as tell:
        measured = asyncio.run(run_speed(url, memories, groups, runs, vanilla_runs, tell, maintained=maintained))
    if as_json:
        typer.echo(measured.model_dump_json())
    else:
        _show(measured)


@app.command("load")
def load(
    memories: Annotated[str, typer.Option(help="Sizes of the group at which is measured, separated by commas.")],
    groups: Annotated[int, typer.Option(min=0, help="So many small groups beside it, filled before.")] = 0,
    readers: Annotated[int, typer.Option(min=1, help="Readers at once.")] = 10,
    runs: Annotated[int, typer.Option(min=2, help="How often each path is run.")] = 50,
    server: Annotated[int | None, typer.Option(help="The database's process id, to tell its memory.")] = None,
    data: Annotated[Path | None, typer.Option(help="The database's folder, to tell its size.")] = None,
    store: StoreOption = None,
    as_json: AsJson = False,
) -> None:
    """Let a group grow; at each size time recall, alone, by many and beside a bulk writer, a turn and opening."""
    from memorist.evals.speed.load import rows, run_load

    sizes = [int(size.replace("_", "")) for size in memories.split(",")]
    with place(store) as url, _progress() as tell:
        measured = asyncio.run(
            run_load(
                url,
                sizes,
                groups,
                readers,
                runs,
                tell,
                server=server,
                data=data,
                on_step=lambda step: typer.echo(step.model_dump_json(), err=True),
            )
        )
    if as_json:
        typer.echo(measured.model_dump_json())
        return
    console = Console()
    if (first := measured.first_in_a_group) is not None:
        console.print(
            f"{measured.groups:,} groups: first recall in one {first.p50_ms:.0f} / {first.p95_ms:.0f} ms (p50 / p95)"
        )
    table = Table("ms, p50 / p95", *(f"{step.stored:,}" for step in measured.steps), box=None)
    for row in rows(measured):
        table.add_row(*row)
    console.print(measured.store)
    console.print(table)


def _show(measured: "Speed") -> None:
    from memorist.evals.speed.run import rows, rows_of_upkeep

    console = Console()
    for name, ratio in measured.ratios.items():
        console.print(f"{ratio:>8.2f}  {name}")
    where = f"{measured.memories:,} memories in {measured.groups} groups on {measured.store} ({measured.embedder})"
    size = "" if measured.bytes_per_memory is None else f", {measured.bytes_per_memory:,} bytes a memory on disk"
    console.print(
        f"{where}: filled at {measured.filled_per_second:,.0f} a second, opened in {measured.open_ms} ms{size}"
    )
    for found in measured.recall:
        console.print(f"recall@20 {found.recall_at_20:.3f} of {found.memories:,}: {found.plan} ({found.why})")
    table = Table("path", "runs", "p50 ms", "p95 ms", "statements, at most", box=None)
    for row in rows(measured):
        table.add_row(*map(str, row))
    console.print(table)
    told = measured.talk
    console.print(
        f"{told.turns_per_second:,.0f} turns a second of a conversation in one batch ({told.by_users:,} of "
        f"{told.turns:,} by people, {told.remembered:,} memories)"
    )
    if measured.upkeep is not None:
        head = ("maintenance", "memories", "looked at", "s", "looked at a second", "statements", "growth exponent")
        table = Table(*head, box=None)
        for row in rows_of_upkeep(measured.upkeep):
            table.add_row(*map(str, row))
        console.print(table)


@contextmanager
def _progress() -> Generator[Callable[[str, int, int], None]]:
    with progress(TimeElapsedColumn()) as bars:
        bar = bars.add_task("")
        yield lambda what, done, total: bars.update(bar, description=what, completed=done, total=total)
