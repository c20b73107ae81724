"""Hide what a person asked to forget until it is erased: recall and search leave it out from now on."""

from collections.abc import Sequence
from typing import Any

from memorist.memory_store.change_builder import ChangeBuilder
from memorist.memory_store.domain.change_set import Mention
from memorist.memory_store.domain.episode import EpisodeReading
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


async def hide(store: Store, scope: Scope, plan: ForgetPlan, *, asked: str, rests: Sequence[Rest] = ()) -> None:
    """Retract the memories that a plan would erase and withdraw the raw inputs; an undo brings them back.

    What is kept of an input is stored in its place. Raises :class:`Conflict` if others keep changing them.
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
        changes.keys = sorted(episodes)
        changes.more["episodes"] = tuple(rest.episode for rest in rests)
        changes.more["mentions"] = tuple(
            Mention(episode_id=rest.episode.id, memory_id=id_) for rest in rests for id_ in sorted(rest.moved)
        )
        changes.more["readings"] = (
            *(EpisodeReading(episode_id=id_, **marks) for id_ in episodes),
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
