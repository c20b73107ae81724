"""Share: patterns that several agents have come to one by one become the group's, with a flag for a person."""

from typing import Any

from langgraph.runtime import Runtime

from hypomnema.nodes.promotion.climb import climb
from hypomnema.nodes.promotion.create import write
from hypomnema.nodes.promotion.lease import keep_lease
from hypomnema.nodes.promotion.pages import Page, read_page, surroundings
from hypomnema.nodes.promotion.rules import SHARING
from hypomnema.nodes.promotion.state import PromotionContext, PromotionState
from hypomnema.nodes.promotion.telling import progress, tell
from hypomnema.nodes.resources import Resources, context_as

READER = "share"


async def share(state: PromotionState, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """One page of the change log: what was observed anew, with everybody who claims the same."""
    context, store = context_as(PromotionContext, runtime.context), await resources.store()
    group_id, lease = context.scope(store.settings).group_id, state["lease"]
    last = (await store.peek_lease(group_id)).last  # what this pass observed is in the log by now
    after = lease["marks"].get(READER, 0)
    page = await read_page(store, group_id, after, last)
    told: dict[str, Any] = {}
    if page.observations:
        world = await surroundings(store, group_id, Page(page.until, changed=page.observations), alike=False)
        now = context.present(await resources.clock())
        found = climb(world, now, store.ontology, SHARING)
        written = await write(store, world, found.proposals, group_id, now, context.dry_run)
        told = tell(state, not_yet=[f"{a.rule}: {a.reason}" for a in found.refused])
        told = written.told({**state, **told})  # pyright: ignore[reportArgumentType]
    progress("share", page.until, last)
    return {**await keep_lease(store, context, state, {READER: page.until}), **told, "share_more": page.until < last}
