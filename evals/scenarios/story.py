"""A replay as a story: each thing that happened, what became of it, and what was looked at then.

The demo prints it on a terminal as it happens, a report shows it on a page.
"""

import json
from collections.abc import Iterator, Mapping
from textwrap import shorten

from pydantic import BaseModel
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from memorist.api.homeostasis import Intake
from memorist.api.skills import SkillExport
from memorist.evals.scenarios.model import Scenario, ScenarioEvent
from memorist.evals.scenarios.report import failure
from memorist.evals.scenarios.score import Score
from memorist.evals.scenarios.texts import day, fates, knowledge_text, one_line
from memorist.evals.scenarios.trace import (
    Answer,
    AuditedVerdict,
    CheckpointTrace,
    EventTrace,
    Interrupted,
    Maintained,
    Searched,
    TakenBack,
    Together,
    Trace,
)
from memorist.nodes.homeostasis.result import Assessment
from memorist.nodes.ingestion.result import IngestResult, RememberedMemory
from memorist.nodes.kinds.inputs import Dialogue, Manual, ObservationBatch, Turn, parse_input
from memorist.nodes.persona.file import PersonaFile
from memorist.nodes.persona.take_in import PersonaImport

EFFECT_STYLES = {
    "added": "green",
    "merged": "cyan",
    "superseded": "yellow",
    "ended": "yellow",
    "contested": "red",
    "rejected": "red",
    "unchanged": "dim",
}
EFFECT_WORDS = {"added": "new", "superseded": "replaces", "unchanged": "known"}
LONG = 400
"""Characters of something that has no words of its own."""


def story(trace: Trace) -> Iterator[RenderableType]:
    """Yield the events of a replay with what became of them and what was looked at then, and its invariants."""
    before = None
    for entry in trace.events:
        yield from event_lines(entry, trace.scenario, before, reasons=True)
        for checkpoint in trace.scenario.checkpoints_after(before := entry.event):
            yield from _look_lines(trace.checkpoint(checkpoint.id), entry)
    yield heading("Invariants")
    yield from map(_judged, trace.invariants)


def heading(text: str) -> RenderableType:
    """Return the beginning of a part of the story."""
    return Group("", Rule(Text(text, style="bold"), align="left", style="dim"))


def event_lines(
    entry: EventTrace, scenario: Scenario, before: ScenarioEvent | None, *, reasons: bool = False
) -> Iterator[RenderableType]:
    """Yield what happened and what became of it, under its date where the event before it is of another day.

    Args:
        entry: the event and its results.
        scenario: the scenario; its first user speaks where an input names nobody.
        before: the event that was told last.
        reasons: tell also why the scenario has the event, and which rule decided about a memory that is not new.
    """
    at = entry.event.at
    if before is None or before.at.date() != at.date():
        yield heading(f"{at:%A} {at.day} {at:%B %Y}")
    yield timed_line(f"{at:%H:%M}", Text(_happened(entry.event, next(iter(scenario.given.users), None))))
    if reasons and entry.event.why:
        yield timed_line("", Text(entry.event.why, style="dim italic"))
    results = entry.answer.results if isinstance(entry.answer, Together) else [entry.result] if entry.result else []
    for line in (line for result in results for line in _outcome(result, reasons=reasons)):
        yield timed_line("", line)
    for line in _answered(entry.answer):
        yield timed_line("", Text(line))


def timed_line(clock: str, body: RenderableType, *, width: int = 5) -> RenderableType:
    """Return a line of the story, indented below the time of day, or what else stands there."""
    grid = Table.grid(padding=(0, 1))
    grid.add_column(width=width, style="bold", no_wrap=True)
    grid.add_column(ratio=1)
    grid.add_row(clock, body)
    return grid


def _look_lines(entry: CheckpointTrace, after: EventTrace) -> Iterator[RenderableType]:
    asked = entry.checkpoint
    clock = f"{entry.at:%H:%M}" if entry.at.date() == after.event.at.date() else f"{entry.at:%d %b %H:%M}"
    yield timed_line("look", Text.assemble((asked.id.replace("_", " "), "bold"), f" at {clock}: {asked.why}"))
    if asked.recall:
        times = (("as of", asked.recall.as_of), ("known at", asked.recall.known_at))
        askers = " and ".join(name for name in (asked.user, *asked.recall.askers) if name)
        notes = [f"{what} {moment:%Y-%m-%d %H:%M}" for what, moment in times if moment]
        notes += [f"by {askers}"] if askers else []
        yield timed_line("", Text(f"“{asked.recall.task}”{f' ({", ".join(notes)})' if notes else ''}"))
    if asked.history:
        yield timed_line("", Text(f"history of “{asked.history.topic}”"))
    yield from map(_judged, entry.scores)


def _judged(score: Score) -> RenderableType:
    if score.passed:
        return Padding(Text.assemble(("holds ", "green"), score.question), (0, 0, 0, 6))
    return Padding(failure(score), (0, 0, 0, 6))


