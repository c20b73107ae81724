"""``remember`` and ``rule``: one memory by hand."""

from typing import Annotated, Any, Literal

import typer

from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import answer, note


@with_call
def remember(
    call: Call,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to remember, in a sentence.")],
    *,
    as_json: JsonOption = False,
) -> None:
    """Store one statement as a memory. A question is not stored."""
    _add(call, {"kind": "manual", "content": text}, as_json=as_json)


@with_call
def rule(
    call: Call,
    text: Annotated[str, typer.Argument(metavar="TEXT", help='The rule, such as "Never use Realm".')],
    *,
    reason: Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why.")] = None,
    alternative: Annotated[
        list[str] | None, typer.Option("--alternative", metavar="TEXT", help="What to do instead; may be repeated.")
    ] = None,
    severity: Annotated[
        Literal["block", "warn"] | None,
        typer.Option("--severity", help="block forbids, warn advises. Default: block, or the existing rule's."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Add a hard rule, which is in every prompt from now on. For an existing rule, change the given options."""
    entry: dict[str, Any] = {
        "kind": "manual",
        "type": "semantic:hard_rule",
        "content": text,
        "severity": severity,
        "reason": reason,
        "alternatives": alternative or [],
    }
    _add(call, entry, as_json=as_json)


def _add(call: Call, entry: dict[str, Any], *, as_json: bool) -> None:
    from memorist.app.cli.results import hint_without_model, show_result, without_model

    [result] = call.ask(lambda memory: memory.ingest(entry))
    answer(result, lambda done: show_result(done, entry["content"], call.readers_away()), as_json=as_json)
    if result.unread and not as_json and (away := without_model(result)):
        note(hint_without_model(away), style="yellow")
    if result.error is not None:
        if result.error.kept and not as_json:
            note("it waits in the inbox: tried again with the next ingest", style="yellow")
        raise typer.Exit(3 if result.error.retryable else 2)
    if result.verdict is not None and result.verdict.action == "skip":
        raise typer.Exit(1)
