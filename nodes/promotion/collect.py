"""Collect: take the group's lease, and read the part of the memory around what changed since the last pass."""

from typing import Any
from uuid import uuid4

from langgraph.runtime import Runtime

from hypomnema.nodes.promotion.pages import read_page, surroundings
from hypomnema.nodes.promotion.state import PromotionContext, PromotionState
from hypomnema.nodes.promotion.telling import progress, tell
from hypomnema.nodes.resources import Resources, context_as

READER = "promotion"
"""Under this name the log remembers how far the ladder has come."""


async def collect(state: PromotionState, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """The next page of candidates; none when the log is worked through. ``busy`` when another worker is at it."""
    context, store = context_as(PromotionContext, runtime.context), await resources.store()
    group_id = context.scope(store.settings).group_id
    update: dict[str, Any] = {}
    if "lease" not in state:
        update = await begin(context, store.settings.lease_seconds, resources)
        if update.get("busy"):
            return update
    lease = update.get("lease") or state["lease"]
    after = state.get("until", lease["marks"].get(READER, 0))
    page = await read_page(store, group_id, after, lease["last"])
    if page.until == after:
        return {**update, "world": None, "until": after}
    world = await surroundings(store, group_id, page)
    progress("promotion", page.until, lease["last"])
    told = tell(state, counts={"entries": page.until - after, "considered": len(page.changed) + len(page.counted)})
    return {**update, **told, "world": world.to_json(), "until": page.until}


async def begin(context: PromotionContext, seconds: float, resources: Resources) -> dict[str, Any]:
    """Take the lease. A dry run only looks."""
    store = await resources.store()
    await store.settled()  # what was used a moment ago counts
    group_id = context.scope(store.settings).group_id
    holder = context.holder or f"worker-{uuid4().hex[:12]}"
    if context.dry_run:
        lease, busy = await store.peek_lease(group_id), None
    else:
        lease = await store.take_lease(group_id, holder, seconds)
        busy = None if lease.held else lease.holder
    return {
        "stages": context.stages,
        "on_question": context.on_question,
        "busy": busy,
        "lease": {"holder": holder, "marks": lease.marks, "last": lease.last},
    }
