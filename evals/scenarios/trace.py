"""The record of a replay: each event with its result, each prompt, each score."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memorist.api.homeostasis import Intake
from memorist.api.skills import SkillExport
from memorist.evals.scenarios.model import Checkpoint, Scenario, ScenarioEvent
from memorist.evals.scenarios.score import Score
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.reading import HistoryEntry
from memorist.nodes.homeostasis.acts.verdict import ActVerdict
from memorist.nodes.homeostasis.result import Assessment
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.persona.file import PersonaFile
from memorist.nodes.persona.take_back import PersonaUndo
from memorist.nodes.persona.take_in import PersonaImport
from memorist.nodes.promotion.state import PromotionReport
from memorist.nodes.retrieval.result import Recall


@dataclass(frozen=True)
class AuditedVerdict:
    """A verdict on an act, and the reasons that the change log holds for it."""

    verdict: ActVerdict
    log: tuple[str, ...]


@dataclass(frozen=True)
class Maintained:
    """The reports of the passes, in order."""

    passes: tuple[PromotionReport, ...]


@dataclass(frozen=True)
class Searched:
    """Result of a search, each memory as it was when it was found."""

    found: tuple[Memory, ...]


@dataclass(frozen=True)
class Interrupted:
    """An input for which a person was asked: what was shown each time, and what came of it."""

    result: IngestResult
    questions: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Together:
    """The results of what several agents sent at the same time."""

    results: tuple[IngestResult, ...]


@dataclass(frozen=True)
class TakenBack:
    """A persona that was taken back, and what the memories said that it had brought."""

    undo: PersonaUndo
    contents: tuple[str, ...]


Answer = (
    Assessment
    | AuditedVerdict
    | SkillExport
    | Intake
    | PersonaFile
    | PersonaImport
    | TakenBack
    | Maintained
    | Searched
    | Interrupted
    | Together
    | None
)
"""Result of an event that is not a plain input."""


@dataclass(frozen=True)
class Snapshot:
    """The memories that a default read returned once ``event`` had been ingested at ``at``: status by memory id."""

    event: str
    at: datetime
    statuses: Mapping[str, str]


@dataclass(frozen=True)
class AskedRecall:
    """A prompt that was assembled, with the hard rules that were live when it was; null is the scenario's own group."""

    task: str
    recall: Recall
    rules: tuple[Memory, ...]
    group: str | None = None
    without_store: bool = False


@dataclass(frozen=True)
class EventTrace:
    """An event and what came of it; no result when only time passed.

    ``again`` is what changed when it was done a second time in a row, for events of which that is asked.
    """

    event: ScenarioEvent
    result: IngestResult | None
    snapshot: Snapshot
    answer: Answer = None
    again: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Judged:
    """An expectation and its score; ``agent`` is who asked, where somebody is named."""

    expected: object
    score: Score
    agent: str | None = None


@dataclass(frozen=True)
class CheckpointTrace:
    """A checkpoint, its scores, and the prompts (one an agent that asked) or the history; ``group`` is the event's."""

    checkpoint: Checkpoint
    at: datetime
    judged: tuple[Judged, ...]
    recalls: tuple[AskedRecall, ...] = ()
    history: tuple[HistoryEntry, ...] = ()
    group: str | None = None

    @property
    def scores(self) -> tuple[Score, ...]:
        """The score of each expectation."""
        return tuple(one.score for one in self.judged)

    @property
    def asked(self) -> AskedRecall | None:
        """The first agent's prompt, if one was asked for."""
        return self.recalls[0] if self.recalls else None

    @property
    def passed(self) -> bool:
        """True if all of its scores passed."""
        return all(score.passed for score in self.scores)


@dataclass
class Trace:
    """A scenario as it was played; ``stopped`` says which event could not happen, and why: nothing came after it."""

    scenario: Scenario
    events: list[EventTrace] = field(default_factory=list[EventTrace])
    checkpoints: list[CheckpointTrace] = field(default_factory=list[CheckpointTrace])
    probes: list[AskedRecall] = field(default_factory=list[AskedRecall])
    invariants: tuple[Score, ...] = ()
    stopped: str = ""
    seconds: float = 0.0

    @property
    def results(self) -> tuple[IngestResult, ...]:
        """The results of all inputs, in order, then of those that came together, then those of intakes."""
        ingested = [event.result for event in self.events if event.result]
        answers = [event.answer for event in self.events]
        together = [r for answer in answers if isinstance(answer, Together) for r in answer.results]
        laid_down = [r for answer in answers if isinstance(answer, Intake) for r in answer.rules]
        return (*ingested, *together, *laid_down)

    @property
    def asked(self) -> tuple[AskedRecall, ...]:
        """Every prompt that was assembled."""
        return (*self.probes, *(each for c in self.checkpoints for each in c.recalls))

    @property
    def scores(self) -> tuple[Score, ...]:
        """Every score, those of the checkpoints first."""
        return (*(score for c in self.checkpoints for score in c.scores), *self.invariants)

    @property
    def passed(self) -> bool:
        """True if every expectation and every invariant holds."""
        return all(score.passed for score in self.scores)

    def of_group(self, group: str | None) -> "Trace":
        """The part of it that was played in one group; null: the scenario's own."""
        return Trace(
            self.scenario,
            events=[e for e in self.events if e.event.group == group],
            checkpoints=[c for c in self.checkpoints if c.group == group],
            probes=[p for p in self.probes if p.group == group],
        )

    def checkpoint(self, id_: str) -> CheckpointTrace:
        """Return the result of the checkpoint of that id; ``KeyError`` without one."""
        return {c.checkpoint.id: c for c in self.checkpoints}[id_]
