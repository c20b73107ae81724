"""What can be ingested: one tagged union, one line of JSON each."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    ValidationInfo,
    field_validator,
)

from memorist.memory_store.domain.clock import UtcTime, time_text
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.errors import ContentTooLong, InvalidInput
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.own import SPEAKER
from memorist.memory_store.domain.scope import Name, Scope
from memorist.memory_store.domain.types import STATEMENT_TYPES, Severity, invalid_from
from memorist.nodes.ingestion.draft import Utterance
from memorist.nodes.ingestion.input_base import InputBase, Text
from memorist.nodes.ingestion.work_inputs import Document, Feedback, ProcedureOutcome, Ritual

MAX_INPUT_CHARS = 262_144
"""A longer text is a document, not a turn."""
MAX_DOCUMENT_CHARS = 2_097_152
"""About a thousand pages; a longer one is several documents."""


def known_type(type_: str) -> str:
    """A type that a person may give to a memory; models are kept by the workflows themselves."""
    if type_ not in STATEMENT_TYPES or type_.startswith("model:"):
        given = [t for t in STATEMENT_TYPES if not t.startswith("model:")]
        raise ValueError(f"expected one of {', '.join(given)}, got {type_!r}")
    return type_


class Turn(InputBase):
    """One message of a conversation."""

    kind: Literal["turn"] = "turn"
    role: Literal["user", "assistant"]
    content: Text
    speaker: Name | None = None

    def text(self) -> str:
        """The message."""
        return self.content

    def who(self) -> str:
        """The speaker's name, else his role."""
        return self.speaker or (super().who() if self.role == "user" else "assistant")


HARD_RULE = "semantic:hard_rule"


class Manual(InputBase):
    """Something a person adds on purpose: kept without asking."""

    kind: Literal["manual"] = "manual"
    content: Text
    type: Annotated[str, AfterValidator(known_type)] | None = None
    severity: Severity | None = None
    reason: str | None = None
    alternatives: tuple[str, ...] = ()

    @field_validator("severity")
    @classmethod
    def _only_a_rule_is_severe(cls, severity: Severity | None, info: ValidationInfo) -> Severity | None:
        if severity is not None and (kind := info.data.get("type")) not in {None, HARD_RULE}:
            raise ValueError(f"a hard rule has one, and type says {kind}: leave one of them out")
        return severity

    @property
    def meant_type(self) -> str | None:
        """The type that was given: what has a severity is a hard rule; null where it is to be read."""
        return HARD_RULE if self.severity is not None else self.type

    def text(self) -> str:
        """The statement."""
        return self.content


