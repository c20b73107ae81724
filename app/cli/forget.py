"""``forget``: a preview of what would be erased, a question, and the erasure."""

from typing import TYPE_CHECKING, Annotated

import typer

from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import answer, confirmed, count, emit, excerpt, note, say, table
from memorist.memory_store.domain.errors import InvalidInput

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.memory_store.forgetting.plan import ForgetPlan
    from memorist.memory_store.parts.forgetting import ForgetResult


@with_call
def forget(
    call: Call,
    what: Annotated[
        str | None,
        typer.Argument(metavar="ID or TEXT", help="An id, or words; everything that contains them is erased."),
    ] = None,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Erase without asking.")] = False,
    group_whole: Annotated[
        bool, typer.Option("--group-whole", help="Erase everything in the group; asks for its name.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show what would be erased, ask, and erase it permanently. It will not be learned again, even in other words."""
    if group_whole == bool(what and what.strip()):
        raise InvalidInput("forget: name an id or a text, or --group-whole and nothing else", field="ID or TEXT")
    if group_whole:
        done = call.ask(lambda memory: _forget_group(memory, yes, as_json))
    else:
        done = call.ask(lambda memory: _forget(memory, str(what), yes, as_json))
    if done is not None:
        answer(done, _show_done, as_json=as_json)


async def _forget(memory: "AsyncMemory", what: str, yes: bool, as_json: bool) -> "ForgetResult | None":
    """Forget what contains a text, and return the result; null where only an earlier forgetting was completed."""
    from memorist.memory_store.forgetting.plan import nothing_goes

    plan = await memory.preview_forget(what)
    kept: dict[str, object] = {"plan": plan, "erased": False, "remains": []}
    if plan.empty:
        resumed, why = await memory.store.forgetting.resume(memory.scope.group_id), nothing_goes(plan)
        told = "an earlier forgetting was completed" if resumed else why
        answer(resumed or {**kept, "reason": why}, lambda _: note(told, style="yellow"), as_json=as_json)
        if resumed is None:
            raise typer.Exit(1)
        return None
    if not as_json:
        _show(plan)
    if not (yes or confirmed("Erase this for ever? [y/N] ", "y")):
        if as_json:
            emit(kept)
        note("nothing was erased")
        raise typer.Exit(1)
    return await memory.forget(what, confirmed=plan.fingerprint)


async def _forget_group(memory: "AsyncMemory", yes: bool, as_json: bool) -> "ForgetResult":
    group = memory.scope.group_id
    numbers = await memory.store.admin.numbers(group)
    if not as_json:
        table(("what", "number"), [(what, f"{number:,}") for what, number in sorted(numbers.items())])
    if not (yes or confirmed(f"Erase all of this for ever? Type the name of the group, {group}: ", group)):
        note("nothing was erased")
        raise typer.Exit(1)
    return await memory.forget_group()


def _show_done(done: "ForgetResult") -> None:
    say("forgotten" if done.erased else "there was nothing to forget", style="green" if done.erased else "yellow")
    for kept in done.remains:
        note(kept, style="yellow")


def _show(plan: "ForgetPlan") -> None:
    from memorist.memory_store.forgetting.plan import still_said

    rows = [(item.type, _short(item.content), item.reason, item.id) for item in plan.erased]
    rows += [("raw input", _short(each.content), each.reason, each.id) for each in plan.emptied]
    say("would be erased:")
    table(("type", "what", "why", "id"), rows)
    for kept in plan.told_of_kept:
        note(kept)
    if plan.recomputed:
        say("would be recomputed:")
        changes = [(each.type, _short(each.content), each.reason, each.id) for each in plan.recomputed]
        table(("type", "what", "why", "id"), changes)
    for stays in still_said(plan):
        note(stays, style="yellow")
    parts = [count(plan.log_entries, "log entry", "log entries") + " would be redacted"]
    if plan.files:
        parts.append(count(len(plan.files), "content file", "content files") + " would be erased")
    if plan.waiting:
        parts.append(count(plan.waiting, "input that waits", "inputs that wait") + " in the inbox would be erased")
    say("; ".join(parts), style="dim")


def _short(text: str | None) -> str:
    return "(another's own)" if text is None else excerpt(text)
