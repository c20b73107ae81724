"""``memorist bench``: measure quality and speed on benchmarks, and print the figures."""

import asyncio
import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import psutil
import typer
from rich.console import Console
from rich.progress import TimeElapsedColumn
from rich.table import Table

from memorist.evals.answers.bench import answers
from memorist.evals.benchmark import Benchmark, Figures
from memorist.evals.claims.bench import CLAIMS
from memorist.evals.command_line import AsJson, Every, Readers, StoreOption, TotalsOnly, errors_told, progress, sizes_in
from memorist.evals.extraction.bench import extraction
from memorist.evals.place import place
from memorist.evals.prompts.bench import PROMPTS
from memorist.evals.recall.bench import RECALL
from memorist.evals.requests.bench import REQUESTS
from memorist.evals.retrieval.bench import retrieval
from memorist.evals.speed.load import rows, run_load
from memorist.evals.speed.run import run_speed
from memorist.evals.told.bench import told
from memorist.evals.updates.bench import UPDATES
from memorist.memory_store.domain.errors import InvalidInput

app = typer.Typer(no_args_is_help=True, help="Benchmarks: speed and quality figures.")
app.command("retrieval")(retrieval)


@app.callback()
def bench() -> None:
    """Run benchmarks: speed and quality figures."""


def _add(name: str, benchmark: Benchmark[Any, Any]) -> None:
    """Add the command of a benchmark that has no use for a model."""

    @app.command(name, help=benchmark.about)
    def run(
        data: Annotated[Path, typer.Option(help=benchmark.form, dir_okay=False)],
        store: StoreOption = None,
        totals_only: TotalsOnly = False,
        as_json: AsJson = False,
    ) -> None:
        benchmark.run(data, store, totals_only=totals_only, as_json=as_json)


def _add_with_readers(name: str, benchmark: Benchmark[Any, Any]) -> None:
    """Add the command of a benchmark whose readers can be chosen; a model takes its time, so cases can be left out."""

    @app.command(name, help=benchmark.about)
    def run(
        data: Annotated[Path, typer.Option(help=benchmark.form, dir_okay=False)],
        readers: Readers = "patterns",
        every: Every = 1,
        store: StoreOption = None,
        totals_only: TotalsOnly = False,
        as_json: AsJson = False,
    ) -> None:
        benchmark.run(data, store, totals_only=totals_only, as_json=as_json, every=every, readers=readers)


app.command("extraction")(extraction)
_add_with_readers("claims", CLAIMS)
_add_with_readers("updates", UPDATES)
_add("recall", RECALL)
_add("prompts", PROMPTS)
_add("requests", REQUESTS)
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
    with place(store) as url, _progress() as tell:
        measured = asyncio.run(run_speed(url, memories, groups, runs, vanilla_runs, tell, maintained=maintained))
    if as_json:
        typer.echo(json.dumps(measured))
    else:
        _show_speed(measured, Console())


@app.command("load")
def load(
    memories: Annotated[str, typer.Option(help="Sizes of the group at which is measured, separated by commas.")],
    groups: Annotated[int, typer.Option(min=0, help="So many small groups beside it, filled before.")] = 0,
    readers: Annotated[int, typer.Option(min=1, help="Readers at once.")] = 10,
    runs: Annotated[int, typer.Option(min=2, help="How often each path is run.")] = 50,
    server: Annotated[int | None, typer.Option(min=1, help="The database's process id, to tell its memory.")] = None,
    data: Annotated[
        Path | None, typer.Option(help="The database's folder, to tell its size.", exists=True, file_okay=False)
    ] = None,
    store: StoreOption = None,
    as_json: AsJson = False,
) -> None:
    """Let a group grow; at each size time recall, alone, by many and beside a bulk writer, a turn and opening."""
    with errors_told(), place(store) as url, _progress() as tell:
        if server is not None and not psutil.pid_exists(server):
            raise InvalidInput(f"--server: there is no process {server}", field="--server")
        measured = asyncio.run(
            run_load(
                url,
                sizes_in(memories, "--memories"),
                groups,
                readers,
                runs,
                tell,
                server=server,
                data=data,
                on_step=lambda step: typer.echo(json.dumps(step), err=True),
            )
        )
    if as_json:
        typer.echo(json.dumps(measured))
        return
    console = Console()
    if first := measured["first_in_a_group"]:
        ms = f"{first['p50_ms']:.0f} / {first['p95_ms']:.0f} ms (p50 / p95)"
        console.print(f"{measured['groups']:,} groups: first recall in one {ms}")
    table = Table("ms, p50 / p95", *(f"{step['stored']:,}" for step in measured["steps"]), box=None)
    for row in rows(measured["steps"]):
        table.add_row(*row)
    console.print(measured["store"])
    console.print(table)


def _show_speed(measured: Figures, console: Console) -> None:
    for name, ratio in measured["ratios"].items():
        console.print(f"{ratio:>8.2f}  {name}")
    place_ = f"{measured['groups']} groups on {measured['store']} ({measured['embedder']})"
    bytes_ = measured["bytes_per_memory"]
    size = "" if bytes_ is None else f", {bytes_:,} bytes a memory on disk"
    filled = f"filled at {measured['filled_per_second']:,.0f} a second, opened in {measured['open_ms']} ms{size}"
    console.print(f"{measured['memories']:,} memories in {place_}: {filled}")
    for one in measured["recall"]:
        console.print(f"recall@20 {one['recall_at_20']:.3f} of {one['memories']:,}: {one['plan']} ({one['why']})")
    upkeep = measured["upkeep"]
    table = Table("path", "runs", "p50 ms", "p95 ms", "statements, at most", box=None)
    for one in (*measured["timings"], *([upkeep["cascade"]] if upkeep else [])):
        figures = (f"{one['p50_ms']:.2f}", f"{one['p95_ms']:.2f}", f"{one['statements'] or ''}")
        table.add_row(one["path"], f"{one['runs']}", *figures)
    console.print(table)
    told = measured["talk"]
    console.print(
        f"{told['turns_per_second']:,.0f} turns a second of a conversation in one batch ({told['by_users']:,} of "
        f"{told['turns']:,} by people, {told['remembered']:,} memories)"
    )
    if upkeep:
        console.print(_passes_table(upkeep))


def _passes_table(upkeep: Figures) -> Table:
    """Return the passes of maintenance; the exponent stands beside the pass over the larger group."""
    head = ("maintenance", "memories", "looked at", "s", "looked at a second", "statements", "growth exponent")
    table = Table(*head, box=None)
    largest = max(one["stored"] for one in upkeep["passes"])
    for one in upkeep["passes"]:
        counts = (f"{one['stored']:,}", f"{one['touched']:,}")
        pace = (f"{one['seconds']:.2f}", f"{one['touched_per_second']:,.0f}", str(one["statements"]))
        exponent = upkeep["exponents"].get(one["path"], "") if one["stored"] * 2 > largest else ""
        table.add_row(one["path"], *counts, *pace, str(exponent))
    return table


@contextmanager
def _progress() -> Generator[Callable[[str, int, int], None]]:
    with progress(TimeElapsedColumn()) as bars:
        bar = bars.add_task("")
        yield lambda what, done, total: bars.update(bar, description=what, completed=done, total=total)
