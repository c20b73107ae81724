"""Extract: drafts of memories out of an input, each kind its own way."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Any

from memorist.memory_store.domain.episode import RawEpisode
from memorist.nodes.ingestion.draft import OWN_WORDS, Draft, Statement, Utterance
from memorist.nodes.ingestion.extract.context import Context
from memorist.nodes.ingestion.extract.dialogue import draft_dialogue
from memorist.nodes.ingestion.extract.document import draft_document
from memorist.nodes.ingestion.extract.feedback import draft_feedback
from memorist.nodes.ingestion.extract.instructions import draft_instructions
from memorist.nodes.ingestion.extract.manual import draft_manual
from memorist.nodes.ingestion.extract.observation import draft_observation
from memorist.nodes.ingestion.extract.ritual import draft_ritual, zone_of
from memorist.nodes.ingestion.extract.statement import draft_each
from memorist.nodes.ingestion.inputs import AnyInput, Dialogue, Manual, ObservationBatch, parse_input
from memorist.nodes.ingestion.state import IngestionState
from memorist.nodes.ingestion.work_inputs import Document, Feedback, ProcedureOutcome, Ritual
from memorist.nodes.resources import Resources


def drafts_of(
    item: AnyInput,
    statements: Sequence[Statement],
    at: datetime,
    before: Sequence[Utterance],
    *,
    agent: str | None = None,
    zone: tzinfo = UTC,
) -> tuple[list[Draft], list[dict[str, int]]]:
    """Read the drafts out of one input, and say which statements of a turn no pattern read."""
    context = Context(before=tuple(before))
    match item:
        case Manual():
            return draft_manual(item, at, context), []
        case Dialogue():
            return draft_dialogue(item, at, context), []
        case ObservationBatch():
            return draft_observation(item, context), []
        case Document():
            return (draft_instructions if item.is_instructions else draft_document)(item, at, context), []
        case Feedback():
            return draft_feedback(item, at, context, agent=agent), []
        case Ritual():
            return draft_ritual(item, at, context, zone), []
        case ProcedureOutcome():
            return [], []  # what it says depends on the procedure, which is looked up
        case _:
            return draft_turn(statements, context)


def draft_turn(statements: Sequence[Statement], context: Context) -> tuple[list[Draft], list[dict[str, int]]]:
    """The drafts of a turn, and which single drafts a model might word better.

    These are the statements that no pattern read and those that the gate was unsure of. A question gives no draft and a
    list several, so they are not among them.
    """
    drafts: list[Draft] = []
    unread: list[dict[str, int]] = []
    for number, (statement, told) in enumerate(zip(statements, draft_each(statements, context), strict=True)):
        own = told.drafts
        if len(own) == 1 and (own[0].method == OWN_WORDS or statement.verdict.action == "unsure"):
            unread.append({"statement": number, "to": told.last, "draft": len(drafts)})
        drafts += own
    return drafts, unread


async def extract(state: IngestionState, resources: Resources) -> dict[str, Any]:
    """Run the extractor of the input's kind."""
    zone = zone_of(state["input"].get("at"), (await resources.settings()).timezone)
    episode = RawEpisode.model_validate(state["episode"])
    drafts, unread = drafts_of(
        parse_input(state["input"]),
        [Statement.model_validate(statement) for statement in state["statements"]],
        episode.at,
        [Utterance.model_validate(utterance) for utterance in state.get("before", [])],
        agent=episode.scope.agent_id,
        zone=zone,
    )
    return {"drafts": [draft.model_dump(mode="json") for draft in drafts], "unread": unread}
