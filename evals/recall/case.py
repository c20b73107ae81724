"""Chats of some weeks, and what is asked long after them: what must stand in the prompt, and what is outdated."""

from pathlib import Path

from pydantic import Field

from memorist.evals.case_file import CasePart, Identified, Words, read_cases
from memorist.evals.conversation import DatedTurn
from memorist.memory_store.domain.clock import UtcTime


class RecallQuestion(CasePart):
    """A question in other words than its answer was told in.

    Args:
        expect: of each, one phrase must stand in the prompt.
        absent: what was said and is no longer so.
        unknown: it was never told.
    """

    at: UtcTime
    ask: str = Field(min_length=1)
    expect: tuple[Words, ...] = ()
    absent: Words = ()
    unknown: bool = False


class Chat(Identified):
    """One person's talk with an assistant over some weeks, and the questions put to the memory of it.

    Args:
        user: who speaks.
        persona: in words.
    """

    user: str = Field(min_length=1)
    persona: str
    turns: tuple[DatedTurn, ...] = Field(min_length=1)
    questions: tuple[RecallQuestion, ...] = Field(min_length=1)


def load_chats(path: Path) -> list[Chat]:
    """Read chats from JSON lines.

    Raises :class:`InvalidInput` that names the file, the line and the field.
    """
    return read_cases(path, Chat)
