"""A conversation told to a memory turn by turn, each by its user, and what is believed afterwards."""

from datetime import datetime, timedelta

from memorist.api.memory import AsyncMemory
from memorist.evals.claims.case import Believed, ClaimCase
from memorist.memory_store.domain.clock import VirtualClock, require_utc
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory as Kept
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.domain.status import Status
from memorist.memory_store.store import Store

AFTERWARDS = timedelta(minutes=1)
"""Time between the last turn and the questions about current beliefs."""
SPEAKER = "user"


async def believed_after(
    case: ClaimCase, store: Store, clock: VirtualClock, group: str
) -> tuple[list[Believed], list[str]]:
    """The memories of a group of its own after the conversation, and the texts that stay findable as they were said.

    Raises :class:`InvalidInput` for a turn that could not be kept.
    """
    memory = AsyncMemory(store, Scope(group_id=group))
    words: list[str] = []
    for turn in case.turns:
        moment = require_utc(datetime.fromisoformat(turn.at))
        clock.move_to(moment)
        told = {"kind": "turn", "role": turn.role, "content": turn.content, "at": turn.at, "session_id": case.id}
        [result] = await memory.ingest([{**told, "user_id": turn.user or SPEAKER}])
        if result.error is not None:
            raise InvalidInput(f"{case.id}: {result.error.message}", field=result.error.field)
        if result.verdict is not None and result.verdict.action != "skip":
            words.append(turn.content)
    now = max(require_utc(datetime.fromisoformat(turn.at)) for turn in case.turns) + AFTERWARDS
    clock.move_to(now)
    kept = await store.memories.all(memory.scope, statuses=list(Status))
    return [_believed(one, now) for one in kept if not one.is_entity and not one.type.startswith("model:")], words


def _believed(memory: Kept, now: datetime) -> Believed:
    claim = memory.claim
    over = memory.valid_until is not None and memory.valid_until <= now
    return Believed(
        content=memory.content,
        live=memory.status.live and not over,
        type=memory.type,
        subject=claim.subject if claim else None,
        predicate=claim.predicate if claim else None,
        object=claim.object if claim else None,
        qualifier=claim.qualifier if claim else None,
        polarity=claim.polarity if claim else True,
        valid_from=memory.valid_from,
        valid_until=memory.valid_until,
        user=memory.scope.user_id,
    )
