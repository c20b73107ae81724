"""Look up: some kinds of input have to know what is stored before anything can be decided about them."""

from datetime import tzinfo
from typing import Any

from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.store import Store
from memorist.nodes.ingestion.carry_over import look_up_ritual
from memorist.nodes.ingestion.draft import Draft, Verdict
from memorist.nodes.ingestion.extract.activities import activities_of
from memorist.nodes.ingestion.extract.ritual import zone_of
from memorist.nodes.ingestion.habits import look_up_feedback
from memorist.nodes.ingestion.inputs import AnyInput, Dialogue, ObservationBatch, parse_input
from memorist.nodes.ingestion.looked_up import LookedUp
from memorist.nodes.ingestion.outcomes import look_up_procedure
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.ingestion.state import IngestionState
from memorist.nodes.ingestion.theories import look_up_refinement, look_up_theories
from memorist.nodes.ingestion.versions import look_up_document
from memorist.nodes.ingestion.work_inputs import Document, Feedback, ProcedureOutcome, Ritual
from memorist.nodes.resources import Resources

KINDS = frozenset({"document", "procedure_outcome", "feedback", "ritual", "observation", "dialogue"})
OWN_WORK = frozenset({"file.edit", "vcs.commit", "task.start", "task.done", "terminal.command"})


def looks_up(state: IngestionState) -> bool:
    """Whether an input of this kind needs it."""
    return state["input"].get("kind") in KINDS


def work_seen(batch: ObservationBatch, drafts: list[Draft]) -> dict[int, str]:
    """What a person did in each activity, by the place of its episode: not what others or tools said."""
    episodes = [n for n, draft in enumerate(drafts) if draft.type == "episodic"]
    words = ["\n".join(e.body for e in activity.own if e.name in OWN_WORK) for activity in activities_of(batch.events)]
    return dict(zip(episodes, words, strict=False))


async def find(item: AnyInput, drafts: list[Draft], episode: RawEpisode, store: Store, zone: tzinfo) -> LookedUp:
    """What this kind of input needs to know."""
    match item:
        case Document():
            return await look_up_document(drafts, episode, store)
        case ProcedureOutcome():
            return await look_up_procedure(item, episode, store)
        case Feedback():
            return await look_up_feedback(item, drafts, episode, store)
        case ObservationBatch():
            return await look_up_theories(drafts, work_seen(item, drafts), episode, store)
        case Dialogue():
            return await look_up_refinement(drafts, f"{item.about or ''} {item.question}", item.answer, episode, store)
        case Ritual():
            return await look_up_ritual(item, drafts, episode, store, zone)
        case _:
            return LookedUp(drafts)


async def look_up(state: IngestionState, resources: Resources) -> dict[str, Any]:
    """Complete the drafts; may be run again after a lost race, always from what was extracted."""
    extracted = state.get("extracted") or state["drafts"]
    episode = RawEpisode.model_validate(state["episode"])
    drafts = [Draft.model_validate(draft) for draft in extracted]
    store = await resources.store()
    try:
        zone = zone_of(state["input"].get("at"), store.settings.timezone)
        found = await find(parse_input(state["input"]), drafts, episode, store, zone)
    except InvalidInput as error:
        failed = IngestResult(
            id=episode.id,
            verdict=Verdict.model_validate(state["verdict"]),
            error=IngestError(message=str(error), field=error.field),
        )
        return {"result": failed.model_dump(mode="json")}
    update: dict[str, Any] = {
        "extracted": extracted,
        "drafts": [draft.model_dump(mode="json") for draft in found.drafts],
        "former": [memory.model_dump(mode="json") for memory in found.former],
        "updates": [change.model_dump(mode="json") for change in found.updates],
        "notices": [*(state.get("notices") or []), *found.notices],
    }
    if found.result is not None:
        update["result"] = found.result.model_dump(mode="json")
    return update
