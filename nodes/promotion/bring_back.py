"""Bring back: what had left the daily memory for want of use, and somebody looked for, is a live memory again.

The stub stays as it is, so that what was known while it was away can still be told; a copy of it lives on.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.content_ref import COLD_TEXT
from memorist.memory_store.domain.edge import Edge, EdgeType
from memorist.memory_store.domain.errors import Conflict
from memorist.memory_store.domain.identity import entity_id, stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.stub import cold_ref
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.store import Store
from memorist.nodes.promotion.changes import about_edges, claim_edge, hold_of, mentions_of, names_of
from memorist.nodes.recording.vectors import with_vectors

WHY = "brought back: an explicit search found it"
MAX_AT_ONCE = 20
MAX_CONFLICTS = 3


def copy_id(stub: Memory) -> str:
    """The id of what a stub becomes: one, however often it is looked for."""
    return stable_id(stub.scope.group_id, "brought back", stub.id)


def revived(stub: Memory, was: Status, holder: str | None, now: datetime) -> Memory:
    """The copy that lives on: as sure as it was before it faded, and in the status it ``was`` in when it left.

    While ``holder`` has its slot by now, it is contested: a person decides which of the two holds.
    """
    ending: dict[str, Any] = {"status": was, "flagged": None}
    if holder is not None:
        ending = {"status": Status.CONTESTED, "flagged": f"{WHY}, but {holder} says otherwise"}
    fields: dict[str, Any] = {
        "id": copy_id(stub),
        "confidence": stub.settled_confidence,
        "decay": None,
        "files": tuple(file for file in stub.files if file.media_type != COLD_TEXT),
        "created_at": now,
        "expired_at": None,
        "reinforced_at": now,
        "revision": 1,
    }
    return parse_memory({**stub.model_dump(), **fields, **ending})


def change_set_of(
    copies: Mapping[str, Memory],
    holders: Mapping[str, str | None],
    *,
    group_id: str,
    now: datetime,
    ontology: Ontology,
    things: set[str],
) -> ChangeSet:
    """The copies of these stubs (by the stub's id) as one change set, without the vectors."""
    new = list(copies.values())
    settled = [memory for memory in new if memory.status is not Status.CONTESTED]
    edges = [
        Edge.link(EdgeType.DERIVED_FROM, copy.id, stub, group_id=group_id, at=now, reason=WHY)
        for stub, copy in copies.items()
    ]
    for memory in new:
        if memory.status is Status.CONTESTED and memory.claim is not None:
            rival = holders[ontology.slot_of(memory, memory.claim)]
            edges.append(Edge.link(EdgeType.CONTRADICTS, memory.id, str(rival), group_id=group_id, at=now, reason=WHY))
    return ChangeSet.model_construct(
        id=stable_id(group_id, "bring back", *sorted(copies)),
        group_id=group_id,
        at=now,
        run="search",
        reason=WHY,
        memories=tuple(new),
        edges=(*edges, *about_edges(new, things, now)),
        claims=tuple(c for m in new if (c := claim_edge(m, things, now)) is not None),
        mentions=tuple(mentions_of(new)),
        holds=tuple(h for m in settled if (h := hold_of(m, ontology)) is not None),
    )


async def bring_back(store: Store, group_id: str, stubs: Sequence[Memory], now: datetime) -> list[Memory]:
    """Revive these archived memories, at most :data:`MAX_AT_ONCE`; return what lives now.

    What had ended before it was archived stays history, what was brought back before is not brought back again, and
    what lost the file with its text stays away.
    Raises :class:`Conflict` when their slots change hands faster than they can be read.
    """
    told = [stub for stub in await store.files.whole(group_id, stubs[:MAX_AT_ONCE]) if cold_ref(stub) is None]
    for attempt in range(MAX_CONFLICTS):
        copies, changes = await _planned(store, group_id, told, now)
        if not copies:
            return []
        try:
            await store.changes.apply(await with_vectors(changes, store))
            return copies
        except Conflict:
            if attempt == MAX_CONFLICTS - 1:
                raise
    raise AssertionError  # the loop returns or raises


async def _planned(
    store: Store, group_id: str, stubs: Sequence[Memory], now: datetime
) -> tuple[list[Memory], ChangeSet]:
    there = {m.id for m in await store.memories.of_any_agent(group_id, [copy_id(stub) for stub in stubs])}
    status = await _when_archived(store, group_id, [s for s in stubs if copy_id(s) not in there])
    revivable = [s for s in stubs if s.id in status and (s.valid_until is None or s.valid_until > now)]
    slots = {s.id: store.ontology.slot_of(s, s.claim) for s in revivable if s.claim is not None}
    holders = await store.evidence.holders(group_id, sorted({*slots.values()}))
    copies = {s.id: revived(s, status[s.id], holders.get(slots.get(s.id, "")), now) for s in revivable}
    named = sorted({entity_id(group_id, name) for copy in copies.values() for name in names_of(copy)})
    things = {m.id for m in await store.memories.of_any_agent(group_id, named)}
    changes = change_set_of(copies, holders, group_id=group_id, now=now, ontology=store.ontology, things=things)
    return list(copies.values()), changes


async def _when_archived(store: Store, group_id: str, stubs: Sequence[Memory]) -> dict[str, Status]:
    """The status of those that were live until they were archived: archiving is then what ended them."""
    found: dict[str, Status] = {}
    wanted = {stub.id for stub in stubs}
    for moment in sorted({stub.expired_at for stub in stubs if stub.expired_at is not None}):
        for entry in await store.changes.log(Scope(group_id=group_id), moment):
            for update in entry.payload.get("updates", ()) if entry.at == moment else ():
                if update["memory_id"] in wanted and update["after"].get("status") == Status.ARCHIVED:
                    found[update["memory_id"]] = Status(update["before"]["status"])
    return {id_: status for id_, status in found.items() if status.live}
