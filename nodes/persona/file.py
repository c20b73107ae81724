"""The persona file: knowledge with where it comes from, and the list of what was removed. One JSON object."""

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints, ValidationError, model_validator

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.invalid import MAX_NAMED
from memorist.memory_store.domain.memory import (
    MAX_CONTENT_CHARS,
    Confidence,
    Content,
    Part,
    Source,
    Trust,
    without_nul,
)
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import MEMORY_TYPES, Severity, Step, Trigger

VERSION = "1.0"
LARGEST = 32 * 1024 * 1024
"""Bytes; a larger file is not read at all."""
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def _on_one_line(text: str) -> str:
    if CONTROL.search(text):
        raise ValueError("it contains a control character: put it on one line")
    return text


Line = Annotated[
    str, StringConstraints(min_length=1, max_length=256, strip_whitespace=True), AfterValidator(_on_one_line)
]


class Origin(Part):
    """Origin of a memory: its id there, its source and trust, and its evidence.

    ``sources`` is the number of raw inputs behind it; they stay where they are.
    """

    id: Line
    source: Source
    trust: Trust
    status: Status
    learned_at: UtcTime
    evidence_count: int = Field(ge=0)
    sources: int = Field(ge=0)


class PersonaKnowledge(Part):
    """Common fields of all knowledge in a persona."""

    type: str
    content: Content
    summary: Annotated[str, StringConstraints(max_length=MAX_CONTENT_CHARS), AfterValidator(without_nul)] = ""
    confidence: Confidence
    claim: Claim | None = None
    entities: tuple[Content, ...] = ()
    domain: Content | None = None
    technology: tuple[Content, ...] = ()
    tags: tuple[Content, ...] = ()
    valid_from: UtcTime
    valid_until: UtcTime | None = None
    valid_until_condition: Annotated[Content, Field(max_length=1_024)] | None = None
    origin: Origin

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> Self:
        if self.valid_until is not None and self.valid_until < self.valid_from:
            raise ValueError("valid_until lies before valid_from")
        return self

    def details(self) -> dict[str, Any]:
        """The fields that only its type has."""
        return self.model_dump(exclude=set(PersonaKnowledge.model_fields))


class Statement(PersonaKnowledge):
    """A fact, preference or policy."""

    type: Literal["semantic:fact", "semantic:preference", "semantic:policy"]  # pyright: ignore[reportIncompatibleVariableOverride] - frozen


class Rule(PersonaKnowledge):
    """A hard rule."""

    type: Literal["semantic:hard_rule"]  # pyright: ignore[reportIncompatibleVariableOverride] - frozen
    severity: Severity
    reason: Content | None = None
    alternatives: tuple[Content, ...] = ()


class PersonaDecision(PersonaKnowledge):
    """A decision."""

    type: Literal["semantic:decision"]  # pyright: ignore[reportIncompatibleVariableOverride] - frozen
    reasoning: Content | None = None


class Referred(PersonaKnowledge):
    """A reference."""

    type: Literal["semantic:reference"]  # pyright: ignore[reportIncompatibleVariableOverride] - frozen
    uri: Content | None = None


class HowTo(PersonaKnowledge):
    """A procedure. How often it was used there says nothing about here, so it is not handed on."""

    type: Literal["procedural"]  # pyright: ignore[reportIncompatibleVariableOverride] - frozen
    name: Content
    trigger: Trigger
    steps: tuple[Step, ...] = Field(min_length=1)
    success_rate: Confidence


class FieldOfWork(PersonaKnowledge):
    """A domain model."""

    type: Literal["model:domain"]  # pyright: ignore[reportIncompatibleVariableOverride] - frozen
    characteristics: tuple[Content, ...] = ()
    behaviour_rules: tuple[Content, ...] = ()


Semantic = Annotated[Statement | Rule | PersonaDecision | Referred, Field(discriminator="type")]

MODEL_OF: dict[str, type[PersonaKnowledge]] = {
    "semantic:fact": Statement,
    "semantic:preference": Statement,
    "semantic:policy": Statement,
    "semantic:hard_rule": Rule,
    "semantic:decision": PersonaDecision,
    "semantic:reference": Referred,
    "procedural": HowTo,
    "model:domain": FieldOfWork,
}
"""The types of memory that a persona holds."""


class Removal(Part):
    """Something that was removed before the knowledge was handed on; never the thing itself.

    ``rewritten``: ``count`` pieces of this kind were taken out of these memories. ``left_out``: these memories stay
    where they are.
    """

    kind: Line
    action: Literal["rewritten", "left_out"]
    count: int = Field(ge=1)
    memory_ids: tuple[Line, ...]
    reason: Content


class Period(Part):
    """From the first thing that was learned to the last."""

    start: UtcTime
    end: UtcTime

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> Self:
        if self.end < self.start:
            raise ValueError("end lies before start")
        return self


class Provenance(Part):
    """The group and agent of the knowledge, and the program that wrote the file."""

    group: Line
    agent: Line | None = None
    written_by: Line


class PersonaFile(Part):
    """A persona. ``id`` is the same for every export of one group, agent and name."""

    kind: Literal["memorist persona"]
    version: Literal["1.0"]
    id: Annotated[str, StringConstraints(pattern=r"^[0-9a-f-]{36}$")]
    name: Line
    exported_at: UtcTime
    domain: Line
    agent_type: Line
    learning_period: Period | None
    provenance: Provenance
    semantic: tuple[Semantic, ...]
    procedural: tuple[HowTo, ...]
    domain_model: tuple[FieldOfWork, ...]
    removals: tuple[Removal, ...]

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        seen: set[str] = set()
        for each in self.knowledge():
            if each.origin.id in seen:
                raise ValueError(f"origin.id {each.origin.id} is there twice")
            seen.add(each.origin.id)
        return self

    def knowledge(self) -> Iterator[PersonaKnowledge]:
        """Everything that is handed on."""
        yield from (*self.semantic, *self.procedural, *self.domain_model)

    def text(self) -> str:
        """The text of the file."""
        return self.model_dump_json(indent=2) + "\n"


def read_persona(data: bytes | str, *, file: str = "persona") -> PersonaFile:
    """Read a persona file. Raises :class:`InvalidInput` naming the file, the field and what was expected."""
    raw = data.encode() if isinstance(data, str) else data
    if len(raw) > LARGEST:
        raise InvalidInput(
            f"{file}: {len(raw):,} bytes, at most {LARGEST:,} are read: split it into several", field="FILE"
        )
    try:
        return PersonaFile.model_validate_json(raw.removeprefix(b"\xef\xbb\xbf"), strict=True)
    except ValidationError as error:
        faults = [(_field_of(fault["loc"]), fault["msg"]) for fault in error.errors(include_url=False)]
        told = "; ".join(f"field {field}: {message}" for field, message in faults[:MAX_NAMED])
        more = f" (and {len(faults) - MAX_NAMED} more)" if len(faults) > MAX_NAMED else ""
        raise InvalidInput(f"{file}: {told}{more}", field=faults[0][0]) from error


def _field_of(place: tuple[int | str, ...]) -> str:
    """Return the dotted name of a field; Pydantic names the member of a union behind its place."""
    parts = (*place[:1], *(part for part in place[1:] if part not in MEMORY_TYPES))
    return ".".join(map(str, parts)) or "persona"
