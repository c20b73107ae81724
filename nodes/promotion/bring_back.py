"""Bring back: what had left the daily memory for want of use, and somebody looked for, is a live memory again.

The stub stays as it is, so that what was known while it was away can still be told; a copy of it lives on.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.content_ref import COLD_TEXT
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.identity import entity_id, stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.stub import cold_ref
from memorist.memory_store.domain.types import parse_memory
from memorist.memory_store.store import Store
from memorist.nodes.promotion.changes import mentions_of, name_things, names_of

WHY = "brought back: an explicit search found it"
MAX_AT_ONCE = 20


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


def bring(
    changes: ChangeBuilder, copies: Mapping[str, Memory], holders: Mapping[str, str | None], things: set[str]
) -> None:
    """Add the copies of these stubs, by the stub's id."""
    changes.add(*copies.values())
    changes.reason, changes.keys = WHY, sorted(copies)
    for stub, copy in copies.items():
        changes.link(EdgeType.DERIVED_FROM, copy.id, stub, WHY)
        if copy.status is Status.CONTESTED and copy.claim is not None:
            rival = holders[changes.ontology.slot_of(copy, copy.claim)]
            changes.link(EdgeType.CONTRADICTS, copy.id, str(rival), WHY)
    name_things(changes, things)
    changes.more["mentions"] = mentions_of(list(copies.values()))


async def bring_back(store: Store, group_id: str, stubs: Sequence[Memory], now: datetime) -> list[Memory]:
    """Revive these archived memories, at most :data:`MAX_AT_ONCE`; return what lives now.

    What had ended before it was archived stays history, what was brought back before is not brought back again, and
    what lost the file with its text stays away.
    Raises :class:`Conflict` when their slots change hands faster than they can be read.
    """
    told = [stub for stub in await store.files.whole(group_id, stubs[:MAX_AT_ONCE]) if cold_ref(stub) is None]

    async def revive(changes: ChangeBuilder) -> list[Memory]:
        there = {m.id for m in await store.memories.of_any_agent(group_id, [copy_id(stub) for stub in told])}
        status = await _when_archived(store, group_id, [s for s in told if copy_id(s) not in there])
        revivable = [s for s in told if s.id in status and (s.valid_until is None or s.valid_until > now)]
        slots = {s.id: store.ontology.slot_of(s, s.claim) for s in revivable if s.claim is not None}
        holders = await store.evidence.holders(group_id, sorted({*slots.values()}))
        copies = {s.id: revived(s, status[s.id], holders.get(slots.get(s.id, "")), now) for s in revivable}
        named = sorted({entity_id(group_id, name) for copy in copies.values() for name in names_of(copy)})
        bring(changes, copies, holders, {m.id for m in await store.memories.of_any_agent(group_id, named)})
        return list(copies.values())

    return (await store.changes.decide(revive, group_id, at=now, run="search")).result


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
