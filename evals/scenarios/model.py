"""What a scenario file may say: strict, so that a misspelt expectation is an error and not a silent pass.

A scenario is a story (``events``, each an input in the form of ``hypomnema ingest``) and what must be so afterwards
(``checkpoints``). Texts are compared by words or by claim, never by whole sentences; figures within
:data:`TOLERANCE`.
"""

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from hypomnema.evals.scenarios.basics import Label, Sentence, Share, Strict
from hypomnema.evals.scenarios.model_balance import AssessmentExpectation, SkillExpectation, VerdictExpectation
from hypomnema.evals.scenarios.words import Pattern, Words
from hypomnema.memory_store.domain.clock import UtcTime
from hypomnema.memory_store.domain.scope import GroupId, Name
from hypomnema.memory_store.domain.status import Status
from hypomnema.memory_store.domain.types import MEMORY_TYPES, EpisodeKind, Outcome, Severity

TOLERANCE = 0.02
"""How far a confidence, a rate or a valence may lie from the figure in the file."""

TYPE_NAMES = ("semantic", "model", "entity", *MEMORY_TYPES)


def _known_type(name: str) -> str:
    if name not in TYPE_NAMES:
        raise ValueError(f"{name!r} is no memory type: expected one of {', '.join(TYPE_NAMES)}")
    return name


TypeName = Annotated[str, AfterValidator(_known_type), Field(json_schema_extra={"enum": [*TYPE_NAMES]})]


class Given(Strict):
    """The world before the first event: the first agent and user are the ones that act unless an input says else."""

    group: GroupId
    agents: tuple[Name, ...] = ()
    users: tuple[Name, ...] = ()
    clock: UtcTime
    token_budget: int = Field(default=8_000, ge=1)


class AssessEvent(Strict):
    """An agent asks how it is doing. With ``answer`` a question is asked through an interrupt and answered so."""

    agent: Name | None = None
    state: dict[str, Any]
    answer: int | str | None = None


class ActEvent(Strict):
    """An agent asks whether it may do something; with ``state`` the act is held against its own state, too."""

    agent: Name | None = None
    action: dict[str, Any]
    state: dict[str, Any] | None = None


class IntakeEvent(Strict):
    """An agent is taken in with a form."""

    agent: Name | None = None
    form: dict[str, Any]


EVENT_KINDS = ("input", "advance", "assess", "act", "intake", "export_skills")


class ScenarioEvent(Strict):
    """Something that happens: an input as ``hypomnema ingest`` takes it, time passing, or something that is asked."""

    id: Label
    at: UtcTime
    why: Sentence | None = None
    input: dict[str, Any] | None = None
    advance: Literal[True] | None = None
    assess: AssessEvent | None = None
    act: ActEvent | None = None
    intake: IntakeEvent | None = None
    export_skills: Literal[True] | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(getattr(self, kind) is not None for kind in EVENT_KINDS) != 1:
            raise ValueError(f"an event has exactly one of {', '.join(EVENT_KINDS)}")
        return self


class ClaimExpectation(Strict):
    """The parts of a claim that matter; what is left out may be anything."""

    subject: Pattern | None = None
    predicate: Pattern | None = None
    object: Pattern | None = None
    polarity: bool | None = None


class RememberedExpectation(Strict):
    """One memory that must be there.

    ``type`` may be the part before the colon (``semantic`` is any semantic memory). ``words`` and ``claim`` say which
    memory is meant; everything else what it must be like. Without ``status`` any live one will do. ``scoped_to`` is
    looked for wherever a memory says what it applies to: qualifier, topic, platforms, domain, technology, tags.
    ``steps``, ``lessons``, ``trigger`` and ``reason`` are words that must occur there. ``count`` is how many memories
    must be as described in everything.
    """

    why: Sentence
    type: TypeName
    words: Words | None = None
    claim: ClaimExpectation | None = None
    count: int | None = Field(default=None, ge=1)
    status: Status | None = None
    confidence: Share | None = None
    domain: Pattern | None = None
    scoped_to: Pattern | None = None
    valid_from: date | None = None
    valid_until: date | Literal["open"] | None = None
    valid_until_condition: Pattern | None = None
    outcome: Outcome | None = None
    duration_minutes: float | None = Field(default=None, ge=0)
    emotional_valence: float | None = Field(default=None, ge=-1.0, le=1.0)
    kind: EpisodeKind | None = None
    lessons: Words | None = None
    trigger: Words | None = None
    steps: Words | None = None
    success_rate: Share | None = None
    times_used: int | None = Field(default=None, ge=0)
    severity: Severity | None = None
    reason: Words | None = None
    alternatives: Words | None = None

    @model_validator(mode="after")
    def _identifiable(self) -> Self:
        if self.words is None and self.claim is None:
            raise ValueError("say by `words` or by `claim` which memory is meant")
        return self


