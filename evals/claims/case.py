"""Conversations whose claims are known: what must be held after the last turn, what has ended, what nobody said."""

from datetime import date
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from memorist.evals.case_file import CasePart, Identified, Words, read_cases
from memorist.memory_store.domain.clock import UtcTime

type Groups = Annotated[tuple[Words, ...], Field(min_length=1)]
"""A text matches when it contains at least one alternative of every group."""


class ClaimTurn(CasePart):
    """One turn. ``user`` is who speaks, where several do; ``at`` keeps its offset as text."""

    at: str
    role: Literal["user", "assistant"]
    content: str = Field(min_length=1)
    user: str | None = None


class ExpectedClaim(CasePart):
    """A statement that must be stored as true now. ``party`` is whom it belongs to, if that is not the subject."""

    subject: str
    predicate: str
    object: str
    party: str | None = None
    since: date | None = None
    until: date | None = None
    polarity: bool = True
    words: Groups


class OutdatedStatement(CasePart):
    """An earlier statement that must no longer count as current."""

    words: Groups
    on: date | None = None


class Never(CasePart):
    """A statement that must not be stored as a live memory, because nobody said it."""

    words: Groups
    why: str


class ClaimCase(Identified):
    """A conversation with what follows from it."""

    kind: str
    turns: tuple[ClaimTurn, ...] = Field(min_length=1)
    held: tuple[ExpectedClaim, ...] = ()
    ended: tuple[OutdatedStatement, ...] = ()
    never: tuple[Never, ...] = ()
    why: str


class Believed(CasePart):
    """A memory after the last turn, as far as it is scored."""

    content: str
    live: bool
    type: str
    subject: str | None = None
    predicate: str | None = None
    object: str | None = None
    qualifier: str | None = None
    polarity: bool = True
    valid_from: UtcTime | None = None
    valid_until: UtcTime | None = None
    user: str | None = None


def load_claims(path: Path) -> list[ClaimCase]:
    """Read cases from JSON lines.

    Raises :class:`InvalidInput` that names the file, the line and the field.
    """
    return read_cases(path, ClaimCase)
