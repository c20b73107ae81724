"""``memorist bench updates``: what is believed after something changed, against cases that know it."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer
from rich.console import Console

from memorist.evals.errors_told import errors_told
from memorist.evals.options import AsJson, Every, Readers, StoreOption, TotalsOnly
from memorist.evals.place import place
from memorist.evals.progress import progress

if TYPE_CHECKING:
    from memorist.evals.updates.case import UpdateCase
    from memorist.evals.updates.score import UpdateScore


def updates(
    data: Annotated[Path, typer.Option(help="JSON lines of cases: {id, kind, turns, now, gone, why}.", dir_okay=False)],
    readers: Readers = "patterns",
    every: Every = 1,
    store: StoreOption = None,
    totals_only: TotalsOnly = False,
    as_json: AsJson = False,
) -> None:
    """Tell a memory conversations in which something changes; see what it believes in the end."""
    from memorist.evals.updates.case import load_updates
    from memorist.evals.updates.score import total

    with errors_told():
        cases = load_updates(data)[::every]
        with place(store) as url, progress() as bars:
            task = bars.add_task("conversations", total=len(cases))
            scores = asyncio.run(_scored(cases, url, readers, lambda: bars.advance(task)))
    summed = total(scores)
    if as_json:
        results = {} if totals_only else {"results": [{**s.model_dump(), "right": s.right} for s in scores]}
        typer.echo(
            json.dumps({"data": data.name, "readers": readers, **summed.model_dump(), **results}, ensure_ascii=False)
        )
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


async def _scored(
    cases: "Sequence[UpdateCase]", url: str, readers: str, tell: Callable[[], None]
) -> "list[UpdateScore]":
    from memorist.evals.conversation import store_at
    from memorist.evals.updates.replay import believed_after
    from memorist.evals.updates.score import score_update

    run = uuid4().hex[:8]
    scores: list[UpdateScore] = []
    async with store_at(cases[0].turns[0].at, url, readers=readers) as (store, clock):
        for number, case in enumerate(cases):
            believed = await believed_after(case, store, clock, f"updates{run}n{number}")
            scores.append(score_update(case, believed))
            tell()
    return scores


def _show(console: Console, scores: "Sequence[UpdateScore]") -> None:
    for score in scores:
        if score.right:
            continue
        console.print(f"\n{score.id} ({score.kind})")
        for name in ("missing", "stale", "believed"):
            for line in getattr(score, name):
                console.print(f"  {name}: {line}")
