"""Answer of retrieval for one task: the form of ``recall --json``."""

from typing import Literal

from pydantic import Field

from memorist.memory_store.domain.memory import Part


class PromptItem(Part):
    """One line of the prompt and the memory it comes from."""

    id: str
    content: str


class PromptSection(Part):
    """A section of the prompt, its items in rank order, its size in tokens."""

    title: str
    items: tuple[PromptItem, ...]
    tokens: int


class Candidate(Part):
    """One memory or passage that was considered: every part of its score, and why it is in or out.

    ``relevance`` orders memories and passages; ``score`` is the design's composite of similarity, recency, confidence
    and source.
    """

    id: str
    content: str = ""
    type: str = ""
    channel: str
    similarity: float
    recency: float
    confidence: float
    source_boost: float
    score: float
    relevance: float = 0.0
    kept: bool
    reason: str


class Dropped(Part):
    """A memory that was relevant but did not fit the budget."""

    id: str
    score: float
    reason: str


class Knowledge(Part):
    """Sufficiency of what is known for the task.

    ``status`` is HEALTHY above .7, LOW above .4, else CRITICAL; ``basis`` tells "nothing is stored" from "nothing was
    near enough".
    """

    status: Literal["HEALTHY", "LOW", "CRITICAL"]
    score: float
    gaps: tuple[str, ...] = ()
    basis: Literal["nothing_stored", "nothing_near_enough", "some", "enough"] = "some"
    guidance: str = ""
    answerable: float = Field(default=0.0, ge=0.0, le=1.0, description="how likely what was found answers the task")


class FailedChannel(Part):
    """A channel that brought nothing because it failed, and why."""

    channel: str
    error: str


class Recall(Part):
    """The assembled prompt with everything needed to explain it."""

    prompt: str
    sections: tuple[PromptSection, ...]
    citations: tuple[str, ...]
    dropped: tuple[Dropped, ...]
    trace: tuple[Candidate, ...]
    tokens: int
    failed_channels: tuple[FailedChannel, ...]
    warnings: tuple[str, ...] = ()
    knowledge: Knowledge
    timings_ms: dict[str, float] = Field(default_factory=dict)
