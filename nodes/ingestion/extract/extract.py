"""Extract: drafts of memories out of an input, each kind its own way."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from hypomnema.memory_store.domain.episode import RawEpisode
from hypomnema.nodes.ingestion.draft import Draft, Statement, Utterance
from hypomnema.nodes.ingestion.extract.context import Context
from hypomnema.nodes.ingestion.extract.dialogue import draft_dialogue
from hypomnema.nodes.ingestion.extract.manual import draft_manual
from hypomnema.nodes.ingestion.extract.observation import draft_observation
from hypomnema.nodes.ingestion.extract.statement import draft_all
from hypomnema.nodes.ingestion.inputs import AnyInput, Dialogue, Manual, ObservationBatch, parse_input
from hypomnema.nodes.ingestion.state import IngestionState


def drafts_of(
    item: AnyInput, statements: Sequence[Statement], at: datetime, before: Sequence[Utterance]
) -> list[Draft]:
    """Read the drafts out of one input."""
    context = Context(before=tuple(before))
    match item:
        case Manual():
            return draft_manual(item, at, context)
        case Dialogue():
            return draft_dialogue(item, at, context)
        case ObservationBatch():
            return draft_observation(item, context)
        case _:
            return draft_all(statements, context)


async def extract(state: IngestionState) -> dict[str, Any]:
    """Run the extractor of the input's kind."""
    episode = RawEpisode.model_validate(state["episode"])
    drafts = drafts_of(
        parse_input(state["input"]),
        [Statement.model_validate(statement) for statement in state["statements"]],
        episode.at,
        [Utterance.model_validate(utterance) for utterance in state.get("context", [])],
    )
    return {"drafts": [draft.model_dump(mode="json") for draft in drafts]}
