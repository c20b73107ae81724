"""Who a memory belongs to, and who is asking."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, StringConstraints

GROUP_PATTERN = r"^[A-Za-z0-9_]{1,64}$"
GroupId = Annotated[str, StringConstraints(pattern=GROUP_PATTERN)]
"""The tenant. Letters, digits and underscore only: Graphiti uses it as a graph name and in full-text filters."""

Name = Annotated[str, StringConstraints(min_length=1, max_length=256)]


class Scope(BaseModel):
    """The hard wall (``group_id``) and the softer ones inside it.

    ``agent_id`` is null for what the whole group shares. A reader sees what is shared and what is his own.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    group_id: GroupId
    agent_id: Name | None = None
    user_id: Name | None = None
    session_id: Name | None = None

    def sees(self, other: "Scope") -> bool:
        """Whether somebody in this scope may read a memory of ``other``."""
        return self.group_id == other.group_id and other.agent_id in (None, self.agent_id)
