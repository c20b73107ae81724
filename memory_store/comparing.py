"""Reads for ingestion: what is known already, and what a draft must be compared with."""

import json
from collections.abc import Sequence
from typing import Any

from memorist.memory_store.domain.change_set import Vector
from memorist.memory_store.domain.identity import entity_id
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.reading import Comparable
from memorist.memory_store.searching import Searching

MOST = 200
"""So many live claims of one subject and predicate are read, its speaker's own first, then the newest."""


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
        slots: Sequence[str] = (),
        things: Sequence[str] = (),
        fields: Sequence[tuple[str, str]] = (),
        k: int = 5,
    ) -> list[Comparable]:
        """Live memories that drafts must be compared with: same subject, same claim, waiting for it, or similar.

        Args:
            scope: the reader's; what its user said of himself comes before what others did.
            subjects: subject keys; of one with more than ``MOST`` claims, not all are read.
            claims: claim ids.
            conditions: events that memories may wait for.
            vectors: by the name of the draft; the ``k`` nearest of each.
            slots: slot ids, whose claims are read besides.
            things: thing ids, whose claims are read besides.
            fields: subject key and topic, whose claims are read besides.
            k: how many similar ones a vector brings.
        """
        rows, _ = await self._planned(
            scope.group_id,
            self._plan(scope.group_id, k),
            self.database.statements.comparable_exact,
            self.database.statements.comparable_index,
            subjects=list(subjects),
            slots=list(slots),
            things=list(things),
            fields=[{"subject": subject, "topic": topic} for subject, topic in fields],
            user=scope.user_id or "",
            most=MOST,
            claims=list(claims),
            conditions=list(conditions),
            vectors=[{"id": key, "vector": self.checked(vector)} for key, vector in vectors.items()],
            k=k,
        )
        return [Comparable(from_properties(r["n"]), r["draft"], float(r["similarity"])) for r in rows]
