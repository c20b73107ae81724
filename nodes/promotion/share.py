"""Share: patterns that several agents have come to one by one become the group's, with a flag for a person.

What all of them tend to forget becomes a step of the checklist that they have.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.store import Store
from memorist.nodes.contexts import context_as
from memorist.nodes.promotion.checklist import WHAT, grow, grown
from memorist.nodes.promotion.create import write
from memorist.nodes.promotion.judge import climb, result_of
from memorist.nodes.promotion.lease import keep_lease
from memorist.nodes.promotion.pages import TouchedPage, read_page, surroundings
from memorist.nodes.promotion.rules import SHARING
from memorist.nodes.promotion.state import PromotionContext, PromotionState, PromotionStep
from memorist.nodes.promotion.telling import progress, tell
from memorist.nodes.resources import Resources

READER = "share"


async def share(state: PromotionState, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """Judge one page of the change log for shared patterns: new observations, with all memories that claim the same."""
    context, store = context_as(PromotionContext, runtime.context), await resources.store()
    group_id, lease = context.scope(store.settings).group_id, state["lease"]
    last = (await store.maintenance.peek_lease(group_id)).last  # what this pass observed is in the log by now
    after = lease["marks"].get(READER, 0)
    page = await read_page(store, group_id, after, last)
    told: dict[str, Any] = {}
    if page.observations:
        extract = await surroundings(store, group_id, TouchedPage(page.until, changed=page.observations), alike=False)
        now = context.present(await resources.clock())
        found = climb(extract, now, store.ontology, SHARING)
        written = await write(store, extract, found.proposals, group_id, now, context.dry_run)
        told = tell(state, not_yet=found.not_yet)
        told = written.told({**state, **told})  # pyright: ignore[reportArgumentType]
        common = [result_of(extract, p) for p in written.done]
        common += [m for m in extract.live() if m.id not in {c.id for c in common}]
        told = await _grow(store, group_id, common, now, {**state, **told}, dry_run=context.dry_run)  # pyright: ignore[reportArgumentType]
    progress("share", page.until, last)
    return {**await keep_lease(store, context, state, {READER: page.until}), **told, "share_more": page.until < last}


async def _grow(
    store: Store, group_id: str, common: Sequence[Memory], now: datetime, state: PromotionState, *, dry_run: bool
) -> dict[str, Any]:
    """Give the group's checklist the steps that shared patterns ask for. What was changed meanwhile waits for the
    next pass."""
    wanted = await grown(store, group_id, common, now)
    changes, left = await store.changes.decide_each(wanted, grow, group_id, at=now, run="promotion", dry_run=dry_run)
    done = [
        PromotionStep(what=WHAT, id=each.new.id, content=each.new.title(), why=each.why)
        for each in wanted
        if each not in left
    ]
    return tell(state, done=done, changes=changes)
