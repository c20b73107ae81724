"""The common fields of all memories."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.content_ref import ContentRef
from memorist.memory_store.domain.identity import folded, stable_id
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status

SAME_CONFIDENCE = 1e-9
"""Two confidences nearer than this are one."""
MAX_CONTENT_CHARS = 65_536
"""One memory is a statement, not a document; documents are split before they get here."""
MAX_QUOTE_CHARS = 2_000


def without_nul(text: str) -> str:
    """Text that every database takes: FalkorDB refuses NUL."""
    if "\x00" in text:
        raise ValueError("it contains a NUL character: remove it")
    return text


def readable(text: str) -> str:
    """Text that every database takes, made of any: without NUL, and without what is no Unicode."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


Content = Annotated[
    str,
    StringConstraints(min_length=1, max_length=MAX_CONTENT_CHARS, strip_whitespace=True),
    AfterValidator(without_nul),
]
Confidence = Annotated[float, Field(ge=0.0, le=1.0)]


class Source(StrEnum):
    """Origin of the memory."""

    OBSERVATION = "observation"
    MANUAL = "manual"
    EXTERNAL = "external"
    INFERENCE = "inference"
    CROSS_AGENT = "cross_agent"
    IMPORTED = "imported"
    USER_STATED = "user_stated"


class Level(StrEnum):
    """The rung of the promotion ladder."""

    EPISODE = "episode"
    OBSERVATION = "observation"
    FACT = "fact"
    RULE = "rule"
    PROCEDURE = "procedure"
    SHARED = "shared"


class Trust(StrEnum):
    """Trust in a source without a person's confirmation: only what users said may become a blocking rule unasked."""

    USER = "user"
    OBSERVED = "observed"
    EXTERNAL = "external"
    INFERRED = "inferred"

    @property
    def rank(self) -> int:
        """Higher is more trusted; the trust of a lineage is its lowest."""
        return TRUST_ORDER.index(self)


TRUST_ORDER = (Trust.INFERRED, Trust.EXTERNAL, Trust.OBSERVED, Trust.USER)

TRUST_OF_SOURCE: dict[Source, Trust] = {
    Source.MANUAL: Trust.USER,
    Source.USER_STATED: Trust.USER,
    Source.OBSERVATION: Trust.OBSERVED,
    Source.CROSS_AGENT: Trust.OBSERVED,
    Source.EXTERNAL: Trust.EXTERNAL,
    Source.IMPORTED: Trust.EXTERNAL,
    Source.INFERENCE: Trust.INFERRED,
}


class Part(BaseModel):
    """Base of the typed values of the domain: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Lineage(Part):
    """Origins of a memory, and the way it took up the ladder."""

    original_source_ids: tuple[str, ...] = ()
    promotion_chain: tuple[str, ...] = ()


class ExtractedBy(Part):
    """The reading that a memory comes from.

    Args:
        extractor: the reader: ``patterns``, ``ollama`` …
        model: the language model; empty for readers without one.
        prompt_version: version of the reader: of its patterns, or of its prompt.
        at: when it was read.
        seconds: how long that took.
    """

    extractor: str
    model: str = ""
    prompt_version: str
    at: UtcTime
    seconds: float = 0.0


class Quote(Part):
    """The words of a raw episode that a memory rests on, verbatim."""

    episode_id: str
    text: Annotated[str, StringConstraints(max_length=MAX_QUOTE_CHARS), AfterValidator(without_nul)]


class Decay(Part):
    """Fading of a confidence: its value before it faded for want of use (``base``), and the value it had faded ``to``.

    Whoever sets another confidence than ``to`` begins anew from that.
    """

    base: Confidence
    to: Confidence


class Memory(BaseModel):
    """The fields of every memory; the types add their own (see :mod:`memorist.memory_store.domain.types`).

    Valid time (``valid_from``, ``valid_until``) is when it was true in the world, null = still. System time
    (``created_at``, ``expired_at``) is when we held it to be so. Content never changes in place: a correction is a new
    memory that supersedes. ``revision`` counts the changes of everything else. ``beside`` are memories that a person
    lets stand together with this one although they contradict it; it holds no slot then. ``files`` points to content
    files, which were put into the content store before. ``quotes`` is the evidence, and grows with it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    type: str
    id: str = Field(min_length=1, max_length=128)
    scope: Scope
    content: Content
    summary: str = ""
    status: Status = Status.CONFIRMED
    level: Level = Level.FACT
    confidence: Confidence = 1.0
    source: Source
    trust: Trust = Trust.INFERRED
    created_at: UtcTime
    expired_at: UtcTime | None = None
    valid_from: UtcTime
    valid_until: UtcTime | None = None
    valid_until_condition: str | None = Field(default=None, max_length=1_024)
    claim: Claim | None = None
    entities: tuple[str, ...] = ()
    source_episode_ids: tuple[str, ...] = ()
    quotes: tuple[Quote, ...] = ()
    files: tuple[ContentRef, ...] = ()
    lineage: Lineage = Lineage()
    domain: str | None = None
    technology: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    promoted_to_shared: bool = False
    evidence_count: int = Field(default=1, ge=0)
    access_count: int = Field(default=0, ge=0)
    last_accessed: UtcTime | None = None
    reinforced_at: UtcTime | None = None
    decay: Decay | None = None
    extraction_method: str = "manual"
    extracted_by: ExtractedBy | None = None
    flagged: str | None = None
    beside: tuple[str, ...] = ()
    revision: int = Field(default=1, ge=1)

    @model_validator(mode="after")
    def _ends_after_it_begins(self) -> Self:
        if self.valid_until is not None and self.valid_until < self.valid_from:
            raise ValueError("valid_until lies before valid_from")
        return self

    @property
    def is_entity(self) -> bool:
        """True if this names a thing rather than stating something."""
        return self.type.startswith("entity:")

    @property
    def holds_slot(self) -> bool:
        """True unless it is not live, is contested, or stands beside another: those hold no slot."""
        return self.status.live and self.status is not Status.CONTESTED and not self.beside

    @property
    def settled_confidence(self) -> float:
        """The confidence given by the evidence, before any fading for want of use."""
        faded = self.decay is not None and abs(self.decay.to - self.confidence) < SAME_CONFIDENCE
        return self.decay.base if self.decay is not None and faded else self.confidence

    def text_to_embed(self) -> str:
        """The text whose vector stands for this memory in similarity search."""
        return self.content

    def title(self) -> str:
        """A short name for lists and graph pictures."""
        return (self.summary or self.content)[:120]


def memory_id(group_id: str, type_: str, content: str, origin: Sequence[str]) -> str:
    """The id of a memory: its type, its content and what it was first learned from.

    The origin makes a statement repeated months later a memory of its own, so that no id is used twice.
    """
    return stable_id(group_id, "memory", type_, folded(content), *origin)
