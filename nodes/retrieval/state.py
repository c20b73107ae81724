"""What flows through the retrieval graph: plain JSON values, readable in Studio."""

import operator
from typing import Annotated, Any, Literal, TypedDict

from pydantic import Field

from hypomnema.memory_store.domain.clock import UtcTime
from hypomnema.memory_store.domain.memory import Part
from hypomnema.nodes.resources import RunContext
from hypomnema.nodes.retrieval.asks import Asks

Role = Literal["primary", "topic", "concept", "technology", "constraint", "standing"]
Channel = Literal[
    "hard_rules", "semantic", "procedures", "self_model", "user_model", "recent_episodes", "graph", "raw_episodes"
]


class RetrievalContext(RunContext):
    """The knobs of a retrieval run."""

    as_of: UtcTime | None = Field(default=None, description="what was true then")
    known_at: UtcTime | None = Field(default=None, description="what we believed then")
    budget: int | None = Field(default=None, ge=1, description="tokens of the prompt; default: the settings'")
    style: Literal["sections", "narrative"] = Field(default="sections", description="how knowledge is told")
    record_access: bool = Field(default=True, description="count what was used")


class SearchText(Part):
    """One query: its text, what it is for, and how much it counts."""

    role: Role
    text: str
    weight: float


class Window(Part):
    """The time that a task names, both ends inside, and the words it does so with."""

    start: UtcTime
    end: UtcTime
    words: str


class Formulation(Part):
    """What a task is turned into before anything is looked up."""

    task: str
    queries: tuple[SearchText, ...]
    concepts: tuple[str, ...]
    names: tuple[str, ...]
    triggers: tuple[str, ...]
    topic: str | None = None
    implied: tuple[str, ...] = Field(default=(), description="topics that the work touches without naming them")
    asks: Asks | None = None
    window: Window | None = None
    people: tuple[str, ...] = Field(default=(), description="persons and agents it names")

    @property
    def wants_history(self) -> bool:
        """Whether it asks how something came to be."""
        return self.asks in ("before", "since")


class Found(Part):
    """One memory that a channel brought, as JSON and as it reads in a prompt; ``similarity`` between 0 and 1."""

    memory: dict[str, Any]
    line: str
    channel: Channel
    role: Role | None = None
    similarity: float
    note: str = ""
    rank: float | None = Field(default=None, description="the channel's own score, where it ranks by itself")
    told: tuple[str, ...] = Field(default=(), description="memories that say the same")
    answers: float | None = Field(default=None, description="the chance that it answers; default: by nearness")
    out: str | None = Field(default=None, description="why it is no answer, although it is near")


def plain(part: Part) -> dict[str, Any]:
    """The fields of a part that holds nothing but plain values, as they stand in the state: nothing is copied."""
    return vars(part).copy()


def restored[P: Part](kind: type[P], values: dict[str, Any]) -> P:
    """The part whose fields another node put into the state with :func:`plain`: it was checked when it was made."""
    return kind.model_construct(**values)


def merged(left: dict[str, float], right: dict[str, float]) -> dict[str, float]:
    """Join the timings of nodes that ran side by side."""
    return {**left, **right}


class RetrievalRequest(TypedDict):
    """What a caller gives."""

    task: str


class RetrievalState(RetrievalRequest):
    """What the nodes add. ``found`` holds Found, ``ranked`` Scored, ``recall`` the Recall."""

    run: str
    scope: dict[str, Any]
    moment: dict[str, Any]
    formulation: dict[str, Any]
    found: Annotated[list[dict[str, Any]], operator.add]
    failed: Annotated[list[dict[str, Any]], operator.add]
    timings_ms: Annotated[dict[str, float], merged]
    ranked: list[dict[str, Any]]
    warnings: list[str]
    sections: list[dict[str, Any]]
    prompt: str
    knowledge: dict[str, Any]
    recall: dict[str, Any]
