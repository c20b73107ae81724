"""``memorist bench updates``: what is believed after something changed, against cases that know it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from memorist.evals.errors_told import errors_told
from memorist.evals.options import AsJson, Every, Readers, StoreOption, TotalsOnly

if TYPE_CHECKING:
    from memorist.evals.updates.case import UpdateCase
    from memorist.evals.updates.score import UpdateScore
    from memorist.memory_store.domain.clock import VirtualClock
    from memorist.memory_store.store import Store


def updates(
    data: Annotated[Path, typer.Option(help="JSON lines of cases: {id, kind, turns, now, gone, why}.", dir_okay=False)],
    readers: Readers = "patterns",
    every: Every = 1,
    store: StoreOption = None,
    totals_only: TotalsOnly = False,
    as_json: AsJson = False,
) -> None:
    """Tell a memory conversations in which something changes; see what it believes in the end."""
    from memorist.evals.each_case import each_case, echo_totals
    from memorist.evals.updates.case import load_updates
    from memorist.evals.updates.score import total

    with errors_told():
        cases = load_updates(data)[::every]
        start = cases[0].turns[0].at
        scores = each_case(cases, _scored, name="updates", start=start, store=store, readers=readers)
    summed = total(scores)
    if as_json:
        results = None if totals_only else [{**score.model_dump(), "right": score.right} for score in scores]
        echo_totals(data, summed, results, readers=readers)
        return
    console = Console(highlight=False, markup=False)
    console.print(
        f"{summed.cases} conversations of {data.name}: {summed.right:.3f} right; "
        f"known {summed.known:.3f}, retired {summed.retired:.3f}"
    )
    for kind, right in summed.by_kind.items():
        console.print(f"  {right:.2f}  {kind}")
    if not totals_only:
        _show(console, scores)


async def _scored(case: "UpdateCase", store: "Store", clock: "VirtualClock", group: str) -> "UpdateScore":
    from memorist.evals.updates.replay import believed_after
    from memorist.evals.updates.score import score_update

    return score_update(case, await believed_after(case, store, clock, group))


def _show(console: Console, scores: "Sequence[UpdateScore]") -> None:
    for score in scores:
        if score.right:
            continue
        console.print(f"\n{score.id} ({score.kind})")
        for name in ("missing", "stale", "believed"):
            for line in getattr(score, name):
                console.print(f"  {name}: {line}")
