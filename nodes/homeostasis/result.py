"""Answer of an assessment: the form of ``assess --json``."""

from typing import Literal

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import Part
from memorist.nodes.retrieval.result import FailedChannel, PromptItem

DimensionName = Literal[
    "knowledge_sufficiency",
    "certainty_alignment",
    "progress_momentum",
    "communication_health",
    "productive_engagement",
    "knowledge_application",
]
DIMENSIONS: tuple[DimensionName, ...] = DimensionName.__args__
DimensionState = Literal["CRITICAL", "LOW", "HEALTHY", "HIGH", "NOT_APPLICABLE"]
"""CRITICAL is for knowledge_sufficiency alone; NOT_APPLICABLE where there is nothing to judge."""
ActivityName = Literal["idle", "working", "waiting", "needs_action"]


class DimensionScore(Part):
    """Judgement of one dimension: ``score`` between 0 and 1, null where it does not apply."""

    state: DimensionState
    score: float | None
    evidence: tuple[str, ...]


class Dimension(DimensionScore):
    """One dimension: where it stands, what shows it, what to do about it, and who judged."""

    name: DimensionName
    guidance: str = ""
    judged_by: str = "computed"


class Tension(Part):
    """Two dimensions that pull apart, and the one action that serves both."""

    id: str
    between: tuple[str, ...]
    action: str
    why: str


class Guardrail(Part):
    """An extreme that was reached: ``side`` says whether of too much or of too little."""

    id: str
    side: Literal["too_much", "too_little"]
    action: str
    evidence: tuple[str, ...]


class ClarifyQuestion(Part):
    """Something to ask a person, likeliest answer first; ``when`` says whether now or at the next break."""

    question: str
    about: str
    choices: tuple[str, ...]
    confidence: float
    when: Literal["now", "at_the_next_break"]
    answer: str | None = None
    learned: tuple[str, ...] = ()


class CarryOver(Part):
    """Remains of an aborted delegation: done already, still to do, and how often such a one has failed."""

    task: str
    worker: str
    done: tuple[str, ...]
    left: tuple[str, ...]
    reason: str
    failures: int


class Assessment(Part):
    """Assessment of an agent. ``advice`` is what to do, most urgent first; ``changed`` what moved since last time."""

    agent_id: str | None
    at: UtcTime
    activity: ActivityName
    dimensions: tuple[Dimension, ...]
    tensions: tuple[Tension, ...] = ()
    guardrails: tuple[Guardrail, ...] = ()
    question: ClarifyQuestion | None = None
    carry_over: tuple[CarryOver, ...] = ()
    recalled: tuple[PromptItem, ...] = ()
    advice: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    recorded: bool = False
    failed: tuple[FailedChannel, ...] = ()

    def dimension(self, name: DimensionName) -> Dimension:
        """The dimension of that name."""
        return next(d for d in self.dimensions if d.name == name)
