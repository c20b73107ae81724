"""Scopes: the owner of a memory, and the asker."""

import re
from typing import Annotated
from unicodedata import normalize

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

_LONGEST_GROUP = 64
GROUP_PATTERN = rf"^[A-Za-z0-9_]{{1,{_LONGEST_GROUP}}}$"
"""Letters, digits and underscore only: Graphiti uses the name as that of a graph and in full-text filters."""
_GROUP = re.compile(GROUP_PATTERN)
_OTHER = re.compile(r"[^A-Za-z0-9]+")


def group_name(name: str) -> str:
    """The name of a group as it is. Raises ``ValueError`` that says what is allowed and what may be meant."""
    if _GROUP.fullmatch(name):
        return name
    if not name.strip():
        raise ValueError("is empty: give a name of letters, digits and _")
    plain = normalize("NFKD", name).encode("ascii", "ignore").decode()
    nearest = _OTHER.sub("_", plain).strip("_")[:_LONGEST_GROUP]
    instead = f", such as {nearest}" if nearest else ""
    raise ValueError(f"{name!r} is no name of a group: at most {_LONGEST_GROUP} letters, digits and _{instead}")


GroupId = Annotated[str, AfterValidator(group_name), Field(json_schema_extra={"pattern": GROUP_PATTERN})]
"""The tenant."""

Name = Annotated[str, StringConstraints(min_length=1, max_length=256)]


class Scope(BaseModel):
    """The hard wall (``group_id``) and the softer ones inside it.

    ``agent_id`` is null for what the whole group shares. A reader sees what is shared and what is their own.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    group_id: GroupId
    agent_id: Name | None = None
    user_id: Name | None = None
    session_id: Name | None = None

    def sees(self, other: "Scope") -> bool:
        """Return true if somebody in this scope may read a memory of ``other``."""
        return self.group_id == other.group_id and other.agent_id in (None, self.agent_id)
