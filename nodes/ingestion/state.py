"""The state of the ingestion graph: plain JSON values, readable in Studio."""

from typing import Any, Literal, NotRequired, TypedDict

from pydantic import Field

from memorist.nodes.resources import RunContext


class IngestionContext(RunContext):
    """The knobs of an ingestion run."""

    on_conflict: Literal["queue", "ask"] = Field(
        default="queue", description="ask: interrupt the run with choices; queue: store both as contested, for review"
    )
    dry_run: bool = Field(default=False, description="decide and write nothing")
    readers: str | None = Field(default=None, description="readers in their order; default: the settings' readers")


class IngestionRequest(TypedDict):
    """What a caller gives.

    Args:
        input: one input in the form of ``ingest`` lines.
        context: the turns before it, oldest first (Spoken).
        reread: a stored episode (RawEpisode) that ``input`` is read from once more.
    """

    input: dict[str, Any]
    context: NotRequired[list[dict[str, Any]]]
    reread: NotRequired[dict[str, Any] | None]


class IngestionState(IngestionRequest):
    """What the nodes add.

    Args:
        before: the turns before, secrets masked (Spoken).
        said_at: when it was said, in the speaker's own zone.
        verdict: the gate's judgement (Verdict).
        sentences: the parts of a turn that the gate kept, as said.
        episode: the raw input (RawEpisode).
        change_id: id of the change set, the same on every retry.
        reading: what the reader made of it (EpisodeReading).
        extracted: memories to be (Draft), as they were read; ``drafts`` the same after a look into the store.
        updates: changes of stored memories that this kind of input makes beside them.
        dropped: memories of an earlier reading that this one does not hold any more.
        known: ids of the entities that are stored.
        replayed: the input was ingested before.
        candidates: stored memories that a decision can be about.
        duplicates: by the place of a draft, the memory that it repeats.
        decisions: one for each draft.
        committed: the memories that were written.
        conflicts: lost races.
        withheld: a draft was left out because it had been forgotten, and the words of the input with it.
        masked, notices, result: for the caller.
    """

    before: NotRequired[list[dict[str, Any]]]
    said_at: str
    masked: NotRequired[list[dict[str, Any]]]
    notices: NotRequired[list[str]]
    on_conflict: Literal["queue", "ask"]
    verdict: dict[str, Any]
    sentences: NotRequired[list[str]]
    episode: dict[str, Any]
    change_id: str
    reading: dict[str, Any]
    drafts: list[dict[str, Any]]
    extracted: list[dict[str, Any]]
    updates: NotRequired[list[dict[str, Any]]]
    withheld: NotRequired[bool]
    dropped: NotRequired[list[dict[str, Any]]]
    known: list[str]
    replayed: NotRequired[bool]
    candidates: list[dict[str, Any]]
    duplicates: dict[str, dict[str, Any]]
    decisions: list[dict[str, Any]]
    committed: list[dict[str, Any]]
    conflicts: NotRequired[int]
    result: NotRequired[dict[str, Any]]
