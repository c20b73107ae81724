"""The lease under which a group is maintained: one worker at a time, and the next one goes on where it ended."""

from typing import Any

from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.store import Store
from memorist.nodes.promotion.state import PromotionContext, PromotionState


async def keep_lease(
    store: Store, context: PromotionContext, state: PromotionState, marks: dict[str, int]
) -> dict[str, Any]:
    """Renew the lease and note how far the log has been worked through.

    Raises :class:`Conflict` when the lease was lost: another worker goes on from the last mark, and nothing that was
    written twice counts twice.
    """
    lease = state["lease"]
    noted = {**lease["marks"], **marks}
    if not context.dry_run:
        group_id = context.scope(store.settings).group_id
        if not await store.maintenance.mark(group_id, lease["holder"], store.settings.lease_seconds, noted):
            raise Conflict(
                f"group {group_id}: another worker took over the maintenance and goes on by itself, because this one "
                f"was silent for more than {store.settings.lease_seconds:g} s",
                ids=[group_id],
            )
    return {"lease": {**lease, "marks": noted}}
