"""``memorist bench told``: what prompts tell of conversations that were ingested turn by turn."""

import asyncio
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from memorist.evals.command_line import AsJson, Readers, counted, errors_told, sizes_in
from memorist.evals.figures import mean_of, median_of, p50_p95
from memorist.evals.place import folder_of
from memorist.evals.told.run import RecalledPrompt, ask, selected

FOLDER = "MEMORIST_BENCH_DATA"
EVERY = "all"


def told(
    data: Annotated[
        str, typer.Option(help=f"locomo, longmemeval_s (files in the folder {FOLDER}), or a path of gzip'd JSON lines.")
    ] = "locomo",
    targets: Annotated[
        str, typer.Option(help="Tokens that knowledge about a question may fill, separated by commas.")
    ] = "1000,1500,3000",
    every: Annotated[int, typer.Option(min=1, help="Ask each Nth question alone.")] = 1,
    offset: Annotated[int, typer.Option(min=0, help="… from this one on.")] = 0,
    stores: Annotated[
        Path | None,
        typer.Option(
            help="A folder that keeps the filled stores, so that recalls can be repeated; remove it after a change of "
            "ingestion. Default: a temporary one.",
            file_okay=False,
        ),
    ] = None,
    prompts: Annotated[Path | None, typer.Option(help="A file for all prompts, as JSON lines.", dir_okay=False)] = None,
    out: Annotated[Path | None, typer.Option(help="A file for the figures, as JSON.", dir_okay=False)] = None,
    readers: Readers = "patterns",
    as_json: AsJson = False,
) -> None:
    """Ingest conversations turn by turn, recall what is asked about them; BM25 and vectors tell as many tokens."""
    with errors_told():
        sizes, path = sizes_in(targets, "--targets"), _file(data)
        name = path.name.partition(".")[0]
        chosen = selected(path, every, offset)
        total = len(sizes) * sum(len(one.questions) for one in chosen)
        with folder_of(stores) as folder, counted("questions", total) as tell:
            recalled = asyncio.run(ask(chosen, folder / name, sizes, readers, tell))
    rows = rows_of(recalled)
    answer = json.dumps({"data": name, "rows": rows})
    if prompts is not None:
        prompts.write_text("".join(f"{one.prompt.model_dump_json()}\n" for one in recalled), encoding="utf-8")
    if out is not None:
        out.write_text(f"{answer}\n", encoding="utf-8")
    if as_json:
        typer.echo(answer)
    else:
        _show(name, rows)


def _file(data: str) -> Path:
    """Return the file that ``data`` names: its path, else one of that name in the folder of the data sets."""
    if (path := Path(data)).suffix:
        return path
    return Path(os.environ.get(FOLDER, "../shared/data")) / f"{data}.jsonl.gz"


def rows_of(told: Sequence[RecalledPrompt]) -> list[dict[str, Any]]:
    """Sum up by target, system and category.

    "all" leaves out what cannot be answered, and what has no evidence counts nowhere.

    - ``whole``: of the questions, those with all of their evidence told;
    - ``share``: of the turns that answer, those that are told, on average;
    - ``tokens``: of a prompt, the median;
    - ``p50_ms`` and ``p95_ms``: of a recall, null for baselines.
    """
    with_evidence = [one for one in told if one.evidence.gold]
    rows: list[dict[str, Any]] = []
    for target, system in dict.fromkeys((one.prompt.target, one.prompt.system) for one in with_evidence):
        some = [one for one in with_evidence if (one.prompt.target, one.prompt.system) == (target, system)]
        kinds = {EVERY: [one for one in some if not one.prompt.abstain]}
        for category in sorted({one.prompt.category for one in some}):
            kinds[category] = [one for one in some if one.prompt.category == category]
        rows += ({"system": system, "target": target, "category": kind, **_sums(of)} for kind, of in kinds.items())
    return rows


def _sums(some: Sequence[RecalledPrompt]) -> dict[str, Any]:
    seconds = [one.seconds for one in some if one.seconds is not None]
    p50, p95 = (round(ms, 1) for ms in p50_p95(seconds)) if seconds else (None, None)
    return {
        "questions": len(some),
        "whole": mean_of(one.evidence.whole for one in some),
        "share": mean_of(one.evidence.share for one in some),
        "tokens": median_of(one.prompt.tokens for one in some),
        "p50_ms": p50,
        "p95_ms": p95,
    }


def _show(name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    known = {(row["target"], row["category"], row["system"]): row for row in rows}
    systems = list(dict.fromkeys(row["system"] for row in rows))
    table = Table("target", "category", "questions", *systems, box=None)
    for target, category in dict.fromkeys((row["target"], row["category"]) for row in rows):
        some = [known[target, category, system] for system in systems]
        shares = (f"{row['whole']:.3f} / {row['share']:.3f}" for row in some)
        table.add_row(f"{target}", category, f"{some[0]['questions']}", *shares)
    console = Console(highlight=False, markup=False)
    console.print(f"{name}: questions with all of their evidence told / share of the turns that answer")
    console.print(table)
    for row in rows:
        if row["category"] == EVERY and row["p50_ms"] is not None:
            ms = f"a recall takes {row['p50_ms']:.0f} ms (p95 {row['p95_ms']:.0f})"
            console.print(f"target {row['target']}: {row['tokens']:.0f} tokens at the median, {ms}")
