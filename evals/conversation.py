"""Conversations that evals tell to a memory: turns with their times."""

from collections.abc import Callable, Sequence
from typing import Literal

from pydantic import Field

from hypomnema.evals.case_file import CasePart
from hypomnema.graphs.memory import Memory as Remembering
from hypomnema.memory_store.domain.clock import UtcTime, VirtualClock
from hypomnema.memory_store.domain.errors import InvalidInput


class DatedTurn(CasePart):
    """One turn of a conversation, in order of time."""

    at: UtcTime
    role: Literal["user", "assistant"]
    content: str = Field(min_length=1)


async def tell_turns(
    turns: Sequence[DatedTurn],
    remembering: Remembering,
    clock: VirtualClock,
    session: Callable[[DatedTurn], str],
    tell: Callable[[], None] = lambda: None,
) -> None:
    """Tell a memory the turns of a conversation, one after the other, each at its time.

    Args:
        turns: in order of time.
        remembering: the memory of whoever speaks.
        clock: that of its store.
        session: the session that a turn belongs to.
        tell: called after each turn.

    Raises:
        InvalidInput: for a turn that could not be kept.
    """
    for turn in turns:
        clock.move_to(turn.at)
        told = {"kind": "turn", "role": turn.role, "content": turn.content, "session_id": session(turn)}
        for result in await remembering.ingest([told]):
            if result.error is not None:
                raise InvalidInput(f"{session(turn)}: {result.error.message}", field=result.error.field)
        tell()
