"""``memorist demo``: ingest a week of a team on a temporary store, and show the prompts that come out."""

import asyncio
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from memorist.evals.command_line import counted
from memorist.evals.place import place
from memorist.evals.scenarios.basics import READERS
from memorist.evals.scenarios.load import load_scenario
from memorist.evals.scenarios.model import ScenarioEvent
from memorist.evals.scenarios.story import event_lines, heading, timed_line
from memorist.evals.scenarios.suite import Rate
from memorist.evals.scenarios.trace import CheckpointTrace, EventTrace, Trace
from memorist.memory_store.domain.clock import time_text
from memorist.nodes.retrieval.result import Recall

SCENARIO = "master_week"
GROUP = "memorist_demo"
MAX_WIDTH = 110
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
    console = Console(quiet=as_json, highlight=False)
    console.width = min(console.width, MAX_WIDTH)
    console.print(Text.assemble((f"memorist · {scenario.title}\n", "bold"), (scenario.why, "dim")))
    before: ScenarioEvent | None = None
    # Below the story; on standard error when the story is piped, nowhere when nobody watches.
    below = console if console.is_terminal and not console.quiet else None
    total = len(scenario.events) + len(scenario.checkpoints)
    with counted("opening the store", total, console=below) as tell:
        from memorist.evals.scenarios.places import opened  # heavy: the story begins before it is loaded
        from memorist.evals.scenarios.replay import play

        def watch(entry: EventTrace | CheckpointTrace) -> None:
            nonlocal before
            if isinstance(entry, EventTrace):
                for line in event_lines(entry, scenario, before):
                    console.print(line)
                before = entry.event
            if as_json:
                _echo(_line_of(entry))
            tell(advance=1, description="replaying the week")

        async with opened(scenario, url, group=group, readers=readers) as places:
            trace = await play(scenario, places, watch=watch)
            numbers = await places.main.store.admin.numbers(group)
    trace.seconds = time.perf_counter() - started
    rate = Rate.of([trace])
    if as_json:
        _echo({"numbers": dict(numbers)})
        _echo({"expectations": rate.expectations, "held": rate.held, "seconds": round(trace.seconds, 3)})
    for line in _answers(trace, numbers, framed=console.is_terminal):
        console.print(line)
    console.print(heading("What to try next"))
    for command, does in _next_steps(url if lasting else None, group if lasting else None):
        told = Text.assemble((f"# {does}\n", "dim"), (command, "cyan"))
        console.print(told, soft_wrap=True)  # unbroken, to be copied
    held = f"\n{rate.held} of {rate.expectations} expectations of the scenario hold. {trace.seconds:.1f} seconds."
    console.print(Text(held, style="dim"))


def _answers(trace: Trace, numbers: Mapping[str, int], *, framed: bool) -> Iterator[RenderableType]:
    """Yield the size of the graph, a line a family ("memories", "edges", …), then questions with their prompts."""
    yield heading("The graph in numbers")
    for family, counts in groupby(sorted(numbers.items()), key=lambda one: one[0].partition(" ")[0]):
        kinds = {name.partition(" ")[2]: count for name, count in counts}
        parts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        yield timed_line(family, Text.assemble(f"{sum(kinds.values()):>4}  ", (parts, "dim")), width=8)
    for title, asked_by, sections, history in ANSWERS:
        yield heading(title)
        looked = trace.checkpoint(asked_by)
        if looked.asked and looked.checkpoint.recall:
            as_of, recall = looked.checkpoint.recall.as_of, looked.asked.recall
            note = f"as of {as_of:%Y-%m-%d %H:%M}" if as_of else f"asked on {looked.at:%Y-%m-%d}"
            note += "" if sections else f", {len(recall.citations)} items, {recall.tokens} tokens"
            task, prompt = Text(f"“{looked.asked.task}”"), Text("\n\n".join(_shown(recall, sections)))
            prompt.highlight_regex(r"(?m)^#+ .*$", "bold")
            if framed:
                yield Panel(prompt, title=task, subtitle=note, title_align="left", padding=(1, 2), border_style="blue")
            else:
                yield Group(task.append(f" ({note})\n"), prompt, "")
        for entry in trace.checkpoint(history).history if history else ():
            until = f"{entry.memory.valid_until:%Y-%m-%d %H:%M}" if entry.memory.valid_until else "now"
            ended = (f"\nended: {entry.reason}" if entry.reason else "", "dim")
            span = f"{entry.memory.valid_from:%Y-%m-%d %H:%M} to {until}"
            yield timed_line(span, Text.assemble(entry.memory.content, ended), width=36)


def _shown(recall: Recall, titles: Sequence[str]) -> Iterator[str]:
    """Yield these sections of a prompt, or all of it where none is named."""
    if not titles:
        yield recall.prompt.strip()
    for section in recall.sections:
        if section.title in titles and section.items:
            yield "\n".join([f"## {section.title}", *(f"- {item.content}" for item in section.items)])


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
