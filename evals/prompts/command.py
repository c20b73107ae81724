"""``memorist bench prompts``: whether the prompts of tasks hold what they must and nothing that they must not."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer
from rich.console import Console

from memorist.evals.errors_told import errors_told
from memorist.evals.options import AsJson, StoreOption
from memorist.evals.place import place
from memorist.evals.progress import progress

if TYPE_CHECKING:
    from memorist.evals.prompts.case import PromptCase
    from memorist.evals.prompts.score import Told


def prompts(
    data: Annotated[Path, typer.Option(help="JSON lines: {id, users, memories, tasks}.", dir_okay=False)],
    store: StoreOption = None,
    totals_only: Annotated[bool, typer.Option("--totals", help="Only the figures, no single task.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write memories, ask tasks, and compare each prompt with the lines that it must and must not hold."""
    from memorist.evals.prompts.case import load_prompt_cases
    from memorist.evals.prompts.score import total_of

    with errors_told():
        cases = load_prompt_cases(data)
        with place(store) as url, progress() as bars:
            bar = bars.add_task("cases", total=len(cases))
            told = asyncio.run(_told(cases, url, lambda: bars.advance(bar)))
    summed = total_of(len(cases), told)
    if as_json:
        results = {} if totals_only else {"results": [one.model_dump() for one in told]}
        typer.echo(json.dumps({"data": data.name, **summed.model_dump(), **results}, ensure_ascii=False))
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


async def _told(cases: "Sequence[PromptCase]", url: str, tell: Callable[[], None]) -> "list[Told]":
    from memorist.evals.conversation import store_at
    from memorist.evals.prompts.run import ask_case

    run, told = uuid4().hex[:8], list["Told"]()
    async with store_at(min(line.at for case in cases for line in case.memories), url) as (store, _):
        for number, case in enumerate(cases):
            told += await ask_case(store, f"prompts{run}n{number}", case)
            tell()
    return told


def _show(console: Console, told: "Sequence[Told]") -> None:
    for one in told:
        if not one.missing and not one.wrong:
            continue
        console.print(f"\n{one.case} {one.task}: {one.asked} ({one.tokens} tokens)")
        for line in one.missing:
            console.print(f"  missing: {line}")
        for line in one.wrong:
            console.print(f"  must not: {line}")
