"""The model of a scenario file: strict, so that a misspelt expectation is an error and not a silent pass.

A scenario is a story (``events``, each an input in the form of ``memorist ingest``) and what must be so afterwards
(``checkpoints``). Texts are compared by words or by claim, never by whole sentences; figures within
:data:`~memorist.evals.scenarios.basics.TOLERANCE`.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from memorist.evals.scenarios.basics import Label, Sentence, exactly_one, refuse
from memorist.evals.scenarios.model_balance import AssessmentExpectation, SkillExpectation, VerdictExpectation
from memorist.evals.scenarios.model_doing import (
    ExportPersonaEvent,
    ImportPersonaEvent,
    MaintainEvent,
    PersonAnswers,
    SearchEvent,
    TogetherEvent,
    UndoPersonaEvent,
)
from memorist.evals.scenarios.model_done import (
    ArrivedExpectation,
    AskedExpectation,
    DoneExpectation,
    FoundExpectation,
    HandedOnExpectation,
    LinkExpectation,
    LoggedExpectation,
)
from memorist.evals.scenarios.model_memory import (
    AbsentExpectation,
    HistoryExpectation,
    RecallExpectation,
    RememberedExpectation,
)
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import GroupId, Name


class Given(Part):
    """The world before the first event: the first agent and user are the ones that act unless an input says else.

    ``others`` are further groups of the same store; an event or a checkpoint that names none is of ``group``.
    """

    group: GroupId
    others: tuple[Label, ...] = ()
    agents: tuple[Name, ...] = ()
    users: tuple[Name, ...] = ()
    clock: UtcTime
    token_budget: int = Field(default=8_000, ge=1)


class AssessEvent(Part):
    """An agent asks how it is doing. With ``answer`` a question is asked through an interrupt and answered so."""

    agent: Name | None = None
    state: dict[str, Any]
    answer: int | str | None = None


class ActEvent(Part):
    """An agent asks whether it may do something; with ``state`` the act is held against its own state, too."""

    agent: Name | None = None
    action: dict[str, Any]
    state: dict[str, Any] | None = None


class IntakeEvent(Part):
    """An agent is taken in with a form."""

    agent: Name | None = None
    form: dict[str, Any]


BESIDE_WHAT_HAPPENS = frozenset({"id", "at", "why", "group", "answer"})
NOT_AGAIN = ("maintain", "search", "import_persona", "undo_persona")
"""Kinds that are done twice at once instead of a second time at the end: what came since is new to them."""


def _answers_in_its_input(event: "ScenarioEvent") -> bool:
    """Return true if the answer of a person stands in an input that has none; a dialogue has one of its own."""
    given = event.input or {}
    return "answer" in given and given.get("kind") != "dialogue"


class ScenarioEvent(Part):
    """Something that happens: an input as ``memorist ingest`` takes it, time passing, or something that is asked.

    ``answer`` is what a person says when the input runs into a contradiction and asks.
    """

    id: Label
    at: UtcTime
    why: Sentence | None = None
    group: Label | None = None
    input: dict[str, Any] | None = None
    answer: PersonAnswers | None = None
    advance: Literal[True] | None = None
    assess: AssessEvent | None = None
    act: ActEvent | None = None
    intake: IntakeEvent | None = None
    export_skills: Literal[True] | None = None
    maintain: MaintainEvent | None = None
    search: SearchEvent | None = None
    export_persona: ExportPersonaEvent | None = None
    import_persona: ImportPersonaEvent | None = None
    undo_persona: UndoPersonaEvent | None = None
    together: TogetherEvent | None = None

    _sound = refuse(
        exactly_one(besides=BESIDE_WHAT_HAPPENS),
        (lambda e: e.answer is not None and e.input is None, "`answer` needs an `input` that asks"),
        (_answers_in_its_input, "`answer` belongs to the event, beside `input`"),
    )

    @property
    def kind(self) -> str:
        """Name of the field that says what happens."""
        return next(name for name in EVENT_KINDS if getattr(self, name) is not None)

    @property
    def inputs(self) -> tuple[dict[str, Any], ...]:
        """The inputs to ingest."""
        return self.together.inputs if self.together else (self.input,) if self.input is not None else ()

    @property
    def user(self) -> str | None:
        """The acting user; null: the first user."""
        given = self.search.user if self.search else (self.input or {}).get("user_id")
        return given or None

    @property
    def at_once_again(self) -> bool:
        """True if it is done twice in a row, to see that the second time changes nothing."""
        return self.kind in NOT_AGAIN


EVENT_KINDS = tuple(n for n in ScenarioEvent.model_fields if n not in BESIDE_WHAT_HAPPENS)
"""The fields that say what happens; the others say when and where."""


MarkName = Literal[
    "preferences_recalled", "procedures_applied", "hard_rules_respected", "patterns_found", "updates_visible"
]
"""The overall marks of the suite; what counts to which is told in ``marks.py``."""


class Checkpoint(Part):
    """A look at the memory ``after`` an event (default: the last), at its time or at ``at``; one question each.

    It is made in the group of that event, with the eyes of ``agent`` and ``user`` (default: the first of each). Of the
    memory itself it sees what all users said, unless it names one.
    ``mark`` counts it to an overall mark where its questions do not tell by themselves.
    """

    id: Label
    why: Sentence
    after: Label | None = None
    at: UtcTime | None = None
    mark: MarkName | None = None
    agent: Name | None = None
    user: Name | None = None
    remembered: tuple[RememberedExpectation, ...] | None = None
    absent: tuple[AbsentExpectation, ...] | None = None
    recall: RecallExpectation | None = None
    history: HistoryExpectation | None = None
    assessment: tuple[AssessmentExpectation, ...] | None = None
    verdict: tuple[VerdictExpectation, ...] | None = None
    skills: tuple[SkillExpectation, ...] | None = None
    maintained: tuple[DoneExpectation, ...] | None = None
    found: tuple[FoundExpectation, ...] | None = None
    handed_on: tuple[HandedOnExpectation, ...] | None = None
    arrived: tuple[ArrivedExpectation, ...] | None = None
    asked: tuple[AskedExpectation, ...] | None = None
    linked: tuple[LinkExpectation, ...] | None = None
    logged: tuple[LoggedExpectation, ...] | None = None

    # One field asks something; the others say when, and with whose eyes.
    _sound = refuse(exactly_one(besides={"id", "why", "after", "at", "mark", "agent", "user"}))


class Scenario(Part):
    """A story and what must be so afterwards; ``fixed`` are names and sentences that variants leave as they are."""

    name: Label
    title: Sentence
    why: Sentence
    given: Given
    fixed: tuple[Sentence, ...] = ()
    events: Annotated[tuple[ScenarioEvent, ...], Field(min_length=1)]
    checkpoints: Annotated[tuple[Checkpoint, ...], Field(min_length=1)]

    def checkpoints_after(self, event: ScenarioEvent) -> Iterator[Checkpoint]:
        """The checkpoints that are due once ``event`` has happened, in the order of the file."""
        last = self.events[-1].id
        return (c for c in self.checkpoints if (c.after or last) == event.id)

    def checkpoint(self, id_: str) -> Checkpoint:
        """The checkpoint of that id; ``KeyError`` without one."""
        return {c.id: c for c in self.checkpoints}[id_]
