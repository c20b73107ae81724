"""Consult: what no pattern read is read by a model, if one answers; one call for a turn.

Whatever it says is checked against the text; whatever goes wrong, the statement stays in its own words at lower
confidence, and the result says why.
"""

from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.episode import RawEpisode
from memorist.nodes.ingestion.draft import Draft, Statement, Utterance
from memorist.nodes.ingestion.extract.chain.misses import miss_line, miss_log, write_misses
from memorist.nodes.ingestion.extract.consulting import ReadByRules, consulted
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.resources import Resources, context_as


async def consult(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Ask the chain about the unread statements of the turn, and note what it read that no pattern did."""
    chain = await resources.extractors()
    unread = state.get("unread") or []
    if not chain or not unread:
        return {}
    store = await resources.store()
    episode = RawEpisode.model_validate(state["episode"])
    turn = ReadByRules(
        statements=[Statement.model_validate(statement) for statement in state["statements"]],
        drafts=[Draft.model_validate(draft) for draft in state["drafts"]],
        unread=unread,
        before=[Utterance.model_validate(utterance) for utterance in state.get("before", [])],
        at=episode.at,
    )
    told = await consulted(chain, turn, store.ontology, now=episode.created_at)
    notices = [*(state.get("notices") or []), *told.notices]
    log = None if context_as(IngestionContext, runtime.context).dry_run else miss_log(store.settings)
    asked = turn.asked()
    lines = [
        miss_line(asked[n], drafts, told.answered, group=episode.scope.group_id, episode=episode.id, at=episode.at)
        for n, drafts in told.filled.drafts.items()
    ]
    if log is not None and lines and (problem := await write_misses(log, lines)):
        notices.append(problem)
    return {"drafts": [draft.model_dump(mode="json") for draft in told.drafts], "notices": notices}
