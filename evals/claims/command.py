"""``memorist bench claims``: what is held, what has ended and what nobody said, against cases that know it."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from memorist.evals.errors_told import errors_told
from memorist.evals.options import AsJson, Every, Readers, StoreOption, TotalsOnly

if TYPE_CHECKING:
    from memorist.evals.claims.case import ClaimCase
    from memorist.evals.claims.score import ClaimScore, ClaimTotal
    from memorist.memory_store.domain.clock import VirtualClock
    from memorist.memory_store.store import Store


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
    from memorist.evals.each_case import each_case, echo_totals

    with errors_told():
        cases = load_claims(data)[::every]
        start = datetime(2026, 1, 1, tzinfo=UTC)
        scores = each_case(cases, _scored, name="claims", start=start, store=store, readers=readers)
    summed = total(scores)
    if as_json:
        results = None if totals_only else [score.model_dump() for score in scores]
        echo_totals(data, summed, results, readers=readers)
        return
    _show(Console(highlight=False, markup=False), summed, () if totals_only else scores)


async def _scored(case: "ClaimCase", store: "Store", clock: "VirtualClock", group: str) -> "ClaimScore":
    from memorist.evals.claims.replay import believed_after
    from memorist.evals.claims.score import score_claims

    believed, words = await believed_after(case, store, clock, group)
    return score_claims(case, believed, words)


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
