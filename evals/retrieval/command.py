"""``memorist bench retrieval``: how much of what questions ask for is found, beside three baselines."""

import asyncio
import json
from pathlib import Path
from typing import Annotated, Any
from uuid import uuid4

import typer
from rich.console import Console
from rich.progress import TimeElapsedColumn
from rich.table import Table

from memorist.evals.command_line import AsJson, StoreOption, errors_told, progress
from memorist.evals.place import place


def retrieval(
    data: Annotated[Path, typer.Option(help="Conversations with questions, gzip'd JSON lines.", dir_okay=False)],
    sessions: Annotated[bool, typer.Option("--sessions", help="Score sessions instead of turns.")] = False,
    embedder: Annotated[str | None, typer.Option(help="wordllama, onnx:FOLDER …; default: the settings'.")] = None,
    ranker: Annotated[str | None, typer.Option(help="none, colbert:FOLDER …; default: the settings'.")] = None,
    store: StoreOption = None,
    report: Annotated[Path | None, typer.Option(help="A folder for the figures and plots.", file_okay=False)] = None,
    as_json: AsJson = False,
) -> None:
    """Ask the questions of a data set through the retrieval graph; bm25, dense and hybrid answer them, too."""
    with errors_told():
        with place(store) as url:
            result = asyncio.run(_run(data, url, embedder, ranker, sessions=sessions))
        if report is not None:
            from memorist.evals.retrieval.report import write_report

            write_report(result, report)
    if as_json:
        typer.echo(json.dumps(result))
    else:
        _print(result)


async def _run(data: Path, url: str, embedder: str | None, ranker: str | None, *, sessions: bool) -> dict[str, Any]:
    from memorist.evals.retrieval.data import conversations
    from memorist.evals.retrieval.run import measure
    from memorist.memory_store.settings import read_settings
    from memorist.memory_store.store import Store

    settings = read_settings()
    given = {"embedder": embedder, "ranker": ranker}
    settings = settings.model_copy(update={name: value for name, value in given.items() if value})
    total = sum(len(conversation.questions) for conversation in conversations(data))
    opened = await Store.open(url, settings=settings)
    try:
        with progress(TimeElapsedColumn()) as bars:
            task = bars.add_task("questions", total=total)
            return await measure(
                data,
                opened,
                prefix=f"bench_{uuid4().hex[:8]}",
                sessions=sessions,
                watch=lambda n: bars.advance(task, n),
            )
    finally:
        await opened.close()


def _print(result: dict[str, Any]) -> None:
    figures = ["recall@5", "recall@10", "recall@20", "ndcg@10"]
    table = Table("method", *figures, box=None)
    for name, method in result["methods"].items():
        table.add_row(name, *(f"{method[f]:.3f}" if f in method else "" for f in figures))
    for name, category in result["methods"]["memorist"]["by_category"].items():
        row = (f"{category[f]:.3f}" if f in category else "" for f in figures)
        table.add_row(f"  {name} ({category['questions']})", *row, style="dim")
    console = Console()
    latency, abstention = result["latency_ms"], result["abstention"]
    console.print(
        f"{result['dataset']}: {result['questions']} questions with an answer, {result['scored']} scored, "
        f"{result['embedder']}, ranker {result['ranker']}, on {result['store']}"
    )
    console.print(table)
    if latency:
        console.print(f"a question takes {latency['p50']:.1f} ms (p95 {latency['p95']:.1f})")
    if result["incomplete"]:
        console.print(f"a channel failed or ran out of time in {result['incomplete']} questions: figures are too low")
    if abstention["auroc"] is not None:
        console.print(
            f"{abstention['without_answer']} questions without an answer: AUROC {abstention['auroc']:.3f}, answered all"
            f" the same {abstention['false_answer_rate']:.1%}; of the others {abstention['answered_rate']:.1%}"
        )
