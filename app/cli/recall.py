"""``recall``: the prompt for a task."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.options import AsOfOption, Call, JsonOption, KnownAtOption, read_time, with_call
from memorist.app.cli.render import answer, count, note, say, table
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.nodes.retrieval.result import Recall


HARD_RULES = "hard_rules"
"""The channel of the hard rules; if it failed, the prompt is incomplete and the exit code is 3."""


@with_call
def recall(
    call: Call,
    task: Annotated[str, typer.Argument(metavar="TASK", help="What is to be done, or a question.")],
    *,
    explain: Annotated[
        bool, typer.Option("--explain", help="Add every candidate with its scores, and why it is included or not.")
    ] = False,
    budget: Annotated[
        int | None,
        typer.Option("--budget", min=1, metavar="TOKENS", help="Maximum size of the prompt; default: the settings."),
    ] = None,
    target: Annotated[
        int | None,
        typer.Option(
            "--target", min=1, metavar="TOKENS", help="Share of the prompt for memories and passages about the task."
        ),
    ] = None,
    root: Annotated[
        Path | None,
        typer.Option(
            "--root",
            metavar="FOLDER",
            help="Folder of a project: mark lines that name files which it had once and has no more.",
        ),
    ] = None,
    as_of: AsOfOption = None,
    known_at: KnownAtOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the prompt for a task, hard rules first."""
    then, known = read_time(as_of, "--as-of"), read_time(known_at, "--known-at")
    if root is not None and not root.is_dir():
        raise InvalidInput(f"--root: {root} is not a folder", field="--root")

    async def recalled(memory: "AsyncMemory") -> "Recall":
        found = await memory.recall(task, budget=budget, target=target, as_of=then, known_at=known)
        if root is None:
            return found
        from memorist.app.project_files import with_gone_files

        return await with_gone_files(found, root, said=task)

    found = call.ask(recalled, degraded=True)
    answer(found, lambda recalled: _show(recalled, explain=explain), as_json=as_json)
    if any(failed.channel == HARD_RULES for failed in found.failed_channels):
        raise typer.Exit(3)


def _show(found: "Recall", *, explain: bool) -> None:
    say(found.prompt.rstrip("\n"))
    if not found.trace and not found.failed_channels and not found.warnings:
        note("nothing is remembered yet: `memorist remember TEXT`")
    if explain:
        _explain(found)
    channels_of: dict[str, list[str]] = {}
    for failed in found.failed_channels:
        channels_of.setdefault(failed.error, []).append(failed.channel)
    failures = [f"nothing from {', '.join(channels)}: {error}" for error, channels in channels_of.items()]
    for warning in (*found.warnings, *failures):
        note(f"warning: {warning}", style="yellow")


def _explain(found: "Recall") -> None:
    say()
    table(
        ("", "relevant", "score", "similar", "recent", "sure", "boost", "channel", "memory", "reason"),
        [
            (
                "in" if candidate.kept else "out",
                f"{candidate.relevance:.3f}",
                f"{candidate.score:.3f}",
                f"{candidate.similarity:.2f}",
                f"{candidate.recency:.2f}",
                f"{candidate.confidence:.2f}",
                f"{candidate.source_boost:.1f}",
                candidate.channel,
                candidate.content or candidate.id,
                candidate.reason,
            )
            for candidate in found.trace
        ],
    )
    knowledge = found.knowledge
    gaps = f"; nothing on {', '.join(knowledge.gaps)}" if knowledge.gaps else ""
    took = sum(found.timings_ms.values())
    say()
    say(f"knowledge {knowledge.status} ({knowledge.score:.2f}){gaps}. {knowledge.guidance}".rstrip())
    say(f"{count(found.tokens, 'token', 'tokens')}, {len(found.dropped)} left out for want of room, {took:.0f} ms")
