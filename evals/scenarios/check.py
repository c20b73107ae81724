"""Checks of a scenario file beyond its shape: order in time, names that exist, inputs that ingestion takes."""

from collections.abc import Callable, Iterator, Sequence
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
        if id_ in ids[:position]:
            yield (field, position, "id"), f"{id_!r} is there twice"


def _time_order(scenario: Scenario) -> Iterator[Fault]:
    before = scenario.given.clock
    for position, event in enumerate(scenario.events):
        if event.at < before:
            yield ("events", position, "at"), "lies before the event (or clock) above it"
        before = event.at


def _among(name: str | None, known: Sequence[str], what: str, place: Place) -> Iterator[Fault]:
    """Yield a fault unless a name is one of those that ``given`` has."""
    if name and name not in known:
        yield place, f"{name!r} is not among given.{what}"


def _inputs(scenario: Scenario) -> Iterator[Fault]:
    agents, users = scenario.given.agents, scenario.given.users
    for position, event in enumerate(scenario.events):
        yield from _asked(position, event, agents)
        if event.search:
            yield from _among(event.search.user, users, "users", ("events", position, "search", "user"))
        for number, given in enumerate(event.inputs):
            inside = ("together", "inputs", number) if event.together else ("input",)
            place: Place = ("events", position, *inside)
            try:
                parsed = parse_input(given)
            except InvalidInput as error:
                yield (*place, *_path(error.field)), str(error)
                continue
            yield from _among(parsed.agent_id, agents, "agents", (*place, "agent_id"))
            yield from _among(parsed.user_id, users, "users", (*place, "user_id"))
            if event.together is not None and not parsed.agent_id:
                yield (*place, "agent_id"), "say whose input it is"


def _names(scenario: Scenario) -> Iterator[Fault]:
    """Groups that are not given, and personas that nobody wrote or took in before."""
    written: dict[str, str] = {}
    taken_in: set[tuple[str | None, str]] = set()
    for position, event in enumerate(scenario.events):
        yield from _among(event.group, scenario.given.others, "others", ("events", position, "group"))
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


READ_BY: Sequence[tuple[str, str, Callable[[Any], object]]] = (
    ("assess", "state", parse_state),
    ("act", "action", parse_act),
    ("act", "state", parse_state),
    ("intake", "form", parse_intake),
)
"""Kind of event, field of it, and what the graph reads this field with."""


def _asked(position: int, event: ScenarioEvent, agents: Sequence[str]) -> Iterator[Fault]:
    """Yield the faults of a state, an act or a form, as the graphs report them."""
    for kind, field, read in READ_BY:
        asked = getattr(event, kind)
        if asked is None or (given := getattr(asked, field)) is None:
            continue
        try:
            read(given)
        except InvalidInput as error:
            yield ("events", position, kind, field, *_path(error.field)), str(error)
        yield from _among(asked.agent, agents, "agents", ("events", position, kind, "agent"))


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
    events = {event.id: event for event in scenario.events}
    for position, checkpoint in enumerate(scenario.checkpoints):
        place = ("checkpoints", position)
        event = events.get(checkpoint.after or scenario.events[-1].id)
        if event is None:
            yield (*place, "after"), f"there is no event {checkpoint.after!r}"
            continue
        yield from _of_the_event(place, checkpoint, event)
        if checkpoint.at and checkpoint.at < event.at:
            yield (*place, "at"), "lies before the event it comes after"
        yield from _among(checkpoint.user, scenario.given.users, "users", (*place, "user"))
        yield from _among(checkpoint.agent, scenario.given.agents, "agents", (*place, "agent"))
        for agent in checkpoint.recall.askers if checkpoint.recall else ():
            yield from _among(agent, scenario.given.agents, "agents", (*place, "recall", "agent"))
