"""``ingest``: JSON lines in, what became of each out."""

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.lines import InputLine, keep_for_retry, read_lines
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import count, note, progress
from memorist.memory_store.domain.errors import EmbedderUnavailable, StoreError

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.app.cli.answers import Answers


@with_call
def ingest(
    call: Call,
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…", help="JSON lines, a chat as JSON, or plain text (NAME: words); - is standard input."
        ),
    ],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Decide and write nothing.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Ingest turns, manual entries, observations, dialogues, documents, rituals, outcomes of procedures and feedback.

    A line that fails is reported and kept for a retry; the others are still ingested.
    """
    from memorist.app.cli.answers import Answers
    from memorist.app.cli.results import hint_without_model

    told = call.readers_away()
    answers = Answers(
        read_lines(files, user=call.settings().user), as_json=as_json, name_files=len(files) > 1, told=told
    )
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
    if answers.waiting:
        note(
            f"{count(answers.waiting, 'line', 'lines')} kept in the inbox: tried again with the next ingest",
            style="yellow",
        )
    if answers.away:
        note(hint_without_model(answers.away), style="yellow")
    if not as_json:
        note(answers.summary(dry_run=dry_run))
    if stopped_by is not None:
        raise stopped_by
    if answers.exit_code:
        raise typer.Exit(answers.exit_code)


async def _ingest(call: Call, answers: "Answers", *, dry_run: bool) -> None:
    with progress("remaining", redirect_stdout=sys.stdout.isatty()) as bars:
        bar = bars.add_task("ingesting", total=len(answers.lines))
        answers.on_change = lambda settled: bars.update(bar, completed=settled)
        answers.report()
        inputs = [line.value for line in answers.readable if line.value is not None]
        if inputs:
            async with _memory(call, dry_run=dry_run) as (memory, writes):
                for result in await memory.ingest(inputs, dry_run=not writes, on_result=answers.take):
                    answers.take(result)


def _is_new(store: str) -> bool:
    """Return true if a URL means an embedded store that does not exist yet."""
    scheme, _, path = store.partition(":")
    return scheme == "embedded" and not Path(path).expanduser().exists()


@asynccontextmanager
async def _memory(call: Call, *, dry_run: bool) -> "AsyncGenerator[tuple[AsyncMemory, bool]]":
    """The memory that the options name, and whether to write into it.

    A dry run where there is no embedded store yet makes none: it happens in a temporary one, which is written to, so
    that later lines are decided with what earlier ones said.
    """
    settings = call.settings()
    if not (dry_run and _is_new(settings.store)):
        async with call.memory() as memory:
            yield memory, not dry_run
        return
    with TemporaryDirectory(prefix="memorist-") as folder:
        aside = settings.model_copy(update={"store": f"embedded:{folder}/store", "inbox": "none", "miss_log": "none"})
        async with call.memory(aside) as memory:
            yield memory, True


def _keep(lines: list[InputLine], call: Call) -> None:
    from memorist.memory_store.settings import data_folder

    try:
        path = keep_for_retry(lines, data_folder() / "retry", call.clock().now())
    except OSError as error:
        note(f"the failed lines could not be kept for a retry: {error}", style="red")
    else:
        note(f"{count(len(lines), 'line', 'lines')} kept for a retry: memorist ingest {path}", style="yellow")
