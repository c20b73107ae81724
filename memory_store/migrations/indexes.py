"""Indexes that a step makes."""

from collections.abc import Awaitable, Callable, Iterable, Mapping

from memorist.memory_store.database import Database
from memorist.memory_store.domain.errors import StoreError


def on_neo4j(statements: Iterable[str]) -> Callable[[Database, str], Awaitable[None]]:
    """A step that makes indexes on Neo4j and nothing elsewhere."""
    made = tuple(statements)

    async def step(database: Database, group_id: str) -> None:
        if database.dialect == "neo4j":
            await create_indexes(database, group_id, made)

    return step


def in_each(statements: Mapping[str, Iterable[str]]) -> Callable[[Database, str], Awaitable[None]]:
    """A step that makes the indexes of the database's dialect."""

    async def step(database: Database, group_id: str) -> None:
        await create_indexes(database, group_id, statements[database.dialect])

    return step


async def create_indexes(database: Database, group_id: str, statements: Iterable[str]) -> None:
    """Create indexes and constraints, each in a transaction of its own; one that is there already is left as it is."""
    for statement in statements:
        try:
            await database.write(group_id, statement, {})
        except StoreError as error:
            # Made before, or by another process beside this one, which IF NOT EXISTS does not see.
            if "already" not in str(error):
                raise
