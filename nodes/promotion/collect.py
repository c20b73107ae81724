"""Collect: read the part of the memory around what changed since the last pass."""

from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.threads import loaded
from memorist.nodes.contexts import context_as
from memorist.nodes.promotion.pages import read_page, surroundings
from memorist.nodes.promotion.state import PromotionContext, PromotionState
from memorist.nodes.promotion.telling import progress, tell
from memorist.nodes.reading.speech_acts import acts as speech_acts
from memorist.nodes.resources import Resources


async def collect(state: PromotionState, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """The next page of candidates; none when the log is worked through."""
    store, lease, after = await resources.store(), state["lease"], state["until"]
    group_id = context_as(PromotionContext, runtime.context).scope(store.settings).group_id
    page = await read_page(store, group_id, after, lease["last"])
    if page.until == after:
        return {"extract": None}
    extract = await surroundings(store, group_id, page)
    await loaded(speech_acts.load)
    progress("promotion", page.until, lease["last"])
    told = tell(state, counts={"entries": page.until - after, "considered": len(page.changed) + len(page.counted)})
    return {**told, "extract": extract.to_json(), "until": page.until}
