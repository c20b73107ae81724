"""``hypomnema bench extraction``: what is kept, how it is typed and what it says, against cases that know it."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

Data = Annotated[Path, typer.Option(help="JSON lines of cases: {id, turns, expected}.")]
Pairs = Annotated[Path | None, typer.Option(help="JSON list of {class, a, b}: what must not be merged.")]
Locomo = Annotated[Path | None, typer.Option(help="gzip'd conversations with gold turns: what must pass the gate.")]
TotalsOnly = Annotated[bool, typer.Option("--totals", help="Only the figures, no single case.")]


def extraction(
    data: Data,
    pairs: Pairs = None,
    locomo: Locomo = None,
    totals_only: TotalsOnly = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Score gate, types, entities and facts on a corpus, without a model and without a database."""
    from hypomnema.evals.extraction.case import load_cases
    from hypomnema.evals.extraction.evidence import through_the_gate
    from hypomnema.evals.extraction.pairs import compare, load_pairs
    from hypomnema.evals.extraction.reading import read_case
    from hypomnema.evals.extraction.score import score_case, total

    scores = [score_case(case, read_case(case)) for case in load_cases(data)]
    answer: dict[str, Any] = {"data": data.name, **total(scores).model_dump()}
    if pairs is not None:
        answer["pairs"] = compare(load_pairs(pairs)).model_dump()
    if locomo is not None:
        answer["locomo"] = through_the_gate(locomo).model_dump(exclude={"missed"} if totals_only else None)
    if not totals_only:
        answer["results"] = [{**score.model_dump(), "perfect": score.perfect} for score in scores]
    if as_json:
        import json

        typer.echo(json.dumps(answer, ensure_ascii=False))
        return
    console = Console()
    _show(console, answer)
    if not totals_only:
        _show_cases(console, answer["results"])


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


def _show_cases(console: Console, results: list[dict[str, Any]]) -> None:
    for result in results:
        if result["perfect"]:
            continue
        console.print(f"\n[bold]{result['id']}[/bold] ({result['family']}): {result['action']}", highlight=False)
        for name in ("missed", "unexpected", "wrong_types", "wrong_entities", "negation_errors", "assistant_facts"):
            for line in result[name]:
                console.print(f"  {name}: {line}", markup=False, highlight=False)
