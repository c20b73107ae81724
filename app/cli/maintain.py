"""``promote``, ``maintain``, ``review``: what climbs, what fades, what waits for a person."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memorist.app.cli.options import Call, JsonOption, with_call
from memorist.app.cli.render import answer, count, note, progress, say, table

if TYPE_CHECKING:
    from memorist.api.memory import AsyncMemory
    from memorist.memory_store.domain.errors import MemoristError
    from memorist.nodes.promotion.review import Waiting
    from memorist.nodes.promotion.state import PromotionReport, Stages

DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show the exact change sets, write nothing.")]
WaitOption = Annotated[
    float, typer.Option("--wait", min=0, metavar="SECONDS", help="How long to wait for another worker to finish.")
]
AllGroupsOption = Annotated[bool, typer.Option("--all-groups", help="Every group of the store, not only --group.")]
POLL_SECONDS = 0.25


@with_call
def promote(
    call: Call,
    *,
    dry_run: DryRunOption = False,
    wait: WaitOption = 120.0,
    all_groups: AllGroupsOption = False,
    as_json: JsonOption = False,
) -> None:
    """Promote memories up the ladder: episodes, observations, facts, rules, procedures, shared patterns."""
    _run(call, "promote", dry_run=dry_run, wait=wait, all_groups=all_groups, as_json=as_json)


@with_call
def maintain(
    call: Call,
    *,
    dry_run: DryRunOption = False,
    wait: WaitOption = 120.0,
    all_groups: AllGroupsOption = False,
    as_json: JsonOption = False,
) -> None:
    """Run a full maintenance pass: promote, recompute memories that lost evidence, fade, archive."""
    _run(call, "all", dry_run=dry_run, wait=wait, all_groups=all_groups, as_json=as_json)


def _run(call: Call, stages: "Stages", *, dry_run: bool, wait: float, all_groups: bool, as_json: bool) -> None:
    reports, failed = call.ask(
        lambda memory: _passes(memory, stages, dry_run=dry_run, wait=wait, all_groups=all_groups)
    )
    answer(reports, _show, as_json=as_json)
    for error in failed[1:]:
        note(f"error: {error}", style="red")
    if failed:
        raise failed[0]
    if any(report.busy for report in reports):
        raise typer.Exit(1)


async def _passes(
    memory: "AsyncMemory", stages: "Stages", *, dry_run: bool, wait: float, all_groups: bool
) -> "tuple[list[PromotionReport], list[MemoristError]]":
    from memorist.app.every_group import in_every_group

    with progress("elapsed") as bar:

        async def one_pass(one: "AsyncMemory") -> "PromotionReport":
            group = one.scope.group_id
            task = bar.add_task(group, total=None)

            def told(step: Mapping[str, Any]) -> None:
                bar.update(task, description=f"{group}: {step['stage']}", completed=step["done"], total=step["total"])

            return await _until_free(one, stages, dry_run=dry_run, wait=wait, told=told)

        return await in_every_group(memory, one_pass) if all_groups else ([await one_pass(memory)], [])


async def _until_free(
    memory: "AsyncMemory", stages: "Stages", *, dry_run: bool, wait: float, told: Any
) -> "PromotionReport":
    """Run a pass; while another worker holds the lease, try again for ``wait`` seconds. Returns the last report."""
    deadline = time.monotonic() + wait
    while True:
        report = await memory.maintain(stages=stages, dry_run=dry_run, on_progress=told)
        if report.busy is None or time.monotonic() >= deadline:
            return report
        await asyncio.sleep(POLL_SECONDS)


def _show(reports: "Sequence[PromotionReport]") -> None:
    for report in reports:
        if report.busy is not None:
            note(f"{report.group}: {report.busy} is maintaining it; nothing was done", style="yellow")
            continue
        table(("what", "memory", "why", "id"), [(one.what, one.content, one.why, one.id) for one in report.done])
        for question in report.questions:
            say(f"? {question.question}  [{question.id}]", style="magenta")
        done = ", ".join(f"{what} {number}" for what, number in sorted(report.counts.items()) if what != "considered")
        would = "would be done" if report.dry_run else "done"
        say(f"{report.group}: {done or 'nothing'} {would} ({count(report.entries, 'log entry', 'log entries')} read)")
        if report.dry_run:
            say(f"{count(len(report.changes), 'change set', 'change sets')}; --json shows them")


@with_call
def review(
    call: Call,
    id_: Annotated[
        str | None, typer.Argument(metavar="[ID]", help="The question to answer; without it, list all.")
    ] = None,
    choice: Annotated[
        str | None,
        typer.Argument(
            metavar="[ANSWER]", help="block, warn, no; keep_stored, take_new, keep_both; or ok: as the queue offers."
        ),
    ] = None,
    *,
    reason: Annotated[str, typer.Option("--reason", help="Kept with the answer.")] = "",
    as_json: JsonOption = False,
) -> None:
    """List open questions (promotions, contradictions, flags), or answer one."""
    if id_ is None:
        answer(call.ask(lambda memory: memory.review.waiting()), _show_queue, as_json=as_json)
        return
    if choice is None:
        from memorist.memory_store.domain.errors import InvalidInput

        raise InvalidInput(
            "review: field ANSWER: is missing; `review` alone shows the answers there are", field="choice"
        )
    settled = call.ask(lambda memory: memory.review.settle(id_, choice, reason=reason))
    told = {**settled.model_dump(mode="json"), "answer": choice}
    answer(told, lambda _: say(f"{choice}: {settled.content}", style="green"), as_json=as_json)


def _show_queue(waiting: "Sequence[Waiting]") -> None:
    if not waiting:
        note("no open questions")
        return
    table(
        ("kind", "memory", "question", "answers", "id"),
        [(item.kind, item.content, _why(item), " ".join(item.choices), item.id) for item in waiting],
    )


def _why(item: "Waiting") -> str:
    """Why it waits, and what stands against it."""
    return f"{item.question}; against: {' / '.join(item.against)}" if item.against else item.question
