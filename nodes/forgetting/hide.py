"""Hide what a person asked to forget until it is erased: recall and search leave it out from now on."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.change_set import ChangeSet, Hold, Update
from memorist.memory_store.domain.episode import EpisodeReading
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.store import Store

READER = "forget"
"""The reader of an episode that is asked to be forgotten."""
MAX_ATTEMPTS = 5


def hiding(
    memories: Sequence[Memory],
    episodes: Sequence[str],
    ontology: Ontology,
    *,
    group_id: str,
    now: datetime,
    asked: str,
) -> ChangeSet:
    """Return the change set that retracts live memories and withdraws raw inputs; an undo brings them back."""
    reason = f"a person asked to forget {asked}" if asked else "a person asked to forget it"
    live = [memory for memory in memories if memory.status.live]
    updates = tuple(
        Update(
            memory_id=memory.id,
            revision=memory.revision,
            before={"status": memory.status, "expired_at": memory.expired_at},
            after={"status": memory.status.follow_with(Status.RETRACTED), "expired_at": now},
            reason=reason,
        )
        for memory in live
    )
    holds = tuple(
        Hold(slot_id=ontology.slot_of(memory, memory.claim), expected=memory.id, holder=None)
        for memory in live
        if memory.claim is not None and memory.status is not Status.CONTESTED
    )
    marks: dict[str, Any] = {"reader": READER, "version": "1", "at": now, "withdrawn": True}
    return ChangeSet(
        id=stable_id(group_id, "hide", *sorted(episodes), *(f"{u.memory_id}@{u.revision}" for u in updates)),
        group_id=group_id,
        at=now,
        run="ingestion:forget",
        reason=reason,
        readings=tuple(EpisodeReading(episode_id=id_, **marks) for id_ in episodes),
        updates=updates,
        holds=holds,
    )


def flagging(memories: Sequence[Memory], *, group_id: str, now: datetime, asked: str) -> ChangeSet:
    """Return the change set that puts memories into the review queue, because each of them may be what is meant."""
    reason = f"a person asked to forget “{asked}”: it may mean this"
    updates = tuple(
        Update(
            memory_id=memory.id,
            revision=memory.revision,
            before={"flagged": memory.flagged},
            after={"flagged": reason},
            reason=reason,
        )
        for memory in memories
        if memory.status.live and memory.flagged is None
    )
    return ChangeSet(
        id=stable_id(group_id, "ask what to forget", *(f"{u.memory_id}@{u.revision}" for u in updates)),
        group_id=group_id,
        at=now,
        run="ingestion:forget",
        reason=reason,
        updates=updates,
    )


async def hide(store: Store, scope: Scope, plan: ForgetPlan, *, asked: str) -> None:
    """Hide what a plan would erase. Raises :class:`Conflict` if others keep changing it."""
    ids = [item.id for item in plan.erased if item.kind == "memory"]
    episodes = [item.id for item in plan.erased if item.kind == "episode"] + [each.id for each in plan.emptied]
    for attempt in range(MAX_ATTEMPTS):
        memories = [memory for memory in await store.memories.get(scope, ids) if not memory.is_entity]
        change = hiding(memories, episodes, store.ontology, group_id=scope.group_id, now=store.clock.now(), asked=asked)
        try:
            if not change.empty:
                await store.changes.apply(change)
        except Conflict:
            if attempt + 1 == MAX_ATTEMPTS:
                raise
        else:
            return


async def flag(store: Store, scope: Scope, ids: Sequence[str], *, asked: str) -> None:
    """Put memories into the review queue; one that somebody changes meanwhile is left as it is."""
    memories = await store.memories.get(scope, list(ids))
    change = flagging(memories, group_id=scope.group_id, now=store.clock.now(), asked=asked)
    if not change.empty:
        await store.changes.apply(change)
