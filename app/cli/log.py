"""``undo`` and ``log``: an operation taken back; the change log, its receipts, and whether it is whole."""

import re
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memorist.app.cli.commands import WholeLines, family
from memorist.app.cli.effects import lines, named, words_of
from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import SHORT_ID, answer, count, moment, note, say, table

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.memory_store.domain.log_check import LogState
    from memorist.nodes.operations.receipt import Receipt
    from memorist.nodes.operations.result import UndoResult

_ID = re.compile(r"[0-9a-f]{4}[0-9a-f-]*")
"""Begins like an id; no command does."""


class LogCommands(WholeLines):
    """Means ``list`` or ``show`` where no command is named: ``memorist log --limit 5``, ``memorist log ID``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put ``list`` in front of options alone, and ``show`` in front of an id."""
        if not args or (args[0].startswith("-") and args[0] not in ctx.help_option_names):
            args = ["list", *args]
        elif _ID.fullmatch(args[0]):
            args = ["show", *args]
        return super().parse_args(ctx, args)


IdArgument = Annotated[str, typer.Argument(metavar="ID", help="Id of an operation, or how it begins.")]

app = family("List the receipts of operations, show one, or verify the log.", cls=LogCommands)


@with_call
def undo(
    call: Call,
    id_: IdArgument,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be undone, write nothing.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Undo an operation: retract what it added, and restore what it ended or changed."""
    done = call.ask(lambda memory: memory.undo(id_, dry_run=dry_run))
    answer(done, lambda undone: _show_undo(undone, dry_run=dry_run), as_json=as_json)
    if done.refused or done.undone_by:
        raise typer.Exit(1)


def _show_undo(done: "UndoResult", *, dry_run: bool) -> None:
    for why in done.refused:
        note(f"cannot be undone: {why}", style="yellow")
    for first in done.undo_first:
        note(f"undo first: {first}", style="yellow")
    if done.refused or done.undone_by:
        say(f"nothing was changed{f': it was undone by {done.undone_by}' if done.undone_by else ''}", style="yellow")
        return
    say(f"{'would be' if dry_run else 'was'} taken back: {done.id}")
    table(("what", "of", "how", "id"), [(step.what, step.content, step.why, step.id[:SHORT_ID]) for step in done.steps])
    for kept in done.kept:
        note(f"stays: {kept}")
    if done.done:
        note(f"the undo is {done.change_id}; undo that to have it back")


@app.command("list")
@with_call
def list_command(
    call: Call,
    *,
    limit: Annotated[int, typer.Option("--limit", min=1, max=10_000, help="Entries of the log to look at.")] = 50,
    as_json: JsonOption = False,
) -> None:
    """List the last operations, newest first; those that only counted uses or were undone come last."""
    receipts, words = call.ask(lambda memory: _receipts(memory, limit))
    answer(receipts, lambda found: _show_receipts(found, words), as_json=as_json)


def _show_receipts(receipts: "list[Receipt]", words: dict[str, str]) -> None:
    table(
        ("id", "at", "by", "what", "words", "why"),
        [
            (
                receipt.id,
                moment(receipt.at),
                _who(receipt),
                f"{receipt.kinds[0]}{' (undone)' if receipt.undone_by else ''}",
                named(receipt, words),
                "; ".join(receipt.reasons),
            )
            for receipt in sorted(receipts, key=_undoable, reverse=True)
        ],
    )


def _undoable(receipt: "Receipt") -> bool:
    """Tell an operation that changed memories and is in effect."""
    return receipt.undone_by is None and bool(receipt.added or receipt.ended or receipt.changed)


async def _receipts(memory: "AsyncMemory", limit: int) -> "tuple[list[Receipt], dict[str, str]]":
    receipts = await memory.receipts(limit=limit)
    return receipts, await words_of(memory, receipts)


async def _receipt(memory: "AsyncMemory", id_: str) -> "tuple[Receipt, dict[str, str]]":
    receipt = await memory.receipt(id_)
    return receipt, await words_of(memory, [receipt])


@app.command("show")
@with_call
def show(call: Call, id_: IdArgument, *, as_json: JsonOption = False) -> None:
    """Show the receipt of one operation: who, what, why, the reader, and the score and threshold."""
    receipt, words = call.ask(lambda memory: _receipt(memory, id_))
    answer(receipt, lambda found: _show_receipt(found, words), as_json=as_json)


def _show_receipt(receipt: "Receipt", words: dict[str, str]) -> None:
    say(receipt.id, style="bold")
    fields = {
        "at": moment(receipt.at),
        "by": _who(receipt),
        "what": ", ".join(receipt.kinds),
        "why": "; ".join(receipt.reasons),
        "read by": ", ".join(receipt.readers),
        "inputs": ", ".join(receipt.episodes),
        "counters moved": str(receipt.counted),
        "undoes": receipt.undoes or "",
        "undone by": receipt.undone_by or "",
    }
    table(("field", "value"), [(name, value) for name, value in fields.items() if value])
    table(
        ("effect", "what", "words", "why", "score", "threshold", "read by", "id"),
        [
            (
                effect,
                "memory" if effect == "added" else line.what,
                line.what if effect == "added" else words.get(line.id, ""),
                line.why,
                _figure(line.score),
                _figure(line.threshold),
                line.reader or "",
                line.id,
            )
            for effect, line in lines(receipt)
        ],
    )


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def _who(receipt: "Receipt") -> str:
    return "" if receipt.by is None else receipt.by.named or "(nobody named)"


@app.command("verify")
@with_call
def verify(
    call: Call,
    *,
    noted: Annotated[
        str | None,
        typer.Option("--noted", metavar="PLACE:LINK", help="The end of the log as printed by an earlier run."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Verify the log of a group; name the first place where an entry was changed, removed, inserted or moved."""
    state = call.ask(lambda memory: memory.verify_log(noted=noted))
    told = {"ok": state.ok, **vars(state), "head": str(state.head)}
    answer(told, lambda _: _show_state(state), as_json=as_json)
    if not state.ok:
        raise typer.Exit(1)


def _show_state(state: "LogState") -> None:
    if state.broken is not None:
        say(f"broken at place {state.broken.sequence}: {state.broken.message}", style="red")
        return
    if not state.entries:
        say("there is no log: nothing was written in a group of this name", style="yellow")
        return
    say(f"whole: {count(state.entries, 'entry', 'entries')}", style="green")
    if state.redacted:
        note(f"{count(state.redacted, 'entry', 'entries')} lost forgotten content, as the log notes")
    say(f"end of the log: {state.head}")
