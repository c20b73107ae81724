"""Changes made by a person in the panel: an edit supersedes by a manual entry, an answer settles, forgetting erases."""

from collections.abc import Mapping
from typing import Any

from memorist.api.memory import AsyncMemory as MemoryApi
from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.actor import Actor, signed_by
from memorist.memory_store.domain.episode import EpisodeReading
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import folded
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.status import Status
from memorist.memory_store.domain.types import STATEMENT_TYPES
from memorist.nodes.secrets.masking import mask

RUN = "panel"
BY_PERSON = "person"
"""The reader of inputs that a person has read."""


def no_edit_of(memory: Memory) -> str | None:
    """Why another cannot be put in the place of a memory; null: it can."""
    if not memory.status.live:
        return "this memory does not hold any more: edit the one that replaced it"
    if memory.type not in STATEMENT_TYPES:
        return "this is a name, and not a statement: say something about it, and it is read with that"
    if memory.type.startswith("model:"):
        return "this model is made of other memories: edit those, and it follows"
    return None


async def edit(memory: MemoryApi, old: Memory, content: str, *, reason: str = "") -> str:
    """Put a manual entry in the place of a memory; return the id of what holds now.

    The entry is read like any other, so that it finds its own claim and names; it belongs to whom the old one belongs.
    What reading did not already end is ended here: the person has said what it replaces. Why is kept in either case.

    Raises:
        InvalidInput: nothing was written: it is empty, says the same, could not be ingested, or cannot be edited.
        Conflict: the memory changed meanwhile.
    """
    if (why_not := no_edit_of(old)) is not None:
        raise InvalidInput(why_not, field="content")
    if folded(content) == folded(old.content):
        raise InvalidInput("the new text says the same: nothing was changed", field="content")
    given: dict[str, Any] = {"kind": "manual", "content": content, "type": old.type, "replaces": old.id}
    if old.type == "semantic:hard_rule":
        given |= {"severity": getattr(old, "severity", "block"), "reason": reason or getattr(old, "reason", None)}
        given["alternatives"] = list(getattr(old, "alternatives", ()))
    with signed_by(memory.scope):
        [result] = await memory.as_user(old.scope.user_id).ingest(given)
    if result.error is not None:
        raise InvalidInput(result.error.message, field="content")
    others = [one for one in result.memories if one.id != old.id]
    made = next((one.id for one in others if old.id in one.affected), others[0].id if others else None)
    if made is None:
        if any(one.id == old.id for one in result.memories):
            raise InvalidInput("the new text was understood to say the same: nothing was changed", field="content")
        raise InvalidInput("nothing could be read from the new text: say it as one plain sentence", field="content")
    store, scope = memory.store, memory.scope
    now_held = {one.id: one for one in await store.memories.of_any_agent(scope.group_id, [old.id, made])}
    before, after = now_held.get(old.id), now_held.get(made)
    if before is not None and after is not None:
        slots = [store.ontology.slot_of(m, m.claim) for m in (before, after) if m.claim is not None]
        holders = await store.evidence.holders(scope.group_id, slots) if slots else {}
        changes = store.changes.builder(scope.group_id, at=memory.clock.now(), run=RUN)
        replace(changes, before, after, holders, mask(reason)[0] or "edited by a person")
        changes.more |= {"by": Actor.of(scope), "operation": result.change_id}  # one edit is undone as one
        await store.changes.apply(changes.build())
    return made


async def add(memory: MemoryApi, given: Mapping[str, Any], episode: str = "") -> str:
    """Ingest what a person entered; return the id of the memory that was made, or that says the same.

    Args:
        memory: that it is added to; its user owns the entry.
        given: ``content``, ``type`` where it is named, and of a hard rule ``severity``, ``reason``, ``alternatives``.
        episode: id of the unread input that the person read instead; it is no longer listed as unread.

    Raises:
        InvalidInput: nothing was written: it is empty, a question, or could not be ingested.
    """
    [result] = await memory.ingest({"kind": "manual", **given})
    if result.error is not None:
        raise InvalidInput(result.error.message, field=result.error.field or "content")
    made = next((one.id for one in result.memories if one.effect != "ended"), None)
    if made is None:
        why = result.verdict.reason if result.verdict is not None else "nothing could be read from it"
        raise InvalidInput(f"not stored: {why}", field="content")
    if episode:
        await mark_read(memory, episode)
    return made


async def mark_read(memory: MemoryApi, episode: str) -> None:
    """Note that a person has read an input, so that it is not listed as unread any more. Its words stay."""
    store, now = memory.store, memory.clock.now()
    changes = store.changes.builder(memory.scope.group_id, at=now, run=RUN)
    changes.keys, changes.reason = ["read", episode, now.isoformat()], "read by a person"
    reading = EpisodeReading(episode_id=episode, reader=BY_PERSON, version="1", at=now)
    changes.more |= {"by": Actor.of(memory.scope), "readings": (reading,)}
    await store.changes.apply(changes.build())


def replace(changes: ChangeBuilder, old: Memory, new: Memory, holders: Mapping[str, str | None], reason: str) -> None:
    """Put one stored memory in the place of another, also if the old one ended before."""
    changes.keys, changes.reason = ["edit", old.id, new.id], f"edit: {reason}"
    until = max(old.valid_from, min(new.valid_from, changes.at))
    changes.supersede(old, new, reason, valid_until=until, flagged=None)
    if not new.status.live or new.status is Status.CONTESTED or new.flagged:
        changes.confirm(new, reason)
    if new.claim is not None and holders.get(changes.ontology.slot_of(new, new.claim)) in (None, old.id):
        changes.take_slot(new, holders)
