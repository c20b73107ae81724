"""The guidance: figures, words and rules as data, from the shipped file and one of the user's own."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, Self, cast

import yaml
from pydantic import Field, ValidationError, model_validator

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Part
from memorist.nodes.homeostasis.act import ActKind
from memorist.nodes.homeostasis.result import ActivityName, DimensionName, DimensionState
from memorist.nodes.homeostasis.signals import SIGNALS, Signals
from memorist.nodes.yaml_lines import Place, composed, line_of

SHIPPED = "guidance.yaml"
LISTS = ("tensions", "guardrails", "acts")
"""Sections whose entries have an id."""


class Thresholds(Part):
    """Every figure that a dimension goes by; the shipped file says what each is for. Times are minutes."""

    required_confidence_low: float = Field(ge=0, le=1)
    required_confidence_medium: float = Field(ge=0, le=1)
    required_confidence_high: float = Field(ge=0, le=1)
    uncertain_by: float = Field(ge=0, le=1)
    overconfident_by: float = Field(ge=0, le=1)
    progress_half_life: float = Field(gt=0)
    stalled_after: float = Field(gt=0)
    rush_window: float = Field(gt=0)
    rush_actions: int = Field(ge=1)
    repeat_limit: int = Field(ge=1)
    report_every: float = Field(gt=0)
    reply_within: float = Field(gt=0)
    ask_again_after: float = Field(gt=0)
    messages_an_hour: int = Field(ge=1)
    waiting_long: float = Field(gt=0)
    overload_items: int = Field(ge=1)
    over_research: float = Field(gt=0)
    blind_action: float = Field(gt=0)
    ask_below: float = Field(ge=0, le=1)
    failures_to_tell: int = Field(ge=1)

    def changed(self, given: Mapping[str, float]) -> Self:
        """These thresholds with some of them replaced. Raises :class:`InvalidInput` naming the one that is wrong."""
        try:
            return type(self).model_validate({**self.model_dump(), **given})
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            field = ".".join(str(part) for part in first["loc"])
            known = ", ".join(type(self).model_fields)
            hint = f"; there are {known}" if first["type"] == "extra_forbidden" else ""
            raise InvalidInput(f"thresholds: field {field}: {first['msg']}{hint}", field=field) from error


class Condition(Part):
    """A signal and the figures between which it must lie; a signal that is not known fulfils nothing.

    A figure is a number or the name of a threshold. ``below`` excludes the figure itself.
    """

    signal: str
    at_least: float | str | None = None
    at_most: float | str | None = None
    below: float | str | None = None

    @model_validator(mode="after")
    def _means_something(self) -> Self:
        if self.signal not in SIGNALS:
            raise ValueError(f"there is no signal {self.signal!r}: expected one of {', '.join(sorted(SIGNALS))}")
        figures = [figure for figure in (self.at_least, self.at_most, self.below) if figure is not None]
        if not figures:
            raise ValueError("say at_least, at_most or below")
        for figure in figures:
            if isinstance(figure, str) and figure not in Thresholds.model_fields:
                known = ", ".join(Thresholds.model_fields)
                raise ValueError(f"{figure!r} is no number and no threshold: expected one of {known}")
        return self

    def holds(self, signals: Signals, thresholds: Thresholds) -> bool:
        """Return true if the signal is known and within the figures."""
        value = getattr(signals, self.signal)
        if value is None:
            return False

        def number(figure: float | str) -> float:
            return float(getattr(thresholds, figure)) if isinstance(figure, str) else figure

        return (
            (self.at_least is None or value >= number(self.at_least))
            and (self.at_most is None or value <= number(self.at_most))
            and (self.below is None or value < number(self.below))
        )


class Silence(Part):
    """Exceptions of a rule whose conditions hold: one of these activities, or all of these signals."""

    activity: tuple[ActivityName, ...] = ()
    signals: tuple[Condition, ...] = ()

    def applies(self, signals: Signals, thresholds: Thresholds) -> bool:
        """Return true if the rule has to be silent."""
        by_signals = bool(self.signals) and all(c.holds(signals, thresholds) for c in self.signals)
        return signals.activity in self.activity or by_signals


class TensionRule(Part):
    """Two dimensions in these states pull apart; ``action`` serves both."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    between: dict[DimensionName, tuple[DimensionState, ...]] = Field(min_length=2, max_length=2)
    unless: Silence | None = None
    action: str = Field(min_length=1)
    why: str = Field(min_length=1)


