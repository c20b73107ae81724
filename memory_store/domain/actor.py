"""The actor of a change and the operation it belongs to, as named in receipts."""

from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Self

from memorist.memory_store.domain.memory import Part
from memorist.memory_store.domain.scope import Scope

_role: ContextVar[str | None] = ContextVar("memorist_role", default=None)
_signer: ContextVar[Scope | None] = ContextVar("memorist_signer", default=None)


@contextmanager
def _inside[V](variable: ContextVar[V], value: V) -> Generator[None]:
    """Set a variable inside the block."""
    token = variable.set(value)
    try:
        yield
    finally:
        variable.reset(token)


def acting_in(role: str | None) -> AbstractContextManager[None]:
    """Note this role of an authenticated caller with every change that is made inside the block."""
    return _inside(_role, role)


def signed_by(scope: Scope) -> AbstractContextManager[None]:
    """Attribute changes inside the block to the user and agent of this scope, whoever's input is ingested."""
    return _inside(_signer, scope)


class Actor(Part):
    """A user and an agent of the group, as the scope of the call names them.

    ``role`` is what the caller may do (read, write, admin), where one was authenticated.
    """

    user: str | None = None
    agent: str | None = None
    role: str | None = None

    @property
    def named(self) -> str:
        """User, agent and role in words; empty where neither user nor agent is named."""
        who = ", ".join(filter(None, (self.user, f"agent {self.agent}" if self.agent else None)))
        return f"{who} ({self.role})" if who and self.role else who

    @classmethod
    def of(cls, scope: Scope) -> Self:
        """Return the actor of a scope, or who signs instead, in the role of the present call."""
        scope = _signer.get() or scope
        return cls(user=scope.user_id, agent=scope.agent_id, role=_role.get())


@dataclass(frozen=True)
class Acting:
    """Actor of the current writes, and the id of the operation that all of them belong to."""

    by: Actor | None = None
    operation: str | None = None


_acting: ContextVar[Acting | None] = ContextVar("memorist_acting", default=None)


def acting(by: Actor, *, operation: str | None = None) -> AbstractContextManager[None]:
    """Attribute change sets inside the block to this actor and operation, unless they name their own."""
    return _inside(_acting, Acting(by, operation or present().operation))


def present() -> Acting:
    """Return the actor of the current writes, as far as it is known."""
    return _acting.get() or Acting()
