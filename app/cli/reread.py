"""``reread``: episodes are read again by the readers that are there now; what differs is shown and stored."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memorist.app.cli.options import Call, JsonOption, read_time, with_call
from memorist.app.cli.render import answer, count, excerpt, note, progress, say
from memorist.app.cli.results import show_remembered

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.api.rereading import RereadEstimate, RereadReport


@with_call
def reread(
    call: Call,
    *,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="Only episodes from that time on.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="Only episodes before that time.")
    ] = None,
    session: Annotated[str | None, typer.Option("--session", help="Only this session.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Include episodes that were read completely.")] = False,
    reader: Annotated[str | None, typer.Option("--reader", help="Default: MEMORIST_READERS.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the differences, write nothing.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before a model is called.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Read unread episodes again. Shows the model calls and tokens first; an interrupted run can be resumed."""
    chosen: dict[str, Any] = {
        "since": read_time(since, "--since"),
        "until": read_time(until, "--until"),
        "session": session,
        "everything": everything,
        "reader": reader,
    }
    ask = not (yes or as_json or dry_run)
    report = call.ask(lambda memory: _reread(memory, chosen, dry_run=dry_run, ask=ask))
    answer(report, lambda found: _show(found, dry_run=dry_run), as_json=as_json)
    if report.busy is not None:
        raise typer.Exit(1)


def _show(report: "RereadReport", *, dry_run: bool) -> None:
    if report.busy is not None:
        note(f"{report.busy} is maintaining it; nothing was done", style="yellow")
        return
    for one in report.differences:
        say(f"{one.said_at:%Y-%m-%d}  {excerpt(one.content, 90)}")
        for memory in one.result.memories:
            show_remembered(memory)
    would = "would change" if dry_run else "changed"
    read = count(report.episodes, "episode", "episodes")
    say(f"{read} read, {len(report.differences)} {would}, {report.failed} failed")


async def _reread(memory: "AsyncMemory", chosen: dict[str, Any], *, dry_run: bool, ask: bool) -> "RereadReport":
    cost = await memory.rereading.estimate(**chosen)
    note(_told(cost))
    if ask and cost.calls and not typer.confirm("Go on?", err=True):
        raise typer.Exit(1)
    with progress("elapsed") as bar:
        task = bar.add_task("reading", total=cost.episodes)

        def told(step: Mapping[str, Any]) -> None:
            bar.update(task, completed=step["done"])

        return await memory.reread(**chosen, dry_run=dry_run, on_progress=told)


def _told(cost: "RereadEstimate") -> str:
    if not cost.calls:
        return f"{count(cost.episodes, 'episode', 'episodes')} to read, no call of a model"
    calls = f"{count(cost.calls, 'call', 'calls')}, about {cost.tokens:,} tokens of prompts"
    return f"{count(cost.episodes, 'episode', 'episodes')} to read: {calls}"