class Event(BaseModel):
    """One OpenTelemetry log record, in OTLP/JSON or with plain attributes.

    ``body`` is what happened in words; ``attributes["event.name"]`` what kind of event it was.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", populate_by_name=True)

    time: UtcTime
    name: str
    body: str = ""
    attributes: dict[str, Any] = Field(default_factory=dict)


class ObservationBatch(InputBase):
    """What was seen while somebody worked."""

    kind: Literal["observation"] = "observation"
    events: Annotated[tuple[Event, ...], Field(min_length=1)]
    title: str | None = None

    def text(self) -> str:
        """One line an event."""
        return "\n".join(f"[{time_text(e.time)}] {e.name}: {e.body}" for e in self.events)

    def moment(self, now: datetime) -> datetime:
        """When the last of it was seen: the same batch given twice is one."""
        return self.at or min(now, max(event.time for event in self.events))


class Dialogue(InputBase):
    """The agent asked, a person answered."""

    kind: Literal["dialogue"] = "dialogue"
    question: Text
    answer: Text
    about: str | None = None

    def text(self) -> str:
        """Question and answer."""
        return f"agent: {self.question}\n{self.who()}: {self.answer}"


AnyInput = Turn | Manual | ObservationBatch | Dialogue | Document | Ritual | ProcedureOutcome | Feedback
Input = Annotated[AnyInput, Field(discriminator="kind")]
KINDS = ("turn", "manual", "observation", "dialogue", "document", "ritual", "procedure_outcome", "feedback")

_adapter: TypeAdapter[AnyInput] = TypeAdapter(Input)


def parse_input(data: Mapping[str, Any]) -> AnyInput:
    """Read one input. Raises :class:`InvalidInput` naming the field and what was expected."""
    kind = data.get("kind")
    if kind not in KINDS:
        raise InvalidInput(f"input: field kind: expected one of {', '.join(KINDS)}, got {kind!r}", field="kind")
    prepared = dict(data)
    if kind == "observation" and isinstance(data.get("events"), list):
        prepared["events"] = [otel_event(event, place) for place, event in enumerate(data["events"])]
    try:
        parsed = _adapter.validate_python(prepared)
    except ValidationError as error:
        raise invalid_from(error, of=f"{kind} input", tag=kind) from error
    most = MAX_DOCUMENT_CHARS if kind == "document" else MAX_INPUT_CHARS
    if len(parsed.text()) > most:
        raise ContentTooLong(
            f"{kind} input: field content: {len(parsed.text()):,} characters, at most {most:,} are taken at once; "
            "split it",
            field="content",
        )
    return parsed


def utterances_of(data: Mapping[str, Any]) -> list[Utterance]:
    """What an input adds to the conversation that later inputs are read in; nothing if it cannot be read."""
    match data:
        case {"kind": "turn", "role": "user" | "assistant" as role, "content": str(content)}:
            return [Utterance(role=role, content=content)]
        case {"kind": "dialogue", "question": str(question), "answer": str(answer)}:
            return [Utterance(role="assistant", content=question), Utterance(role="user", content=answer)]
        case {"kind": "ritual", "turns": [*turns]}:
            spoken = [cast("Mapping[str, Any]", turn) for turn in turns if isinstance(turn, Mapping)]
            return [said for turn in spoken for said in utterances_of({**turn, "kind": "turn"})]
        case _:
            return []


def otel_event(record: Any, place: int = 0) -> Any:
    """Flatten one OTel log record: OTLP/JSON wraps values (``{"stringValue": …}``) and lists attributes.

    What is no record is returned as it is, for the model to refuse. Raises :class:`InvalidInput` for attributes and
    times in a form that OTLP does not have; ``place`` is the record's, for the message.
    """
    if not isinstance(record, Mapping):
        return record
    raw = cast("Mapping[str, Any]", record)
    try:
        body = _plain(raw.get("body")) or ""
        attributes = {key: _plain(value) for key, value in _attributes(raw.get("attributes") or {}, place).items()}
    except (TypeError, AttributeError, ValueError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(
            f"observation input: field events.{place}: a value is not what OTLP wraps: {error}", field=f"events.{place}"
        ) from error
    name = raw.get("eventName") or raw.get("name") or attributes.pop("event.name", None)
    nanos = raw.get("timeUnixNano") or raw.get("observedTimeUnixNano")
    moment = raw.get("time") or raw.get("timestamp")
    if moment is None and nanos is not None:
        try:
            moment = int(nanos) / 1_000_000_000
        except (TypeError, ValueError) as error:
            field = f"events.{place}.timeUnixNano"
            raise InvalidInput(
                f"observation input: field {field}: expected nanoseconds since 1970, got {nanos!r}", field=field
            ) from error
    return {"time": moment, "name": name or "event", "body": body, "attributes": attributes}


def _attributes(listed: Any, place: int) -> dict[str, Any]:
    """Attributes as a mapping, from either of OTLP's forms."""
    if isinstance(listed, Mapping):
        return dict(cast("Mapping[str, Any]", listed))
    try:
        return {str(attribute["key"]): attribute.get("value") for attribute in listed}
    except (TypeError, KeyError, AttributeError) as error:
        field = f"events.{place}.attributes"
        raise InvalidInput(
            f"observation input: field {field}: expected a mapping, or a list of key and value", field=field
        ) from error


def _plain(value: Any) -> Any:
    """Take OTLP's ``AnyValue`` wrapper off."""
    if not isinstance(value, Mapping):
        return value
    wrapped = cast("Mapping[str, Any]", value)
    for key in ("stringValue", "boolValue", "doubleValue"):
        if key in wrapped:
            return wrapped[key]
    if "intValue" in wrapped:
        return int(wrapped["intValue"])
    if "arrayValue" in wrapped:
        return [_plain(v) for v in wrapped["arrayValue"].get("values", ())]
    return {k: _plain(v) for k, v in wrapped.items()}


def episode_id(scope: Scope, item: InputBase, at: datetime) -> str:
    """The raw episode's id: the input's own id if it has one, else what makes it this input and no other."""
    if item.id:
        return stable_id(scope.group_id, "episode", "id", item.id)
    kind = getattr(item, "kind", "")
    return stable_id(
        scope.group_id,
        "episode",
        kind,
        scope.agent_id or "",
        scope.session_id or "",
        item.who(),
        time_text(at),
        item.text(),
        *item.distinct(),
    )


def raw_episode(item: AnyInput, scope: Scope, *, at: datetime, now: datetime) -> RawEpisode:
    """The input as it came, to be kept: ``at`` is when it happened, ``now`` when it is recorded."""
    return RawEpisode(
        id=episode_id(scope, item, at),
        scope=scope,
        name=f"{item.kind} of {item.who()}"[:256],
        content=item.text(),
        source="message" if item.kind in ("turn", "dialogue", "ritual") else "text",
        description=item.kind,
        at=at,
        created_at=now,
        speaker=item.who() if item.who() != SPEAKER else scope.user_id or SPEAKER,
    )
