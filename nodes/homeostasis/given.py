"""An agent's report about itself, the input of an assessment."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints, ValidationError, model_validator

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.invalid import invalid_from
from memorist.memory_store.domain.memory import Confidence, Part, without_nul
from memorist.memory_store.domain.scope import Name
from memorist.nodes.retrieval.result import Knowledge

MAX_LISTED = 500
"""More messages or activities than this are a log, not a state."""

Text = Annotated[str, StringConstraints(min_length=1, max_length=16_384, strip_whitespace=True)]
SafeText = Annotated[Text, AfterValidator(without_nul)]
Minutes = Annotated[float, Field(ge=0.0, allow_inf_nan=False)]
Stakes = Literal["low", "medium", "high"]


class Message(Part):
    """Something that somebody posted where the agent can see it."""

    at: UtcTime
    author: Name
    content: SafeText
    kind: Literal["message", "question", "answer", "feedback"] = "message"
    to: Name | None = None


class Activity(Part):
    """A stretch of work: looking something up (``research``) or doing it (``action``); ``at`` is when it ended."""

    at: UtcTime
    kind: Literal["research", "action"]
    about: SafeText
    minutes: Minutes = 0.0
    outcome: Literal["ok", "failed"] | None = None


class Delegation(Part):
    """A piece of work that the agent gave to a worker: what is done, and what is left."""

    at: UtcTime
    worker: Name
    task: SafeText
    outcome: Literal["running", "done", "aborted", "failed"] = "running"
    done: tuple[SafeText, ...] = ()
    left: tuple[SafeText, ...] = ()
    reason: str = ""


class Interpretation(Part):
    """One way to understand what was seen."""

    meaning: SafeText
    likelihood: Confidence


class Learning(Part):
    """Something seen that can be understood in several ways; ``confidence`` is that of the likeliest one."""

    about: SafeText
    confidence: Confidence
    interpretations: Annotated[tuple[Interpretation, ...], Field(min_length=2, max_length=9)]
    question: SafeText | None = None


class AgentState(Part):
    """The state of one agent; everything but the shape is optional.

    Args:
        task: what it is to do now; null when it has nothing to do.
        task_since: when it got the task.
        online_since: when it began to be there.
        at_break: it is between two steps, so that asking somebody would interrupt nothing.
        waiting_for: whom or what it waits for.
        waiting_since: since when.
        last_progress_at: when something was last finished, however small.
        messages: posted lately, by anybody.
        activities: researched and done lately.
        delegations: given to workers.
        confidence: how sure it is to do the task right.
        stakes: what a mistake would cost.
        knowledge: what retrieval said of the task, in the form of ``recall --json``; without it retrieval is asked.
        learning: something seen that may mean several things.
        report_every_minutes: how often somebody expects to hear from it.
    """

    task: SafeText | None = None
    task_since: UtcTime | None = None
    online_since: UtcTime | None = None
    at_break: bool = False
    waiting_for: SafeText | None = None
    waiting_since: UtcTime | None = None
    last_progress_at: UtcTime | None = None
    messages: Annotated[tuple[Message, ...], Field(max_length=MAX_LISTED)] = ()
    activities: Annotated[tuple[Activity, ...], Field(max_length=MAX_LISTED)] = ()
    delegations: Annotated[tuple[Delegation, ...], Field(max_length=MAX_LISTED)] = ()
    confidence: Confidence | None = None
    stakes: Stakes = "medium"
    knowledge: Knowledge | None = None
    learning: Learning | None = None
    report_every_minutes: Annotated[float, Field(gt=0)] | None = None

    @model_validator(mode="after")
    def _waits_for_something(self) -> "AgentState":
        if self.waiting_since is not None and self.waiting_for is None:
            raise ValueError("waiting_since without waiting_for: say what it waits for")
        if self.task_since is not None and self.task is None:
            raise ValueError("task_since without task: say what the task is")
        return self


def parse_state(data: Mapping[str, Any]) -> AgentState:
    """Read an agent's state. Raises :class:`InvalidInput` naming the field and what was expected."""
    try:
        return AgentState.model_validate(dict(data))
    except ValidationError as error:
        raise invalid_from(error, of="agent state") from error
