"""Record access: what was used is counted, once a run."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime

from hypomnema.memory_store.domain.change_set import ChangeSet, Count
from hypomnema.memory_store.domain.clock import parse_time
from hypomnema.memory_store.domain.errors import HypomnemaError
from hypomnema.memory_store.domain.identity import stable_id
from hypomnema.nodes.resources import Resources, context_as
from hypomnema.nodes.retrieval.result import FailedChannel, Recall
from hypomnema.nodes.retrieval.state import RetrievalContext, RetrievalState


def access_changes(group_id: str, run: str, citations: Sequence[str], at: datetime) -> ChangeSet:
    """Counters of everything that stands in the prompt; the id makes a repeated run count once."""
    return ChangeSet(
        id=stable_id(group_id, "access", run),
        group_id=group_id,
        at=at,
        run="retrieval",
        reason="used in a prompt",
        counts=tuple(Count(memory_id=i, field="access_count", at=at) for i in citations),
    )


async def record_access(
    state: RetrievalState, runtime: Runtime[RetrievalContext], resources: Resources
) -> dict[str, Any]:
    """Count, unless the question was about the past; a failure is reported, the answer stands."""
    context = context_as(RetrievalContext, runtime.context)
    recall = Recall.model_validate(state["recall"])
    moment = state["moment"]
    if not recall.citations or not context.record_access or moment["historic"]:
        return {}
    changes = access_changes(state["scope"]["group_id"], state["run"], recall.citations, parse_time(moment["known_at"]))
    try:
        await (await resources.store()).apply(changes)
    except HypomnemaError as error:
        failed = FailedChannel(channel="record_access", error=str(error))
        told = recall.model_copy(update={"failed_channels": (*recall.failed_channels, failed)})
        return {"failed": [failed.model_dump()], "recall": told.model_dump(mode="json")}
    return {}
