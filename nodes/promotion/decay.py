"""Decay: what has not been used for long fades; a page of what is to be looked at today."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.domain.change_set import ChangeSet, Hold, Update
from memorist.memory_store.domain.clock import day_number
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.store import Store
from memorist.nodes.contexts import context_as
from memorist.nodes.promotion.fading import PRESETS, DecayVerdict, judge_archive, judge_decay
from memorist.nodes.promotion.lease import keep_lease
from memorist.nodes.promotion.state import PromotionContext, PromotionState, PromotionStep
from memorist.nodes.promotion.telling import progress, tell
from memorist.nodes.resources import Resources

AT_ONCE = 500


async def decay(state: PromotionState, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """Fade, restore or retract a page of memories, and note on which day each is to be looked at again."""
    context, store = context_as(PromotionContext, runtime.context), await resources.store()
    if context.stages == "promote":
        return {"decay_more": False, "archivable": {}}
    group_id = context.scope(store.settings).group_id
    now = context.present(await resources.clock())
    policy = PRESETS[context.decay_preset or store.settings.decay_preset]
    memories, after = await _due(store, state, group_id, day_number(now), dry_run=context.dry_run)
    verdicts: dict[str, DecayVerdict] = {}
    looks: dict[str, int | None] = {}
    archivable: dict[str, str] = {}
    for memory in memories:
        verdict = judge_decay(memory, now, policy) if memory.status.live else None
        if verdict is not None and verdict.action != "keep":
            verdicts[memory.id] = verdict
        archive = judge_archive(memory, verdict.confidence if verdict else memory.confidence, now, policy)
        if archive.archive:
            archivable[memory.id] = archive.reason
        days = [day for day in (verdict.look_on_day if verdict else None, archive.look_on_day) if day is not None]
        looks[memory.id] = max(min(days), day_number(now) + 1) if days else None
    by_id = {memory.id: memory for memory in memories}
    changes, overtaken = await _apply(store, group_id, by_id, verdicts, now, dry_run=context.dry_run)
    if looks and not context.dry_run:
        # The archive takes its own off the list; until then they are due tomorrow.
        tomorrow = dict.fromkeys([*archivable, *overtaken], day_number(now) + 1)
        await store.maintenance.postpone(group_id, {**looks, **tomorrow})
    progress("decay", len(memories))
    done = [_done(by_id[id_], verdict) for id_, verdict in verdicts.items() if id_ not in overtaken]
    return {
        **await keep_lease(store, context, state, {}),
        **tell(state, done=done, changes=[changes] if changes is not None and context.dry_run else []),
        "archivable": archivable,
        "decay_after": after,
        "decay_more": len(memories) == AT_ONCE,
    }


async def _due(
    store: Store, state: PromotionState, group_id: str, today: int, *, dry_run: bool
) -> tuple[list[Memory], Any]:
    if dry_run:
        return await store.maintenance.due_page(group_id, today, state.get("decay_after"), AT_ONCE)
    return await store.maintenance.due(group_id, today, AT_ONCE), None


async def _apply(
    store: Store,
    group_id: str,
    memories: Mapping[str, Memory],
    verdicts: Mapping[str, DecayVerdict],
    now: datetime,
    *,
    dry_run: bool,
) -> tuple[ChangeSet | None, set[str]]:
    """The change set, and what somebody used or changed a moment ago, so that it has to wait."""
    if not verdicts:
        return None, set()
    changes = change_set_of(memories, verdicts, group_id=group_id, now=now, ontology=store.ontology)
    if dry_run:
        return changes, set()
    try:
        await store.changes.apply(changes)
        return changes, set()
    except Conflict:
        overtaken: set[str] = set()
    for id_ in verdicts:
        one = change_set_of(memories, {id_: verdicts[id_]}, group_id=group_id, now=now, ontology=store.ontology)
        try:
            await store.changes.apply(one)
        except Conflict:
            overtaken.add(id_)
    return changes, overtaken


def change_set_of(
    memories: Mapping[str, Memory],
    verdicts: Mapping[str, DecayVerdict],
    *,
    group_id: str,
    now: datetime,
    ontology: Ontology,
) -> ChangeSet:
    """Return the fading of a page of memories, as one change set."""
    updates: list[Update] = []
    holds: list[Hold] = []
    for id_, verdict in sorted(verdicts.items()):
        memory = memories[id_]
        faded = verdict.decay.model_dump(mode="json") if verdict.decay else None
        after: dict[str, Any] = {"confidence": verdict.confidence, "decay": faded}
        if verdict.action == "retract":
            after = {"status": memory.status.follow_with(Status.RETRACTED), "expired_at": now}
            if memory.claim is not None:
                holds.append(Hold(slot_id=ontology.slot_of(memory, memory.claim), expected=id_, holder=None))
        data = memory.model_dump(mode="json")
        updates.append(
            Update(
                memory_id=id_,
                revision=memory.revision,
                before={key: data.get(key) for key in after},
                after=after,
                reason=verdict.reason,
            )
        )
    keys = [f"{u.memory_id}@{u.revision}" for u in updates]
    return ChangeSet(
        id=stable_id(group_id, "decay", *keys),
        group_id=group_id,
        at=now,
        run="maintenance:decay",
        reason=f"{len(updates)} memories: {next(iter(verdicts.values())).reason}"
        + (" and the like" if len(updates) > 1 else ""),
        updates=tuple(updates),
        holds=tuple(holds),
    )


def _done(memory: Memory, verdict: DecayVerdict) -> PromotionStep:
    what = "retracted" if verdict.action == "retract" else "faded" if verdict.decay else "restored"
    return PromotionStep(what=what, id=memory.id, content=memory.title(), why=verdict.reason)
