"""``memorist bench told``: what prompts tell of conversations that were ingested turn by turn."""

import asyncio
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from memorist.evals.command_line import AsJson, Readers, errors_told, progress
from memorist.evals.place import bench_settings, folder_of

if TYPE_CHECKING:
    from memorist.evals.told.report import ToldFigures
    from memorist.evals.told.run import RecalledPrompt, Selected
    from memorist.memory_store.settings import Settings

FOLDER = "MEMORIST_BENCH_DATA"


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
    from memorist.evals.told.report import rows_of
    from memorist.evals.told.run import selected

    with errors_told():
        sizes, path = _sizes(targets), _file(data)
        chosen = selected(path, every, offset)
        settings = bench_settings(readers)
        with folder_of(stores) as folder, progress() as bars:
            task = bars.add_task("questions", total=len(sizes) * sum(len(one.questions) for one in chosen))
            where = folder / _stem(path)
            every_told = asyncio.run(_told(chosen, where, sizes, settings, lambda n: bars.advance(task, n)))
    rows = rows_of(every_told)
    answer = json.dumps({"data": _stem(path), "rows": [row.model_dump() for row in rows]})
    if prompts is not None:
        lines = "".join(f"{one.prompt.model_dump_json()}\n" for one in every_told)
        prompts.write_text(lines, encoding="utf-8")
    if out is not None:
        out.write_text(f"{answer}\n", encoding="utf-8")
    if as_json:
        typer.echo(answer)
    else:
        _show(_stem(path), rows)


async def _told(
    chosen: "Sequence[Selected]",
    folder: Path,
    sizes: Sequence[int],
    settings: "Settings",
    tell: Callable[[int], None],
) -> "list[RecalledPrompt]":
    from memorist.evals.told.run import ask, folders

    every_told: list[RecalledPrompt] = []
    for one, where in zip(chosen, folders(folder, chosen), strict=True):
        every_told += await ask(one, where, sizes, settings, tell)
    return every_told


def _sizes(targets: str) -> list[int]:
    from memorist.memory_store.domain.errors import InvalidInput

    try:
        return [int(size.replace("_", "")) for size in targets.split(",")]
    except ValueError as error:
        expected = f"--targets: expected numbers such as 1000,1500, got {targets!r}"
        raise InvalidInput(expected, field="targets") from error


def _file(data: str) -> Path:
    """Return the file that ``data`` names: its path, else one of that name in the folder of the data sets."""
    if (path := Path(data)).suffix:
        return path
    return Path(os.environ.get(FOLDER, "../shared/data")) / f"{data}.jsonl.gz"


def _stem(path: Path) -> str:
    return path.name.partition(".")[0]


def _show(name: str, rows: "Sequence[ToldFigures]") -> None:
    from memorist.evals.told.report import EVERY

    systems = list(dict.fromkeys(row.system for row in rows))
    table = Table("target", "category", "questions", *systems, box=None)
    for target, category in dict.fromkeys((row.target, row.category) for row in rows):
        some = {row.system: row for row in rows if (row.target, row.category) == (target, category)}
        told = (f"{some[system].whole:.3f} / {some[system].share:.3f}" for system in systems)
        table.add_row(f"{target}", category, f"{some[systems[0]].questions}", *told)
    console = Console(highlight=False, markup=False)
    console.print(f"{name}: questions with all of their evidence told / share of the turns that answer")
    console.print(table)
    for row in rows:
        if row.category == EVERY and row.p50_ms is not None:
            ms = f"a recall takes {row.p50_ms:.0f} ms (p95 {row.p95_ms:.0f})"
            console.print(f"target {row.target}: {row.tokens:.0f} tokens at the median, {ms}")
