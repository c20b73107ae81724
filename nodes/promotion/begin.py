"""Begin: take the group's lease, unless another worker has it."""

from typing import Any
from uuid import uuid4

from langgraph.runtime import Runtime

from memorist.nodes.contexts import context_as
from memorist.nodes.promotion.state import PromotionContext, PromotionRequest, fresh
from memorist.nodes.resources import Resources

READER = "promotion"
"""Name under which the lease keeps how far promotion has read the change log."""


async def begin(state: PromotionRequest, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """Take the group's lease, or in a dry run only look at it; ``busy`` names another holder."""
    context, store = context_as(PromotionContext, runtime.context), await resources.store()
    await store.settled()  # what was used a moment ago counts
    group_id = context.scope(store.settings).group_id
    holder = context.holder or f"worker-{uuid4().hex[:12]}"
    if context.dry_run:
        lease, busy = await store.maintenance.peek_lease(group_id), None
    else:
        lease = await store.maintenance.take_lease(group_id, holder, store.settings.lease_seconds)
        busy = None if lease.held else lease.holder
    return {
        **fresh(),
        "begun_with": context.model_dump(mode="json", exclude_unset=True),
        "noted": state.reason,
        "on_question": context.on_question,
        "busy": busy,
        "lease": {"holder": holder, "marks": lease.marks, "last": lease.last},
        "until": lease.marks.get(READER, 0),
    }
