"""Reading scenario files: every mistake is named with file, line and field."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePath
from typing import Any

import yaml
from pydantic import ValidationError
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from memorist.evals.scenarios.check import Fault, Place, faults
from memorist.evals.scenarios.model import Scenario
from memorist.memory_store.domain.errors import InvalidInput

_Mistake = tuple[int, str, str]
"""Line, field, what is wrong."""


class InvalidScenario(InvalidInput):
    """A scenario file cannot be read. The message holds one line a mistake: file, line, field, what was expected."""


class UnknownScenario(InvalidInput):
    """No scenario of that name is shipped."""


class _PlainLoader(yaml.SafeLoader):
    """Times stay text: inputs must reach ingestion exactly as a line of JSON would, and naive times be refused."""


_PlainLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def scenario_folder() -> Traversable:
    """Where the shipped scenarios lie: one folder a theme, one file a scenario."""
    return files("memorist.scenarios")


def scenario_files() -> dict[str, Traversable]:
    """The shipped scenario files by name, in alphabetical order."""
    found = {
        file.name.removesuffix(".yaml"): file
        for theme in scenario_folder().iterdir()
        if theme.is_dir()
        for file in theme.iterdir()
        if file.name.endswith(".yaml")
    }
    return dict(sorted(found.items()))


def load_scenario(name: str) -> Scenario:
    """Read the shipped scenario ``name``. Raises :class:`UnknownScenario` or :class:`InvalidScenario`."""
    [scenario] = load_scenarios([name])
    return scenario


def load_scenarios(wanted: Sequence[str] = ()) -> list[Scenario]:
    """Read shipped scenarios by name, others by their file or by a folder that holds some; all shipped without any.

    Raises :class:`UnknownScenario` or :class:`InvalidScenario`.
    """
    known = scenario_files()
    found: list[Scenario] = []
    for one in wanted or known:
        if one in known:
            found.append(read_scenario(known[one].read_text(encoding="utf-8"), file=f"{one}.yaml"))
            continue
        path = Path(one)
        files = sorted(path.rglob("*.yaml")) if path.is_dir() else [path] if path.is_file() else []
        if not files:
            raise UnknownScenario(
                f"there is no scenario, no scenario file and no folder with some called {one!r}; "
                f"shipped are {', '.join(known)}",
                field="name",
            )
        found += [read_scenario(file.read_text(encoding="utf-8"), file=str(file)) for file in files]
    return found


def read_scenario(text: str, *, file: str) -> Scenario:
    """Read a scenario from YAML. Raises :class:`InvalidScenario`; ``file`` is the name used in its message."""
    root = _compose(text, file)
    if twice := [*_double_keys(root)]:
        raise _invalid(file, twice)
    data: Any = yaml.load(text, Loader=_PlainLoader)
    try:
        scenario = Scenario.model_validate(data)
    except ValidationError as error:
        raise _invalid(file, [_mistake(root, *complaint) for complaint in _complaints(error)]) from error
    if wrong := [_mistake(root, *fault) for fault in faults(scenario)]:
        raise _invalid(file, wrong)
    if scenario.name != PurePath(file).stem:
        raise _invalid(file, [_mistake(root, ("name",), f"the file is called {file}, the scenario {scenario.name}")])
    return scenario


def _complaints(error: ValidationError) -> list[Fault]:
    """What pydantic says, unknown fields first: a misspelt field is the cause of a missing one."""
    complaints = sorted(error.errors(include_url=False), key=lambda c: c["type"] != "extra_forbidden")
    return [(complaint["loc"], complaint["msg"].removeprefix("Value error, ")) for complaint in complaints]


def _compose(text: str, file: str) -> Node:
    try:
        root = yaml.compose(text, Loader=_PlainLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise InvalidScenario(f"{file}:{line}: not YAML: {error.problem}") from error
    except yaml.YAMLError as error:
        raise InvalidScenario(f"{file}:1: not YAML: {error}") from error
    if root is None:
        raise InvalidScenario(f"{file}:1: the file is empty")
    return root


def _invalid(file: str, mistakes: Sequence[_Mistake]) -> InvalidScenario:
    lines = [f"{file}:{line}: {field}: {message}" for line, field, message in mistakes]
    return InvalidScenario("\n".join(lines), field=mistakes[0][1])


def _mistake(root: Node, place: Place, message: str) -> _Mistake:
    node, known = _locate(root, place)
    return node.start_mark.line + 1, _field(known), message


def _field(place: Place) -> str:
    return ".".join(str(part) for part in place) or "scenario"


def _locate(root: Node, place: Place) -> tuple[Node, Place]:
    """The node nearest to ``place``, and the part of the way that is in the file.

    Names of union members, which pydantic puts into its locations, are passed over; a missing field keeps its name.
    """
    node, known = root, list[str | int]()
    for part in place:
        child = _child(node, part)
        if child is not None:
            node = child
            known.append(part)
    if place and known[-1:] != [place[-1]] and isinstance(node, MappingNode) and isinstance(place[-1], str):
        known.append(place[-1])
    return node, tuple(known)


def _child(node: Node, part: str | int) -> Node | None:
    if isinstance(node, MappingNode):
        return next((value for key, value in _pairs(node) if key.value == str(part)), None)
    if isinstance(node, SequenceNode) and isinstance(part, int):
        items: Sequence[Node] = node.value
        return items[part] if part < len(items) else None
    return None


def _pairs(node: MappingNode) -> list[tuple[Node, Node]]:
    return node.value


def _double_keys(node: Node, place: Place = ()) -> Iterator[_Mistake]:
    """Fields that occur twice in one mapping, which YAML itself would let pass."""
    if isinstance(node, MappingNode):
        seen: set[str] = set()
        for key, value in _pairs(node):
            name = str(key.value) if isinstance(key, ScalarNode) else ""
            if name in seen:
                yield key.start_mark.line + 1, _field((*place, name)), "this field is there twice"
            seen.add(name)
            yield from _double_keys(value, (*place, name))
    elif isinstance(node, SequenceNode):
        items: Sequence[Node] = node.value
        for position, item in enumerate(items):
            yield from _double_keys(item, (*place, position))
