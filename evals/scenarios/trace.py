"""What a replay records: each event with its result, each prompt, each score."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from hypomnema.evals.scenarios.model import Checkpoint, Scenario, ScenarioEvent
from hypomnema.evals.scenarios.score import Score
from hypomnema.graphs.balance import Intake
from hypomnema.graphs.skills import SkillExport
from hypomnema.memory_store.domain.memory import Memory
from hypomnema.memory_store.reading import HistoryEntry
from hypomnema.nodes.homeostasis.acts.verdict import Verdict
from hypomnema.nodes.homeostasis.result import Assessment
from hypomnema.nodes.ingestion.result import IngestResult
from hypomnema.nodes.retrieval.result import Recall


@dataclass(frozen=True)
class AuditedVerdict:
    """A verdict on an act, and the reasons that the change log holds for it."""

    verdict: Verdict
    log: tuple[str, ...]


Answer = Assessment | AuditedVerdict | SkillExport | Intake | None
"""What came of an event that asks for something."""


@dataclass(frozen=True)
class Snapshot:
    """What a default read returned once ``event`` had been ingested at ``at``: status by memory id."""

    event: str
    at: datetime
    statuses: Mapping[str, str]


@dataclass(frozen=True)
class AskedRecall:
    """A prompt that was assembled, with the hard rules that were live when it was."""

    task: str
    recall: Recall
    rules: tuple[Memory, ...]


@dataclass(frozen=True)
class EventTrace:
    """An event and what came of it; no result when only time passed."""

    event: ScenarioEvent
    result: IngestResult | None
    snapshot: Snapshot
    answer: Answer = None


@dataclass(frozen=True)
class CheckpointTrace:
    """A checkpoint, its scores, and the prompt or history that it asked for."""

    checkpoint: Checkpoint
    at: datetime
    scores: tuple[Score, ...]
    asked: AskedRecall | None = None
    history: tuple[HistoryEntry, ...] = ()

    @property
    def passed(self) -> bool:
        """Whether all of its scores passed."""
        return all(score.passed for score in self.scores)


@dataclass
class Trace:
    """A scenario as it was played."""

    scenario: Scenario
    events: list[EventTrace] = field(default_factory=list[EventTrace])
    checkpoints: list[CheckpointTrace] = field(default_factory=list[CheckpointTrace])
    probes: list[AskedRecall] = field(default_factory=list[AskedRecall])
    invariants: tuple[Score, ...] = ()
    seconds: float = 0.0

    @property
    def results(self) -> tuple[IngestResult, ...]:
        """The results of all inputs, in order, then those of intakes."""
        ingested = [event.result for event in self.events if event.result]
        laid_down = [r for event in self.events if isinstance(event.answer, Intake) for r in event.answer.rules]
        return (*ingested, *laid_down)

    @property
    def asked(self) -> tuple[AskedRecall, ...]:
        """Every prompt that was assembled."""
        return (*self.probes, *(c.asked for c in self.checkpoints if c.asked))

    @property
    def scores(self) -> tuple[Score, ...]:
        """Every score, those of the checkpoints first."""
        return (*(score for c in self.checkpoints for score in c.scores), *self.invariants)

    @property
    def passed(self) -> bool:
        """Whether every expectation and every invariant holds."""
        return all(score.passed for score in self.scores)

    def checkpoint(self, id_: str) -> CheckpointTrace:
        """What came of the checkpoint of that id; ``KeyError`` without one."""
        return {c.checkpoint.id: c for c in self.checkpoints}[id_]
