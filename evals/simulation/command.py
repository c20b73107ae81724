"""``memorist simulate``: run months of a team through the graphs, with a virtual clock."""

import asyncio
import json
from pathlib import Path
from typing import Annotated
from uuid import uuid4

import typer
from rich.progress import TimeElapsedColumn

from memorist.evals.command_line import StoreOption, counted
from memorist.evals.langsmith.client import nothing_traced
from memorist.evals.simulation.report import day_json, simulation_page, told
from memorist.evals.simulation.run import GROUP, DayResult, simulate, summary


def command(
    days: Annotated[int, typer.Option(min=1, help="How many days pass.")] = 90,
    events: Annotated[int, typer.Option(min=1, help="How many things happen in all of them.")] = 5_000,
    seed: Annotated[int, typer.Option(help="The same seed, the same months.")] = 1,
    store: StoreOption = None,
    report: Annotated[Path | None, typer.Option(help="A folder for simulation.html.", file_okay=False)] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a day, and one for all of them.")] = False,
) -> None:
    """Let a team of two people and three agents work for months; what is remembered, how well, and what must hold."""
    group = f"{GROUP}_{uuid4().hex[:8]}" if store else GROUP
    with counted("days", days, TimeElapsedColumn()) as tell, nothing_traced():

        def watch(day: DayResult) -> None:
            tell(advance=1)
            if as_json:
                typer.echo(json.dumps(day_json(day), ensure_ascii=False))

        simulation = asyncio.run(simulate(store, days=days, events=events, seed=seed, group=group, watch=watch))
    if report:
        report.mkdir(parents=True, exist_ok=True)
        (report / "simulation.html").write_text(simulation_page(simulation), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps({"summary": summary(simulation)}, ensure_ascii=False))
    else:
        for line in told(simulation):
            typer.echo(line)
    if not simulation.passed:
        raise typer.Exit(1)
