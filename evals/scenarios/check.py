"""Checks of a scenario file beyond its shape: order in time, names that exist, inputs that ingestion takes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from memorist.evals.scenarios.model import Checkpoint, Scenario, ScenarioEvent
from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.homeostasis.act import parse_act
from memorist.nodes.homeostasis.given import parse_state
from memorist.nodes.homeostasis.intake import parse_intake
from memorist.nodes.kinds.inputs import parse_input

Place = tuple[str | int, ...]
"""Place in the file: keys and list positions from the top."""

Fault = tuple[Place, str]


def faults(scenario: Scenario) -> Iterator[Fault]:
    """Yield everything that is wrong with a well-formed scenario, and where."""
    yield from _doubles("events", [event.id for event in scenario.events])
    yield from _doubles("checkpoints", [checkpoint.id for checkpoint in scenario.checkpoints])
    yield from _time_order(scenario)
    yield from _inputs(scenario)
    yield from _names(scenario)
    yield from _checkpoints(scenario)


def _doubles(field: str, ids: Sequence[str]) -> Iterator[Fault]:
    for position, id_ in enumerate(ids):
        if Counter(ids[:position])[id_]:
            yield (field, position, "id"), f"{id_!r} is there twice"


def _time_order(scenario: Scenario) -> Iterator[Fault]:
    before = scenario.given.clock
    for position, event in enumerate(scenario.events):
        if event.at < before:
            yield ("events", position, "at"), "lies before the event (or clock) above it"
        before = event.at


def _inputs(scenario: Scenario) -> Iterator[Fault]:
    for position, event in enumerate(scenario.events):
        yield from _asked(position, event, scenario.given.agents)
        if event.search and event.search.user and event.search.user not in scenario.given.users:
            yield ("events", position, "search", "user"), f"{event.search.user!r} is not among given.users"
        for number, given in enumerate(event.inputs):
            place: Place = ("events", position, "input")
            if event.together is not None:
                place = ("events", position, "together", "inputs", number)
            try:
                parsed = parse_input(given)
            except InvalidInput as error:
                yield (*place, *_path(error.field)), str(error)
                continue
            if parsed.agent_id and parsed.agent_id not in scenario.given.agents:
                yield (*place, "agent_id"), f"{parsed.agent_id!r} is not among given.agents"
            if parsed.user_id and parsed.user_id not in scenario.given.users:
                yield (*place, "user_id"), f"{parsed.user_id!r} is not among given.users"
            if event.together is not None and not parsed.agent_id:
                yield (*place, "agent_id"), "say whose input it is"


def _names(scenario: Scenario) -> Iterator[Fault]:
    """Groups that are not given, and personas that nobody wrote or took in before."""
    written: dict[str, str] = {}
    taken_in: set[tuple[str | None, str]] = set()
    for position, event in enumerate(scenario.events):
        if event.group is not None and event.group not in scenario.given.others:
            yield ("events", position, "group"), f"{event.group!r} is not among given.others"
        if event.import_persona is not None:
            name = written.get(event.import_persona.of)
            if name is None:
                yield ("events", position, "import_persona", "of"), "no event above it exports a persona under this id"
            else:
                taken_in.add((event.group, name))
        if event.export_persona is not None:
            written[event.id] = event.export_persona.name
        if event.undo_persona is not None and (event.group, event.undo_persona.name) not in taken_in:
            yield ("events", position, "undo_persona", "name"), "no event above it takes a persona of this name in here"


def _asked(position: int, event: ScenarioEvent, agents: Sequence[str]) -> Iterator[Fault]:
    """Return the faults of a state, an act or a form, as the graphs report them."""
    readers: list[tuple[str, str, Any, Any]] = []
    if event.assess is not None:
        readers.append(("assess", "state", parse_state, event.assess.state))
    if event.act is not None:
        readers.append(("act", "action", parse_act, event.act.action))
        if event.act.state is not None:
            readers.append(("act", "state", parse_state, event.act.state))
    if event.intake is not None:
        readers.append(("intake", "form", parse_intake, event.intake.form))
    for kind, field, read, given in readers:
        try:
            read(given)
        except InvalidInput as error:
            yield ("events", position, kind, field, *_path(error.field)), str(error)
        agent = getattr(getattr(event, kind), "agent", None)
        if agent and agent not in agents:
            yield ("events", position, kind, "agent"), f"{agent!r} is not among given.agents"


ASKED_BY = {
    "assessment": ("assess",),
    "verdict": ("act",),
    "skills": ("export_skills",),
    "maintained": ("maintain",),
    "found": ("search",),
    "handed_on": ("export_persona",),
    "arrived": ("import_persona", "undo_persona"),
    "asked": ("answer",),
}
"""Kinds of event that each expectation looks at."""
UNDONE = ("taken_back", "kept")


def _of_the_event(place: Place, checkpoint: Checkpoint, event: ScenarioEvent) -> Iterator[Fault]:
    """Return the faults of expectations that do not fit their event, or name an observer other than its actor."""
    for question, kinds in ASKED_BY.items():
        if not getattr(checkpoint, question):
            continue
        if all(getattr(event, kind) is None for kind in kinds):
            yield (*place, question), f"the event {event.id!r} has no `{'` or `'.join(kinds)}`"
        for who in ("agent", "user"):
            if getattr(checkpoint, who):
                yield (*place, who), f"`{question}` is what the event told whoever acted, not what others see"
    for number, expected in enumerate(checkpoint.arrived or ()):
        if (expected.effect in UNDONE) != (event.undo_persona is not None):
            way = "an import" if expected.effect in UNDONE else "taking back"
            yield (*place, "arrived", number, "effect"), f"{expected.effect} is no effect of {way}"


def _path(field: str | None) -> Place:
    return tuple(int(part) if part.isdigit() else part for part in (field or "").split(".") if part)


def _checkpoints(scenario: Scenario) -> Iterator[Fault]:
    times = {event.id: event.at for event in scenario.events}
    for position, checkpoint in enumerate(scenario.checkpoints):
        place = ("checkpoints", position)
        if checkpoint.after and checkpoint.after not in times:
            yield (*place, "after"), f"there is no event {checkpoint.after!r}"
            continue
        happened = times[checkpoint.after or scenario.events[-1].id]
        event = next(e for e in scenario.events if e.id == (checkpoint.after or scenario.events[-1].id))
        yield from _of_the_event(place, checkpoint, event)
        if checkpoint.at and checkpoint.at < happened:
            yield (*place, "at"), "lies before the event it comes after"
        asking = (checkpoint.recall.agent, *checkpoint.recall.agents) if checkpoint.recall else ()
        if checkpoint.user and checkpoint.user not in scenario.given.users:
            yield (*place, "user"), f"{checkpoint.user!r} is not among given.users"
        for agent in (checkpoint.agent, *asking):
            if agent and agent not in scenario.given.agents:
                field = ("agent",) if agent == checkpoint.agent else ("recall", "agent")
                yield (*place, *field), f"{agent!r} is not among given.agents"
