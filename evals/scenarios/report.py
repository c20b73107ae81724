"""What came of scenarios: a table for people, objects for programs."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from hypomnema.evals.scenarios.score import Score
from hypomnema.evals.scenarios.trace import Trace

Row = tuple[str, Sequence[Score]]


def rows(trace: Trace) -> Iterator[Row]:
    """The checkpoints and the invariants, each with its scores."""
    yield from ((entry.checkpoint.id, entry.scores) for entry in trace.checkpoints)
    yield "invariants", trace.invariants


def table(traces: Sequence[Trace]) -> RenderableType:
    """One line a checkpoint: how many of its questions hold."""
    grid = Table(box=None, pad_edge=False, header_style="bold")
    grid.add_column("scenario", no_wrap=True)
    grid.add_column("checkpoint", no_wrap=True)
    grid.add_column("holds", justify="right", no_wrap=True)
    grid.add_column("", no_wrap=True)
    for trace in traces:
        for position, (name, scores) in enumerate(rows(trace)):
            held = sum(score.passed for score in scores)
            mark = Text("ok", style="green") if held == len(scores) else Text("FAILED", style="bold red")
            grid.add_row(trace.scenario.name if position == 0 else "", name, f"{held}/{len(scores)}", mark)
    return grid


def failures(trace: Trace) -> Iterator[RenderableType]:
    """One panel for each expectation that does not hold: what was expected, what was found."""
    for name, scores in rows(trace):
        for score in scores:
            if not score.passed:
                yield Panel(
                    failure(score),
                    title=Text(f"{trace.scenario.name} · {name}"),
                    title_align="left",
                    border_style="red",
                )


def failure(score: Score) -> RenderableType:
    """A failed expectation with what was expected and what was found."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(ratio=1)
    for label, text in (("why", score.explanation), ("expected", score.expected), ("found", score.found)):
        if text:
            grid.add_row(label, Text(text))
    return Group(Text(score.question, style="bold"), grid)


def summary(traces: Sequence[Trace]) -> str:
    """One sentence on all of them."""
    scores = [score for trace in traces for score in trace.scores]
    held = sum(score.passed for score in scores)
    passed = sum(trace.passed for trace in traces)
    seconds = sum(trace.seconds for trace in traces)
    return f"{passed} of {len(traces)} scenarios, {held} of {len(scores)} expectations hold, {seconds:.1f} s"


def as_json(trace: Trace) -> dict[str, Any]:
    """A trace as one object: every score with what was expected and found."""
    return {
        "scenario": trace.scenario.name,
        "passed": trace.passed,
        "seconds": round(trace.seconds, 3),
        "events": len(trace.events),
        "checkpoints": [
            {"id": name, "scores": [{"passed": s.passed, **s.model_dump(mode="json")} for s in scores]}
            for name, scores in rows(trace)
        ],
    }
