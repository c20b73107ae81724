"""Inputs of ingestion: one tagged union of eight kinds, one JSON object each."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, cast

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError, ValidationInfo, field_validator

from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.episode import MAX_NAME_CHARS, EpisodeRole, RawEpisode
from memorist.memory_store.domain.errors import ContentTooLong, InvalidInput
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.invalid import invalid_from
from memorist.memory_store.domain.scope import Name, Scope
from memorist.memory_store.domain.types import HARD_RULE, STATEMENT_TYPES, Severity, types_named
from memorist.memory_store.domain.visibility import PERSONAL_DOCUMENT, SPEAKER
from memorist.nodes.kinds.base import InputBase, Text
from memorist.nodes.kinds.events import ObservationBatch, otel_event
from memorist.nodes.kinds.limits import MAX_DOCUMENT_CHARS, MAX_INPUT_CHARS, check_limits
from memorist.nodes.kinds.work_inputs import Document, Feedback, ProcedureOutcome, Ritual
from memorist.nodes.reading.reader import Spoken

_HEAD_CHARS, _TAIL_CHARS = 12_000, 4_000
"""Lengths of the beginning and the end of a long earlier turn that are kept as context."""


def known_type(name: str) -> str:
    """Return the type that a person gives to a memory by its name, whole or short (``policy``).

    Raises ``ValueError``: models are kept by the workflows themselves.
    """
    given = [t for t in STATEMENT_TYPES if not t.startswith("model:")]
    found = [t for t in types_named(name) if t in given]
    if len(found) != 1:
        raise ValueError(f"expected one of {', '.join(given)}, got {name!r}")
    return found[0]


class Turn(InputBase):
    """One message of a conversation, or what a tool returned in one.

    A tool acts for the assistant: what it returned is kept like an answer, and states nothing about anybody.
    """

    kind: Literal["turn"] = "turn"
    role: EpisodeRole
    content: Text
    speaker: Name | None = None

    def text(self) -> str:
        """The message."""
        return self.content

    def who(self) -> str:
        """The speaker's name, else their role."""
        return self.speaker or (super().who() if self.role == "user" else self.role)


class Manual(InputBase):
    """Something a person adds on purpose: kept without asking."""

    kind: Literal["manual"] = "manual"
    content: Text
    type: Annotated[str, AfterValidator(known_type)] | None = None
    severity: Severity | None = None
    reason: str | None = None
    alternatives: tuple[str, ...] = ()
    replaces: Annotated[str | None, Field(description="id of the memory that it takes the place of")] = None

    @field_validator("severity")
    @classmethod
    def _only_for_rules(cls, severity: Severity | None, info: ValidationInfo) -> Severity | None:
        if severity is not None and (kind := info.data.get("type")) not in {None, HARD_RULE}:
            raise ValueError(f"only a hard rule has one, and type says {kind}: leave one of them out")
        return severity

    @property
    def meant_type(self) -> str | None:
        """The type that was given (an entry with a severity is a hard rule); null where it is to be read."""
        return HARD_RULE if self.severity is not None else self.type

    def text(self) -> str:
        """The statement."""
        return self.content


class Dialogue(InputBase):
    """The agent asked, a person answered."""

    kind: Literal["dialogue"] = "dialogue"
    question: Text
    answer: Text
    about: str | None = None

    def text(self) -> str:
        """Question and answer: the question is the first line, whatever it says, and the answer the rest."""
        return f"agent: {' '.join(self.question.split())}\n{self.who()}: {self.answer}"


AnyInput = Turn | Manual | ObservationBatch | Dialogue | Document | Ritual | ProcedureOutcome | Feedback
Input = Annotated[AnyInput, Field(discriminator="kind")]
KINDS = tuple(str(each.model_fields["kind"].default) for each in AnyInput.__args__)

_adapter: TypeAdapter[AnyInput] = TypeAdapter(Input)


