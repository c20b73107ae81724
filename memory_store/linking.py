"""Reads along edges: who holds a slot, and what points to a memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memorist.memory_store.connection import Connection
from memorist.memory_store.domain.clock import parse_time
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.statements import dialects
from memorist.memory_store.statements.linking import LinkingStatements

PAGE = 500


@dataclass(frozen=True)
class Linked:
    """A memory that points to ``target``, with what the edge says."""

    target: str
    memory: Memory
    type: EdgeType
    at: datetime
    reason: str | None


class Linking(Connection):
    """One statement each, for a page."""

    @property
    def _linking(self) -> LinkingStatements:
        return dialects.LINKING[self.database.dialect]

    async def holder(self, scope: Scope, slot: str) -> Memory | None:
        """The live memory that holds a slot, if the scope may see it."""
        rows = await self._read(scope.group_id, self._linking.holder, slot=slot)
        found = [memory for memory in (from_properties(row["n"]) for row in rows) if scope.sees(memory.scope)]
        return found[0] if found else None

    async def pointing_to(
        self, scope: Scope, ids: Sequence[str], types: Sequence[EdgeType], *, live: bool = True, most: int | None = None
    ) -> list[Linked]:
        """The memories with an edge of these types to one of these, the newest edge first, page by page.

        ``live`` leaves out what is superseded, retracted or archived; ``most`` is how many are wanted, null = all.
        """
        found: list[Linked] = []
        while most is None or len(found) < most:
            limit = PAGE if most is None else min(PAGE, most - len(found))
            rows = await self._read(
                scope.group_id,
                self._linking.incoming,
                agent=scope.agent_id,
                ids=list(ids),
                types=[str(type_) for type_ in types],
                live=live,
                skip=len(found),
                limit=limit,
            )
            found += [
                Linked(
                    row["target"],
                    from_properties(row["n"]),
                    EdgeType(row["type"]),
                    parse_time(row["at"]),
                    row["reason"],
                )
                for row in rows
            ]
            if len(rows) < limit:
                break
        return found
