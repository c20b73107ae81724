"""Report: what the pass did, would do, or waits for; and the lease goes back."""

from typing import Any

from langgraph.runtime import Runtime

from memorist.nodes.contexts import context_as
from memorist.nodes.promotion.state import PromotionContext, PromotionReport, PromotionState
from memorist.nodes.resources import Resources


async def report(state: PromotionState, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """Sum up."""
    context, store = context_as(PromotionContext, runtime.context), await resources.store()
    group_id = context.scope(store.settings).group_id
    if not context.dry_run and not state.get("busy"):
        await store.maintenance.release_lease(group_id, state["lease"]["holder"])
    told, counts = state.get("told", {}), dict(state.get("counts", {}))
    entries = counts.pop("entries", 0)
    summary = PromotionReport(
        group=group_id,
        at=context.present(await resources.clock()),
        busy=state.get("busy"),
        dry_run=context.dry_run,
        reason=state.get("noted"),
        counts=counts,
        done=told.get("done", []),  # pyright: ignore[reportArgumentType]
        questions=told.get("questions", []),  # pyright: ignore[reportArgumentType]
        not_yet=tuple(told.get("not_yet", ())),
        changes=tuple(told.get("changes", ())),
        entries=entries,
    )
    return {"result": summary.model_dump(mode="json")}
