"""``memorist bench answers``: prompts are answered by a reader who sees nothing else, and judged by another."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from memorist.evals.command_line import AsJson, errors_told, progress

if TYPE_CHECKING:
    from memorist.evals.answers.files import Folder
    from memorist.evals.answers.score import Accuracy


def answers(
    folder: Annotated[Path, typer.Argument(help="Holds prompts*.jsonl of `bench told`.", exists=True, file_okay=False)],
    model: Annotated[
        str | None, typer.Option(help="PROVIDER:MODEL answers what answers*.jsonl do not; default: nobody.")
    ] = None,
    judge: Annotated[
        str | None, typer.Option(help="PROVIDER:MODEL judges what judged*.jsonl do not; default: nobody.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Answer from prompts alone, judge against the right answers, and print how many are right.

    What is still to be answered and judged is written to ask.jsonl and judge.jsonl, which do not tell the system.
    Answers are lines {key, answer} in answers*.jsonl, judgements lines {key, right} in judged*.jsonl.
    """
    from memorist.evals.answers.files import Folder
    from memorist.evals.answers.score import accuracies

    with errors_told():
        run = Folder(folder)
        try:
            asyncio.run(_asked(run, model, judge))
        finally:
            run.write_open()
    rows = accuracies(run)
    if as_json:
        typer.echo(json.dumps({"rows": [row.model_dump() for row in rows]}))
    else:
        _show(rows, to_answer=len(run.to_answer()), to_judge=len(run.to_judge()))


async def _asked(run: "Folder", model: str | None, judge: str | None) -> None:
    from memorist.evals.answers.asking import answer_all, judge_all
    from memorist.memory_store.settings import read_settings

    settings = read_settings()
    with progress() as bars:
        if model is not None:
            answering = bars.add_task("answers", total=len(run.to_answer()))
            await answer_all(run, model, settings, lambda: bars.advance(answering))
        if judge is not None:
            judging = bars.add_task("judgements", total=len(run.to_judge()))
            await judge_all(run, judge, settings, lambda: bars.advance(judging))


def _show(rows: "Sequence[Accuracy]", *, to_answer: int, to_judge: int) -> None:
    types = sorted({name for row in rows for name in row.by_type})
    table = Table("target", "system", "judged", "right", "types alike", *types, box=None)
    for row in rows:
        found = (row.by_type.get(name) for name in types)
        by_type = (f"{one[0]:.3f} of {one[1]}" if one else "" for one in found)
        figures = (f"{row.judged}", f"{row.accuracy:.3f}", f"{row.by_type_weighted:.3f}")
        table.add_row(f"{row.target}", row.system, *figures, *by_type)
    console = Console(highlight=False, markup=False)
    console.print(table)
    if to_answer or to_judge:
        console.print(f"still to be answered: {to_answer} (ask.jsonl), to be judged: {to_judge} (judge.jsonl)")
