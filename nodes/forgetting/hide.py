"""Hide what a person asked to forget until it is erased: recall and search leave it out from now on."""

from collections.abc import Sequence
from typing import Any

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.change_set import Mention
from memorist.memory_store.domain.episode import EpisodeReading, RawEpisode
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.forgetting.plan import ForgetPlan
from memorist.memory_store.forgetting.rest import NAMING, Rest, moved
from memorist.memory_store.store import Store

READER = "forget"
"""The reader of an episode that is asked to be forgotten."""
RUN = "ingestion:forget"
MAY_BE_MEANT = "a person asked to forget something, and may mean this"
"""The mark in the review queue, which others read: the words of a request are its person's own."""
KEPT = "the sentence that it rests on is kept, without others that a person asked to forget"


def hiding_of(episode: RawEpisode) -> str:
    """Return the id of the change that hides what an input asks to forget: an input that is sent again has the same."""
    return stable_id(episode.scope.group_id, RUN, episode.id)


async def hidden_by(store: Store, scope: Scope, hiding: str) -> tuple[str, ...] | None:
    """Return the ids of what this change hid, without what was erased since; null if there is no such change."""
    entries = [entry for entry in await store.operations.entries(scope.group_id, [hiding]) if entry.id == hiding]
    if not entries:
        return None
    updates, readings = (entries[0].payload.get(name, ()) for name in ("updates", "readings"))
    ids = [each["memory_id"] for each in updates if each["after"].get("status") == Status.RETRACTED]
    return await still_stored(store, scope, [*ids, *(each["episode_id"] for each in readings if each.get("withdrawn"))])


async def still_stored(store: Store, scope: Scope, ids: Sequence[str]) -> tuple[str, ...]:
    """Return those of the ids of memories and raw inputs that are not erased."""
    memories = {memory.id for memory in await store.memories.get(scope, list(ids))}
    episodes = {str(one["uuid"]) for one in await store.episodes.get(scope, list(ids))}
    return tuple(id_ for id_ in ids if id_ in memories | episodes)


async def hide(
    store: Store, scope: Scope, plan: ForgetPlan, *, asked: str, rests: Sequence[Rest] = (), id_: str = ""
) -> None:
    """Retract the memories that a plan would erase and withdraw the raw inputs; an undo brings them back.

    What is kept of an input is stored in its place. What is hidden already is left as it is. ``id_`` is that of the
    change. Raises :class:`Conflict` if others keep changing them.
    """
    ids = [item.id for item in plan.erased if item.kind == "memory"]
    episodes = [item.id for item in plan.erased if item.kind == "episode"] + [each.id for each in plan.emptied]
    rests = [rest for rest in rests if not rest.stays]
    staying = {id_ for rest in rests for id_ in rest.moved}

    async def retract(changes: ChangeBuilder) -> None:
        changes.reason = f"a person asked to forget {asked}" if asked else "a person asked to forget it"
        for memory in await store.memories.get(scope, [*ids, *sorted(staying)]):
            if memory.id in staying:
                after = moved(memory, rests)
                changes.change(memory, {name: getattr(after, name) for name in NAMING}, KEPT)
            elif memory.status.live and not memory.is_entity:
                changes.end(memory, Status.RETRACTED, changes.reason)
        marks: dict[str, Any] = {"reader": READER, "version": "1", "at": changes.at, "withdrawn": True}
        stored = await store.episodes.get(scope, episodes) if episodes else []
        withdrawn = {str(one["uuid"]) for one in stored if one.get("withdrawn")}
        changes.id, changes.keys = id_, sorted(episodes)
        changes.more["episodes"] = tuple(rest.episode for rest in rests)
        changes.more["mentions"] = tuple(
            Mention(episode_id=rest.episode.id, memory_id=id_) for rest in rests for id_ in sorted(rest.moved)
        )
        changes.more["readings"] = (
            *(EpisodeReading(episode_id=id_, **marks) for id_ in episodes if id_ not in withdrawn),
            *(rest.reading for rest in rests),
        )

    await store.changes.decide(retract, scope.group_id, at=store.clock.now(), run=RUN)


async def flag(store: Store, scope: Scope, ids: Sequence[str], *, asked: str) -> None:
    """Put memories into the review queue, because each of them may be what is meant; one that somebody changes
    meanwhile is left as it is."""

    def put(changes: ChangeBuilder, memories: Sequence[Memory]) -> None:
        changes.reason = f"a person asked to forget “{asked}”: it may mean this"
        for memory in memories:
            if memory.status.live and memory.flagged is None:
                changes.change(memory, {"flagged": MAY_BE_MEANT}, MAY_BE_MEANT)

    memories = await store.memories.get(scope, list(ids))
    await store.changes.decide_each(memories, put, scope.group_id, at=store.clock.now(), run=RUN)
