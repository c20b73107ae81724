"""Scenario in, variant out: the same story with other names, other words, at another time. Deterministic by seed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, cast

from pydantic import ValidationError

from memorist.evals.scenarios.check import Fault, faults
from memorist.evals.scenarios.load import complaints
from memorist.evals.scenarios.model import Scenario
from memorist.evals.scenarios.variation import names
from memorist.evals.scenarios.variation.dates import shifted
from memorist.evals.scenarios.variation.declared import declared
from memorist.evals.scenarios.variation.sentences import paraphrased
from memorist.memory_store.domain.errors import InvalidInput

KEYS = frozenset({"id", "after", "of", "group", "others", "type", "kind", "status", "fixed"})
"""Fields that hold a key and no text."""
TOLD = frozenset({"why", "task", "topic", "section"})
"""Fields of a checkpoint whose words are not looked for."""
SPOKEN = frozenset({"content", "answer", "question", "body", "note", "task"})
"""Fields that hold somebody's sentences."""


@dataclass(frozen=True)
class Variant:
    """One telling of a scenario, and in what it differs; number 0 is the scenario as it is written."""

    scenario: Scenario
    number: int = 0
    weeks: int = 0
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    sentences: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def label(self) -> str:
        """Its name in reports."""
        return f"{self.scenario.name}, variant {self.number}" if self.number else self.scenario.name

    def told(self) -> Iterator[str]:
        """Return the differences, a line each."""
        if self.number:
            yield f"{abs(self.weeks)} weeks {'later' if self.weeks > 0 else 'earlier'}"
        yield from (f"{old} → {new}" for old, new in self.names.items())
        yield from (f"“{old}” → “{new}”" for old, new in self.sentences.items())


def variant(scenario: Scenario, number: int, seed: int) -> Variant:
    """The ``number``-th variant of a scenario. Raises :class:`InvalidInput` if what comes out is no scenario."""
    key = f"{seed}:{scenario.name}:{number}"
    rng = Random(key)
    variants, data = declared(), scenario.model_dump(mode="json", exclude_unset=True)
    weeks = rng.choice([n for n in range(variants.weeks[0], variants.weeks[1] + 1) if n])
    texts = [text for _, text in _texts(data)]
    if missing := [each for each in scenario.fixed if not any(each.lower() in text.lower() for text in texts)]:
        raise InvalidInput(f"{scenario.name}: fixed: {missing[0]!r} stands nowhere in it", field="fixed")
    chosen = names.choose(variants, texts, scenario.fixed, rng)
    replaced = names.forms(chosen)
    asked = [text for place, text in _texts(data.get("checkpoints")) if place not in TOLD]
    year = scenario.given.clock.year
    said: dict[str, str] = {}

    def retold(place: str, text: str) -> str:
        worded = paraphrased(text, asked, key, scenario.fixed) if place in SPOKEN else text
        if worded != text:
            said[text] = worded
        return shifted(names.replace(worded, replaced), weeks, year=year)

    changed = {**_mapped(data, retold), "name": scenario.name}
    made = _read(changed, f"variant {number} of {scenario.name}")
    return Variant(made, number, weeks, {was["name"]: now["name"] for was, now in chosen}, said)


def _read(data: Any, label: str) -> Scenario:
    try:
        made = Scenario.model_validate(data)
    except ValidationError as error:
        raise _unsound(label, complaints(error)) from error
    if wrong := [*faults(made)]:
        raise _unsound(label, wrong)
    return made


def _unsound(label: str, wrong: Sequence[Fault]) -> InvalidInput:
    said = "; ".join(f"{'.'.join(map(str, place))}: {message}" for place, message in wrong)
    return InvalidInput(f"{label} is no scenario: {said} (a scenario's `fixed` keeps a name or sentence as it is)")


def _texts(data: Any) -> list[tuple[str, str]]:
    """Return every text below ``data``, with the field it stands in."""
    found: list[tuple[str, str]] = []

    def note(place: str, text: str) -> str:
        found.append((place, text))
        return text

    _mapped(data, note)
    return found


def _mapped(data: Any, change: Callable[[str, str], str], place: str = "") -> Any:
    match data:
        case str():
            return change(place, data)
        case dict():
            items = cast(Mapping[str, Any], data)
            return {k: v if k in KEYS else _mapped(v, change, k) for k, v in items.items()}
        case list():
            return [_mapped(value, change, place) for value in cast(list[Any], data)]
        case _:
            return data
