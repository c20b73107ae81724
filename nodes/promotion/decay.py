"""Decay: what has not been used for long fades; a pure function of time and use, and a page of what is due today.

Days are calendar days in UTC and fading goes in steps of whole weeks, so daily and monthly passes give one result, and
nothing depends on the hour of a pass. What was believed before is kept (``Memory.decay``): a memory that is used again
is as sure as it ever was.
"""

from collections.abc import Sequence
from datetime import datetime
from math import ceil, log, log10
from typing import Any, Literal

from langgraph.runtime import Runtime

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.clock import day_number
from memorist.memory_store.domain.memory import SAME_CONFIDENCE, Decay, Memory, Part, Source
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.visibility import says_of_himself
from memorist.memory_store.store import Store
from memorist.nodes.contexts import context_as
from memorist.nodes.promotion.lease import keep_lease
from memorist.nodes.promotion.state import PromotionContext, PromotionState, PromotionStep
from memorist.nodes.promotion.telling import progress, tell
from memorist.nodes.resources import Resources

FADING_TYPES = frozenset(
    {
        "observation",
        "semantic:fact",
        "semantic:preference",
        "semantic:policy",
        "semantic:decision",
        "semantic:reference",
        "procedural",
    }
)
"""Types that fade: what happened stays so, models and entities are kept by their own workflows, and hard rules never
fade."""


STEP_DAYS = 7
PROTECTED_ACCESSES = 5
"""So many accesses protect from retraction."""
ARCHIVE_DAYS = 90
"""Unused so long, a memory may go to the archive …"""
ARCHIVE_BELOW = 0.3
"""… if it is less sure than this, or superseded or retracted anyway."""


class DecayPolicy(Part):
    """One way to forget slowly.

    Args:
        name: of the preset.
        grace_days: unused so long, nothing happens.
        factor: what is left after each further :data:`STEP_DAYS`.
        retract_below: relevance under which a memory is retracted, and its stored confidence never fades; null: it is
            the confidence that fades.
    """

    name: str
    grace_days: int
    factor: float
    retract_below: float | None = None


GALATEA = DecayPolicy(name="galatea", grace_days=30, factor=0.97)
"""After a month 3 % a week: .85 is .75 after two months."""
JACQ = DecayPolicy(name="jacq", grace_days=7, factor=0.95, retract_below=0.2)
PRESETS = {policy.name: policy for policy in (GALATEA, JACQ)}

SOURCE_WEIGHT: dict[Source, float] = {
    Source.MANUAL: 2.0,
    Source.EXTERNAL: 1.5,
    Source.IMPORTED: 1.5,
    Source.OBSERVATION: 1.2,
    Source.INFERENCE: 1.2,
    Source.CROSS_AGENT: 1.2,
    Source.USER_STATED: 1.0,
}
"""JACQ's user_edit 2.0, file 1.5, system 1.2 and conversation 1.0."""


class DecayVerdict(Part):
    """Effect of time on a memory.

    Args:
        action: ``keep`` as it is, ``fade`` to ``confidence`` (also back up, after use), or ``retract``.
        confidence: what it is now.
        decay: what is noted beside it; null when nothing has faded.
        look_on_day: the day on which it has to be looked at next; null: never.
        reason: in words.
    """

    action: Literal["keep", "fade", "retract"]
    confidence: float
    decay: Decay | None
    look_on_day: int | None
    reason: str


def last_use(memory: Memory) -> datetime:
    """Return the time of the last recall, confirmation or application; else of its making."""
    moments = (memory.created_at, memory.last_accessed, memory.reinforced_at, getattr(memory, "last_used", None))
    return max(moment for moment in moments if moment is not None)


def is_own_statement(memory: Memory) -> bool:
    """Return true if a confirmed memory is a personal statement; such memories do not fade for want of use."""
    own = "personal" in memory.tags or says_of_himself(memory)
    return own and memory.source in (Source.USER_STATED, Source.MANUAL) and memory.status is Status.CONFIRMED


def relevance(memory: Memory, steps: int, policy: DecayPolicy) -> float:
    """confidence × source weight × decay × (1 + log10(accesses + 1) / 2), of JACQ."""
    boost = 1.0 + log10(memory.access_count + 1) / 2
    return memory.settled_confidence * SOURCE_WEIGHT[memory.source] * policy.factor**steps * boost


