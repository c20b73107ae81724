"""A conversation told to a memory turn by turn, at the times of its turns."""

from datetime import timedelta

from memorist.api.memory import AsyncMemory as Remembering
from memorist.evals.conversation import tell_turns
from memorist.evals.updates.case import UpdateCase
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store

AFTERWARDS = timedelta(minutes=1)
"""Time between the last turn and the questions about current beliefs."""


async def believed_after(case: UpdateCase, store: Store, clock: VirtualClock, group: str) -> list[Memory]:
    """Return the beliefs of a group of its own after the conversation: valid at that time, named things left out.

    ``clock`` is the store's. Raises what :func:`tell_turns` does.
    """
    scope = Scope(group_id=group, user_id="user")
    remembering = Remembering(store, scope)
    await tell_turns(case.turns, remembering, clock, lambda _: case.id)
    clock.move_to(case.turns[-1].at + AFTERWARDS)
    return [memory for memory in await store.memories.all(scope) if not memory.is_entity]
