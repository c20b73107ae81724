"""What flows through the ingestion graph: plain JSON values, readable in Studio."""

from typing import Any, Literal, NotRequired, TypedDict

from pydantic import Field

from memorist.nodes.resources import RunContext


class IngestionContext(RunContext):
    """The knobs of an ingestion run."""

    on_conflict: Literal["queue", "ask"] = Field(
        default="queue", description="ask: interrupt the run with choices; queue: store both as contested, for review"
    )
    dry_run: bool = Field(default=False, description="decide and write nothing")


class IngestionRequest(TypedDict):
    """What a caller gives.

    ``input`` is one input in the form of ``ingest`` lines; ``context`` the turns before it, oldest first.
    """

    input: dict[str, Any]
    context: NotRequired[list[dict[str, Any]]]


class IngestionState(IngestionRequest):
    """What the nodes add, each its own key.

    Keys hold the JSON of the models named after them: ``episode`` RawEpisode, ``statements`` Statement, ``drafts``
    Draft, ``known`` and ``candidates`` memories, ``decisions`` Decision, ``committed`` what was written, ``result``
    IngestResult. ``extracted`` are the drafts before a look into the store, ``former`` memories and ``updates``
    Update what that look found. ``unread`` are the statements that no pattern read, how far they reach, and the
    places of their drafts. ``before`` are the turns before, secrets masked. ``masked`` (Masked) and ``notices``
    (sentences) are for the result; ``withheld`` says that a draft was left out because it had been forgotten, and
    the words of the input with it. ``learned_names`` are pairs of name and kind that the turns before or the memory
    know and the input has in small letters; ``read_again``: the memory knew some.
    """

    before: NotRequired[list[dict[str, Any]]]
    masked: NotRequired[list[dict[str, Any]]]
    notices: NotRequired[list[str]]
    on_conflict: Literal["queue", "ask"]
    verdict: dict[str, Any]
    episode: dict[str, Any]
    change_id: str
    statements: list[dict[str, Any]]
    drafts: list[dict[str, Any]]
    unread: NotRequired[list[dict[str, int]]]
    extracted: NotRequired[list[dict[str, Any]]]
    former: NotRequired[list[dict[str, Any]]]
    updates: NotRequired[list[dict[str, Any]]]
    withheld: NotRequired[bool]
    learned_names: NotRequired[list[list[str]]]
    read_again: NotRequired[bool]
    known: list[str]
    replayed: NotRequired[bool]
    candidates: list[dict[str, Any]]
    duplicates: dict[str, dict[str, Any]]
    decisions: list[dict[str, Any]]
    committed: list[dict[str, Any]]
    conflicts: NotRequired[int]
    result: NotRequired[dict[str, Any]]
