"""State of the retrieval graph: plain JSON values, readable in Studio."""

import operator
from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypedDict

from pydantic import Field

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.glance import Glance
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.types import FROM_DOCUMENT, REPORTED
from memorist.memory_store.domain.visibility import CONFIDED
from memorist.nodes.contexts import GraphInput, RunContext, ShownAs
from memorist.nodes.retrieval.features import Retrievable
from memorist.nodes.retrieval.passage_line import PassageLine
from memorist.nodes.retrieval.question_kind import QuestionKind, asks_when
from memorist.nodes.retrieval.result import Recall

QueryRole = Literal["primary", "topic"]
"""Purpose of a query: the task itself, or its topic."""
Role = Literal[QueryRole, "standing"]
Channel = Literal[
    "hard_rules", "semantic", "procedures", "self_model", "user_model", "recent_episodes", "graph", "raw_episodes"
]


class RetrievalContext(RunContext):
    """The knobs of a retrieval run."""

    as_of: UtcTime | None = Field(default=None, description="time whose truth is asked for; default: now")
    known_at: UtcTime | None = Field(default=None, description="time whose beliefs are asked for; default: now")
    budget: int | None = Field(default=None, ge=1, description="tokens of the prompt; default: the settings'")
    target: int | None = Field(
        default=None, ge=0, description="tokens for memories and passages about the task; default: the settings'"
    )
    style: Literal["sections", "narrative"] = Field(default="sections", description="layout of the prompt")
    record_access: bool = Field(default=True, description="count the used memories")


class SearchText(Part):
    """One query: its text, what it is for, and how much it counts."""

    role: QueryRole
    text: str
    weight: float


class Window(Part):
    """The time that a task names, both ends inside, and the words it does so with."""

    start: UtcTime
    end: UtcTime
    words: str


class Formulation(Part):
    """A task as it is looked up."""

    task: str
    queries: tuple[SearchText, ...]
    concepts: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    topic: str | None = None
    implied: tuple[str, ...] = Field(default=(), description="topics that the work touches without naming them")
    asks: QuestionKind | None = None
    window: Window | None = None
    people: tuple[str, ...] = Field(default=(), description="persons and agents it names")

    @property
    def about_times(self) -> bool:
        """True if lines should say since when they hold: the task asks for a time, a change or a period."""
        return self.asks is not None or self.window is not None or asks_when(self.task)

    @property
    def wants_history(self) -> bool:
        """True if it asks how something came to be."""
        return self.asks in ("before", "since")


class RememberedFields(TypedDict):
    """Fields of a memory for the nodes behind the channels.

    ``valid_from`` is text that sorts as time; ``user`` whose it is, where it is one person's; ``personal`` whether it
    is about that person himself; ``from_document`` whether it was read in a document; ``stated`` whether a
    person states it themselves; ``session`` in which a memory was first said, unless it was read in a document;
    ``exception_to`` the rule of which it allows a part.
    """

    id: str
    type: str
    content: str
    entities: list[str]
    claim: dict[str, Any] | None
    status: str
    confidence: float
    valid_from: str
    user: NotRequired[str | None]
    personal: NotRequired[bool]
    confided: NotRequired[bool]
    from_document: NotRequired[bool]
    stated: NotRequired[bool]
    session: NotRequired[str | None]
    exception_to: NotRequired[str | None]


def remembered(memory: Glance) -> RememberedFields:
    """That of a memory."""
    from_document = memory.extraction_method == FROM_DOCUMENT
    return {
        "id": memory.id,
        "type": memory.type,
        "content": memory.content,
        "entities": list(memory.entities),
        "claim": memory.claim,
        "status": memory.status,
        "confidence": memory.confidence,
        "valid_from": memory.valid_from,
        "user": memory.user,
        "personal": memory.personal,
        "confided": CONFIDED in memory.tags,
        "from_document": from_document,
        "stated": not from_document and REPORTED not in memory.tags,
        "session": None if from_document else memory.session,
        "exception_to": memory.own.get("exception_to"),
    }


class Found(NamedTuple):
    """One memory that a channel brought, and how it reads in a prompt; ``similarity`` between 0 and 1.

    There are some hundred and fifty of them in every recall: they are no models of pydantic's, which would be checked
    anew at every step.

    ``text`` is what a passage is ranked by, ``passage`` what its line is made of; ``told`` names memories that were
    learned from it; ``out`` says why it is left out; ``agrees`` how likely it is wanted for its kind or topic, whatever
    its words, 0 to 1; ``cosine`` the similarity of its embedding alone, where a channel compared it; ``place`` orders
    lines that have an order of their own, the lowest first.
    """

    memory: RememberedFields
    line: str | PassageLine
    channel: Channel
    similarity: float
    role: Role | None = None
    note: str = ""
    told: tuple[str, ...] = ()
    out: str | None = None
    agrees: float = 0.0
    cosine: float | None = None
    place: float = 0.0
    text: Retrievable | None = None
    passage: PassageLine | None = None

    @property
    def key(self) -> tuple[str, int]:
        """Identity of a candidate: a memory, or a part of an input."""
        return self.memory["id"], self.text.part if self.text else 0


def merged(left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    """Join what nodes say that ran side by side, by their names."""
    return {**left, **right}


class RetrievalRequest(GraphInput):
    """The task that a prompt is wanted for."""

    task: str = Field(
        description="what the agent is about to do, or a question; without words, only rules and standing statements",
        examples=["Add auth to the new mobile app", "Which package manager do we use?"],
    )


class RetrievalState(TypedDict):
    """State of the nodes.

    Args:
        run: names the run; what its channels found is kept with the graph under it.
        scope: who asks (Scope).
        moment: about which moment (Moment).
        formulation: what is looked up (Formulation).
        found: by channel, the ids of what it found with their similarities.
        failed: channels that failed, and why (FailedChannel).
        timings_ms: by node.
        recall: the answer (Recall).
    """

    task: str
    run: str
    scope: dict[str, Any]
    moment: dict[str, Any]
    formulation: dict[str, Any]
    found: Annotated[dict[str, list[tuple[str, float]]], merged]
    failed: Annotated[list[dict[str, Any]], operator.add]
    timings_ms: Annotated[dict[str, float], merged]
    recall: dict[str, Any]


class RetrievalAnswer(TypedDict):
    """Result of a run."""

    recall: Annotated[dict[str, Any], ShownAs(Recall)]
