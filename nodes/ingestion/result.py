"""Answer of ingestion for one input: the form of ``ingest --json``."""

from typing import Any, Literal

from pydantic import Field

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import Part
from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.nodes.reading.gate.verdict import GateVerdict
from memorist.nodes.secrets.masking import Masked

Effect = Literal["added", "merged", "superseded", "ended", "contested", "rejected", "unchanged"]


class RememberedMemory(Part):
    """One memory of the result: the ``effect`` of storing it, the memories ``affected``, the rule and its reason.

    ``affected_contents`` are what the affected memories say, in their order; empty for what whoever spoke may not see.
    """

    id: str
    type: str
    content: str
    confidence: float
    polarity: bool
    claim: Claim | None
    entities: tuple[str, ...]
    extraction_method: str
    valid_from: UtcTime
    valid_until: UtcTime | None
    valid_until_condition: str | None
    effect: Effect
    affected: tuple[str, ...] = ()
    affected_contents: tuple[str, ...] = ()
    decided_by: str = ""


class IngestError(Part):
    """Why an input could not be ingested; ``field`` names what to mend.

    ``kept``: it waits in the inbox and is tried again by itself, so that the caller need not.
    """

    message: str
    field: str | None = None
    retryable: bool = False
    kept: bool = False


class Meant(Part):
    """An input that a request to forget may mean: its id, and the words of it that are nearest to the request."""

    id: str
    content: str


class ForgetProposal(Part):
    """A turn's request to forget: ``plan`` is empty when nothing that is held was found.

    Nothing was erased unless ``erased`` says so: somebody still has to confirm the plan's fingerprint. ``may_mean`` are
    the inputs nearest to a request for which nothing was found.
    """

    asked: str
    wishes: tuple[str, ...] = Field(default=(), description="what is asked for, each by itself")
    user: str | None = Field(default=None, description="who asks; what is another user's own is not meant")
    plan: ForgetPlan
    erased: bool = False
    remains: tuple[str, ...] = ()
    sure: bool = Field(default=True, description="false if it may be no request; then nothing is hidden")
    may_mean: tuple[Meant, ...] = ()


class IngestResult(Part):
    """The answer for one input; ``line`` is its place in the call, counted from 1.

    ``masked`` tells which secrets were taken out before anything else happened, ``notices`` what went less well than it
    might have (a model that did not answer), though the input was kept. ``reader`` read it, and ``unread`` are the
    sentences that stay in the episode as they were said, because nothing could be read out of them for certain.
    """

    line: int = 1
    id: str | None = None
    verdict: GateVerdict | None = None
    memories: tuple[RememberedMemory, ...] = ()
    entities: tuple[str, ...] = ()
    error: IngestError | None = None
    change_id: str | None = None
    replayed: bool = False
    masked: tuple[Masked, ...] = ()
    notices: tuple[str, ...] = ()
    forget: ForgetProposal | None = None
    reader: str | None = None
    unread: tuple[str, ...] = ()

    def as_update(self) -> dict[str, Any]:
        """Return the update of the state with this result."""
        return {"result": self.model_dump(mode="json")}
