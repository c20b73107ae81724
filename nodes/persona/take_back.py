"""Take back: an import is undone, except for what was confirmed here since."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from memorist.memory_store.domain.episode import RawEpisode, text_episode
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory, Part
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.parts.changes import retry_on_conflict
from memorist.memory_store.store import Store
from memorist.nodes.persona.arrive import METHOD
from memorist.nodes.persona.file import MODEL_OF
from memorist.nodes.persona.hand_on import IMPORTED_TAG
from memorist.nodes.persona.take_in import times_undone, undone_id
from memorist.nodes.promotion.cascade import cascaded

MAX_AT_ONCE = 100
"""So many memories one change set takes back."""
ENDED = frozenset({Status.RETRACTED, Status.SUPERSEDED})
REVIEW = "review"
"""The run of a person's answers in the change log."""


class KeptMemory(Part):
    """A memory that an undo leaves, and why."""

    id: str
    content: str
    reason: str


class PersonaUndo(Part):
    """Result of an undo: ids of the memories taken back and left, and counts of those that had ended or lost
    evidence."""

    persona_id: str
    name: str
    taken_back: tuple[str, ...]
    kept: tuple[KeptMemory, ...]
    ended_before: int
    weighed_anew: int
    written: bool


class Brought(Part):
    """Memories that one persona brought into a group."""

    persona_id: str
    name: str
    memories: tuple[Memory, ...]


def brought_by(memories: Sequence[Memory]) -> dict[str, Brought]:
    """Return the memories that each persona brought, by its id."""
    found: dict[str, list[Memory]] = {}
    for memory in memories:
        if memory.extraction_method.startswith(METHOD):
            found.setdefault(memory.extraction_method.removeprefix(METHOD).partition("/")[0], []).append(memory)
    return {id_: Brought(persona_id=id_, name=_name(of[-1]) or id_, memories=tuple(of)) for id_, of in found.items()}


def chosen(brought: Mapping[str, Brought], wanted: str | None) -> Brought:
    """The persona of a name or id; without either, the only one. Raises :class:`InvalidInput` naming all there are."""
    matching = [b for b in brought.values() if wanted is None or wanted in (b.name, b.persona_id)]
    if len(matching) == 1:
        return matching[0]
    there = ", ".join(sorted(f"{b.name} ({b.persona_id})" for b in brought.values())) or "none"
    what = "say which persona to undo" if wanted is None else f"{len(matching) or 'no'} personas are called {wanted!r}"
    raise InvalidInput(f"persona undo: field NAME: {what}; imported here: {there}", field="NAME")


def judge(memory: Memory, import_ids: Collection[str], answered: Collection[str]) -> str | None:
    """Why a memory stays; null when it goes. ``answered``: ids that a person answered a question about."""
    if memory.id in answered:
        return "a person confirmed it"
    if set(memory.source_episode_ids) - set(import_ids):
        return "it was said or seen here since"
    return None


async def take_back(
    store: Store, wanted: str | None, scope: Scope, now: datetime, *, dry_run: bool = False
) -> PersonaUndo:
    """Retract what an import brought, and weigh anew what was made from it; a second time changes nothing.

    Reads all memories of the persona's types and the change log since the import, page by page; one statement for each
    :data:`MAX_AT_ONCE` memories.

    Raises:
        InvalidInput: no persona of that name or id was imported here, or several were.
        Conflict: they change faster than they can be taken back.
    """
    return await retry_on_conflict(lambda: _take_back(store, wanted, scope, now, dry_run=dry_run))


async def _take_back(store: Store, wanted: str | None, scope: Scope, now: datetime, *, dry_run: bool) -> PersonaUndo:
    group = scope.group_id
    everything = await store.memories.all(scope, types=list(MODEL_OF), statuses=list(Status))
    what = chosen(brought_by(everything), wanted)
    there = [m for m in what.memories if m.status not in ENDED]
    answered = await _answered(store, scope, there)
    # Whatever this persona brought was first learned from one of its imports.
    imports = {source for m in what.memories for source in m.lineage.original_source_ids[:1]}
    reasons = {m.id: judge(m, imports, answered) for m in there}
    retracted = [m for m in there if reasons[m.id] is None]
    times = await times_undone(store, scope, what.persona_id)
    key = f"persona {undone_id(group, what.persona_id, times)}"
    if not dry_run:
        for start in range(0, len(retracted), MAX_AT_ONCE):
            batch = retracted[start : start + MAX_AT_ONCE]
            changes = store.changes.builder(group, at=now, run="persona:undo")
            changes.reason = f"the import of persona {what.name} was undone"
            for memory in batch:
                changes.end(memory, Status.RETRACTED, changes.reason, flagged=None)
            last = start + MAX_AT_ONCE >= len(retracted)
            changes.more["episodes"] = (_record(what, scope, now, times),) if last else ()
            await store.changes.apply(changes.build())
    ids = [m.id for m in retracted]
    weighed = await cascaded(store, group, ids, now, key=key, dry_run=dry_run) if ids else None
    return PersonaUndo(
        persona_id=what.persona_id,
        name=what.name,
        taken_back=tuple(ids),
        kept=tuple(KeptMemory(id=m.id, content=m.content, reason=r) for m in there if (r := reasons[m.id]) is not None),
        ended_before=len(what.memories) - len(there),
        weighed_anew=len(weighed.done) if weighed is not None else 0,
        written=bool(ids) and not dry_run,
    )


async def _answered(store: Store, scope: Scope, memories: Sequence[Memory]) -> set[str]:
    """Return the memories about which a person answered a question since they came."""
    if not memories:
        return set()
    ids, found = {m.id for m in memories}, set[str]()
    since, after = min(m.created_at for m in memories), 0
    while entries := await store.changes.log(scope, since, after=after):
        after = entries[-1].sequence
        found |= {
            str(update["memory_id"])
            for entry in entries
            if entry.run == REVIEW
            for update in entry.payload.get("updates", ())
            if update["memory_id"] in ids
        }
    return found


def _record(what: Brought, scope: Scope, now: datetime, times: int) -> RawEpisode:
    return text_episode(
        undone_id(scope.group_id, what.persona_id, times),
        Scope(group_id=scope.group_id),
        now,
        name=f"persona {what.name} undone",
        content=f"The import of the persona {what.name} was undone.",
        description="persona",
    )


def _name(memory: Memory) -> str | None:
    return next((t.removeprefix(IMPORTED_TAG) for t in memory.tags if t.startswith(IMPORTED_TAG)), None)
