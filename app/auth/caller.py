"""A caller: identity, the groups and the user it is pinned to, and the rights of its role."""

from enum import StrEnum
from typing import Literal

from pydantic import Field, field_validator

from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import GroupId, Name, Scope, group_name

ANY_GROUP = "*"
"""In the list of groups: the caller may name any."""


class Role(StrEnum):
    """Rights of a caller; each role includes the ones before it."""

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"

    def includes(self, wanted: "Role") -> bool:
        """Return true if this role may do what ``wanted`` allows."""
        order = list(Role)
        return order.index(self) >= order.index(wanted)


class NotAllowed(Exception):
    """The caller is known, but has no right to this; the message says which right is missing."""


class Caller(Part):
    """An authenticated caller.

    Args:
        name: of the key, or the subject of the token.
        groups: the groups they may name; :data:`ANY_GROUP` for all.
        user: the user the caller is; null for a service that acts for several.
        agent: the agent the caller is; null where they may name one.
        role: what they may do.
        operator: the person at the machine itself, without authentication: everything, and what no remote caller may.
        via: how they showed who they are.
    """

    name: str = Field(min_length=1, max_length=256)
    groups: tuple[str, ...] = ()
    user: Name | None = None
    agent: Name | None = None
    role: Role = Role.READ
    operator: bool = False
    via: Literal["local", "key", "token", "studio"] = "key"

    @field_validator("groups")
    @classmethod
    def _names_of_groups(cls, groups: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(group if group == ANY_GROUP else group_name(group) for group in groups)

    @property
    def any_group(self) -> bool:
        """True if they may name any group."""
        return self.operator or ANY_GROUP in self.groups

    def may(self, role: Role) -> bool:
        """Return true if their role includes ``role``; the operator may do everything."""
        return self.operator or self.role.includes(role)

    @property
    def sees_everybodys(self) -> bool:
        """True if they may see what is not sorted by person, such as the log: one user among several needs admin."""
        return self.user is None or self.may(Role.ADMIN)

    @property
    def owner(self) -> str:
        """Mark of the caller's threads and crons: the same for one person, whichever key is used."""
        who = f"user:{self.user}" if self.user else f"{self.via}:{self.name}"
        return f"{','.join(sorted(self.groups))}/{who}"

    def need(self, role: Role) -> None:
        """Raise :class:`NotAllowed` unless their role includes ``role``."""
        if not self.may(role):
            raise NotAllowed(f"{self.name} has the role {self.role}; this needs {role}")

    def group(self, wanted: GroupId | None, default: GroupId | None = None) -> GroupId:
        """The group of a call: the one they name, if they may, else their first.

        Args:
            wanted: what the call names; null or empty if it names none.
            default: for callers that may name any group.

        Raises:
            NotAllowed: the group is not one of theirs, or they have to name one.
        """
        if wanted:
            if self.any_group or wanted in self.groups:
                return wanted
            raise NotAllowed(f"{self.name} has no right to the group {wanted}")
        named = [group for group in self.groups if group != ANY_GROUP]
        if named:
            return named[0]
        if default is None:
            raise NotAllowed(f"{self.name} has to name a group: group_id is missing")
        return default

    def as_user(self, wanted: str | None) -> str | None:
        """The user of a call. Raises :class:`NotAllowed` when they are pinned to another."""
        return _pinned(self.user, wanted, self.name, "user")

    def as_agent(self, wanted: str | None) -> str | None:
        """The agent of a call. Raises :class:`NotAllowed` when they are pinned to another."""
        return _pinned(self.agent, wanted, self.name, "agent")

    def scope(self, group: str | None = None, *, default: str | None = None) -> Scope:
        """The scope that they read and write in. Raises :class:`NotAllowed`."""
        return Scope(group_id=self.group(group, default), agent_id=self.agent, user_id=self.user)


def _pinned(own: str | None, wanted: str | None, name: str, what: str) -> str | None:
    if own is None:
        return wanted
    if wanted not in (None, "", own):
        raise NotAllowed(f"{name} is pinned to the {what} {own} and cannot act as {wanted}")
    return own


OPERATOR = Caller(name="local", role=Role.ADMIN, operator=True, via="local")
"""The person at the machine while authentication is off."""
