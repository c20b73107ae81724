"""``check``: is the store in order?"""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import answer, count, say, table

if TYPE_CHECKING:
    from memorist.memory_store.parts.repairing import Repair
    from memorist.memory_store.reading import Finding


@dataclass(frozen=True)
class CheckReport:
    """Findings, repairs and figures of a check; ``ok``: nothing that was found is an error."""

    ok: bool
    findings: "list[Finding]"
    repaired: "list[Repair]"
    numbers: dict[str, int]
    group: dict[str, Any]


@with_call
def check(
    call: Call,
    *,
    repair: Annotated[bool, typer.Option("--repair", help="Rebuild what can be rebuilt, and report it.")] = False,
    whole: Annotated[
        bool, typer.Option("--whole", help="Also compare everything stored with the change log; takes longer.")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Count what is stored and report broken invariants."""
    checked = asyncio.run(_check(call, repair=repair, whole=whole))
    answer(checked, _show, as_json=as_json)
    if not checked.ok:
        raise typer.Exit(1)


async def _check(call: Call, *, repair: bool, whole: bool) -> CheckReport:
    from memorist.memory_store.domain.errors import GroupUnfinished

    async with call.opened_store() as store:
        admin, group = store.admin, store.settings.group
        repaired, findings = await admin.repair(group) if repair else ([], await admin.check(group))
        numbers: dict[str, int] = {}
        with suppress(GroupUnfinished):  # which the check has found
            numbers = await admin.numbers(group)
            findings += await admin.compare(group) if whole else []
        state = await store.database.state(group)
        known = {"schema": state.schema, "embedder": state.embedder, "dimension": state.dimension} if state else {}
        sound = not any(finding.severity == "error" for finding in findings)
        return CheckReport(sound, findings, repaired, numbers, known)


def _show(checked: CheckReport) -> None:
    table(("what", "number"), [(what, f"{number:,}") for what, number in sorted(checked.numbers.items())])
    say(" · ".join(f"{name} {value}" for name, value in checked.group.items()), style="dim")
    say()
    if checked.repaired:
        table(("mended", "how", "ids"), [(r.kind, r.step, ", ".join(r.ids)) for r in checked.repaired])
    if not checked.findings and not checked.group:
        say("nothing to check: the store holds no such group", style="yellow")
        return
    if not checked.findings:
        say("no problems found" if not checked.repaired else "no problems left", style="green")
        return
    table(
        ("severity", "problem", "what", "ids"),
        [(finding.severity, finding.kind, finding.message, ", ".join(finding.ids)) for finding in checked.findings],
    )
    say(f"{count(len(checked.findings), 'problem', 'problems')} found", style="red")
