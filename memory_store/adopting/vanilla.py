"""A graph that Graphiti filled without us, in pages; nothing is kept but a page, nothing is changed."""

from collections import Counter
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from memorist.memory_store.adopting.result import Kind
from memorist.memory_store.database import Database, Row, paged
from memorist.memory_store.statements import dialects

PAGE = 100
"""Nodes or edges a page; one change set each, so that a statement stays small."""


@dataclass(frozen=True)
class Census:
    """Contents of a group of Graphiti's."""

    groups: tuple[str, ...]
    """The ``group_id`` of its nodes: on FalkorDB a graph may hold several."""
    kept: Counter[str]
    """Number of episodes, entities, facts and mentions."""
    beside: Counter[str]
    """Number of nodes and edges of other kinds, by label or type of edge."""
    nameless: Counter[str]
    """Number of nodes and edges without a uuid, which cannot be told apart."""


class VanillaReader:
    """Reads one group: one statement a page."""

    def __init__(self, database: Database, graphiti_group: str | None) -> None:
        self.database = database
        self._statements = dialects.ADOPTING[database.dialect]
        self.group = self._statements.default_group if graphiti_group is None else graphiti_group

    async def census(self) -> Census:
        """Count everything."""
        found: dict[str, Counter[str]] = {name: Counter() for name in ("group", "kept", "beside", "nameless")}
        for row in await self.database.read(self.group, self._statements.census, {"group": self.group}):
            if row["number"]:
                found[row["what"]][row["kind"]] += int(row["number"])
        return Census(tuple(sorted(found["group"])), found["kept"], found["beside"], found["nameless"])

    def pages(self, kind: Kind) -> AsyncGenerator[list[Row]]:
        """Pages of one kind of rows, see :class:`~memorist.memory_store.statements.adopting.AdoptingStatements`."""

        async def read(after: int | str, limit: int) -> list[Row]:
            given = {"group": self.group, "after": after, "limit": limit}
            return await self.database.read(self.group, self._statements.pages[kind], given)

        return paged(read, self._statements.start, PAGE)
