"""``memorist bench extraction``: what is kept, how it is typed and what it says, against cases that know it."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from memorist.evals.command_line import AsJson, Every, Readers, TotalsOnly, progress

Data = Annotated[Path | None, typer.Option(help="JSON lines of cases: {id, turns, expected}.", dir_okay=False)]
Pairs = Annotated[Path | None, typer.Option(help="JSON list of {class, a, b}: what must not be merged.")]
Locomo = Annotated[Path | None, typer.Option(help="gzip'd conversations with gold turns: what must pass the gate.")]


def extraction(
    data: Data = None,
    readers: Readers = "patterns",
    every: Every = 1,
    pairs: Pairs = None,
    locomo: Locomo = None,
    totals_only: TotalsOnly = False,
    as_json: AsJson = False,
) -> None:
    """Score gate, types, entities and facts on a corpus, without a database; without a model, unless one is named."""
    from memorist.memory_store.domain.errors import InvalidInput

    try:
        answer = _measured(data, readers, every, pairs, locomo, totals_only=totals_only)
    except InvalidInput as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    if as_json:
        typer.echo(json.dumps(answer, ensure_ascii=False))
        return
    console = Console()
    if data is not None:
        _show(console, answer)
        _show_cases(console, answer.get("results", ()))


def _measured(
    data: Path | None,
    readers: str,
    every: int,
    pairs: Path | None,
    locomo: Path | None,
    *,
    totals_only: bool,
) -> dict[str, Any]:
    """Return the requested measurements as one object. Raises :class:`InvalidInput`."""
    from memorist.evals.extraction.evidence import through_the_gate
    from memorist.evals.extraction.pairs import compare, load_pairs
    from memorist.memory_store.domain.errors import InvalidInput

    if data is None:
        raise InvalidInput("--data: a corpus is needed: JSON lines of cases", field="data")
    answer = _scored(data, readers, every, totals_only=totals_only)
    if pairs is not None:
        answer["pairs"] = asyncio.run(compare(load_pairs(pairs))).model_dump()
    if locomo is not None:
        answer["locomo"] = through_the_gate(locomo).model_dump(exclude={"missed"} if totals_only else None)
    return answer


def _scored(data: Path, readers: str, every: int, *, totals_only: bool) -> dict[str, Any]:
    from memorist.evals.extraction.case import load_cases
    from memorist.evals.extraction.reading import read_cases
    from memorist.evals.extraction.score import score_case, total

    cases = load_cases(data)[::every]
    with progress() as bars:
        task = bars.add_task("cases", total=len(cases))
        read, asked = asyncio.run(read_cases(cases, readers, lambda: bars.advance(task)))
    scores = [score_case(case, turns) for case, turns in zip(cases, read, strict=True)]
    told: dict[str, Any] = {"data": data.name, **total(scores).model_dump(), "asked": asked.model_dump()}
    if not totals_only:
        told["results"] = [{**score.model_dump(), "perfect": score.perfect} for score in scores]
    return told


def _show(console: Console, answer: dict[str, Any]) -> None:
    table = Table("", "precision", "recall", "F1", box=None)
    for name in ("gate", "types", "entities", "facts"):
        row = answer[name]
        table.add_row(name, *(f"{row[key]:.3f}" for key in ("precision", "recall", "f1")))
    console.print(f"{answer['cases']} cases of {answer['data']}, {answer['perfect']} without a fault")
    console.print(table)
    guessed = answer["types_guessed"]["f1"]
    console.print(
        f"type accuracy {answer['types']['accuracy']:.3f}; F1 with the gate's guess where unread {guessed:.3f}"
    )
    reversed_, borrowed = answer["negation_errors"], answer["assistant_facts"]
    console.print(f"negation errors {reversed_}, facts from assistant's words {borrowed}")
    asked = answer["asked"]
    console.print(
        f"{asked['readers']}: {asked['turns']} turns in {asked['seconds']:.1f} s; {asked['memories']} memories, "
        f"{asked['unread']} sentences unread, {sum(asked['not_believed'].values())} proposals not believed"
    )
    for reason, times in asked["failures"].items():
        console.print(f"  {times} x {reason}", markup=False, highlight=False)
    if pairs := answer.get("pairs"):
        console.print(
            f"pairs: {len(pairs['wrong_merges'])} wrong merges, "
            f"{pairs['meeting']} of {pairs['paraphrases']} paraphrases meet, {pairs['same_slot']} in one slot"
        )
    if locomo := answer.get("locomo"):
        console.print(
            f"conversations: {locomo['evidence_passed']:.3f} of {locomo['evidence_turns']} turns with evidence pass "
            f"the gate, {locomo['other_passed']:.3f} of {locomo['other_turns']} others"
        )


def _show_cases(console: Console, results: Sequence[dict[str, Any]]) -> None:
    for result in results:
        if result["perfect"]:
            continue
        console.print(f"\n[bold]{result['id']}[/bold] ({result['family']}): {result['action']}", highlight=False)
        for name in ("missed", "unexpected", "wrong_types", "wrong_entities", "negation_errors", "assistant_facts"):
            for line in result[name]:
                console.print(f"  {name}: {line}", markup=False, highlight=False)
