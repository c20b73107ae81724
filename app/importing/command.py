"""``import``: import from another memory, a chat export or an agent's transcripts."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.databases import Tell, run_with_progress
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import answer, count, note, say
from memorist.memory_store.domain.errors import StoreError

if TYPE_CHECKING:
    from memorist.app.importing.importing import Report

MAX_SHOWN = 20
"""Problems on the screen; ``--json`` lists more."""


@with_call
def command(
    call: Call,
    source: Annotated[
        str,
        typer.Argument(
            metavar="SOURCE",
            help="mem0, langgraph-store, letta, hindsight, zep, markdown, transcript, chatgpt or claude.",
        ),
    ],
    path: Annotated[
        Path, typer.Argument(metavar="PATH", help="The export: a file, a folder or a zip archive; it is only read.")
    ],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be imported; write nothing.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an import that was interrupted.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Take over what another memory, a chat or an agent's transcripts hold.

    Importing twice changes nothing: every entry has an id of its own.
    """
    try:
        report = run_with_progress(lambda tell: _import(call, source, path, dry_run=dry_run, resume=resume, tell=tell))
    except (StoreError, KeyboardInterrupt):
        note("interrupted: run the same command with --resume to continue", style="yellow")
        raise
    answer(report, _show, as_json=as_json)
    if report.failed:
        raise typer.Exit(1 if report.entries else 2)


async def _import(call: Call, source: str, path: Path, *, dry_run: bool, resume: bool, tell: Tell) -> "Report":
    from memorist.app.importing.importing import import_source
    from memorist.app.importing.journal import Journal
    from memorist.memory_store.settings import data_folder

    if dry_run:
        return await import_source(source, path, None, on_progress=tell)
    async with call.memory() as memory:
        whole, url = str(await asyncio.to_thread(path.resolve)), memory.store.database.url
        key = {"source": source, "path": whole, "store": url, "scope": memory.scope.model_dump()}
        journal = await asyncio.to_thread(Journal, data_folder() / "imports", key, resume=resume)
        report = await import_source(source, path, memory, journal=journal, on_progress=tell)
        await asyncio.to_thread(journal.finish)
    return report


def _show(report: "Report") -> None:
    kinds = ", ".join(count(number, kind, f"{kind}s") for kind, number in sorted(report.kinds.items())) or "nothing"
    days = dict.fromkeys((report.first[:10], report.last[:10])) if report.first and report.last else ()
    between = f", {' to '.join(days)}" if days else ""
    say(f"{report.path}: {kinds}{between}")
    if report.dry_run:
        say("nothing was written: this is what would be imported", style="dim")
    else:
        say(f"{count(report.imported, 'entry', 'entries')} imported ({count(report.memories, 'memory', 'memories')})")
    for number, what in (
        (report.unread, "with sentences that no reader made a memory of: `memorist reread` has a model read them"),
        (report.known, "were known already"),
        (report.skipped, "held nothing to keep"),
        (report.resumed, "were done before the interruption"),
        (report.waiting, "wait in the inbox"),
    ):
        if number:
            say(f"  {number:,} {what}", style="dim")
    for reason, number in sorted(report.left_out.items()):
        say(f"  {number:,} left out: {reason}", style="dim")
    for problem in report.problems[:MAX_SHOWN]:
        say(f"  {problem.place}: {problem.reason}", style="yellow")
    if report.failed > MAX_SHOWN:
        note(f"… and {report.failed - MAX_SHOWN:,} more: --json lists them")
