"""The ids in a part of the change log, which have to be read again."""

import json
from collections.abc import AsyncGenerator, Mapping
from typing import Any

from memorist.memory_store.database import Database
from memorist.memory_store.domain.change_set import mention_id
from memorist.memory_store.domain.claim_edge import claim_edge_id
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.moving.reader import Touched

ENTRIES_AT_A_TIME = 100
BEGINNING = "0000"
"""A time text that sorts before every other."""


async def touched_since(database: Database, group_id: str, sequence: int) -> AsyncGenerator[Touched]:
    """Return the ids in the log entries after ``sequence``, page by page."""
    while True:
        rows = await database.read(
            group_id,
            database.statements.changes,
            {"group": group_id, "since": BEGINNING, "after": sequence, "limit": ENTRIES_AT_A_TIME},
        )
        if rows:
            sequence = int(rows[-1]["c"]["seq"])
            yield _touched(group_id, [row["c"] for row in rows])
        if len(rows) < ENTRIES_AT_A_TIME:
            return


def _touched(group_id: str, entries: list[Mapping[str, Any]]) -> Touched:
    nodes: set[str] = set()
    own_ids: set[str] = set()
    edges: set[tuple[str, str, str]] = set()
    for entry in entries:
        nodes.add(str(entry["uuid"]))
        payload: dict[str, Any] = json.loads(entry["payload"])
        nodes |= {item["id"] for name in ("episodes", "memories") for item in payload.get(name, ())}
        nodes |= {item["episode_id"] for item in payload.get("readings", ())}
        nodes |= {item["memory_id"] for name in ("updates", "counts") for item in payload.get(name, ())}
        nodes |= {item["slot_id"] for item in payload.get("holds", ())}
        own_ids |= {claim_edge_id(group_id, item["memory_id"]) for item in payload.get("updates", ())}
        own_ids |= {item["id"] for item in payload.get("claims", ())}
        own_ids |= {mention_id(group_id, item["episode_id"], item["memory_id"]) for item in payload.get("mentions", ())}
        for item in payload.get("edges", ()):
            ends = str(item["source"]), str(item["target"])
            edges.add((item.get("id") or stable_id(group_id, "edge", item["type"], *ends), *ends))
    return Touched(frozenset(nodes), frozenset(own_ids), tuple(edges))
