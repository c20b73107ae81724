"""State of the homeostasis graph: plain JSON values, readable in Studio."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from langgraph.types import Overwrite
from pydantic import Field

from memorist.nodes.contexts import GraphInput, RunContext, ShownAs
from memorist.nodes.homeostasis.given import AgentState
from memorist.nodes.homeostasis.result import Assessment


class HomeostasisContext(RunContext):
    """The knobs of an assessment."""

    on_question: Literal["report", "ask"] = Field(
        default="report",
        description="ask: interrupt at a good time if an observation is ambiguous; report: only report it",
    )
    record: bool = Field(default=True, description="store the assessment if something changed")


def by_name(left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    """Join what nodes that ran side by side say; a later run of the same thread replaces it."""
    return {**left, **right}


class HomeostasisRequest(GraphInput):
    """An agent that asks how it is doing. What is wrong with its state is told in ``error``."""

    agent_state: Annotated[dict[str, Any], ShownAs(AgentState)] = Field(
        description="the agent's report about itself; every field is optional",
        examples=[{"task": "Add push notifications", "confidence": 0.3, "stakes": "high"}],
    )


class HomeostasisAnswer(TypedDict):
    """Result of a run: the assessment, or the fault in the state (message, field)."""

    assessment: NotRequired[Annotated[dict[str, Any], ShownAs(Assessment)]]
    error: NotRequired[dict[str, Any] | None]


class HomeostasisState(TypedDict):
    """State of the nodes. ``dimensions`` holds Dimension by name, ``assessment`` the Assessment, ``begun_with`` the
    context of the run, for when it is resumed.
    """

    begun_with: NotRequired[dict[str, Any]]
    agent_state: dict[str, Any]
    error: dict[str, Any] | None
    scope: dict[str, Any]
    now: str
    thresholds: dict[str, float]
    earlier_failures: list[dict[str, Any]]
    question: dict[str, Any] | None
    to_learn: dict[str, Any] | None
    knowledge: dict[str, Any] | None
    recalled: list[dict[str, Any]]
    signals: dict[str, Any]
    dimensions: Annotated[dict[str, dict[str, Any]], by_name]
    tensions: list[dict[str, Any]]
    guardrails: list[dict[str, Any]]
    failed: list[dict[str, Any]]
    assessment: dict[str, Any]


def fresh() -> dict[str, Any]:
    """Return the initial state of a run, so that nothing of an earlier run in the same thread is left."""
    return {
        "begun_with": {},
        "agent_state": {},
        "error": None,
        "scope": {},
        "now": "",
        "thresholds": {},
        "earlier_failures": [],
        "question": None,
        "to_learn": None,
        "knowledge": None,
        "recalled": [],
        "signals": {},
        "dimensions": Overwrite({}),
        "tensions": [],
        "guardrails": [],
        "failed": [],
        "assessment": {},
    }
