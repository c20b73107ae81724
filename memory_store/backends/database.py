"""What the store needs from a database."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from hypomnema.memory_store.statements.statements import Statements

Row = dict[str, Any]


@dataclass(frozen=True)
class GroupState:
    """What a group remembers about itself: who filled it, with what, in which version of the schema."""

    embedder: str | None
    dimension: int | None
    schema: int | None
    live: int


class Database(Protocol):
    """One connection pool. All methods raise the errors of :mod:`hypomnema.memory_store.domain.errors` alone."""

    statements: Statements
    url: str
    """Without the password."""
    statements_sent: int
    """How many statements were sent so far: every path's number of round trips is known and tested."""

    async def state(self, group_id: str) -> GroupState | None:
        """Who filled the group, with what; null when nobody did. It is not made by asking."""
        ...

    async def prepare(self, group_id: str, *, embedder: str, dimension: int, schema: int) -> GroupState:
        """Make the group ready (indexes, constraints), note who fills it if nobody did before; return who does."""
        ...

    async def read(self, group_id: str, statement: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Run one reading statement."""
        ...

    async def write(self, group_id: str, statement: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Run one writing statement in a transaction of its own."""
        ...

    def full_text_query(self, group_id: str, text: str) -> str:
        """Turn any user text into a query of this database's full-text language; empty when no word is left."""
        ...

    async def groups(self) -> list[str]:
        """The groups that hold anything."""
        ...

    async def close(self) -> None:
        """Give the connections back."""
        ...
