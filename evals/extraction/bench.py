"""``memorist bench extraction``: what is kept, how it is typed and what it says, against cases that know it."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from memorist.evals.benchmark import Figures
from memorist.evals.case_file import read_cases
from memorist.evals.command_line import AsJson, Every, Readers, TotalsOnly, counted, errors_told
from memorist.evals.extraction.case import ExtractionCase
from memorist.evals.extraction.pairs import compare, load_pairs
from memorist.evals.extraction.reading import LOOK_BACK, read_corpus
from memorist.evals.extraction.score import CaseScore, score_case, total
from memorist.evals.figures import share
from memorist.evals.retrieval.data import conversations
from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.ingestion.gate import judge_words
from memorist.nodes.reading.reader import Spoken

FAULTS = ("missed", "unexpected", "wrong_types", "wrong_entities", "negation_errors", "assistant_facts")


def extraction(
    data: Annotated[
        Path | None, typer.Option(help="JSON lines of cases: {id, turns, expected}.", dir_okay=False)
    ] = None,
    readers: Readers = "patterns",
    every: Every = 1,
    pairs: Annotated[Path | None, typer.Option(help="JSON list of {class, a, b}: what must not be merged.")] = None,
    locomo: Annotated[
        Path | None, typer.Option(help="gzip'd conversations with gold turns: what must pass the gate.")
    ] = None,
    totals_only: TotalsOnly = False,
    as_json: AsJson = False,
) -> None:
    """Score gate, types, entities and facts on a corpus, without a database; without a model, unless one is named."""
    with errors_told():
        if data is None:
            raise InvalidInput("--data: a corpus is needed: JSON lines of cases", field="data")
        figures, scores = _scored(data, readers, every)
        if pairs is not None:
            figures["pairs"] = asyncio.run(compare(load_pairs(pairs)))
        if locomo is not None:
            figures["locomo"] = through_the_gate(locomo, totals_only=totals_only)
    if as_json:
        beside = {name: figures.pop(name) for name in ("pairs", "locomo") if name in figures}
        single = {} if totals_only else {"results": [score.model_dump() for score in scores]}
        typer.echo(json.dumps({**figures, **single, **beside}, ensure_ascii=False))
        return
    console = Console(highlight=False, markup=False)
    _show(console, figures)
    for score in (score for score in scores if not totals_only and not score.perfect):
        console.print(f"\n{score.id} ({score.family}): {score.action}")
        for name in FAULTS:
            for line in getattr(score, name):
                console.print(f"  {name}: {line}")


def _scored(data: Path, readers: str, every: int) -> tuple[Figures, list[CaseScore]]:
    cases = read_cases(data, ExtractionCase)[::every]
    with counted("cases", len(cases)) as tell:
        read, asked = asyncio.run(read_corpus(cases, readers, tell))
    scores = [score_case(case, turns) for case, turns in zip(cases, read, strict=True)]
    return {"data": data.name, **total(scores), "asked": asked}, scores


def through_the_gate(path: Path, *, totals_only: bool) -> Figures:
    """Judge every turn of conversations as a user's, with the turns before it: both people are people.

    Return the shares of the turns that answer a question, and of all others, that pass the gate; and those missed.
    """
    passed: dict[bool, list[bool]] = {True: [], False: []}
    missed: list[str] = []
    for conversation in conversations(path):
        gold = {turn for question in conversation.questions for turn in question.gold}
        before: list[Spoken] = []
        for turn in conversation.turns:
            kept = judge_words(turn.text, "user", tuple(before[-LOOK_BACK:])).verdict.action != "skip"
            passed[turn.id in gold].append(kept)
            missed += [turn.text] if turn.id in gold and not kept else []
            before.append(Spoken(role="user", content=turn.text))
    return {
        "evidence_turns": len(passed[True]),
        "evidence_passed": share(sum(passed[True]), len(passed[True])),
        "other_turns": len(passed[False]),
        "other_passed": share(sum(passed[False]), len(passed[False])),
        **({} if totals_only else {"missed": missed}),
    }


def _show(console: Console, figures: Mapping[str, Any]) -> None:
    table = Table("", "precision", "recall", "F1", box=None)
    for name in ("gate", "types", "entities", "facts"):
        table.add_row(name, *(f"{figures[name][key]:.3f}" for key in ("precision", "recall", "f1")))
    console.print(f"{figures['cases']} cases of {figures['data']}, {figures['perfect']} without a fault")
    console.print(table)
    asked = figures["asked"]
    console.print(
        f"type accuracy {figures['types']['accuracy']:.3f}\n"
        f"negation errors {figures['negation_errors']}, facts from assistant's words {figures['assistant_facts']}\n"
        f"{asked['readers']}: {asked['turns']} turns in {asked['seconds']:.1f} s; {asked['memories']} memories, "
        f"{asked['unread']} sentences unread, {sum(asked['not_believed'].values())} proposals not believed"
    )
    for reason, times in asked["failures"].items():
        console.print(f"  {times} x {reason}")
    if pairs := figures.get("pairs"):
        console.print(
            f"pairs: {len(pairs['wrong_merges'])} wrong merges, "
            f"{pairs['meeting']} of {pairs['paraphrases']} paraphrases meet, {pairs['same_slot']} in one slot"
        )
    if locomo := figures.get("locomo"):
        console.print(
            f"conversations: {locomo['evidence_passed']:.3f} of {locomo['evidence_turns']} turns with evidence pass "
            f"the gate, {locomo['other_passed']:.3f} of {locomo['other_turns']} others"
        )
