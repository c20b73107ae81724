"""Review: the queue of what waits for a person, and what an answer changes."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory, Part
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.visibility import may_see
from memorist.memory_store.store import Store
from memorist.nodes.promotion.changes import QUEUED
from memorist.nodes.promotion.create import write
from memorist.nodes.promotion.judge import climb
from memorist.nodes.promotion.pages import TouchedPage, surroundings
from memorist.nodes.promotion.rules import CLIMBING

Kind = Literal["promotion", "contested", "flag"]
CHOICES: dict[Kind, tuple[str, ...]] = {
    "promotion": ("block", "warn", "no"),
    "contested": ("keep_stored", "take_new", "keep_both"),
    "flag": ("ok",),
}
"""Possible answers: to a promotion; to a contradiction, as in the interrupt of ingestion; to any other flag."""


class Waiting(Part):
    """A memory that waits for a person.

    Args:
        id: to be answered by.
        kind: what is asked: may it be promoted, which of two holds, or is it in order.
        content: what it says.
        question: why it waits.
        choices: the answers there are.
        against: what it contradicts, in its words.
    """

    id: str
    kind: Kind
    content: str
    question: str
    choices: tuple[str, ...]
    against: tuple[str, ...] = ()


def waiting(memory: Memory, against: Sequence[str] = ()) -> Waiting:
    """Return the question that a flagged memory waits for."""
    flag = memory.flagged or ""
    kind: Kind = (
        "promotion" if flag.startswith(QUEUED) else "contested" if memory.status is Status.CONTESTED else "flag"
    )
    return Waiting(
        id=memory.id,
        kind=kind,
        content=memory.content,
        question=flag.removeprefix(QUEUED),
        choices=CHOICES[kind],
        against=tuple(against),
    )


async def queue(store: Store, group_id: str, *, viewer: str | None = None) -> list[Waiting]:
    """Everything that waits, as far as ``viewer`` may see it (null: all of it), page by page."""
    found: list[Waiting] = []
    after: Any = None
    while True:
        page, after = await store.maintenance.flagged(group_id, after)
        shown = [memory for memory in page if may_see(viewer, memory)]
        rivals = await _rivals(store, group_id, [m for m in shown if m.status is Status.CONTESTED], viewer)
        found += [waiting(memory, rivals.get(memory.id, ())) for memory in shown]
        if not page:
            return found


async def _rivals(store: Store, group_id: str, contested: Sequence[Memory], viewer: str | None) -> dict[str, list[str]]:
    """Return the memories that each contested one contradicts; two statements, however many they are."""
    ids = sorted({memory.id for memory in contested})
    against = await _contradicted(store, Scope(group_id=group_id), ids) if ids else {}
    others = await store.memories.of_any_agent(group_id, sorted(set[str]().union(*against.values())))
    content = {memory.id: memory.content for memory in others if may_see(viewer, memory)}
    return {id_: sorted(content[one] for one in found if one in content) for id_, found in against.items()}


async def answer(
    store: Store,
    group_id: str,
    id_: str,
    choice: str,
    now: datetime,
    *,
    reason: str = "",
    viewer: str | None = None,
) -> Waiting:
    """Carry out a person's answer; return what it was about.

    Raises:
        InvalidInput: nothing of that id waits that ``viewer`` may see, or that is no answer to it.
        Conflict: somebody else changed it meanwhile; nothing was written.
    """
    found = await store.memories.of_any_agent(group_id, [id_])
    if not found or not found[0].flagged or not found[0].status.live or not may_see(viewer, found[0]):
        raise InvalidInput(f"review: no open question has the id {id_}", field="id", ids=[id_])
    asked = waiting(found[0])
    if choice not in asked.choices:
        expected = ", ".join(asked.choices)
        raise InvalidInput(f"review: field choice: expected one of {expected}, got {choice!r}", field="choice")
    if asked.kind == "promotion":
        await _promote(store, group_id, id_, choice, now)
        return asked
    opponents, holders = await _opponents(store, group_id, found[0])
    changes = store.changes.builder(group_id, at=now, run="review")
    settle(changes, found[0], opponents, choice, holders, reason or "a person decided")
    await store.changes.apply(changes.build())
    return asked


async def _promote(store: Store, group_id: str, id_: str, choice: str, now: datetime) -> None:
    extract = await surroundings(store, group_id, TouchedPage(0, changed={id_}), alike=False)
    proposals = [
        p.model_copy(update={"answer": choice})
        for p in climb(extract, now, store.ontology, CLIMBING).proposals
        if p.question is not None and id_ in p.sources
    ]
    if not proposals:
        raise InvalidInput(f"review: {id_} no longer meets the conditions of promotion; run `promote`", field="id")
    await write(store, extract, proposals, group_id, now, False)


async def _contradicted(store: Store, scope: Scope, ids: Sequence[str]) -> dict[str, set[str]]:
    """The ids at the other ends of what contradicts these memories, from either side; nothing where nothing does."""
    against: dict[str, set[str]] = {}
    for link in await store.memories.links(scope, ids):
        if link.type == EdgeType.CONTRADICTS:
            against.setdefault(link.source, set()).add(link.target)
            against.setdefault(link.target, set()).add(link.source)
    return against


async def _opponents(store: Store, group_id: str, memory: Memory) -> tuple[list[Memory], dict[str, str | None]]:
    against = await _contradicted(store, Scope(group_id=group_id, agent_id=memory.scope.agent_id), [memory.id])
    others = await store.memories.of_any_agent(group_id, sorted(against.get(memory.id, ())))
    slots = [store.ontology.slot_of(m, m.claim) for m in (memory, *others) if m.claim is not None]
    return others, await store.evidence.holders(group_id, slots)


def settle(
    changes: ChangeBuilder,
    memory: Memory,
    opponents: Sequence[Memory],
    choice: str,
    holders: Mapping[str, str | None],
    reason: str,
) -> None:
    """Build the changes by an answer. Hard rules that it goes against are ended by it: the answer is a user's own."""
    changes.keys, changes.reason = [choice], f"{choice}: {reason}"
    live = [memory, *(m for m in opponents if m.status.live)]
    rivals = sorted(live, key=lambda m: (m.created_at, m.valid_from, m.id))
    if memory.status is not Status.CONTESTED or choice not in CHOICES["contested"]:
        changes.change(memory, {"flagged": None}, reason)
        return
    if choice == "keep_both":
        # Only one memory can hold a slot: the others stand beside it by a person's decision.
        winners, others = rivals[:1], rivals[1:]
        for other in others:
            changes.confirm(other, reason, beside=[winners[0].id])
    else:
        winners, losers = (rivals[-1:], rivals[:-1]) if choice == "take_new" else (rivals[:-1], rivals[-1:])
        since = max([winner.valid_from for winner in winners], default=changes.at)
        for loser in losers:
            until = max(since, loser.valid_from)
            changes.end(loser, Status.SUPERSEDED, reason, valid_until=until, flagged=None)
            for winner in winners:
                changes.link(EdgeType.SUPERSEDES, winner.id, loser.id, reason, since=winner.valid_from)
    for winner in winners:
        changes.confirm(winner, reason)
        changes.take_slot(winner, holders)
