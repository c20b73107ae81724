"""State of the promotion graph: plain JSON values, readable in Studio."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from pydantic import Field

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import Part
from memorist.nodes.contexts import GraphInput, RunContext, ShownAs

Stages = Literal["all", "promote"]


class PromotionContext(RunContext):
    """The knobs of a pass over one group."""

    stages: Stages = Field(
        default="all", description="all; promote: the ladder and shared patterns without cascade, decay and archive"
    )
    dry_run: bool = Field(default=False, description="decide, show the change sets, write nothing")
    on_question: Literal["queue", "ask"] = Field(
        default="queue", description="ask: interrupt the run when a person has to decide; queue: flag it for review"
    )
    decay_preset: Literal["galatea", "jacq"] | None = Field(default=None, description="default: the settings'")
    holder: str | None = Field(default=None, description="name under which the lease is held; default: a new name")


class PromotionRequest(GraphInput):
    """One maintenance pass over a group; nothing needs to be given."""

    reason: str | None = Field(
        default=None, description="reason of the pass, stored in the report", examples=["nightly", "session end"]
    )


class PromotionStep(Part):
    """One thing that was done, for the report.

    Args:
        what: the rule's name, or checklist, faded, restored, archived, lowered, fallen, retracted.
        id: the memory made or changed.
        content: its short text.
        why: the reason that stands in the change log.
        sources: what it was made from.
    """

    what: str
    id: str
    content: str
    why: str
    sources: tuple[str, ...] = ()


class PromotionQuestion(Part):
    """A question for a person: ``id`` of the memory that would become more."""

    id: str
    rule: str
    question: str


class PromotionReport(Part):
    """Result of a pass, or its preview.

    Args:
        group: the tenant.
        at: the present that it was done at.
        busy: who else maintains the group at the moment; then nothing was done.
        dry_run: nothing was written.
        counts: how many of everything.
        done: what was done, at most :data:`MAX_TOLD` of it.
        questions: what waits for a person.
        not_yet: what was considered in vain and what is missing, at most :data:`MAX_TOLD`.
        changes: the change sets of a dry run, exactly as they would be applied, without vectors and who asked for them.
        entries: how many entries of the change log were read.
        operation: the id by which all of it is undone, when the pass was run by the API.
    """

    group: str
    at: UtcTime
    busy: str | None = None
    dry_run: bool = False
    reason: str | None = None
    counts: dict[str, int] = Field(default_factory=dict)
    done: tuple[PromotionStep, ...] = ()
    questions: tuple[PromotionQuestion, ...] = ()
    not_yet: tuple[str, ...] = ()
    changes: tuple[dict[str, Any], ...] = ()
    entries: int = 0
    operation: str | None = None


MAX_TOLD = 1_000


class PromotionAnswer(TypedDict):
    """Result of a run: what was done, or would be."""

    result: Annotated[dict[str, Any], ShownAs(PromotionReport)]


class PromotionState(TypedDict):
    """State of the nodes.

    ``begun_with`` is the context of the run, for when it is resumed; ``reason`` as it was given, ``noted`` the same
    for the report; ``lease`` is {holder, marks, last}; ``busy`` names another holder; ``extract`` the page that is
    judged; ``proposals`` what it gave; ``archivable`` {id: reason}; ``told`` collects the report's lists;
    ``result`` a PromotionReport.
    """

    begun_with: NotRequired[dict[str, Any]]
    reason: NotRequired[str | None]
    noted: NotRequired[str | None]
    on_question: Literal["queue", "ask"]
    lease: dict[str, Any]
    busy: NotRequired[str | None]
    extract: NotRequired[dict[str, Any] | None]
    until: int
    proposals: NotRequired[list[dict[str, Any]]]
    archivable: NotRequired[dict[str, str]]
    decay_after: NotRequired[Any]
    decay_more: NotRequired[bool]
    share_more: NotRequired[bool]
    told: NotRequired[dict[str, list[Any]]]
    counts: NotRequired[dict[str, int]]
    result: NotRequired[dict[str, Any]]


def fresh() -> PromotionState:
    """Return the initial state of a run, so that nothing of an earlier run in the same thread is left."""
    return {
        "begun_with": {},
        "reason": None,
        "noted": None,
        "on_question": "queue",
        "lease": {},
        "busy": None,
        "extract": None,
        "until": 0,
        "proposals": [],
        "archivable": {},
        "decay_after": None,
        "decay_more": False,
        "share_more": False,
        "told": {},
        "counts": {},
        "result": {},
    }
