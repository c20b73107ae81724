"""The eighteen types of memory, each with the fields that only it has."""

# pyright: reportIncompatibleVariableOverride=false
# The models are frozen, so narrowing `type` to one literal is safe.

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from pydantic import Field, TypeAdapter

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.invalid import read_as
from memorist.memory_store.domain.memory import Confidence, Level, Memory, Part

Outcome = Literal["success", "failure", "partial", "success_after_pivot", "knowledge_acquired", "unknown"]
EpisodeKind = Literal["work", "ritual", "feedback", "dialogue"]


class Episodic(Memory):
    """Something that happened."""

    type: Literal["episodic"] = "episodic"
    level: Level = Level.EPISODE
    timestamp: UtcTime
    duration_minutes: float | None = Field(default=None, ge=0)
    participants: tuple[str, ...] = ()
    emotional_valence: float = Field(default=0.0, ge=-1.0, le=1.0)
    outcome: Outcome = "unknown"
    lessons: tuple[str, ...] = ()
    kind: EpisodeKind = "work"


class Observation(Memory):
    """A pattern noticed in several episodes."""

    type: Literal["observation"] = "observation"
    level: Level = Level.OBSERVATION


class Fact(Memory):
    """Something that is so."""

    type: Literal["semantic:fact"] = "semantic:fact"


class Preference(Memory):
    """A person's preference."""

    type: Literal["semantic:preference"] = "semantic:preference"


class Policy(Memory):
    """A standing practice of a team."""

    type: Literal["semantic:policy"] = "semantic:policy"


Severity = Literal["block", "warn"]


class HardRule(Memory):
    """A prohibition or duty that is in every prompt."""

    type: Literal["semantic:hard_rule"] = "semantic:hard_rule"
    level: Level = Level.RULE
    severity: Severity = "block"
    reason: str | None = None
    alternatives: tuple[str, ...] = ()


class Decision(Memory):
    """A decision, with its reasoning; ``exception_to`` is the id of the rule of which it allows a part."""

    type: Literal["semantic:decision"] = "semantic:decision"
    reasoning: str | None = None
    exception_to: str | None = None


class Reference(Memory):
    """Knowledge from outside: articles, documents."""

    type: Literal["semantic:reference"] = "semantic:reference"
    uri: str | None = None


class Trigger(Part):
    """Conditions of a procedure."""

    pattern: str = Field(min_length=1)
    context: tuple[str, ...] = ()


class Step(Part):
    """One step of a procedure."""

    order: int = Field(ge=1)
    instruction: str = Field(min_length=1)
    tool_call: str | None = None


class Procedure(Memory):
    """A procedure: when the trigger fits, follow the steps."""

    type: Literal["procedural"] = "procedural"
    level: Level = Level.PROCEDURE
    name: str = Field(min_length=1)
    trigger: Trigger
    steps: tuple[Step, ...]
    success_rate: Confidence = 1.0
    times_used: int = Field(default=0, ge=0)
    last_used: UtcTime | None = None
    learned_from: tuple[str, ...] = ()

    def text_to_embed(self) -> str:
        """A procedure is found by its trigger."""
        return " ".join((self.trigger.pattern, *self.trigger.context))


class Theory(Part):
    """An assumption about a person, with what speaks for and against it."""

    statement: str
    confidence: Confidence
    evidence_for: tuple[str, ...] = ()
    evidence_against: tuple[str, ...] = ()


class SelfModel(Memory):
    """An agent's knowledge of itself."""

    type: Literal["model:self"] = "model:self"
    strong: tuple[str, ...] = ()
    weak: tuple[str, ...] = ()
    limitations: tuple[str, ...] = ()
    recent_misses: tuple[str, ...] = ()


class UserModel(Memory):
    """Knowledge of a person."""

    type: Literal["model:user"] = "model:user"
    theories: tuple[Theory, ...] = ()
    expectations: tuple[str, ...] = ()
    expertise: dict[str, Confidence] = Field(default_factory=dict)
    communication_style: str | None = None


