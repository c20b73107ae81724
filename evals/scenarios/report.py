"""The results of scenarios: a table for people, objects for programs."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from memorist.evals.scenarios.marks import MarkResult, marks
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.suite import Played, Rate, traces
from memorist.evals.scenarios.trace import Trace
from memorist.evals.scenarios.variation.vary import Variant

Row = tuple[str, Sequence[Score]]


def rows(trace: Trace) -> Iterator[Row]:
    """The checkpoints and the invariants, each with its scores."""
    yield from ((entry.checkpoint.id, entry.scores) for entry in trace.checkpoints)
    yield "invariants", trace.invariants


def table(played: Sequence[Played]) -> RenderableType:
    """One line a checkpoint: how many of its questions hold; of a variant that holds, one line in all."""
    grid = Table(box=None, pad_edge=False, header_style="bold")
    grid.add_column("scenario", overflow="fold")
    grid.add_column("checkpoint", overflow="fold")
    grid.add_column("holds", justify="right", no_wrap=True)
    grid.add_column("", no_wrap=True)
    for one in played:
        if one.plan.number and one.trace.passed:
            scores = one.trace.scores
            grid.add_row(one.plan.label, "all", f"{len(scores)}/{len(scores)}", Text("ok", style="green"))
            continue
        for position, (name, scores) in enumerate(rows(one.trace)):
            held = sum(score.passed for score in scores)
            mark = Text("ok", style="green") if held == len(scores) else Text("FAILED", style="bold red")
            grid.add_row(one.plan.label if position == 0 else "", name, f"{held}/{len(scores)}", mark)
    return grid


def failures(played: Played) -> Iterator[RenderableType]:
    """One panel for each expectation that does not hold, with what was found; a variant says in what it differs."""
    label = played.plan.label
    if played.plan.number and not played.trace.passed:
        yield Text(f"{label}: {'; '.join(played.plan.told())}", style="dim")
    for name, scores in rows(played.trace):
        for score in scores:
            if not score.passed:
                title = Text(f"{label} · {name}")
                yield Panel(failure(score), title=title, title_align="left", border_style="red")


def failure(score: Score) -> RenderableType:
    """A failed expectation with what was expected and what was found."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(ratio=1)
    for label, text in (("why", score.explanation), ("expected", score.expected), ("found", score.found)):
        if text:
            grid.add_row(label, Text(text))
    return Group(Text(score.question, style="bold"), grid)


def marks_table(results: Sequence[MarkResult]) -> RenderableType:
    """The overall marks that some scenario asks for."""
    grid = Table(box=None, pad_edge=False, header_style="bold")
    grid.add_column("mark", no_wrap=True)
    for name in ("aim", "reached", "questions"):
        grid.add_column(name, justify="right", no_wrap=True)
    for result in results:
        if result.share is not None:
            style = "" if result.reached else "bold red"
            aim = f"{'> ' if result.aim.above else ''}{result.aim.share:.0%}"
            grid.add_row(result.aim.text, aim, f"{result.share:.1%}", f"{result.held}/{result.asked}", style=style)
    return grid


def summary(played: Sequence[Played]) -> str:
    """One sentence on the scenarios, one on their variants, if there are any."""
    seconds = sum(one.trace.seconds for one in played)
    variants = traces(played, varied=True)
    told = f"{Rate.of(variants).told('variants')}; " if variants else ""
    return f"{Rate.of(traces(played)).told()}; {told}{seconds:.1f} s"


def as_json(trace: Trace, plan: Variant | None = None) -> dict[str, Any]:
    """A trace as one object: every score with what was expected and found; a variant tells in what it differs."""
    return {
        "scenario": trace.scenario.name,
        **({"variant": plan.number, "changes": [*plan.told()]} if plan and plan.number else {}),
        "passed": trace.passed,
        "seconds": round(trace.seconds, 3),
        "events": len(trace.events),
        "checkpoints": [{"id": name, "scores": [score.as_json() for score in scores]} for name, scores in rows(trace)],
    }


def summary_json(played: Sequence[Played], *, seed: int) -> dict[str, Any]:
    """Both rates and the overall marks of the originals as one object."""
    return {
        "seed": seed,
        "originals": Rate.of(traces(played)).as_json(),
        "variants": Rate.of(traces(played, varied=True)).as_json(),
        "marks": {
            mark.name: {"asked": mark.asked, "held": mark.held, "share": mark.share, "reached": mark.reached}
            for mark in marks(traces(played))
        },
    }
