"""``memorist scenarios``: replay the reference scenarios and check what they expect."""

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from memorist.evals.command_line import Readers, counted, errors_told
from memorist.evals.langsmith.client import client_if_known, nothing_traced
from memorist.evals.page import Fold, page
from memorist.evals.place import place
from memorist.evals.scenarios import report
from memorist.evals.scenarios.basics import READERS
from memorist.evals.scenarios.load import load_scenarios
from memorist.evals.scenarios.marks import marks
from memorist.evals.scenarios.replay import replay
from memorist.evals.scenarios.story import story
from memorist.evals.scenarios.suite import Played, plan_replays, traces
from memorist.evals.scenarios.trace import Trace
from memorist.evals.scenarios.variation.vary import Variant

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    help="Replay the reference scenarios and say what holds.",
)


@app.command("list")
def list_command() -> None:
    """List the scenarios."""
    for scenario in load_scenarios():
        typer.echo(f"{scenario.name}  {scenario.title}")


@app.command("run")
def run_command(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Names of shipped scenarios, files or folders of your own; all shipped ones without any."),
    ] = None,
    store: Annotated[
        str | None, typer.Option("--store", help="embedded:PATH, falkor://…, neo4j://…; a temporary folder without it.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per scenario on standard output.")] = False,
    report_folder: Annotated[
        Path | None,
        typer.Option("--report", file_okay=False, help="A folder for scenarios.html and one JSON file per scenario."),
    ] = None,
    variants: Annotated[
        int, typer.Option("--variants", min=0, help="How many variants of each, with other names, words and dates.")
    ] = 0,
    seed: Annotated[int, typer.Option("--seed", help="Which variants: the same seed, the same variants.")] = 0,
    langsmith: Annotated[
        bool, typer.Option("--langsmith", help="Evaluate with LangSmith: sent there if LANGSMITH_API_KEY is set.")
    ] = False,
    dataset: Annotated[str | None, typer.Option("--dataset", help="The LangSmith dataset; with --langsmith.")] = None,
    readers: Readers = READERS,
) -> None:
    """Replay scenarios through the real graphs, each in a group of its own; exit code 1 when one fails."""
    with errors_told():  # one line for each mistake
        plans = plan_replays(load_scenarios(names or ()), variants, seed)
    total = sum(len(t.scenario.events) + len(t.scenario.checkpoints) for t in plans)
    with counted("opening the store", total) as tell:
        if langsmith or dataset:
            played = _evaluated(plans, store, dataset, tell, readers)
        else:
            with nothing_traced():
                played = [Played(plan, asyncio.run(_run(plan, store, tell, readers))) for plan in plans]
    if report_folder:
        _write_reports(played, report_folder, seed)
    if as_json:
        for one in played:
            typer.echo(json.dumps(report.as_json(one.trace, one.plan), ensure_ascii=False))
        if variants:
            typer.echo(json.dumps({"summary": report.summary_json(played, seed=seed)}))
    else:
        _print_report(played)
    if not all(one.trace.passed for one in played):
        raise typer.Exit(1)


def _evaluated(
    plans: list[Variant], store: str | None, dataset: str | None, tell: Callable[..., None], readers: str
) -> list[Played]:
    """Play under LangSmith's runner: online with a key, else on this machine. Exit code 3 when it cannot be reached."""
    from langsmith.utils import LangSmithError

    from memorist.evals.langsmith.dataset import DATASET
    from memorist.evals.langsmith.experiment import evaluate

    client = client_if_known()
    if client is None:
        typer.echo("LANGSMITH_API_KEY is not set: evaluated on this machine, nothing is sent.", err=True)

    async def replayed(plan: Variant) -> Trace:
        return await _run(plan, store, tell, readers)

    try:
        experiment = asyncio.run(evaluate(plans, replayed, client=client, dataset=dataset or DATASET))
    except LangSmithError as error:
        typer.echo(f"LangSmith: {error}", err=True)
        raise typer.Exit(3) from error
    typer.echo(f"experiment {experiment.name}{f': {experiment.url}' if experiment.url else ''}", err=True)
    for key, score in experiment.summary.items():
        typer.echo(f"  {key}: {'–' if score is None else f'{score:.3f}'}", err=True)
    return [*experiment.played]


async def _run(plan: Variant, store: str | None, tell: Callable[..., None], readers: str) -> Trace:
    tell(description=plan.label)
    group = plan.scenario.given.group
    if store:  # which lasts: scenarios are judged in a group that it cannot have seen
        group = f"{group[:40]}_{datetime.now(UTC):%Y%m%d%H%M%S%f}"
    with place(store) as url:
        return await replay(plan.scenario, url, group=group, watch=lambda _: tell(advance=1), readers=readers)


def _print_report(played: Sequence[Played]) -> None:
    console = Console()
    console.print(report.table(played))
    for one in played:
        for panel in report.failures(one):
            console.print(panel)
    console.print()
    found = marks(traces(played))
    if any(mark.asked for mark in found):
        console.print(report.marks_table(found))
        console.print()
    console.print(report.summary(played), highlight=False)


def _write_reports(played: Sequence[Played], folder: Path, seed: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scenarios.html").write_text(scenario_page(played), encoding="utf-8")
    files = {"summary": report.summary_json(played, seed=seed)}
    for one in played:
        number = f"-variant-{one.plan.number}" if one.plan.number else ""
        files[f"{one.trace.scenario.name}{number}"] = report.as_json(one.trace, one.plan)
    for name, data in files.items():
        text = json.dumps(data, ensure_ascii=False, indent=2)
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def scenario_page(played: Sequence[Played]) -> str:
    """Return the results as one HTML page: both rates, the overall marks, and each scenario as it happened."""
    lead = (report.summary(played), "", report.marks_table(marks(traces(played))))
    return page("Scenarios", lead, map(_fold, played))


def _fold(one: Played) -> Fold:
    """Return a scenario, folded unless something fails; of a variant that holds, only in what it differs."""
    failed, scores = sum(not score.passed for score in one.trace.scores), len(one.trace.scores)
    note = f"{failed} of {scores} expectations fail" if failed else f"{scores} expectations hold"
    changes = [Text(line, style="dim") for line in one.plan.told()]
    told = [] if one.plan.number and not failed else [*changes, *story(one.trace)]
    why = Text(one.trace.scenario.why, style="italic")
    return Fold(f"{one.trace.scenario.title} · {one.plan.label} · {note}", [why, *(told or changes)], bool(failed))
