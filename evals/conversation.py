"""Conversations that evals tell to a memory: turns with their times."""

from collections.abc import Sequence
from typing import Literal

from pydantic import AwareDatetime, Field

from memorist.api.memory import AsyncMemory
from memorist.evals.case_file import CasePart
from memorist.memory_store.domain.clock import VirtualClock
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.memory import Memory
from memorist.nodes.ingestion.result import IngestResult


class DatedTurn(CasePart):
    """One turn of a conversation. ``at`` keeps its offset; ``user`` is who speaks, where several people do."""

    at: AwareDatetime
    role: Literal["user", "assistant"]
    content: str = Field(min_length=1)
    user: str | None = None

    def as_input(self, session: str) -> dict[str, str]:
        """Return the turn as ``ingest`` takes it."""
        said = {"kind": "turn", "role": self.role, "content": self.content, "at": self.at.isoformat()}
        speaker = {"user_id": self.user} if self.user else {}
        return {**said, **speaker, "session_id": session}


async def tell_turns(
    turns: Sequence[DatedTurn], memory: AsyncMemory, clock: VirtualClock, session: str | None = None
) -> list[IngestResult]:
    """Tell a memory the turns of a conversation, one after the other, each at its time; return what became of each.

    Args:
        turns: in order of time.
        memory: that of whoever speaks, where a turn names nobody.
        clock: that of its store.
        session: the session of all turns; null: one for each day.

    Raises:
        InvalidInput: for a turn that could not be kept.
    """
    results: list[IngestResult] = []
    for turn in turns:
        clock.move_to(turn.at)
        name = session or f"{turn.at:%Y-%m-%d}"
        results += await memory.ingest([turn.as_input(name)])
        if (error := results[-1].error) is not None:
            raise InvalidInput(f"{name}: {error.message}", field=error.field)
    return results


def said(memory: Memory) -> str:
    """Return a memory in its words and those of what it claims to be so."""
    claim = memory.claim
    parts = (claim.subject, claim.object, claim.qualifier) if claim and claim.polarity else ()
    return " ".join((memory.content, *(part for part in parts if part))).casefold()
