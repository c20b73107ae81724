"""Reading scenario files: every mistake is named with file, line and field."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePath

from pydantic import ValidationError
from pydantic_core import ErrorDetails
from yaml.nodes import Node

from memorist.evals.scenarios.check import Fault, Place, faults
from memorist.evals.scenarios.model import Scenario
from memorist.evals.scenarios.plain_yaml import NotPlain, double_keys, locate, read_yaml
from memorist.memory_store.domain.errors import InvalidInput

ENDINGS = (".yaml", ".yml")
Mistake = tuple[int, Place, str]
"""Line, field, what is wrong."""


class InvalidScenario(InvalidInput):
    """A scenario file cannot be read. The message holds one line a mistake: file, line, field, what was expected."""


class UnknownScenario(InvalidInput):
    """No scenario of that name is shipped."""


def scenario_files() -> dict[str, Traversable]:
    """The shipped scenario files by name, in alphabetical order: one folder a theme, one file a scenario."""
    found = {
        file.name.removesuffix(".yaml"): file
        for theme in files("memorist.scenarios").iterdir()
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

    What is named twice is read once. Raises :class:`UnknownScenario` or :class:`InvalidScenario`, also for two files
    of one name: reports would show one of them.
    """
    known = scenario_files()
    found: dict[str, tuple[str, Scenario]] = {}
    wrong: list[InvalidScenario] = []
    for place, file in [each for one in wanted or known for each in _files(one, known)]:
        try:
            scenario = read_scenario(_text(file, place), file=place)
        except InvalidScenario as error:
            wrong.append(error)
            continue
        other, same = found.setdefault(scenario.name, (place, scenario))
        if same != scenario:
            raise InvalidScenario(f"{place}: another scenario is called {scenario.name}, too: {other}", field="name")
    if wrong:
        raise InvalidScenario("\n".join(str(error) for error in wrong), field=wrong[0].field)
    return [scenario for _, scenario in found.values()]


def _files(one: str, known: Mapping[str, Traversable]) -> list[tuple[str, Traversable]]:
    """Return the files that a name, a file or a folder stands for, each with its place."""
    if one in known:
        return [(f"{one}.yaml", known[one])]
    path = Path(one)
    files = sorted(f for f in path.rglob("*") if f.suffix in ENDINGS) if path.is_dir() else [path]
    if not files or not path.exists():
        raise UnknownScenario(
            f"there is no scenario, no scenario file and no folder with some called {one!r}; "
            f"shipped are {', '.join(known)}",
            field="name",
        )
    return [(str(file), file) for file in files]


def _text(file: Traversable, place: str) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidScenario(f"{place}: cannot be read: {error}") from error


def read_scenario(text: str, *, file: str) -> Scenario:
    """Read a scenario from YAML. Raises :class:`InvalidScenario`; ``file`` is the name used in its message."""
    try:
        root, data = read_yaml(text)
    except NotPlain as error:
        raise InvalidScenario(f"{file}:{error.line}: {error}") from error

    if twice := [*double_keys(root)]:
        raise _invalid(file, [(line, place, "this field is there twice") for line, place in twice])
    try:
        scenario = Scenario.model_validate(data)
    except ValidationError as error:
        raise _invalid(file, _located(root, complaints(error))) from error
    if wrong := _located(root, faults(scenario)):
        raise _invalid(file, wrong)
    if scenario.name != PurePath(file).stem:
        differs = f"the file is called {file}, the scenario {scenario.name}"
        raise _invalid(file, _located(root, [(("name",), differs)]))
    return scenario


def complaints(error: ValidationError) -> list[Fault]:
    """Return pydantic's complaints, unknown fields first: a misspelt field is the cause of a missing one.

    Of a list that is too short because of what is wrong in it, only that is told.
    """
    complaints = sorted(error.errors(include_url=False), key=lambda c: c["type"] != "extra_forbidden")
    within = {complaint["loc"][:depth] for complaint in complaints for depth in range(len(complaint["loc"]))}
    caused = [c for c in complaints if c["type"] != "too_short" or c["loc"] not in within]
    return [(complaint["loc"], _in_words(complaint)) for complaint in caused]


def _in_words(complaint: ErrorDetails) -> str:
    said = complaint["msg"].removeprefix("Value error, ").replace("tuple", "list").replace("Tuple", "List")
    return f"{said}, got {complaint['input']!r}" if complaint["type"] in {"string_type", "tuple_type"} else said


def _located(root: Node, mistakes: Iterable[Fault]) -> list[Mistake]:
    return [(*locate(root, place), message) for place, message in mistakes]


def _invalid(file: str, mistakes: Sequence[Mistake]) -> InvalidScenario:
    fields = [".".join(map(str, place)) or "scenario" for _, place, _ in mistakes]
    lines = [f"{file}:{m[0]}: {field}: {m[2]}" for m, field in zip(mistakes, fields, strict=True)]
    return InvalidScenario("\n".join(lines), field=fields[0])
