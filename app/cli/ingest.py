"""``ingest``: JSON lines in, what became of each out."""

import asyncio
import sys
from typing import TYPE_CHECKING, Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from hypomnema.app.cli.lines import Line, keep_for_retry, read_lines
from hypomnema.app.cli.options import Call, JsonOption, with_call
from hypomnema.app.cli.render import count, note, screen
from hypomnema.memory_store.domain.errors import EmbedderUnavailable, StoreError

if TYPE_CHECKING:
    from hypomnema.app.cli.answers import Answers


@with_call
def ingest(
    call: Call,
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="JSON lines; - is standard input.")],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Decide and write nothing.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Take in turns, observations, dialogues and manual entries.

    A line that fails is reported and kept for a retry; the rest goes on.
    """
    from hypomnema.app.cli.answers import Answers

    answers = Answers(read_lines(files), as_json=as_json, name_files=len(files) > 1)
    stopped_by: BaseException | None = None
    try:
        asyncio.run(_ingest(call, answers, dry_run=dry_run))
    except (StoreError, EmbedderUnavailable) as error:
        stopped_by = error
        answers.give_up(str(error))
    except KeyboardInterrupt as interrupt:
        stopped_by = interrupt
        answers.give_up("interrupted before its turn")
    if answers.failed and not dry_run:
        _keep(answers.failed, call)
    if not as_json:
        note(answers.summary(dry_run=dry_run))
    if stopped_by is not None:
        raise stopped_by
    if answers.exit_code:
        raise typer.Exit(answers.exit_code)


async def _ingest(call: Call, answers: "Answers", *, dry_run: bool) -> None:
    console = screen(stderr=True)
    with Progress(
        TextColumn("ingesting"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
        redirect_stdout=sys.stdout.isatty(),
    ) as progress:
        bar = progress.add_task("", total=len(answers.lines))
        answers.on_change = lambda settled: progress.update(bar, completed=settled)
        answers.report()
        inputs = [line.value for line in answers.readable if line.value is not None]
        if inputs:
            async with call.memory() as memory:
                for result in await memory.ingest(inputs, dry_run=dry_run, on_result=answers.take):
                    answers.take(result)


def _keep(lines: list[Line], call: Call) -> None:
    from hypomnema.memory_store.settings import data_folder

    try:
        path = keep_for_retry(lines, data_folder() / "retry", call.clock().now())
    except OSError as error:
        note(f"the failed lines could not be kept for a retry: {error}", style="red")
    else:
        note(f"{count(len(lines), 'line', 'lines')} kept for a retry: hypomnema ingest {path}", style="yellow")
