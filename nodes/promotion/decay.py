"""Decay: what has not been used for long fades; a page of what is to be looked at today."""

from collections.abc import Sequence
from typing import Any

from langgraph.runtime import Runtime

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.clock import day_number
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
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
    changes, overtaken = await store.changes.decide_each(
        sorted(verdicts),
        lambda changes, ids: fade(changes, [(by_id[id_], verdicts[id_]) for id_ in ids]),
        group_id,
        at=now,
        run="maintenance:decay",
        dry_run=context.dry_run,
    )
    if looks and not context.dry_run:
        # The archive takes its own off the list; until then they are due tomorrow.
        tomorrow = dict.fromkeys([*archivable, *overtaken], day_number(now) + 1)
        await store.maintenance.postpone(group_id, {**looks, **tomorrow})
    progress("decay", len(memories))
    done = [_done(by_id[id_], verdict) for id_, verdict in verdicts.items() if id_ not in overtaken]
    return {
        **await keep_lease(store, context, state, {}),
        **tell(state, done=done, changes=changes),
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


def fade(changes: ChangeBuilder, judged: Sequence[tuple[Memory, DecayVerdict]]) -> None:
    """Fade, restore or retract these memories."""
    for memory, verdict in judged:
        if verdict.action == "retract":
            changes.end(memory, Status.RETRACTED, verdict.reason)
        else:
            changes.change(memory, {"confidence": verdict.confidence, "decay": verdict.decay}, verdict.reason)
    like = " and the like" if len(judged) > 1 else ""
    changes.reason = f"{len(judged)} memories: {judged[0][1].reason}{like}"


def _done(memory: Memory, verdict: DecayVerdict) -> PromotionStep:
    what = "retracted" if verdict.action == "retract" else "faded" if verdict.decay else "restored"
    return PromotionStep(what=what, id=memory.id, content=memory.title(), why=verdict.reason)
