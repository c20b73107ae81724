"""``memorist demo``: ingest a week of a team on a temporary store, and show the prompts that come out."""

import asyncio
import time
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from memorist.evals import demo_json
from memorist.evals.command_line import progress
from memorist.evals.place import place
from memorist.evals.scenarios.basics import READERS
from memorist.evals.scenarios.load import load_scenario
from memorist.evals.scenarios.model import Scenario
from memorist.evals.scenarios.story import Teller
from memorist.evals.scenarios.trace import CheckpointTrace, EventTrace, Trace

SCENARIO = "master_week"
QUESTION, WORDS, BEFORE, HISTORY, PAST = "add_auth", "found_in_its_words", "before_clerk", "auth_history", "look_back"
"""The checkpoints of the scenario that the demo shows."""

GROUP = "memorist_demo"
KNOWLEDGE = "Relevant Knowledge"
WATCH_TITLES = (KNOWLEDGE, "User Preferences")
TURNS = "Earlier Conversations"


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
                typer.echo(demo_json.as_line(demo_json.line_of(entry)))
            progress.update(task, advance=1, description="replaying the week")

        async with opened(scenario, url, group=group, readers=readers) as places:
            trace = await play(scenario, places, watch=watch)
            numbers = await places.main.store.admin.numbers(group)
    trace.seconds = time.perf_counter() - started
    if teller:
        _answers(teller, trace, numbers)
        teller.closing(_closing(trace), _next_steps(url if lasting else None, group if lasting else None))
    else:
        for line in demo_json.closing_lines(trace, numbers):
            typer.echo(demo_json.as_line(line))


@contextmanager
def _progress(scenario: Scenario, console: Console, *, as_json: bool) -> Generator[Progress]:
    """A bar below the story; on standard error when the story is piped, nowhere when nobody watches."""
    with progress(console=None if as_json or not console.is_terminal else console) as bars:
        bars.add_task("opening the store", total=len(scenario.events) + len(scenario.checkpoints))
        yield bars


def _answers(teller: Teller, trace: Trace, numbers: Mapping[str, int]) -> None:
    teller.heading("The graph in numbers")
    teller.numbers(numbers)

    teller.heading("A new task: what the agent is given")
    asked = trace.checkpoint(QUESTION).asked
    if asked:
        teller.answer(asked.task, asked.recall, note=_asked_at(trace, QUESTION))

    teller.heading("Said once, and found again")
    asked = trace.checkpoint(WORDS).asked
    if asked:
        teller.excerpt(asked.task, asked.recall, titles=(KNOWLEDGE, TURNS), note=_asked_at(trace, WORDS))

    teller.heading("Superseded is not forgotten")
    asked = trace.checkpoint(BEFORE).asked
    if asked:
        teller.excerpt(asked.task, asked.recall, titles=WATCH_TITLES, note=_asked_at(trace, BEFORE))
    teller.history(trace.checkpoint(HISTORY).history)

    teller.heading("A look into the past")
    past = trace.checkpoint(PAST)
    if past.asked and past.checkpoint.recall and past.checkpoint.recall.as_of:
        note = f"as of {past.checkpoint.recall.as_of:%Y-%m-%d %H:%M}"
        teller.excerpt(past.asked.task, past.asked.recall, titles=WATCH_TITLES, note=note)


def _asked_at(trace: Trace, id_: str) -> str:
    return f"asked on {trace.checkpoint(id_).at:%Y-%m-%d}"


def _closing(trace: Trace) -> str:
    scores = [score for entry in trace.checkpoints for score in entry.scores]
    held = sum(score.passed for score in scores)
    return f"{held} of {len(scores)} expectations of the scenario hold. {trace.seconds:.1f} seconds."


def _next_steps(url: str | None, group: str | None) -> tuple[tuple[str, str], ...]:
    """Commands that go on from here: on the store just filled, if it lasts, else on one's own."""
    here = f" --store {url} --group {group}" if url else ""
    entry = '{"kind":"manual","content":"We use pnpm"}'
    commands = (
        (f"echo '{entry}' | memorist ingest -{here}", "remember something of your own"),
        (f'memorist recall "Add a package" --explain{here}', "every candidate with its scores"),
        (f"memorist history {'auth' if url else 'pnpm'}{here}", "what was believed when, and why it changed"),
    )
    checkout = (Path(__file__).resolve().parents[1] / "Makefile").exists()
    return (*commands, ("make dev", "run the graphs node by node in LangGraph Studio")) if checkout else commands
