"""Several databases as one: each group is in the one that the rules of the store's URL lead to."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from graphiti_core.driver.driver import GraphDriver

from memorist.memory_store.database import Database, GroupState, Row
from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.places import place_of, rules_of, url_for, without_password
from memorist.memory_store.statements.dialects import Dialect


class ShardedDatabase:
    """Sends what concerns a group to its database. All of them are of one kind and speak the same statements."""

    def __init__(self, url: str, shards: Mapping[str, Database]) -> None:
        """``shards`` are the open databases, by :func:`place_of` of their URLs in ``url``."""
        self._rules_url = url
        self._shards = shards
        self.url = without_password(url)
        first, *others = shards.values()
        for other in others:
            # Statements that a part has chosen are sent to any of them.
            if (first.statements, first.turns) != (other.statements, other.turns):
                raise InvalidInput(
                    f"store: {first.url} and {other.url} are of different kinds or versions: the databases of a "
                    "sharded store have to be the same",
                    field="store",
                )
        self.dialect: Dialect = first.dialect
        self.statements = first.statements
        self.turns = first.turns
        self.exact_limits = first.exact_limits
        self.over_fetch = first.over_fetch

    @classmethod
    async def open(cls, url: str, open_one: Callable[[str], Awaitable[Database]]) -> "ShardedDatabase":
        """Open every database that the rules name; all of them, or none.

        Raises :class:`InvalidInput` for rules that are none, and whatever opening one of them raises.
        """
        places = {place_of(place): place for _, place in rules_of(url)}
        opened = await asyncio.gather(*map(open_one, places.values()), return_exceptions=True)
        shards = [database for database in opened if not isinstance(database, BaseException)]
        try:
            if failed := [error for error in opened if isinstance(error, BaseException)]:
                raise failed[0]
            return cls(url, dict(zip(places, shards, strict=True)))
        except BaseException:
            await asyncio.gather(*(database.close() for database in shards))
            raise

    def _of(self, group_id: str) -> Database:
        return self._shards[place_of(url_for(self._rules_url, group_id))]

    @property
    def statements_sent(self) -> int:
        """How many statements were sent so far, to all of them."""
        return sum(database.statements_sent for database in self._shards.values())

    async def state(self, group_id: str) -> GroupState | None:
        """What the group's database remembers of it.

        A group that is not there is looked for in the others: after a change of the rules a memory must not seem empty.

        Raises :class:`InvalidInput` when another database holds it.
        """
        own = self._of(group_id)
        state = await own.state(group_id)
        if state is not None:
            return state
        others = [database for database in self._shards.values() if database is not own]
        for database, found in zip(others, await asyncio.gather(*(o.state(group_id) for o in others)), strict=True):
            if found is not None:
                raise InvalidInput(
                    f"store: the group {group_id} is in {database.url}, and the rules lead to {own.url}: run memorist "
                    f"copy {database.url} {own.url} --group {group_id}, or name the group in a rule before the others",
                    field="store",
                    ids=[group_id],
                )
        return None

    async def prepare(self, group_id: str, *, embedder: str, dimension: int, schema: int) -> GroupState:
        """Make the group ready in its database."""
        return await self._of(group_id).prepare(group_id, embedder=embedder, dimension=dimension, schema=schema)

    async def indexes_built(self, group_id: str) -> None:
        """Wait for those of the group's database."""
        await self._of(group_id).indexes_built(group_id)

    async def read(self, group_id: str, statement: str, parameters: Mapping[str, Any]) -> list[Row]:
        """Run one reading statement."""
        return await self._of(group_id).read(group_id, statement, parameters)

    async def write(
        self, group_id: str, statement: str, parameters: Mapping[str, Any], *, patience: float = 0.0
    ) -> list[Row]:
        """Run one writing statement."""
        return await self._of(group_id).write(group_id, statement, parameters, patience=patience)

    def full_text_query(self, group_id: str, text: str) -> str:
        """As the group's database reads it."""
        return self._of(group_id).full_text_query(group_id, text)

    async def graphiti_driver(self, group_id: str) -> GraphDriver:
        """Graphiti's own driver on the group's database."""
        return await self._of(group_id).graphiti_driver(group_id)

    def turn_text_query(self, group_id: str, words: Sequence[str]) -> str:
        """As the group's database reads it."""
        return self._of(group_id).turn_text_query(group_id, words)

    async def groups(self) -> list[str]:
        """The groups of all of them."""
        found = await asyncio.gather(*(database.groups() for database in self._shards.values()))
        return sorted({group for groups in found for group in groups})

    async def purge(self, group_id: str) -> tuple[str, ...]:
        """Rewrite what the group's server keeps of the past."""
        return await self._of(group_id).purge(group_id)

    async def close(self) -> None:
        """Close all of them."""
        await asyncio.gather(*(database.close() for database in self._shards.values()))