def _happened(event: ScenarioEvent, user: str | None) -> str:
    """Return an event in one line or two."""
    if event.inputs:
        told = [_said({"user_id": user, **given}) for given in event.inputs]
        return "\n".join(["at the same time:", *told] if event.together else told)
    if event.advance:
        return "time passes"
    if event.assess is not None:
        return f"{event.assess.agent or 'the agent'} asks how it is doing: {_short(event.assess.state)}"
    if event.act is not None:
        return f"{event.act.agent or 'the agent'} wants to: {_short(event.act.action)}"
    if event.maintain is not None:
        return "maintenance" + (f" every {event.maintain.every_days} days" if event.maintain.every_days else "")
    if event.search is not None:
        also = f", also among {', '.join(event.search.include)}" if event.search.include else ""
        return f"{event.search.user or user or 'somebody'} searches “{event.search.query}”{also}"
    given = getattr(event, event.kind)
    return event.kind.replace("_", " ") + ("" if given is True else f": {_short(given)}")


def _said(data: Mapping[str, object]) -> str:
    """Return an input in one line, as somebody who was there would tell it."""
    match parse_input(data):
        case Turn() as turn:
            return f"{turn.who()} says “{turn.content}”"
        case Manual() as manual:
            return f"by hand: “{manual.content}”"
        case Dialogue() as dialogue:
            return f"agent asks “{dialogue.question}”\n{dialogue.who()} answers “{dialogue.answer}”"
        case ObservationBatch() as batch:
            first, last = batch.events[0].time, batch.events[-1].time
            events = "event" if len(batch.events) == 1 else "events"
            span = f", {first:%H:%M} to {last:%H:%M}" if last > first else ""
            return f"observed: {batch.title or batch.events[0].body} ({len(batch.events)} {events}{span})"
        case other:
            return f"{other.kind.replace('_', ' ')}: {shorten(other.text(), 120, placeholder=' …')}"


def _outcome(result: IngestResult, *, reasons: bool) -> Iterator[Text]:
    """Yield the result of an input: the verdict with its reason, then each memory with the effect of its arrival."""
    if result.error:
        yield Text(f"failed: {result.error.message}", style="red")
        return
    if result.verdict:
        style = "dim" if result.verdict.action == "skip" else ""
        word = {"skip": "skipped", "keep": "kept"}.get(result.verdict.action, result.verdict.action)
        yield Text.assemble((word, f"bold {style}"), (f" · {result.verdict.category}: {result.verdict.reason}", "dim"))
    if result.replayed:
        yield Text("known already, nothing changed", style="dim")
    yield from (Text(notice, style="yellow") for notice in result.notices)
    if ":" in (result.reader or "") and result.memories:  # PROVIDER:MODEL
        yield Text(f"read by {result.reader}", style="cyan")
    for memory in result.memories:
        yield _memory_line(memory)
        if reasons and memory.effect != "added" and memory.decided_by:
            yield Text(f"{'':<9}{memory.decided_by}", style="dim")
    for sentence in result.unread:
        yield Text.assemble((f"{'unread':<9}", "magenta"), ("kept in its words  ", "dim"), sentence)
    if result.entities and result.memories:
        yield Text(f"about {', '.join(result.entities)}", style="dim italic")


def _memory_line(memory: RememberedMemory) -> Text:
    """Return a memory that was written: its effect, type, confidence, content and end."""
    ends = memory.valid_until_condition or day(memory.valid_until)
    return Text.assemble(
        (f"{EFFECT_WORDS.get(memory.effect, memory.effect):<9}", EFFECT_STYLES[memory.effect]),
        (f"{memory.type.removeprefix('semantic:').replace('_', ' ')} {memory.confidence:.2f}  ", "dim"),
        memory.content,
        (f" (until {ends})" if ends else "", "magenta"),
    )


def _answered(answer: Answer) -> Iterator[str]:
    """Yield the result of an event that asks for something, a line each."""
    match answer:
        case Assessment():
            yield from (f"{d.name}: {d.state} ({'; '.join(d.evidence)})" for d in answer.dimensions)
            yield from (f"advice: {line}" for line in answer.advice)
            if answer.question:
                yield f"question: {answer.question.question} → {answer.question.answer or answer.question.when}"
        case AuditedVerdict():
            given = answer.verdict
            yield f"{given.action}: {given.reason} {given.alternative}".strip(": ")
        case SkillExport():
            yield from (f"{v.name}: {'a skill' if v.fit else 'not yet'}, {v.reason}" for v in answer.verdicts)
        case Intake():
            yield from (f"rule: {m.content}" for rule in answer.rules for m in rule.memories)
        case Maintained():
            yield from (f"{d.what}: {d.content} ({d.why})" for report in answer.passes for d in report.done)
            yield from (f"question: {q.question}" for report in answer.passes for q in report.questions)
        case Searched():
            yield from (f"found {one_line(memory)}" for memory in answer.found)
        case Interrupted():
            yield from (f"asked: {_short(dict(question))}" for question in answer.questions)
        case PersonaFile():
            yield from (f"holds {knowledge_text(knowledge)}" for knowledge in answer.knowledge())
            yield from (f"removed {r.kind}: {r.count}, {r.reason}" for r in answer.removals)
        case PersonaImport() | TakenBack():
            yield from (f"{fate.replace('_', ' ')}: {content}" for fate, content in fates(answer))
        case _:
            return


def _short(given: object) -> str:
    plain = given.model_dump(mode="json", exclude_none=True) if isinstance(given, BaseModel) else given
    return shorten(json.dumps(plain, ensure_ascii=False, default=str), LONG, placeholder=" …")
