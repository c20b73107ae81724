"""Interface of a database to the store."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from memorist.memory_store.domain.errors import StoreError
from memorist.memory_store.statements.dialects import Dialect
from memorist.memory_store.statements.memories import Statements
from memorist.memory_store.statements.turns import TurnStatements

if TYPE_CHECKING:
    from graphiti_core.driver.driver import GraphDriver

Row = dict[str, Any]


def cursor_of(row: Row) -> Any:
    """The place of a row, as its statement gives it."""
    return row["cursor"]


def sequence_of(row: Row) -> int:
    """The place of an entry of the change log."""
    return int(row["c"]["seq"])


@dataclass(frozen=True)
class GroupState:
    """State that a group notes about itself: its embedder, its version of the schema, its size."""

    embedder: str | None
    dimension: int | None
    schema: int | None
    live: int
    """Number of live memories in the group."""
    indexed: int
    """Number of vectors in the index that its memories are searched by, including those of other groups."""
    turns: int
    """Number of raw episodes in the group."""
    seq: int
    """The place of the last entry of its change log."""
    head: str | None
    """The link of that entry; null: the log is not chained yet."""


@dataclass(frozen=True)
class ExactLimits:
    """Up to how many vectors of a group comparing them all is as quick as asking an index, and complete."""

    memories: int
    turns: int


async def paged[P](
    read: Callable[[P, int], Awaitable[list[Row]]], start: P, limit: int, place_of: Callable[[Row], P] = cursor_of
) -> AsyncGenerator[list[Row]]:
    """Pages of at most ``limit`` rows, of which ``read`` gives those after a place: first ``start``, then the place of
    the last row."""
    while True:
        rows = await read(start, limit)
        if rows:
            yield rows
            start = place_of(rows[-1])
        if len(rows) < limit:
            return


async def done_once(work: Awaitable[object], *answers: str) -> None:
    """Await a statement; an error that says one of these, in small letters, is none: somebody did the same before."""
    try:
        await work
    except StoreError as error:
        if not any(answer in str(error).lower() for answer in answers):
            raise


class Database(Protocol):
    """One connection pool. All methods raise the errors of :mod:`memorist.memory_store.domain.errors` alone."""

    dialect: Dialect
    """Its dialect of Cypher, which selects each capability's statements."""
    statements: Statements
    turns: TurnStatements
    exact_limits: ExactLimits
    over_fetch: int
    """Factor by which its vector index is asked for more than is wanted: filters that it does not know come after
    it."""
    url: str
    """Without the password."""

    @property
    def statements_sent(self) -> int:
        """Number of statements sent so far: every path's number of round trips is known and tested."""
        ...

    async def state(self, group_id: str) -> GroupState | None:
        """Return the noted state of the group; null for an empty one. It is not made by asking."""
        ...

    async def prepare(self, group_id: str, *, embedder: str, dimension: int, schema: int) -> GroupState:
        """Make the group ready (indexes, constraints), note who fills it if nobody did before; return who does."""
        ...

    async def indexes_built(self, group_id: str) -> None:
        """Wait for indexes that are built while the group is in use already."""
        ...

    async def read(self, group_id: str, statement: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Run one reading statement."""
        ...

    async def write(
        self, group_id: str, statement: str, parameters: Mapping[str, Any], *, patience: float = 0.0
    ) -> list[Row]:
        """Run one writing statement in a transaction of its own; it may take so many seconds more than others."""
        ...

    def full_text_query(self, group_id: str, text: str, *, begins: bool = False) -> str:
        """Turn any user text into a query of this database's full-text language; empty when no word is left.

        ``begins``: words that begin like those of the text are found, too; not every index knows endings.
        """
        ...

    async def graphiti_driver(self, group_id: str) -> "GraphDriver":
        """Graphiti's own driver on the same database, for a group; whoever asks for it closes it."""
        ...

    def turn_text_query(self, group_id: str, words: Sequence[str]) -> str:
        """The same for raw episodes: any of these words, which are letters and digits only."""
        ...

    async def groups(self) -> list[str]:
        """The groups that hold anything."""
        ...

    async def purge(self, group_id: str) -> tuple[str, ...]:
        """Rewrite what the server keeps of the past beside the graph, after something was erased from it.

        Return what it still keeps, in sentences that say how to purge it.
        """
        ...

    async def close(self) -> None:
        """Give the connections back."""
        ...
