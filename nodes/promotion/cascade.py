"""Cascade: what was made from evidence that no longer holds is weighed anew, up to the last dependent.

Each dependent keeps the share ``strength(what is left) / strength(what there was)`` of its confidence. Below .3 it
falls itself and is evidence for nothing. Shares only shrink, by at least :data:`STEP` or not at all, so it ends; cycles
included, because what only holds itself up shrinks until it falls.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from langgraph.runtime import Runtime

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory, Part
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.parts.evidence import DEEPEST, MAX_DEPENDENTS, MemoryEvidence
from memorist.memory_store.parts.memories import Linked
from memorist.memory_store.store import Store
from memorist.nodes.contexts import context_as
from memorist.nodes.promotion.confidence import strength
from memorist.nodes.promotion.evidence import CIRCULAR_WEIGHT
from memorist.nodes.promotion.lease import keep_lease
from memorist.nodes.promotion.lineage import ancestry
from memorist.nodes.promotion.pages import ENDED, read_page
from memorist.nodes.promotion.state import PromotionContext, PromotionState, PromotionStep
from memorist.nodes.promotion.telling import progress, tell
from memorist.nodes.resources import Resources

FALLS_BELOW = 0.3
"""Soft invalidation: seed 000."""
STEP = 1e-3
"""Smaller changes of a share count as none, so that the calculation ends."""


class Dependent(Part):
    """A memory that rests on evidence: ids of memories and raw episodes, including those that are gone."""

    id: str
    confidence: float
    evidence: tuple[str, ...]


class SettledDependent(Part):
    """New state of a dependent."""

    id: str
    action: Literal["lower", "fall"]
    confidence: float
    lost: tuple[str, ...]
    reason: str


def settle(dependents: Iterable[Dependent], gone: Iterable[str]) -> dict[str, SettledDependent]:
    """Weigh everything anew without what is ``gone``; those that stay as they are are left out. Pure."""
    nodes = {node.id: node for node in sorted(dependents, key=lambda node: node.id)}
    fallen = set(gone)
    parents = {node.id: node.evidence for node in nodes.values()}
    weights = {node.id: _weights(node, parents) for node in nodes.values()}
    share = dict.fromkeys(nodes, 1.0)
    moved = True
    while moved:
        moved = False
        for node in nodes.values():
            if node.id in fallen:
                continue
            left = _share(weights[node.id], share, fallen)
            if node.confidence * left < FALLS_BELOW and left < 1.0:
                fallen.add(node.id)
                moved = True
            elif share[node.id] - left >= STEP:
                share[node.id], moved = left, True
    left = {id_: _share(weights[id_], share, fallen) if id_ in fallen else share[id_] for id_ in nodes}
    return {node.id: _settled(node, left[node.id], fallen) for node in nodes.values() if left[node.id] < 1.0}


def _share(weights: Mapping[str, float], share: Mapping[str, float], fallen: set[str]) -> float:
    before = strength(weights.values())
    if before == 0:
        return 1.0
    after = strength(0.0 if id_ in fallen else weight * share.get(id_, 1.0) for id_, weight in weights.items())
    return min(1.0, after / before)


def _weights(node: Dependent, parents: Mapping[str, Iterable[str]]) -> dict[str, float]:
    return {
        id_: CIRCULAR_WEIGHT if node.id in ancestry([id_], parents) else 1.0 for id_ in node.evidence if id_ != node.id
    }


def _settled(node: Dependent, share: float, fallen: set[str]) -> SettledDependent:
    lost = tuple(id_ for id_ in node.evidence if id_ in fallen)
    confidence = node.confidence * share
    falls = node.id in fallen
    said = f"{len(lost)} of {len(node.evidence)} pieces of evidence fell away" if lost else "its evidence became weaker"
    return SettledDependent(
        id=node.id,
        action="fall" if falls else "lower",
        confidence=confidence,
        lost=lost,
        reason=f"evidence_invalidated: {said}, {node.confidence:.2f} → {confidence:.2f}"
        + (f", below {FALLS_BELOW:g}" if falls else ""),
    )


READER = "cascade"


async def cascade(state: PromotionState, runtime: Runtime[PromotionContext], resources: Resources) -> dict[str, Any]:
    """Everything that ended since the last pass, with its dependents, in one change set."""
    context, store = context_as(PromotionContext, runtime.context), await resources.store()
    if context.stages == "promote":
        return {}
    group_id, now = context.scope(store.settings).group_id, context.present(await resources.clock())
    lease: dict[str, Any] = {"lease": state["lease"]}
    while True:
        after = lease["lease"]["marks"].get(READER, 0)
        until, ended = await _ended_since(store, group_id, after)
        weighed = await cascaded(
            store, group_id, sorted(ended), now, key=str(after), until=until, dry_run=context.dry_run
        )
        lease = await keep_lease(store, context, {**state, **lease}, {READER: weighed.until})  # pyright: ignore[reportArgumentType]
        if weighed.until >= until:
            changes = [weighed.changes] if weighed.changes is not None and context.dry_run else []
            return {**lease, **tell(state, done=weighed.done, changes=changes)}


async def _ended_since(store: Store, group_id: str, after: int) -> tuple[int, set[str]]:
    last = (await store.maintenance.peek_lease(group_id)).last
    until, ended = after, set[str]()
    while until < last:
        page = await read_page(store, group_id, until, last)
        until, ended = page.until, ended | page.ended
        progress("cascade", until, last)
    return until, ended


@dataclass(frozen=True)
class Weighed:
    """Result of a cascade: the change set (null: nothing moved), its steps, and the position in the log."""

    changes: ChangeSet | None
    done: tuple[PromotionStep, ...]
    until: int


async def cascaded(
    store: Store,
    group_id: str,
    gone: Sequence[str],
    now: datetime,
    *,
    key: str,
    until: int = 0,
    dry_run: bool = False,
) -> Weighed:
    """Lower or end what was derived from ``gone``; also for other workflows that take evidence away.

    Two statements a step up, at most :data:`DEEPEST` steps, at most :data:`MAX_DEPENDENTS` dependents a step; one
    change set. ``key`` identifies the event, so that repeating it after a crash lowers nothing twice; ``until`` in the
    answer is then that of the first run.
    """

    async def weigh(changes: ChangeBuilder) -> tuple[PromotionStep, ...]:
        memories, standing = await _dependents(store, group_id, gone)
        scope, ended = Scope(group_id=group_id), sorted(gone)
        heirs = await store.memories.pointing_to(scope, ended, [EdgeType.SUPERSEDES]) if memories else []
        settled = settle([_dependent(memories[i], standing[i], gone, heirs) for i in memories if i in standing], gone)
        lower(changes, memories, standing, settled, heirs)
        changes.id, changes.run = stable_id(group_id, "cascade", key), f"{changes.run}:{until}"
        verb = {"lower": "lowered", "fall": "fallen"}
        return tuple(
            PromotionStep(what=verb[s.action], id=s.id, content=memories[s.id].title(), why=s.reason, sources=s.lost)
            for s in settled.values()
        )

    decided = await store.changes.decide(weigh, group_id, at=now, run="maintenance:cascade", dry_run=dry_run)
    if decided.applied is None or decided.applied.new:
        return Weighed(None if decided.changes.empty else decided.changes, decided.result, until)
    (entry,) = await store.changes.log(Scope(group_id=group_id), after=decided.applied.sequence - 1, limit=1)
    return Weighed(None, (), int(str(entry.payload["run"]).rpartition(":")[2]))


async def _dependents(
    store: Store, group_id: str, gone: Sequence[str]
) -> tuple[dict[str, Memory], dict[str, MemoryEvidence]]:
    memories: dict[str, Memory] = {}
    standing: dict[str, MemoryEvidence] = {}
    waiting = list(gone)
    for _ in range(DEEPEST):
        if not waiting or len(memories) >= MAX_DEPENDENTS:
            break
        found = [m for m in await store.evidence.dependents(group_id, waiting) if m.id not in memories]
        memories.update({m.id: m for m in found})
        waiting = [m.id for m in found]
        if waiting:
            standing.update({s.memory_id: s for s in await store.evidence.stand_on(group_id, waiting)})
    return memories, standing


def _dependent(memory: Memory, standing: MemoryEvidence, gone: Sequence[str], heirs: Sequence[Linked]) -> Dependent:
    """A memory with the parents that did not end earlier, and the raw episodes that none of its parents covers.

    A parent that ended because this memory took its place, such as a procedure before its repair, is no loss.
    """
    replaced = {heir.target for heir in heirs if heir.memory.id == memory.id}
    covered = {episode for _, _, episodes in standing.parents for episode in episodes}
    own = [episode for episode in standing.episodes if episode not in covered]
    parents = [
        id_ for id_, status, _ in standing.parents if id_ not in replaced and (status not in ENDED or id_ in gone)
    ]
    return Dependent(id=memory.id, confidence=memory.confidence, evidence=tuple(sorted({*parents, *own})))


def lower(
    changes: ChangeBuilder,
    memories: Mapping[str, Memory],
    standing: Mapping[str, MemoryEvidence],
    settled: Mapping[str, SettledDependent],
    heirs: Sequence[Linked],
) -> None:
    """Lower confidences, end what falls, and free its slots. Hard rules are flagged: only a user ends them.

    What ended with the truth it stood on is linked to the ``heirs`` that took the place of that truth.
    """
    for id_, outcome in sorted(settled.items()):
        memory = memories[id_]
        after = _after(memory, outcome, standing[id_], changes.at)
        changes.change(memory, after, outcome.reason)
        if "status" in after:
            changes.release_slot(memory)
        if after.get("status") is Status.SUPERSEDED:
            for heir in (heir for heir in heirs if heir.target in outcome.lost):
                new = heir.memory
                changes.link(EdgeType.SUPERSEDES, new.id, id_, outcome.reason, since=new.valid_from)
    changes.reason = f"{len(settled)} memories lost evidence"


def _after(memory: Memory, outcome: SettledDependent, standing: MemoryEvidence, now: datetime) -> dict[str, Any]:
    if memory.type == "semantic:hard_rule":
        return {"flagged": memory.flagged or outcome.reason}
    after: dict[str, Any] = {"confidence": outcome.confidence, "decay": None}
    if outcome.action == "lower":
        return after
    lost = [status for id_, status, _ in standing.parents if id_ in outcome.lost]
    if lost and all(status == Status.SUPERSEDED for status in lost):
        # The truth ended, it was not wrong: so did what followed from it.
        until = max(memory.valid_from, min(now, memory.valid_until or now))
        return {**after, "status": Status.SUPERSEDED, "expired_at": now, "valid_until": until}
    return {**after, "status": Status.RETRACTED, "expired_at": now}
