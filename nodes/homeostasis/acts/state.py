"""State of the graph that checks an intended act: plain JSON values, readable in Studio."""

from typing import Annotated, Any, NotRequired, TypedDict

from pydantic import BeforeValidator, Field

from memorist.nodes.contexts import GraphInput, RunContext, ShownAs
from memorist.nodes.homeostasis.act import Act
from memorist.nodes.homeostasis.acts.plain_words import as_act
from memorist.nodes.homeostasis.acts.verdict import ActVerdict
from memorist.nodes.homeostasis.given import AgentState


class ActContext(RunContext):
    """The knobs of a check."""

    audit: bool = Field(default=True, description="write the verdict into the change log")


class ActRequest(GraphInput):
    """An act that an agent means to do. What is wrong with it is told in ``error``."""

    action: Annotated[dict[str, Any], ShownAs(Act), BeforeValidator(as_act)] = Field(
        description="the intended act; its kind follows from its fields; a text is a command, or tells what is done",
        examples=[
            {"command": "rm -rf tests"},
            {"statement": "DROP TABLE users"},
            {"name": "send_mail", "arguments": {}},
        ],
    )
    agent_state: Annotated[dict[str, Any] | None, ShownAs(AgentState | None)] = Field(
        default=None, description="the agent's state, if the act is to be checked against it"
    )


class ActAnswer(TypedDict):
    """Result of a run: the verdict, or the fault in the act (message, field)."""

    verdict: NotRequired[Annotated[dict[str, Any], ShownAs(ActVerdict)]]
    error: NotRequired[dict[str, Any] | None]


class ActState(TypedDict):
    """State of the nodes.

    ``stated`` is the agent's own state, if one was given. ``rules`` holds the hard rules as JSON,
    ``exceptions`` the permissions for a part of each, by its id, ``rules_of`` the time they were last known at when the
    store could not be asked, ``seconds_left`` what is left of the time that the whole check may take, ``verdict`` the
    Verdict.
    """

    action: dict[str, Any]
    agent_state: NotRequired[dict[str, Any] | None]
    stated: NotRequired[dict[str, Any] | None]
    error: dict[str, Any] | None
    scope: dict[str, Any]
    now: str
    rules: list[dict[str, Any]]
    exceptions: dict[str, list[str]]
    rules_of: str | None
    thresholds: dict[str, float]
    failed: list[dict[str, Any]]
    seconds_left: float
    verdict: dict[str, Any]


def fresh() -> ActState:
    """Return the initial state of a run, so that nothing of an earlier run in the same thread is left."""
    return {
        "action": {},
        "agent_state": None,
        "stated": None,
        "error": None,
        "scope": {},
        "now": "",
        "rules": [],
        "exceptions": {},
        "rules_of": None,
        "thresholds": {},
        "failed": [],
        "seconds_left": 0.0,
        "verdict": {},
    }
