"""Record access: what was used is counted, once a run, while the answer is on its way already."""

from collections.abc import Mapping
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.errors import MemoristError
from memorist.nodes.resources import Resources, context_as
from memorist.nodes.retrieval.assemble import TITLES
from memorist.nodes.retrieval.state import RetrievalContext, RetrievalState


def used_memories(recall: Mapping[str, Any]) -> list[str]:
    """What a recall (its JSON) cites and is counted: no turns, which have no counters, nothing perhaps related."""
    apart = {candidate["id"] for candidate in recall["trace"] if candidate["channel"] == "raw_episodes"}
    related = (section for section in recall["sections"] if section["title"] == TITLES["related"])
    apart |= {item["id"] for section in related for item in section["items"]}
    return [id_ for id_ in recall["citations"] if id_ not in apart]


async def record_access(
    state: RetrievalState, runtime: Runtime[RetrievalContext], resources: Resources
) -> dict[str, Any]:
    """Have it counted in the background, unless the question was about the past; a failure is logged."""
    context = context_as(RetrievalContext, runtime.context)
    moment = state["moment"]
    used = used_memories(state["recall"])
    if not context.record_access or moment["historic"]:
        return {}
    try:
        store = await resources.store()
    except MemoristError:
        return {}
    store.changes.note_use(state["scope"]["group_id"], state["run"], used, parse_time(moment["known_at"]))
    return {}
