"""``hypomnema scenarios``: replay the reference scenarios and say what holds."""

import asyncio
import json
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from hypomnema.evals.progress import progress
from hypomnema.evals.scenarios import report
from hypomnema.evals.scenarios.load import load_scenario, scenario_files
from hypomnema.evals.scenarios.model import Scenario
from hypomnema.evals.scenarios.replay import replay
from hypomnema.evals.scenarios.trace import Trace

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Replay the reference scenarios and say what holds.",
)

Names = Annotated[list[str] | None, typer.Argument(help="Which scenarios; all without a name.")]
Store = Annotated[
    str | None, typer.Option("--store", help="embedded:PATH, falkor://…, neo4j://…; a temporary folder without it.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object per scenario on standard output.")]
Report = Annotated[Path | None, typer.Option("--report", help="A folder for one JSON file per scenario.")]


@app.command("list")
def list_command() -> None:
    """Name the scenarios that can be run."""
    for name in scenario_files():
        typer.echo(f"{name}  {load_scenario(name).title}")


@app.command("run")
def run_command(
    names: Names = None, store: Store = None, as_json: AsJson = False, report_folder: Report = None
) -> None:
    """Replay scenarios through the real graphs, each in a group of its own; exit code 1 when one fails."""
    scenarios = [load_scenario(name) for name in names or scenario_files()]
    with _progress(sum(len(s.events) + len(s.checkpoints) for s in scenarios)) as progress:
        traces = [asyncio.run(_run(scenario, store, progress)) for scenario in scenarios]
    if report_folder:
        _write_reports(traces, report_folder)
    if as_json:
        for trace in traces:
            typer.echo(json.dumps(report.as_json(trace), ensure_ascii=False))
    else:
        _print_report(traces)
    if not all(trace.passed for trace in traces):
        raise typer.Exit(1)


async def _run(scenario: Scenario, store: str | None, progress: Progress) -> Trace:
    task = progress.task_ids[0]
    progress.update(task, description=scenario.name)
    with _place(store) as url:
        group = _fresh_group(scenario) if store else scenario.given.group
        return await replay(scenario, url, group=group, watch=lambda _: progress.advance(task))


@contextmanager
def _place(store: str | None) -> Generator[str]:
    """The store to replay on: the one asked for, else one that lasts as long as the replay."""
    if store:
        yield store
        return
    with tempfile.TemporaryDirectory(prefix="hypomnema-") as folder:
        yield f"embedded:{folder}/store"


def _fresh_group(scenario: Scenario) -> str:
    """A group that a store which lasts cannot have seen: scenarios are judged in an empty one."""
    return f"{scenario.given.group[:40]}_{datetime.now(UTC):%Y%m%d%H%M%S%f}"


@contextmanager
def _progress(total: int) -> Generator[Progress]:
    with progress() as bars:
        bars.add_task("opening the store", total=total)
        yield bars


def _print_report(traces: list[Trace]) -> None:
    console = Console()
    console.print(report.table(traces))
    for trace in traces:
        for panel in report.failures(trace):
            console.print(panel)
    console.print(report.summary(traces), highlight=False)


def _write_reports(traces: list[Trace], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for trace in traces:
        text = json.dumps(report.as_json(trace), ensure_ascii=False, indent=2)
        (folder / f"{trace.scenario.name}.json").write_text(text + "\n", encoding="utf-8")
