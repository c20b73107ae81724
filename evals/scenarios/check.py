"""What a scenario file must keep beyond its shape: order in time, names that exist, inputs that ingestion takes."""

from collections import Counter
from collections.abc import Iterator, Sequence

from hypomnema.evals.scenarios.model import Scenario
from hypomnema.memory_store.domain.errors import InvalidInput
from hypomnema.nodes.ingestion.inputs import parse_input

Place = tuple[str | int, ...]
"""Where in the file: keys and list positions from the top."""

Fault = tuple[Place, str]


def faults(scenario: Scenario) -> Iterator[Fault]:
    """Yield everything that is wrong with a well-formed scenario, and where."""
    yield from _doubles("events", [event.id for event in scenario.events])
    yield from _doubles("checkpoints", [checkpoint.id for checkpoint in scenario.checkpoints])
    yield from _time_order(scenario)
    yield from _inputs(scenario)
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
        if event.input is None:
            continue
        place = ("events", position, "input")
        try:
            parsed = parse_input(event.input)
        except InvalidInput as error:
            yield (*place, *_path(error.field)), str(error)
            continue
        if parsed.agent_id and parsed.agent_id not in scenario.given.agents:
            yield (*place, "agent_id"), f"{parsed.agent_id!r} is not among given.agents"
        if parsed.user_id and parsed.user_id not in scenario.given.users:
            yield (*place, "user_id"), f"{parsed.user_id!r} is not among given.users"


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
        if checkpoint.at and checkpoint.at < happened:
            yield (*place, "at"), "lies before the event it comes after"
        agent = checkpoint.recall.agent if checkpoint.recall else None
        if agent and agent not in scenario.given.agents:
            yield (*place, "recall", "agent"), f"{agent!r} is not among given.agents"
