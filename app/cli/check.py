"""``check``: is the store in order?"""

import asyncio
from typing import TYPE_CHECKING

import typer

from hypomnema.app.cli.options import Call, JsonOption, with_call
from hypomnema.app.cli.render import count, emit, say, table

if TYPE_CHECKING:
    from hypomnema.memory_store.reading import Finding


@with_call
def check(call: Call, *, as_json: JsonOption = False) -> None:
    """Count what is stored and look for broken invariants."""
    findings, numbers = asyncio.run(_check(call))
    sound = not any(finding.severity == "error" for finding in findings)
    if as_json:
        emit({"ok": sound, "findings": findings, "numbers": numbers})
    else:
        table(("what", "number"), [(what, f"{number:,}") for what, number in sorted(numbers.items())])
        _show(findings)
    if not sound:
        raise typer.Exit(1)


async def _check(call: Call) -> "tuple[list[Finding], dict[str, int]]":
    async with call.memory() as memory:
        group = memory.scope.group_id
        return await memory.store.check(group), await memory.store.numbers(group)


def _show(findings: "list[Finding]") -> None:
    say()
    if not findings:
        say("no problems found", style="green")
        return
    table(
        ("severity", "problem", "what", "ids"),
        [(finding.severity, finding.kind, finding.message, ", ".join(finding.ids)) for finding in findings],
    )
    say(f"{count(len(findings), 'problem', 'problems')} found", style="red")
