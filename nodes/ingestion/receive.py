"""Receive: the input as it may be kept: files read, every secret in it and in the turns before it masked."""

import asyncio
from pathlib import Path
from typing import Any

from memorist.memory_store.domain.errors import InvalidInput
from memorist.nodes.ingestion.documents.load import load_document
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.ingestion.secrets import mask_input
from memorist.nodes.ingestion.state import IngestionState
from memorist.nodes.language.learned_names import names_said
from memorist.nodes.resources import Resources


async def receive(state: IngestionState, resources: Resources) -> dict[str, Any]:
    """Read the file that a document names, and mask; every later node sees only what is left.

    A graph may be served to strangers: it reads files only below the folder that the settings name.
    """
    given = state["input"]
    if given.get("kind") == "document" and given.get("content") is None and _names_file(given):
        settings = await resources.settings()
        try:
            if not settings.documents:
                raise InvalidInput(
                    "document input: field path: files are not read here: give content, or set MEMORIST_DOCUMENTS to "
                    "the folder that they may be read from",
                    field="path",
                )
            given = await asyncio.to_thread(load_document, given, below=Path(settings.documents))
        except InvalidInput as error:
            failed = IngestResult(error=IngestError(message=str(error), field=error.field))
            return {"context": [], "result": failed.model_dump(mode="json")}
    given, masked = mask_input(given)
    before = [mask_input(utterance)[0] for utterance in state.get("context", [])]
    # Moved, not kept: the next run of the same thread may be given none.
    told = {"before": before, "masked": [one.model_dump() for one in masked]}
    update: dict[str, Any] = {"input": given, "context": [], **told}
    if learned := _learned(given, before):
        update["learned_names"] = learned
    return update


def _names_file(given: dict[str, Any]) -> bool:
    """Whether it names a file; what is no name is refused with the other fields."""
    path = given.get("path")
    return isinstance(path, str) and bool(path.strip())


def _learned(given: dict[str, Any], before: list[dict[str, Any]]) -> list[list[str]]:
    """The names of the turns before that a turn uses in small letters; what is no turn is read as it stands."""
    said, earlier = given.get("content"), [turn.get("content") for turn in before]
    if given.get("kind", "turn") != "turn" or not isinstance(said, str):
        return []
    return [list(name) for name in names_said(said, [turn for turn in earlier if isinstance(turn, str)])]