class RelationshipModel(Memory):
    """Working relationship of an agent and a person."""

    type: Literal["model:relationship"] = "model:relationship"
    trust_level: Confidence = 0.3
    phase: Literal["initial", "learning", "productive", "mature"] = "initial"
    interaction_count: int = Field(default=0, ge=0)
    significant_events: tuple[str, ...] = ()


TO_DO = "to_do"
"""Tag of what somebody still has to do once; its claim is "WHO plans WHAT", narrowed to the day by which."""
VERSION_PREDICATE = "has_version"
"""Predicate of the claim of a document's reference."""
UNDATED = "undated"
"""Tag of what a document says of which nobody knows when it was written: it is valid from when it was read."""
FROM_DOCUMENT = "document"
"""Extraction method of a document's own statements: what it says may be out of date, or somebody else's opinion."""
REPORTED = "reported"
"""Tag of what a person reports, or may only pass on: they do not state it themselves."""
BY_UPDATE_MODELS = "update_models"
"""Extraction method of the models that other memories are linked to: their content is a title."""


class DomainModel(Memory):
    """Behaviour of a field of work."""

    type: Literal["model:domain"] = "model:domain"
    characteristics: tuple[str, ...] = ()
    behaviour_rules: tuple[str, ...] = ()

    @property
    def says_something(self) -> bool:
        """True if it is more than the name of a field."""
        return bool(self.characteristics or self.behaviour_rules) or self.extraction_method != BY_UPDATE_MODELS


class NamedEntity(Memory):
    """A thing with one canonical name and the other names it goes by."""

    aliases: tuple[str, ...] = ()
    mention_count: int = Field(default=0, ge=0)
    last_mentioned: UtcTime | None = None


class Person(NamedEntity):
    """A person, a role or a team."""

    type: Literal["entity:person"] = "entity:person"


class Technology(NamedEntity):
    """A tool, framework, service or language."""

    type: Literal["entity:technology"] = "entity:technology"


class Practice(NamedEntity):
    """A way of working."""

    type: Literal["entity:practice"] = "entity:practice"


class Project(NamedEntity):
    """A piece of work with a name."""

    type: Literal["entity:project"] = "entity:project"


class Concept(NamedEntity):
    """Anything else that has a name."""

    type: Literal["entity:concept"] = "entity:concept"


AnyMemory = Annotated[
    Episodic
    | Observation
    | Fact
    | Preference
    | Policy
    | HardRule
    | Decision
    | Reference
    | Procedure
    | SelfModel
    | UserModel
    | RelationshipModel
    | DomainModel
    | Person
    | Technology
    | Practice
    | Project
    | Concept,
    Field(discriminator="type"),
]
"""Any of the eighteen, told apart by ``type``."""

MODEL_OF_TYPE: dict[str, type[Memory]] = {
    model.model_fields["type"].default: model for model in get_args(get_args(AnyMemory)[0])
}
MEMORY_TYPES = tuple(MODEL_OF_TYPE)
ENTITY_TYPES = tuple(t for t in MEMORY_TYPES if t.startswith("entity:"))
MODEL_TYPES = tuple(t for t in MEMORY_TYPES if t.startswith("model:"))
STATEMENT_TYPES = tuple(t for t in MEMORY_TYPES if t not in ENTITY_TYPES)
HARD_RULE = "semantic:hard_rule"
RULE_TYPES = (HARD_RULE, "semantic:policy")
"""Types of what binds those who work here, the stricter one first."""


def types_named(name: str) -> tuple[str, ...]:
    """Return the types of a name: the type itself, whole or as its last part, or the types of a family.

    ``semantic:policy`` and ``policy`` are one type, ``semantic`` and ``entity`` are several; an unknown name is none.
    """
    if name in MEMORY_TYPES:
        return (name,)
    return tuple(t for t in MEMORY_TYPES if name in t.split(":"))


_adapter: TypeAdapter[Memory] = TypeAdapter(AnyMemory)


def parse_memory(data: Mapping[str, Any]) -> Memory:
    """Build the memory that ``data["type"]`` names. Raises :class:`InvalidInput` naming the field."""
    return read_as(_adapter, dict(data), of="memory")
