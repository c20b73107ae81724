"""The results of a simulation: one page with charts, a few lines for people, objects for programs."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from memorist.evals.page.chart import lines
from memorist.evals.page.document import chip, document, heading, number, row, table
from memorist.evals.page.element import Child, Html, element
from memorist.evals.simulation.quality import Probe
from memorist.evals.simulation.run import DayResult, Simulation, share, summary

WEEK = 7
HEAD = ("day", "", *"inputs kept new merged replaced contested live brought first".split(), "maintained")


def day_json(day: DayResult) -> dict[str, Any]:
    """A day as one object; probes as the shares that hold."""
    told = {key: value for key, value in asdict(day).items() if key not in {"probes", "fresh", "broken"}}
    return {
        **told,
        "questions": len(day.probes),
        "brought": share(probe.brought for probe in day.probes),
        "first": share(probe.first for probe in day.probes),
        "fresh_brought": share(probe.brought for probe in day.fresh),
        "fresh_first": share(probe.first for probe in day.fresh),
        "missed": [asdict(probe) for probe in day.probes if not probe.first],
        "broken": [score.model_dump(mode="json") for score in day.broken],
    }


def told(simulation: Simulation) -> list[str]:
    """The simulation in a few sentences."""
    found = summary(simulation)
    broken = found["days_with_a_broken_invariant"]
    return [
        f"{found['events']:,} events in {found['days']} days (seed {found['seed']}), "
        f"{found['seconds']:,.0f} s on {found['store']}",
        f"what is in use now is brought to {_percent(found['brought'])} of {found['questions']} questions, "
        f"before anything else of its kind to {_percent(found['first'])}; "
        f"starting fresh every day {_percent(found['fresh_brought'])} and {_percent(found['fresh_first'])}",
        f"{found['live_memories']:,} live memories of {found['kept_memories']:,} kept, {found['entities']:,} entities",
        "every invariant held at every day's end"
        if not broken
        else f"invariants broken on days {', '.join(map(str, broken))}",
    ]


def page(simulation: Simulation) -> str:
    """The whole page."""
    days = simulation.results
    return document(
        "Simulation",
        element("h1", f"{simulation.days} days of a team"),
        [element("p", line) for line in told(simulation)],
        element("h2", "Does recall bring what is in use now?"),
        lines(
            "What is in use now is the first of its kind in the prompt, mean of seven days",
            {
                "with memory": rolling([share(p.first for p in day.probes) for day in days]),
                "starting fresh every day": rolling([share(p.first for p in day.fresh) for day in days]),
            },
            percent=True,
            note="Starting fresh: a memory of this day's inputs and nothing else, asked the same questions.",
        ),
        element("h2", "Growth"),
        lines(
            "Memories, entities left out",
            {"live": [day.sizes.live for day in days], "kept, with history": [day.sizes.kept for day in days]},
        ),
        lines(
            "Everything in the graph",
            {"nodes, edges, change log": [day.sizes.nodes_and_edges for day in days]},
        ),
        element("h2", "What it takes"),
        lines(
            "Milliseconds on the machine it ran on, median of a day",
            {"an input": [day.ingest_ms for day in days], "a question": [day.recall_ms for day in days]},
        ),
        lines("Seconds of the maintain pass at night", {"maintain": [day.maintain_s for day in days]}),
        element("h2", "Invariants"),
        _broken(days),
        element("h2", "Questions that were missed"),
        _missed(days),
        element("h2", "Days"),
        _days(days),
    )


def rolling(values: Sequence[float | None]) -> list[float | None]:
    """The mean of each value and the six before it, where there are any."""
    means: list[float | None] = []
    for position in range(len(values)):
        known = [v for v in values[max(0, position - WEEK + 1) : position + 1] if v is not None]
        means.append(sum(known) / len(known) if known else None)
    return means


def _broken(days: Iterable[DayResult]) -> Child:
    failed = [(day, score) for day in days for score in day.broken]
    if not failed:
        return element("p", chip("holds", "good"), " every invariant at every day's end")
    return [
        element(
            "div",
            chip("fails", "bad"),
            f" day {day.number}: {score.question}",
            element("pre", score.found),
            class_="failure",
        )
        for day, score in failed
    ]


def _missed(days: Iterable[DayResult]) -> Child:
    missed = [(day.number, probe) for day in days for probe in day.probes if not probe.first]
    if not missed:
        return element("p", chip("none", "good"))
    head = [
        heading("day", numeric=True),
        heading("topic"),
        heading("asked"),
        heading("by"),
        heading("brought at all"),
        heading("named first"),
    ]
    return table(head, [_missed_row(number_, probe) for number_, probe in missed])


def _missed_row(day: int, probe: Probe) -> Html:
    brought = chip("later", "warn") if probe.brought else chip("no", "bad")
    return row(number(str(day)), probe.topic, probe.task, probe.agent, brought, probe.named or "nothing")


def _days(days: Sequence[DayResult]) -> Html:
    head = [heading(name, numeric=1 < n < len(HEAD) - 1) for n, name in enumerate(HEAD)]
    return table(head, [_day(day) for day in days])


def _day(day: DayResult) -> Html:
    effects = [number(str(day.effects.get(e, 0))) for e in ("added", "merged", "superseded", "contested")]
    return row(
        f"{day.number} · {day.date}",
        chip("holds", "good") if day.passed else chip("fails", "bad"),
        number(str(day.inputs)),
        number(str(day.verdicts.get("keep", 0) + day.verdicts.get("unsure", 0))),
        *effects,
        number(str(day.sizes.live)),
        number(_percent(share(p.brought for p in day.probes))),
        number(_percent(share(p.first for p in day.probes))),
        element("td", ", ".join(f"{what} {count}" for what, count in day.maintained.items()), class_="soft"),
    )


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{value:.0%}"
