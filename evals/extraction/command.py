"""``memorist bench extraction``: what is kept, how it is typed and what it says, against cases that know it."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from memorist.evals.progress import progress

Data = Annotated[Path | None, typer.Option(help="JSON lines of cases: {id, turns, expected}.", dir_okay=False)]
Extractor = Annotated[
    str, typer.Option(help="Who is asked what no pattern reads: ollama, ollama:MODEL, chat:PROVIDER:MODEL … or none.")
]
Misses = Annotated[
    Path | None, typer.Option(help="A miss log: the shapes that models read and no pattern did.", dir_okay=False)
]
Pairs = Annotated[Path | None, typer.Option(help="JSON list of {class, a, b}: what must not be merged.")]
Locomo = Annotated[Path | None, typer.Option(help="gzip'd conversations with gold turns: what must pass the gate.")]
TotalsOnly = Annotated[bool, typer.Option("--totals", help="Only the figures, no single case.")]


def extraction(
    data: Data = None,
    extractor: Extractor = "none",
    misses: Misses = None,
    pairs: Pairs = None,
    locomo: Locomo = None,
    totals_only: TotalsOnly = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Score gate, types, entities and facts on a corpus, without a database; without a model, unless one is named."""
    from memorist.memory_store.domain.errors import InvalidInput

    try:
        answer = _measured(data, extractor, misses, pairs, locomo, totals_only=totals_only)
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
    if misses is not None:
        _show_candidates(console, answer["candidates"])


def _measured(
    data: Path | None,
    extractor: str,
    misses: Path | None,
    pairs: Path | None,
    locomo: Path | None,
    *,
    totals_only: bool,
) -> dict[str, Any]:
    """What was asked for, as one object. Raises :class:`InvalidInput`."""
    from memorist.evals.extraction.candidates import candidates
    from memorist.evals.extraction.evidence import through_the_gate
    from memorist.evals.extraction.pairs import compare, load_pairs
    from memorist.memory_store.domain.errors import InvalidInput

    if data is None and (misses is None or pairs or locomo):
        raise InvalidInput("--data: a corpus is needed; without one there is only --misses LOG", field="data")
    answer: dict[str, Any] = {}
    if data is not None:
        answer |= _scored(data, extractor, totals_only=totals_only)
    if misses is not None:
        answer["candidates"] = [one.model_dump() for one in candidates(misses)]
    if pairs is not None:
        answer["pairs"] = compare(load_pairs(pairs)).model_dump()
    if locomo is not None:
        answer["locomo"] = through_the_gate(locomo).model_dump(exclude={"missed"} if totals_only else None)
    return answer


def _scored(data: Path, extractor: str, *, totals_only: bool) -> dict[str, Any]:
    from memorist.evals.extraction.asking import read_asking
    from memorist.evals.extraction.case import load_cases
    from memorist.evals.extraction.score import score_case, total

    cases = load_cases(data)
    with progress() as bars:
        task = bars.add_task("cases", total=len(cases))
        read, asked = asyncio.run(read_asking(cases, extractor, lambda: bars.advance(task)))
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
    console.print(f"type accuracy {answer['types']['accuracy']:.3f}")
    reversed_, borrowed = answer["negation_errors"], answer["assistant_facts"]
    console.print(f"negation errors {reversed_}, facts from assistant's words {borrowed}")
    asked = answer["asked"]
    if asked["questions"]:
        console.print(
            f"{asked['extractor']}: asked about {asked['questions']} turns, answered {asked['answered']} in "
            f"{asked['seconds']:.1f} s; {asked['memories']} memories, {asked['dropped']} statements worth nothing, "
            f"{sum(asked['not_believed'].values())} not believed {asked['not_believed'] or ''}"
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


def _show_candidates(console: Console, found: Sequence[dict[str, Any]]) -> None:
    for one in found:
        predicate = f"{one['predicate'] or 'no claim'}{'' if one['polarity'] else ', not'}"
        console.print(f"{one['times']} x {one['shape']}  ({one['type']}, {predicate})", markup=False, highlight=False)
        for example in one["examples"]:
            console.print(f"      {example['text']}", markup=False, highlight=False)