def parse_input(data: Mapping[str, Any]) -> AnyInput:
    """Read one input of a checked size. Raises :class:`InvalidInput` naming the field and what was expected."""
    kind = data.get("kind")
    if kind not in KINDS:
        raise InvalidInput(f"input: field kind: expected one of {', '.join(KINDS)}, got {kind!r}", field="kind")
    prepared = dict(data)
    if kind == "observation" and isinstance(data.get("events"), list):
        prepared["events"] = [otel_event(event, place) for place, event in enumerate(data["events"])]
    try:
        return _adapter.validate_python(prepared)
    except ValidationError as error:
        raise invalid_from(error, of=f"{kind} input", tag=kind) from error


def checked_input(data: Mapping[str, Any]) -> AnyInput:
    """Read one input from outside. Raises :class:`InvalidInput` as :func:`parse_input` does, and for one too large."""
    check_limits(data)
    parsed = parse_input(data)
    check_text(parsed)
    return parsed


def check_text(item: AnyInput) -> None:
    """Raise :class:`ContentTooLong` for an input whose fields make up a text that is too long."""
    most = MAX_DOCUMENT_CHARS if item.kind == "document" else MAX_INPUT_CHARS
    if (length := len(item.text())) > most:
        raise ContentTooLong(
            f"{item.kind} input: field content: {length:,} characters, at most {most:,} are taken at once; split it",
            field="content",
        )


def spoken_in(data: Mapping[str, Any]) -> list[Spoken]:
    """The turns an input adds to the context of later inputs; empty if it cannot be parsed."""
    match data:
        case {"kind": "turn", "role": "user" | "assistant" as role, "content": str(content)}:
            return [_spoken(role, content)]
        case {"kind": "dialogue", "question": str(question), "answer": str(answer)}:
            return [_spoken("assistant", question), _spoken("user", answer)]
        case {"kind": "ritual", "turns": [*turns]}:
            spoken = [cast("Mapping[str, Any]", turn) for turn in turns if isinstance(turn, Mapping)]
            return [said for turn in spoken for said in spoken_in({**turn, "kind": "turn"})]
        case _:
            return []


def _spoken(role: Literal["user", "assistant"], content: str) -> Spoken:
    if len(content) > _HEAD_CHARS + _TAIL_CHARS:
        content = f"{content[:_HEAD_CHARS]}\n{content[-_TAIL_CHARS:]}"
    return Spoken(role=role, content=content)


def episode_id(scope: Scope, item: AnyInput, at: datetime) -> str:
    """The raw episode's id: the input's own id if it has one, else derived from what distinguishes it.

    Two users never share an episode, not even if they give the same id or the same words.
    """
    whose = (scope.user_id,) if scope.user_id else ()
    if item.id:
        return stable_id(scope.group_id, "episode", "id", *whose, item.id)
    return stable_id(
        scope.group_id,
        "episode",
        item.kind,
        *whose,
        scope.agent_id or "",
        scope.session_id or "",
        item.who(),
        time_text(at),
        item.text(),
        *item.distinct(),
    )


def raw_episode(item: AnyInput, scope: Scope, *, at: datetime, now: datetime) -> RawEpisode:
    """The input as it came: ``at`` is when it happened, on the speaker's clock, ``now`` when it is recorded.

    What a clock ahead of ours dated happened now: from a beginning to come, it would contradict all that is said until
    then. Its id is that of the time it came with, so that sending it again changes nothing.
    """
    undated = isinstance(item, Document) and not item.dated
    ahead = None if undated else at.utcoffset()
    return RawEpisode(
        id=episode_id(scope, item, at),
        scope=scope,
        name=f"{item.kind} of {item.who()}"[:MAX_NAME_CHARS],
        content=item.text(),
        source="message" if item.kind in ("turn", "dialogue", "ritual") else "text",
        description=PERSONAL_DOCUMENT if isinstance(item, Document) and item.personal else item.kind,
        at=min(at, now.astimezone(at.tzinfo)),
        created_at=now,
        speaker=item.who() if item.who() != SPEAKER else scope.user_id or SPEAKER,
        role=item.role if isinstance(item, Turn) else None,
        offset=None if ahead is None else round(ahead.total_seconds() / 60),
    )
