"""What every input may carry."""

from abc import ABC, abstractmethod
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints

from memorist.memory_store.domain.clock import UtcTime
from memorist.memory_store.domain.memory import without_nul
from memorist.memory_store.domain.scope import Name

Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True), AfterValidator(without_nul)]


class InputBase(BaseModel, ABC):
    """What every input may carry. ``id`` names this one input: it makes two equal texts at one moment two."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    at: UtcTime | None = None
    id: Name | None = None
    session_id: Name | None = None
    agent_id: Name | None = None
    user_id: Name | None = None

    @abstractmethod
    def text(self) -> str:
        """The input as text, the way it is kept in the raw episode."""

    def distinct(self) -> tuple[str, ...]:
        """What besides its text makes it this input and no other."""
        return ()

    def moment(self, now: datetime) -> datetime:
        """When it happened, as far as it says; else ``now``."""
        return self.at or now

    def who(self) -> str:
        """Who said or did it."""
        return self.user_id or "user"
