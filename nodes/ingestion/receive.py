"""Receive: the input as it may be kept: validated, files read, every secret in it and in the turns before it masked."""

import asyncio
from pathlib import Path
from typing import Any

from langgraph.runtime import Runtime
from pydantic import TypeAdapter

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.types import read_as
from memorist.nodes.dates.bounds import said_at_of
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.kinds.inputs import parse_input, raw_episode
from memorist.nodes.kinds.load import load_document
from memorist.nodes.reading.reader import Spoken
from memorist.nodes.resources import Resources, context_as
from memorist.nodes.secrets.masking import mask_input

_SPOKEN = TypeAdapter(tuple[Spoken, ...])


async def receive(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Read the file that a document names, mask, validate, and settle who says it, and when.

    Everything after this node sees only what is left by masking. What cannot be read ends here with its result. A graph
    may be served to strangers: it reads files only below the folder that the settings name.
    """
    try:
        given = await _with_file(state["input"], resources)
        given, masked = mask_input(given)
        before = [mask_input(spoken)[0] for spoken in state.get("context", [])]
        read_as(_SPOKEN, before, of="ingestion", field="context")
        item = parse_input(given)
        settings = await resources.settings()
        said_at = said_at_of(given.get("at"), settings.timezone)
    except InvalidInput as error:
        failed = IngestResult(error=IngestError(message=str(error), field=error.field))
        return {"context": [], "result": failed.model_dump(mode="json")}
    context = context_as(IngestionContext, runtime.context)
    now = context.present(await resources.clock())
    identity = {"agent_id": item.agent_id, "user_id": item.user_id, "session_id": item.session_id}
    scope = context.scope(settings, **identity)
    moment = item.moment(now)
    episode = raw_episode(item, scope, at=moment, now=now)
    zone = said_at.tzinfo if said_at is not None else None
    return {
        "input": given,
        "context": [],  # moved to "before": the next run of the same thread may be given none
        "before": before,
        "said_at": moment.astimezone(zone).isoformat(),
        "masked": [one.model_dump() for one in masked],
        "episode": episode.model_dump(mode="json"),
        "change_id": stable_id(scope.group_id, "change", "ingestion", episode.id),
        "on_conflict": context.on_conflict,
    }


async def _with_file(given: dict[str, Any], resources: Resources) -> dict[str, Any]:
    """The input with the content of the file that it names. Raises :class:`InvalidInput`."""
    path = given.get("path")
    names_file = isinstance(path, str) and bool(path.strip())
    if given.get("kind") != "document" or given.get("content") is not None or not names_file:
        return given
    settings = await resources.settings()
    if not settings.documents:
        raise InvalidInput(
            "document input: field path: files are not read here: give content, or set MEMORIST_DOCUMENTS to "
            "the folder that they may be read from",
            field="path",
        )
    return await asyncio.to_thread(load_document, given, below=Path(settings.documents))
