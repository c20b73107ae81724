"""Reads for ingestion: what is known already, and what a draft must be compared with."""

import json
from collections.abc import Sequence
from typing import Any

from hypomnema.memory_store.domain.change_set import Vector
from hypomnema.memory_store.domain.identity import entity_id
from hypomnema.memory_store.domain.memory import Memory
from hypomnema.memory_store.domain.scope import Scope
from hypomnema.memory_store.graphiti.mapping import from_properties
from hypomnema.memory_store.reading import Comparable
from hypomnema.memory_store.searching import Searching


class Comparing(Searching):
    """Two statements an input."""

    async def known_entities(
        self, scope: Scope, names: Sequence[str], change_id: str
    ) -> tuple[list[Memory], dict[str, Any] | None]:
        """The stored entities of these names, and what the change set wrote if it was applied before."""
        ids = [entity_id(scope.group_id, name) for name in names]
        rows = await self._read(scope.group_id, self.database.statements.known_entities, ids=ids, change=change_id)
        payload = rows[0]["payload"] if rows else None
        return [from_properties(row["n"]) for row in rows if row["n"]], json.loads(payload) if payload else None

    async def comparable(
        self,
        scope: Scope,
        *,
        subjects: Sequence[str],
        claims: Sequence[str],
        conditions: Sequence[str],
        vectors: dict[str, Vector],
        k: int = 5,
    ) -> list[Comparable]:
        """Live memories that drafts must be compared with: same subject, same claim, waiting for it, or similar."""
        rows, _ = await self._planned(
            scope.group_id,
            self._plan(scope.group_id, k),
            self.database.statements.comparable_exact,
            self.database.statements.comparable_index,
            subjects=list(subjects),
            claims=list(claims),
            conditions=list(conditions),
            vectors=[{"id": key, "vector": self.checked(vector)} for key, vector in vectors.items()],
            k=k,
        )
        return [Comparable(from_properties(r["n"]), r["draft"], float(r["similarity"])) for r in rows]
