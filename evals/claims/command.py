"""``memorist bench claims``: what is held, what has ended and what nobody said, against cases that know it."""

import asyncio
import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer
from rich.console import Console
from rich.table import Table

from memorist.evals.errors_told import errors_told
from memorist.evals.options import AsJson, Every, Readers, StoreOption, TotalsOnly
from memorist.evals.place import place
from memorist.evals.progress import progress

if TYPE_CHECKING:
    from memorist.evals.claims.case import ClaimCase
    from memorist.evals.claims.score import ClaimScore, ClaimTotal


def claims(
    data: Annotated[Path, typer.Option(help="JSON lines of cases: {id, kind, turns, held, ended, never, why}.")],
    readers: Readers = "patterns",
    every: Every = 1,
    store: StoreOption = None,
    totals_only: TotalsOnly = False,
    as_json: AsJson = False,
) -> None:
    """Tell a memory conversations whose claims are known; report claim F1, ends F1 and harm per 100 turns."""
    from memorist.evals.claims.case import load_claims
    from memorist.evals.claims.score import total

    with errors_told():
        cases = load_claims(data)[::every]
        with place(store) as url, progress() as bars:
            task = bars.add_task("conversations", total=len(cases))
            scores = asyncio.run(_scored(cases, url, readers, lambda: bars.advance(task)))
    summed = total(scores)
    if as_json:
        results = {} if totals_only else {"results": [score.model_dump() for score in scores]}
        typer.echo(json.dumps({"data": data.name, "readers": readers, **summed.model_dump(), **results}))
        return
    _show(Console(highlight=False, markup=False), summed, () if totals_only else scores)


async def _scored(cases: "Sequence[ClaimCase]", url: str, readers: str, tell: Callable[[], None]) -> "list[ClaimScore]":
    from memorist.evals.claims.replay import believed_after
    from memorist.evals.claims.score import score_claims
    from memorist.evals.conversation import store_at

    run, scores = uuid4().hex[:8], list["ClaimScore"]()
    async with store_at(datetime(2026, 1, 1, tzinfo=UTC), url, readers=readers) as (store, clock):
        for number, case in enumerate(cases):
            believed, words = await believed_after(case, store, clock, f"claims{run}n{number}")
            scores.append(score_claims(case, believed, words))
            tell()
    return scores


def _show(console: Console, summed: "ClaimTotal", scores: "Sequence[ClaimScore]") -> None:
    console.print(
        f"{summed.cases} conversations, {summed.turns} turns: held as memory {summed.held_as_memory:.3f}, in words "
        f"{summed.held_in_words:.3f}; claims P {summed.claim_precision:.3f} R {summed.claim_recall:.3f} "
        f"F1 {summed.claim_f1:.3f}; ends P {summed.ends_precision:.3f} R {summed.ends_recall:.3f} "
        f"F1 {summed.ends_f1:.3f}; harm {summed.harm:.2f} per 100 turns ({summed.invented} invented, "
        f"{summed.wrong_ends} ended wrongly)"
    )
    table = Table("kind", "held as memory", "retired", "harm")
    for kind, figures in summed.by_kind.items():
        table.add_row(kind, f"{figures['as_memory']:.2f}", f"{figures['retired']:.2f}", f"{figures['harm']:.0f}")
    console.print(table)
    for score in scores:
        for line in (*score.invented, *(f"ended, but it holds: {end}" for end in score.wrong_ends)):
            console.print(f"{score.id} ({score.kind}): {line}")
