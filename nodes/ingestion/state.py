"""The state of the ingestion graph: plain JSON values, readable in Studio."""

from typing import Annotated, Any, Literal, NotRequired, TypedDict

from pydantic import Field

from memorist.memory_store.domain.episode import RawEpisode
from memorist.nodes.contexts import GraphInput, RunContext, ShownAs
from memorist.nodes.ingestion.result import IngestResult
from memorist.nodes.kinds.inputs import Input, Turn
from memorist.nodes.reading.reader import Spoken


class IngestionContext(RunContext):
    """The knobs of an ingestion run."""

    on_conflict: Literal["queue", "ask"] = Field(
        default="queue",
        description="ask: interrupt the run with choices (needs a checkpointer); queue: both memories wait for review",
    )
    dry_run: bool = Field(default=False, description="decide and write nothing")
    readers: str | None = Field(
        default=None,
        description="names of readers in the order in which they are tried; default: the settings' readers",
    )


class IngestionRequest(GraphInput):
    """One input to be learned from. What is wrong with it is told in the result."""

    input: Annotated[dict[str, Any], ShownAs(Input)] = Field(
        description="one input; its fields depend on its kind",
        examples=[
            {"kind": "turn", "role": "user", "content": "We use pnpm, never npm."},
            {"kind": "manual", "content": "Never commit API keys", "severity": "block", "reason": "a key leaked"},
        ],
    )
    context: Annotated[list[dict[str, Any]] | None, ShownAs(tuple[Spoken, ...] | None)] = Field(
        default=None, description="the turns before it, oldest first"
    )
    ahead: Annotated[list[dict[str, Any]] | None, ShownAs(tuple[Turn, ...] | None)] = Field(
        default=None, description="the turns that follow it in the same call, which a model may read together with it"
    )
    reread: Annotated[dict[str, Any] | None, ShownAs(RawEpisode | None)] = Field(
        default=None, description="stored episode to read again"
    )


class IngestionAnswer(TypedDict):
    """Result of a run: the result of the input."""

    result: Annotated[dict[str, Any], ShownAs(IngestResult)]


class IngestionState(TypedDict):
    """State of the nodes.

    Args:
        input: the input, secrets masked; ``context`` and ``reread`` as given, until ``receive`` has read them.
        again: a stored episode is read once more.
        begun_with: the context of the run, for when it is resumed.
        before: the turns before, secrets masked (Spoken).
        ahead: the turns that follow in the same call, secrets masked.
        said_at: when it was said, in the speaker's own zone.
        live: it is said now: the caller gave no time.
        verdict: the gate's judgement (Verdict).
        sentences: the parts of a turn that the gate kept, as said.
        wishes: the requests to forget in it, as they were said, each with the sentence that it refers back to.
        unkept: sentences of it that a request refers back to, or that say themselves what is not to be kept: they are
            kept nowhere.
        whole: the input with its requests, to be kept if nothing comes of them; null where nothing can.
        doubtful: it may hold no request.
        forget: what comes of them (ForgetProposal).
        erasing: what was found for them, while a person is to be asked whether to erase it; else null.
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

    begun_with: NotRequired[dict[str, Any]]
    input: dict[str, Any]
    context: NotRequired[list[dict[str, Any]] | None]
    ahead: NotRequired[list[dict[str, Any]]]
    reread: NotRequired[dict[str, Any] | None]
    again: NotRequired[bool]
    before: NotRequired[list[dict[str, Any]]]
    said_at: str
    live: NotRequired[bool]
    masked: NotRequired[list[dict[str, Any]]]
    notices: NotRequired[list[str]]
    on_conflict: Literal["queue", "ask"]
    verdict: dict[str, Any]
    sentences: NotRequired[list[str]]
    wishes: NotRequired[list[str]]
    unkept: NotRequired[list[str]]
    whole: NotRequired[dict[str, Any] | None]
    doubtful: NotRequired[bool]
    forget: NotRequired[dict[str, Any] | None]
    erasing: NotRequired[dict[str, Any] | None]
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


def fresh() -> IngestionState:
    """Return the initial state of a run, so that nothing of an earlier run in the same thread is left."""
    return {
        "begun_with": {},
        "input": {},
        "context": None,
        "ahead": [],
        "reread": None,
        "again": False,
        "before": [],
        "said_at": "",
        "live": False,
        "masked": [],
        "notices": [],
        "on_conflict": "queue",
        "verdict": {},
        "sentences": [],
        "wishes": [],
        "unkept": [],
        "whole": None,
        "doubtful": False,
        "forget": None,
        "erasing": None,
        "episode": {},
        "change_id": "",
        "reading": {},
        "drafts": [],
        "extracted": [],
        "updates": [],
        "withheld": False,
        "dropped": [],
        "known": [],
        "replayed": False,
        "candidates": [],
        "duplicates": {},
        "decisions": [],
        "committed": [],
        "conflicts": 0,
        "result": {},
    }
