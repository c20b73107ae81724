"""Archive: what is hardly believed or no longer true, and long unused, leaves the daily memory.

A long text goes to a content file, its beginning stays as the stub; a short one is its own stub.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.change_set import ChangeSet, Hold, Update
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.stub import cold_file, stub_of
from memorist.memory_store.ontology.ontology import Ontology
from memorist.nodes.contexts import context_as
from memorist.nodes.promotion.state import PromotionContext, PromotionState, PromotionStep
from memorist.nodes.promotion.telling import tell
from memorist.nodes.resources import Resources


async def archive(state: PromotionState, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """Archive what the decay node found to be due."""
    context, store = context_as(PromotionContext, runtime.context), await resources.store()
    wanted = state.get("archivable") or {}
    if not wanted:
        return {}
    group_id, now = context.scope(store.settings).group_id, context.present(await resources.clock())
    memories = [
        m for m in await store.memories.of_any_agent(group_id, sorted(wanted)) if m.status is not Status.ARCHIVED
    ]
    changes = change_set_of(memories, wanted, group_id=group_id, now=now, ontology=store.ontology)
    if context.dry_run:
        return {**tell(state, done=_done(memories, wanted), changes=[changes]), "archivable": {}}
    try:
        if not changes.empty:
            # The files first: a crash in between leaves files that nothing refers to, never a text that is nowhere.
            await store.files.put_away(group_id, memories)
            await store.changes.apply(changes)
    except Conflict:
        return {"archivable": {}}  # one of them was used a moment ago: they are due again tomorrow
    await store.maintenance.postpone(group_id, dict.fromkeys((m.id for m in memories), None))
    return {**tell(state, done=_done(memories, wanted)), "archivable": {}}


def change_set_of(
    memories: Sequence[Memory], reasons: Mapping[str, str], *, group_id: str, now: datetime, ontology: Ontology
) -> ChangeSet:
    """The stubs of these memories: out of every default read, their slots free, their past as it was believed."""
    updates: list[Update] = []
    holds: list[Hold] = []
    for memory in memories:
        after: dict[str, Any] = {"status": memory.status.follow_with(Status.ARCHIVED)}
        if memory.expired_at is None:
            after["expired_at"] = now
        stub = stub_of(memory)
        if stub is not None:
            after["files"] = (*memory.files, cold_file(memory)[0])
        data = memory.model_dump(mode="json")
        before = {key: data.get(key) for key in after}
        updates.append(
            Update(
                memory_id=memory.id,
                revision=memory.revision,
                before=before,
                after=after,
                reason=f"archived: {reasons[memory.id]}",
                stub=stub,
            )
        )
        if memory.status.live and memory.claim is not None:
            holds.append(Hold(slot_id=ontology.slot_of(memory, memory.claim), expected=memory.id, holder=None))
    keys = [f"{u.memory_id}@{u.revision}" for u in updates]
    return ChangeSet(
        id=stable_id(group_id, "archive", *keys),
        group_id=group_id,
        at=now,
        run="maintenance:archive",
        reason=f"{len(updates)} memories archived",
        updates=tuple(updates),
        holds=tuple(holds),
    )


def _done(memories: Sequence[Memory], reasons: Mapping[str, str]) -> list[PromotionStep]:
    return [PromotionStep(what="archived", id=m.id, content=m.title(), why=reasons[m.id]) for m in memories]
