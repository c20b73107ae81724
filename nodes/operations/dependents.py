"""Dependents: which later operations have to be undone before one can be. Pure."""

import json
from collections.abc import Collection, Sequence
from typing import Any

from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.reading import ChangeEntry
from memorist.nodes.operations.chain import UNDO, times_undone
from memorist.nodes.operations.inverse import OF_TIME

MADE_OF = frozenset({EdgeType.PROMOTED_TO, EdgeType.DERIVED_FROM, EdgeType.SUPERSEDES})


def standing_on(group_id: str, later: Sequence[ChangeEntry], blocked: Collection[str]) -> tuple[str, ...]:
    """Operations among later entries that are in effect and build on one of the ``blocked`` ids, the newest first."""
    there = {entry.id for entry in later}
    found = [
        entry.operation
        for entry in reversed(later)
        if entry.run != UNDO
        and times_undone(group_id, entry.operation, there) % 2 == 0
        and _stands_on(entry.payload, blocked)
    ]
    return tuple(dict.fromkeys(found))


def _stands_on(payload: dict[str, Any], blocked: Collection[str]) -> bool:
    changed = any(u["memory_id"] in blocked and set(u["after"]) - OF_TIME for u in payload.get("updates", ()))
    connected = any(u["edge_id"] in blocked for u in payload.get("edge_updates", ()))
    drawn = any(
        {edge["source"], edge["target"]} & set(blocked) and ("id" in edge or edge["type"] in MADE_OF)
        for edge in payload.get("edges", ())
    )
    made = json.dumps(payload.get("memories", ()))
    return changed or connected or drawn or any(id_ in made for id_ in blocked)
