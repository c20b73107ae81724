"""Fields and rules that all inputs share."""

from abc import ABC, abstractmethod
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, StringConstraints

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import Part, without_nul
from memorist.memory_store.domain.scope import Name


def _lines(text: str) -> str:
    """With line ends of one kind: what marks a line marks it whoever sent it."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


Text = Annotated[
    str, StringConstraints(min_length=1, strip_whitespace=True), AfterValidator(without_nul), AfterValidator(_lines)
]


class InputBase(Part, ABC):
    """Base of all inputs. ``id`` names this one input: it keeps two equal texts at one moment apart."""

    at: UtcTime | None = None
    id: Name | None = None
    session_id: Name | None = None
    agent_id: Name | None = None
    user_id: Name | None = None

    @abstractmethod
    def text(self) -> str:
        """The input as text, as it is kept in the raw episode."""

    def distinct(self) -> tuple[str, ...]:
        """Return the fields that distinguish it from another input with the same text."""
        return ()

    def moment(self, now: datetime) -> datetime:
        """Return the time at which it happened, as far as it says; else ``now``."""
        return self.at or now

    def ahead_of(self, latest: datetime) -> str | None:
        """The field whose time lies after ``latest``; null if none does."""
        return "at" if self.at is not None and self.at > latest else None

    def who(self) -> str:
        """Return the person or agent who said or did it."""
        return self.user_id or "user"
