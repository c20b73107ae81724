"""The results of a simulation: a few lines for people, one page, objects for programs."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from rich.console import RenderableType
from rich.table import Column, Table

from memorist.evals.page import Fold, page
from memorist.evals.simulation.run import DayResult, Simulation, shares, summary

EFFECTS = ("added", "merged", "superseded", "contested")
SHARES = ("brought", "first", "fresh_brought", "fresh_first")


def day_json(day: DayResult) -> dict[str, Any]:
    """A day as one object; probes as the shares that hold."""
    told = {key: value for key, value in asdict(day).items() if key not in {"probes", "fresh", "broken"}}
    return {
        **told,
        "questions": len(day.probes),
        **shares(day.probes, day.fresh),
        "missed": [asdict(probe) for probe in day.probes if not probe.first],
        "broken": [score.model_dump(mode="json") for score in day.broken],
    }


def told(simulation: Simulation) -> Iterator[str]:
    """Yield the simulation in a few sentences, and each invariant that was broken."""
    found = summary(simulation)
    percent = {name: _percent(found[name]) for name in SHARES}
    yield (
        f"{found['events']:,} events in {found['days']} days (seed {found['seed']}), "
        f"{found['seconds']:,.0f} s on {found['store']}"
    )
    yield (
        f"what is in use now is brought to {percent['brought']} of {found['questions']} questions, "
        f"before anything else of its kind to {percent['first']}; "
        f"starting fresh every day {percent['fresh_brought']} and {percent['fresh_first']}"
    )
    yield f"{found['live_memories']:,} live memories of {found['kept_memories']:,} kept, {found['entities']:,} entities"
    broken = found["days_with_a_broken_invariant"]
    yield (
        f"invariants broken on days {', '.join(map(str, broken))}"
        if broken
        else "every invariant held at every day's end"
    )
    yield from (f"day {day.number}: {s.question}\n{s.found}" for day in simulation.results for s in day.broken)


def simulation_page(simulation: Simulation) -> str:
    """Return the days as one HTML page, with the questions that were missed."""
    missed = Table("day", "topic", "asked", "by", "brought at all", "named first", box=None)
    for day in simulation.results:
        for probe in (probe for probe in day.probes if not probe.first):
            brought = "later" if probe.brought else "no"
            missed.add_row(str(day.number), probe.topic, probe.task, probe.agent, brought, probe.named or "nothing")
    lead: list[RenderableType] = list(told(simulation))
    folds = (Fold("Questions that were missed", [missed]), Fold("Days", [_days(simulation)], open=True))
    return page(f"{simulation.days} days of a team", lead, folds)


def _days(simulation: Simulation) -> Table:
    figures = ("holds", "inputs", *EFFECTS, "live", "kept", "in graph", *SHARES, "ms an input", "ms a question")
    columns = (Column(name.replace("_", " "), overflow="fold") for name in figures)
    table = Table(Column("day", no_wrap=True), *columns, Column("maintained", min_width=20), box=None)
    for day in simulation.results:
        found = shares(day.probes, day.fresh)
        table.add_row(
            day.date,
            "yes" if day.passed else "no",
            str(day.inputs),
            *(str(day.effects.get(effect, 0)) for effect in EFFECTS),
            *(str(size) for size in (day.sizes.live, day.sizes.kept, day.sizes.nodes_and_edges)),
            *(_percent(found[name]) for name in SHARES),
            f"{day.ingest_ms:.0f}",
            f"{day.recall_ms:.0f}",
            f"{', '.join(f'{what} {count}' for what, count in day.maintained.items())} in {day.maintain_s:.1f} s",
        )
    return table


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"
