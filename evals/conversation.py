"""Conversations that evals tell to a memory: turns with their times."""

from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Literal

from pydantic import Field

from memorist.api.memory import AsyncMemory as Remembering
from memorist.evals.case_file import CasePart
from memorist.evals.place import bench_settings
from memorist.memory_store.domain.clock import UtcTime, VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.store import Store


class DatedTurn(CasePart):
    """One turn of a conversation, in order of time."""

    at: UtcTime
    role: Literal["user", "assistant"]
    content: str = Field(min_length=1)


@asynccontextmanager
async def store_at(
    start: datetime, url: str, *, readers: str = "patterns"
) -> AsyncGenerator[tuple[Store, VirtualClock]]:
    """An open store whose clock stands at ``start``, without a model if nothing else is said; closed in the end."""
    clock = VirtualClock(start)
    settings = bench_settings(readers)
    store = await Store.open(url, settings=settings, clock=clock)
    try:
        yield store, clock
    finally:
        await store.close()


async def tell_turns(
    turns: Sequence[DatedTurn],
    remembering: Remembering,
    clock: VirtualClock,
    session: Callable[[DatedTurn], str],
) -> None:
    """Tell a memory the turns of a conversation, one after the other, each at its time.

    Args:
        turns: in order of time.
        remembering: the memory of whoever speaks.
        clock: that of its store.
        session: the session that a turn belongs to.

    Raises:
        InvalidInput: for a turn that could not be kept.
    """
    for turn in turns:
        clock.move_to(turn.at)
        told = {"kind": "turn", "role": turn.role, "content": turn.content, "session_id": session(turn)}
        for result in await remembering.ingest([told]):
            if result.error is not None:
                raise InvalidInput(f"{session(turn)}: {result.error.message}", field=result.error.field)