def judge_decay(memory: Memory, now: datetime, policy: DecayPolicy) -> DecayVerdict:
    """Judge the effect of time on a live memory; pure."""
    today = day_number(now)
    unused = max(0, today - day_number(last_use(memory)))
    steps = max(0, unused - policy.grace_days) // STEP_DAYS
    if memory.type not in FADING_TYPES:
        return _verdict(memory, None, "never fades")
    if is_own_statement(memory):
        return _verdict(memory, None, "what a person said of himself never fades")
    if memory.status is Status.CONTESTED:
        return _verdict(memory, today + STEP_DAYS, "waits for a person's decision")
    worth = relevance(memory, steps, policy)
    if policy.retract_below is not None and worth < policy.retract_below and unused > policy.grace_days:
        look = today + ARCHIVE_DAYS
        if memory.access_count >= PROTECTED_ACCESSES:
            return _verdict(memory, look, f"protected by {memory.access_count} accesses")
        reason = f"relevance {worth:.2f} below {policy.retract_below:g} after {unused} unused days"
        return _verdict(memory, look, reason, action="retract")
    look = max(today + 1, today - unused + policy.grace_days + _next_step(memory, steps, policy) * STEP_DAYS)
    base = memory.settled_confidence
    faded = base * policy.factor**steps if policy.retract_below is None else base
    if abs(faded - memory.confidence) < SAME_CONFIDENCE:
        return _verdict(memory, look, f"unused {unused} days")
    verb = "faded" if faded < memory.confidence else "back"
    reason = f"{verb} from {memory.confidence:.2f} to {faded:.2f}: unused {unused} days, {policy.name} preset"
    decay = Decay(base=base, to=faded) if steps else None
    return _verdict(memory, look, reason, action="fade", confidence=faded, decay=decay)


def _next_step(memory: Memory, steps: int, policy: DecayPolicy) -> int:
    """The number of the step at which something may change."""
    start = relevance(memory, 0, policy)
    if policy.retract_below is None or start <= policy.retract_below:
        return steps + 1
    return max(steps + 1, ceil(log(policy.retract_below / start) / log(policy.factor)))


def _verdict(memory: Memory, look: int | None, reason: str, **changed: Any) -> DecayVerdict:
    """Return a verdict that keeps a memory as it is, except for what is ``changed``."""
    kept = {"action": "keep", "confidence": memory.confidence, "decay": memory.decay}
    return DecayVerdict.model_validate({**kept, "look_on_day": look, "reason": reason, **changed})


class ArchiveVerdict(Part):
    """Decision to move a memory to cold storage or not, with the reason."""

    archive: bool
    look_on_day: int | None
    reason: str


def judge_archive(memory: Memory, confidence: float, now: datetime) -> ArchiveVerdict:
    """Archive what is long unused and either below the confidence limit or not live any more; hard rules stay."""
    today = day_number(now)
    if memory.type not in FADING_TYPES or memory.status in (Status.ARCHIVED, Status.CONTESTED):
        return ArchiveVerdict(archive=False, look_on_day=None, reason="stays")
    idle = last_use(memory) if memory.expired_at is None else max(last_use(memory), memory.expired_at)
    unused = max(0, today - day_number(idle))
    due = today - unused + ARCHIVE_DAYS
    if memory.status.live and confidence >= ARCHIVE_BELOW:
        return ArchiveVerdict(archive=False, look_on_day=None, reason=f"confidence {confidence:.2f}")
    why = f"confidence {confidence:.2f} below {ARCHIVE_BELOW:g}" if memory.status.live else memory.status
    if unused < ARCHIVE_DAYS:
        return ArchiveVerdict(archive=False, look_on_day=due, reason=f"{why}, unused {unused} days only")
    return ArchiveVerdict(archive=True, look_on_day=None, reason=f"{why}, unused {unused} days")


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
        archive = judge_archive(memory, verdict.confidence if verdict else memory.confidence, now)
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
    done = [
        PromotionStep(
            what="retracted" if verdict.action == "retract" else "faded" if verdict.decay else "restored",
            id=id_,
            content=by_id[id_].title(),
            why=verdict.reason,
        )
        for id_, verdict in verdicts.items()
        if id_ not in overtaken
    ]
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