class AbsentExpectation(Strict):
    """Words that must not occur together in any statement, of whatever status. Entities may be noted.

    With ``type`` only memories of that type (or family) count; without ``words`` there must be none of it.
    """

    why: Sentence
    type: TypeName | None = None
    words: Words | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.type is None and self.words is None:
            raise ValueError("expects nothing: give words, a type or both")
        return self


class PromptExpectation(Strict):
    """What the prompt, or one ``section`` of it, must and must not say.

    The unit is one item: all words of one entry occur in one item. Of the whole prompt its lines count too, except
    those that repeat the task. ``order`` lists items in the order in which they must come.
    """

    why: Sentence
    section: Sentence | None = None
    first: Words | None = None
    contains: tuple[Words, ...] = ()
    order: tuple[Words, ...] = ()
    absent: tuple[Words, ...] = ()

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.first or self.contains or self.order or self.absent):
            raise ValueError("expects nothing: give one of first, contains, order, absent")
        if self.section is None and (self.first or self.order):
            raise ValueError("`first` and `order` need a `section`")
        return self


class RecallExpectation(Strict):
    """A task, asked now or as of another time, and what its prompt must be like."""

    task: Sentence
    as_of: UtcTime | None = None
    known_at: UtcTime | None = None
    agent: Name | None = None
    expect: Annotated[tuple[PromptExpectation, ...], Field(min_length=1)]


class PastExpectation(Strict):
    """One station of a history, with the days on which it began and ended to be true."""

    words: Words
    begins: date | None = None
    ends: date | Literal["open"] | None = None
    superseded_by: Words | None = None


class HistoryExpectation(Strict):
    """What the history of a topic tells, oldest first; other entries may lie between."""

    topic: Sentence
    entries: Annotated[tuple[PastExpectation, ...], Field(min_length=1)]


QUESTIONS = ("remembered", "absent", "recall", "history", "assessment", "verdict", "skills")


class Checkpoint(Strict):
    """A look at the memory ``after`` an event (default: the last), at its time or at ``at``; one question each."""

    id: Label
    why: Sentence
    after: Label | None = None
    at: UtcTime | None = None
    remembered: tuple[RememberedExpectation, ...] | None = None
    absent: tuple[AbsentExpectation, ...] | None = None
    recall: RecallExpectation | None = None
    history: HistoryExpectation | None = None
    assessment: tuple[AssessmentExpectation, ...] | None = None
    verdict: tuple[VerdictExpectation, ...] | None = None
    skills: tuple[SkillExpectation, ...] | None = None

    @model_validator(mode="after")
    def _one_question(self) -> Self:
        given = [name for name in QUESTIONS if getattr(self, name)]
        if len(given) != 1:
            raise ValueError(f"a checkpoint asks exactly one of {', '.join(QUESTIONS)}")
        return self


class Scenario(Strict):
    """A story and what must be so afterwards."""

    name: Label
    title: Sentence
    why: Sentence
    given: Given
    events: Annotated[tuple[ScenarioEvent, ...], Field(min_length=1)]
    checkpoints: Annotated[tuple[Checkpoint, ...], Field(min_length=1)]

    def checkpoints_after(self, event: ScenarioEvent) -> Iterator[Checkpoint]:
        """The checkpoints that are due once ``event`` has happened, in the order of the file."""
        last = self.events[-1].id
        return (c for c in self.checkpoints if (c.after or last) == event.id)

    def checkpoint(self, id_: str) -> Checkpoint:
        """The checkpoint of that id; ``KeyError`` without one."""
        return {c.id: c for c in self.checkpoints}[id_]
