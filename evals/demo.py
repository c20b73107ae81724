"""``memorist demo``: ingest a week of a team on a temporary store, and show the prompts that come out."""

import asyncio
import json
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress

from memorist.evals.command_line import progress
from memorist.evals.demo_teller import Teller
from memorist.evals.place import place
from memorist.evals.scenarios.basics import READERS
from memorist.evals.scenarios.load import load_scenario
from memorist.evals.scenarios.model import Scenario
from memorist.evals.scenarios.suite import Rate
from memorist.evals.scenarios.trace import CheckpointTrace, EventTrace, Trace
from memorist.memory_store.domain.clock import time_text

SCENARIO = "master_week"
GROUP = "memorist_demo"
KNOWLEDGE, TURNS = "Relevant Knowledge", "Earlier Conversations"
WATCHED = (KNOWLEDGE, "User Preferences")
ANSWERS: tuple[tuple[str, str, tuple[str, ...], str], ...] = (
    ("A new task: what the agent is given", "add_auth", (), ""),
    ("Said once, and found again", "found_in_its_words", (KNOWLEDGE, TURNS), ""),
    ("Superseded is not forgotten", "before_clerk", WATCHED, "auth_history"),
    ("A look into the past", "look_back", WATCHED, ""),
)
"""Checkpoints of the scenario that the demo shows: heading, the prompt, sections of it (none: all), and a history."""


def command(
    store: Annotated[
        str | None,
        typer.Option("--store", help="embedded:PATH, falkor://…, neo4j://…; without it a temporary folder."),
    ] = None,
    group: Annotated[str, typer.Option("--group", help="The group that the week goes into.")] = GROUP,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object per line instead of the story.")] = False,
    readers: Annotated[
        str,
        typer.Option(
            "--readers", envvar="MEMORIST_READERS", help="Who reads what is said; a model takes a while for the week."
        ),
    ] = READERS,
) -> None:
    """Replay a week of work, tell what was kept, skipped and why, and ask the questions."""
    with place(store) as url:
        asyncio.run(_demo(url, group, lasting=bool(store), as_json=as_json, readers=readers))


async def _demo(url: str, group: str, *, lasting: bool, as_json: bool, readers: str) -> None:
    started = time.perf_counter()
    scenario = load_scenario(SCENARIO)
    console = Console()
    teller = None if as_json else Teller(console, user=next(iter(scenario.given.users), None))
    if teller:
        teller.title(f"memorist · {scenario.title}", scenario.why)
    with _progress(scenario, console, as_json=as_json) as progress:
        from memorist.evals.scenarios.places import opened  # heavy: the story begins before it is loaded
        from memorist.evals.scenarios.replay import play

        task = progress.task_ids[0]

        def watch(entry: EventTrace | CheckpointTrace) -> None:
            if teller and isinstance(entry, EventTrace):
                teller.event(entry)
            if as_json:
                _echo(_line_of(entry))
            progress.update(task, advance=1, description="replaying the week")

        async with opened(scenario, url, group=group, readers=readers) as places:
            trace = await play(scenario, places, watch=watch)
            numbers = await places.main.store.admin.numbers(group)
    trace.seconds = time.perf_counter() - started
    rate = Rate.of([trace])
    if teller:
        _tell_answers(teller, trace, numbers)
        outcome = f"{rate.held} of {rate.expectations} expectations of the scenario hold. {trace.seconds:.1f} seconds."
        teller.closing(outcome, _next_steps(url if lasting else None, group if lasting else None))
    else:
        _echo({"numbers": dict(numbers)})
        _echo({"expectations": rate.expectations, "held": rate.held, "seconds": round(trace.seconds, 3)})


@contextmanager
def _progress(scenario: Scenario, console: Console, *, as_json: bool) -> Generator[Progress]:
    """A bar below the story; on standard error when the story is piped, nowhere when nobody watches."""
    with progress(console=None if as_json or not console.is_terminal else console) as bars:
        bars.add_task("opening the store", total=len(scenario.events) + len(scenario.checkpoints))
        yield bars


def _tell_answers(teller: Teller, trace: Trace, numbers: Mapping[str, int]) -> None:
    teller.heading("The graph in numbers")
    teller.numbers(numbers)
    for heading, asked_by, sections, history in ANSWERS:
        teller.heading(heading)
        looked = trace.checkpoint(asked_by)
        if looked.asked and looked.checkpoint.recall:
            as_of = looked.checkpoint.recall.as_of
            note = f"as of {as_of:%Y-%m-%d %H:%M}" if as_of else f"asked on {looked.at:%Y-%m-%d}"
            teller.answer(looked.asked.task, looked.asked.recall, sections, note=note)
        if history:
            teller.history(trace.checkpoint(history).history)


def _line_of(entry: EventTrace | CheckpointTrace) -> dict[str, Any]:
    """Return an event with its result in the form of ``ingest --json``, or a question with its answer and scores."""
    if isinstance(entry, EventTrace):
        result = entry.result.model_dump(mode="json") if entry.result else None
        return {"event": entry.event.id, "at": time_text(entry.event.at), "why": entry.event.why, "result": result}
    line: dict[str, Any] = {"checkpoint": entry.checkpoint.id, "at": time_text(entry.at)}
    if entry.asked:
        line |= {"task": entry.asked.task, "recall": entry.asked.recall.model_dump(mode="json")}
    if entry.history:
        past = [(e.memory.model_dump(mode="json"), e.superseded_by, e.reason) for e in entry.history]
        line["history"] = [{"memory": m, "superseded_by": by, "reason": reason} for m, by, reason in past]
    return line | {"passed": entry.passed, "scores": [score.as_json() for score in entry.scores]}


def _echo(line: Mapping[str, Any]) -> None:
    typer.echo(json.dumps(line, ensure_ascii=False))


def _next_steps(url: str | None, group: str | None) -> tuple[tuple[str, str], ...]:
    """Commands that go on from here: on the store just filled, if it lasts, else on one's own."""
    here = f" --store {url} --group {group}" if url else ""
    commands = (
        (f'memorist remember "We use pnpm"{here}', "remember something of your own"),
        (f'memorist recall "Add a package" --explain{here}', "every candidate with its scores"),
        (f"memorist history {'auth' if url else 'pnpm'}{here}", "what was believed when, and why it changed"),
    )
    checkout = (Path(__file__).resolve().parents[1] / "Makefile").exists()
    return (*commands, ("make dev", "run the graphs node by node in LangGraph Studio")) if checkout else commands
