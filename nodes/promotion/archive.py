"""Archive: what is hardly believed or no longer true, and long unused, leaves the daily memory.

A long text goes to a content file, its beginning stays as the stub; a short one is its own stub.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.stub import cold_file, stub_of
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
    if not context.dry_run:
        # The files first: a crash in between leaves files that nothing refers to, never a text that is nowhere.
        await store.files.put_away(group_id, memories)
    changes, overtaken = await store.changes.decide_each(
        memories,
        lambda changes, some: put_away(changes, some, wanted),
        group_id,
        at=now,
        run="maintenance:archive",
        dry_run=context.dry_run,
    )
    archived = [memory for memory in memories if memory not in overtaken]  # the others are due again tomorrow
    if not context.dry_run:
        await store.maintenance.postpone(group_id, dict.fromkeys((m.id for m in archived), None))
    done = [PromotionStep(what="archived", id=m.id, content=m.title(), why=wanted[m.id]) for m in archived]
    return {**tell(state, done=done, changes=changes), "archivable": {}}


def put_away(changes: ChangeBuilder, memories: Sequence[Memory], reasons: Mapping[str, str]) -> None:
    """Leave the stubs of these memories: out of every default read, their slots free, their past as it was believed."""
    for memory in memories:
        after: dict[str, Any] = {"status": memory.status.follow_with(Status.ARCHIVED)}
        if memory.expired_at is None:
            after["expired_at"] = changes.at
        if (stub := stub_of(memory)) is not None:
            after["files"] = (*memory.files, cold_file(memory)[0])
        changes.change(memory, after, f"archived: {reasons[memory.id]}", stub=stub)
        changes.release_slot(memory)
    changes.reason = f"{len(memories)} memories archived"
