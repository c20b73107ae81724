"""What flows through the homeostasis graph: plain JSON values, readable in Studio."""

from typing import Annotated, Any, Literal, TypedDict

from pydantic import Field

from memorist.nodes.resources import RunContext


class HomeostasisContext(RunContext):
    """The knobs of an assessment."""

    on_question: Literal["report", "ask"] = Field(
        default="report", description="ask: interrupt when something seen may mean several things and it is a good time"
    )
    record: bool = Field(default=True, description="keep what changed in the memory")


def by_name(left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    """Join what nodes that ran side by side say; a later run of the same thread replaces it."""
    return {**left, **right}


class HomeostasisRequest(TypedDict):
    """What a caller gives: an agent's state (see :class:`memorist.nodes.homeostasis.given.AgentState`)."""

    agent_state: dict[str, Any]


class HomeostasisState(HomeostasisRequest):
    """What the nodes add. ``dimensions`` holds Dimension by name, ``assessment`` the Assessment."""

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
