"""What flows through the graph that checks an intended act: plain JSON values, readable in Studio."""

from typing import Any, NotRequired, TypedDict

from pydantic import Field

from memorist.nodes.resources import RunContext


class ActContext(RunContext):
    """The knobs of a check."""

    audit: bool = Field(default=True, description="write the verdict into the change log")


class ActRequest(TypedDict):
    """What a caller gives: an act, and its own state if it wants that looked at."""

    action: dict[str, Any]
    agent_state: NotRequired[dict[str, Any] | None]


class ActState(ActRequest):
    """What the nodes add.

    ``rules`` holds the hard rules as JSON, ``rules_of`` the time they were last known at when the store could not be
    asked, ``verdict`` the Verdict.
    """

    error: dict[str, Any] | None
    scope: dict[str, Any]
    now: str
    rules: list[dict[str, Any]]
    rules_of: str | None
    thresholds: dict[str, float]
    failed: list[dict[str, Any]]
    verdict: dict[str, Any]