class GuardrailRule(Part):
    """An extreme: all conditions hold at once. An intended act of a kind in ``about`` would take it further."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    side: Literal["too_much", "too_little"]
    when: tuple[Condition, ...] = Field(min_length=1)
    about: tuple[ActKind, ...] = ()
    unless: Silence | None = None
    action: str = Field(min_length=1)


class ActRule(Part):
    """A command that destroys or exposes something.

    ``program`` is a pattern for the program's whole name, each of ``words`` one that some argument must fit as a whole,
    in any order; one of ``unless`` that fits an argument makes the rule silent. Case counts.
    """

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    program: str = Field(min_length=1)
    words: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    verdict: Literal["warn", "deny"]
    what: str = Field(min_length=1)
    reason: str = Field(min_length=1)
    alternative: str = Field(min_length=1)

    @model_validator(mode="after")
    def _patterns_can_be_read(self) -> Self:
        for pattern in (self.program, *self.words, *self.unless):
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"{pattern!r} is no regular expression: {error}") from error
        return self

    def fits(self, program: str, arguments: Sequence[str]) -> bool:
        """Return true if a command is of this kind."""
        return (
            re.fullmatch(self.program, program) is not None
            and all(any(re.fullmatch(p, a, re.DOTALL) for a in arguments) for p in self.words)
            and not any(re.fullmatch(p, a, re.DOTALL) for p in self.unless for a in arguments)
        )


class Guidance(Part):
    """Everything homeostasis goes by."""

    name: str
    thresholds: Thresholds
    guidance: dict[DimensionName, dict[DimensionState, str]]
    tensions: tuple[TensionRule, ...]
    guardrails: tuple[GuardrailRule, ...]
    acts: tuple[ActRule, ...]

    def words(self, name: DimensionName, state: DimensionState) -> str:
        """Return the advice for a dimension in a state; empty if none is written for it."""
        return self.guidance.get(name, {}).get(state, "")


@lru_cache
def shipped_guidance() -> Guidance:
    """The guidance that comes with the package."""
    return read_guidance((files(__package__ or __name__) / SHIPPED).read_text(encoding="utf-8"), file=SHIPPED)


def load_guidance(path: Path | None) -> Guidance:
    """The shipped guidance with the user's file over it. Raises :class:`InvalidInput` naming file, line and field."""
    if path is None:
        return shipped_guidance()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"the guidance file {path} cannot be read: {error}", field="guidance") from error
    return read_guidance(text, file=path.name, over=shipped_guidance())


def read_guidance(text: str, *, file: str, over: Guidance | None = None) -> Guidance:
    """Read guidance from YAML; with ``over`` the file need only hold what is different.

    Thresholds and words are replaced one by one, tensions, guardrails and acts by their id; new ones are added.
    """
    root = composed(text, file=file, field="guidance")
    data: Any = yaml.safe_load(text)
    if not isinstance(data, dict):
        raise InvalidInput(f"{file}:1: expected a mapping of name, thresholds, guidance …", field="guidance")
    given = cast("dict[str, Any]", data)
    merged = given if over is None else _merged(over.model_dump(mode="json"), given)
    try:
        return Guidance.model_validate(merged)
    except ValidationError as error:
        first = min(error.errors(include_url=False), key=lambda e: e["type"] != "extra_forbidden")
        place = _place_in_file(tuple(first["loc"]), merged, given)
        field = ".".join(str(part) for part in place)
        message = first["msg"].removeprefix("Value error, ")
        raise InvalidInput(f"{file}:{line_of(root, place)}: {field}: {message}", field=field) from error


def _merged(base: Any, given: Any) -> Any:
    """``given`` over ``base``: mappings field by field, lists by the ids of their entries; anything else is replaced.

    What has another shape than expected is passed on, for the model to refuse.
    """
    if isinstance(base, dict) and isinstance(given, dict):
        fields = cast("dict[str, Any]", base)
        return {
            **fields,
            **{key: _merged(fields.get(key), value) for key, value in cast("dict[str, Any]", given).items()},
        }
    if isinstance(base, list) and isinstance(given, list):
        own = cast("list[Any]", given)
        ids = {entry.get("id") for entry in own if isinstance(entry, dict)}  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
        return [*(entry for entry in cast("list[Any]", base) if entry["id"] not in ids), *own]
    return given


def _place_in_file(place: Place, merged: dict[str, Any], given: dict[str, Any]) -> Place:
    """Return the place in the file of a complaint about the merged lists."""
    if len(place) > 1 and place[0] in LISTS and isinstance(place[1], int):
        before = len(merged[str(place[0])]) - len(given.get(str(place[0]), merged[str(place[0])]))
        return (place[0], max(0, place[1] - before), *place[2:])
    return place
