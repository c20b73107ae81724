"""``memorist bench prompts``: whether the prompts of tasks hold what they must and nothing that they must not."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from memorist.evals.errors_told import errors_told
from memorist.evals.options import AsJson, StoreOption, TotalsOnly

if TYPE_CHECKING:
    from memorist.evals.prompts.case import PromptCase
    from memorist.evals.prompts.score import PromptScore
    from memorist.memory_store.domain.clock import VirtualClock
    from memorist.memory_store.store import Store


def prompts(
    data: Annotated[Path, typer.Option(help="JSON lines: {id, users, memories, tasks}.", dir_okay=False)],
    store: StoreOption = None,
    totals_only: TotalsOnly = False,
    as_json: AsJson = False,
) -> None:
    """Write memories, ask tasks, and compare each prompt with the lines that it must and must not hold."""
    from memorist.evals.each_case import each_case, echo_totals
    from memorist.evals.prompts.case import load_prompt_cases
    from memorist.evals.prompts.score import total_of

    with errors_told():
        cases = load_prompt_cases(data)
        start = min(line.at for case in cases for line in case.memories)
        asked = each_case(cases, _asked, name="prompts", start=start, store=store)
    told = [one for of_case in asked for one in of_case]
    summed = total_of(len(cases), told)
    if as_json:
        echo_totals(data, summed, None if totals_only else [one.model_dump() for one in told])
        return
    console = Console(highlight=False, markup=False)
    console.print(
        f"{summed.tasks} tasks over {summed.cases} memories of {data.name}: {summed.must:.3f} of what must be told is "
        f"(BM25 with as many tokens {summed.bm25_must:.3f}, with as many lines {summed.bm25_must_lines:.3f}), all of "
        f"it to {summed.whole:.3f}; {summed.must_not:.3f} of what must not (BM25 {summed.bm25_must_not:.3f} and "
        f"{summed.bm25_must_not_lines:.3f}); median {summed.tokens:.0f} tokens, p95 {summed.tokens_p95:.0f}; "
        f"{summed.tokens_for_nothing:.0f} beside the rules where nothing must be told"
    )
    if not totals_only:
        _show(console, told)


async def _asked(case: "PromptCase", store: "Store", clock: "VirtualClock", group: str) -> "list[PromptScore]":
    from memorist.evals.prompts.run import ask_case

    return await ask_case(store, group, case)


def _show(console: Console, told: "Sequence[PromptScore]") -> None:
    for one in told:
        if not one.missing and not one.wrong:
            continue
        console.print(f"\n{one.case} {one.task}: {one.asked} ({one.tokens} tokens)")
        for line in one.missing:
            console.print(f"  missing: {line}")
        for line in one.wrong:
            console.print(f"  must not: {line}")
