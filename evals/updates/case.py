"""Conversations in which something changes, and what must be believed after the last turn."""

from pathlib import Path

from pydantic import Field

from memorist.evals.case_file import CasePart, Identified, Words, read_cases
from memorist.evals.conversation import DatedTurn


class Gone(CasePart):
    """An outdated belief: a memory with all of ``words`` is stale, unless one of ``unless`` is in it."""

    words: Words = Field(min_length=1)
    unless: Words = ()


class UpdateCase(Identified):
    """A conversation, and what is believed after it.

    Args:
        kind: what kind of change it is an example of.
        now: of each, all words must stand in one memory: what is new, and what must have survived.
        gone: what must have been given up.
        why: in words.
    """

    kind: str
    turns: tuple[DatedTurn, ...] = Field(min_length=1)
    now: tuple[Words, ...]
    gone: tuple[Gone, ...] = ()
    why: str


def load_updates(path: Path) -> list[UpdateCase]:
    """Read cases from JSON lines.

    Raises :class:`InvalidInput` that names the file, the line and the field.
    """
    return read_cases(path, UpdateCase)
