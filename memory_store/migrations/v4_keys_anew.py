"""Version 4: the keys by which claims meet are computed anew.

What is one claim, one habit and one slot was refined since; what stands under an older key would never meet what is
learned now. And a contested memory holds no slot any more: a person decides which of two takes it.
"""

from typing import Any

from hypomnema.memory_store.backends.database import Database
from hypomnema.memory_store.domain.status import Status
from hypomnema.memory_store.graphiti.mapping import derived_of, from_properties
from hypomnema.memory_store.migrations.migration import Migration
from hypomnema.memory_store.ontology.ontology import Ontology

PAGE = 500
PAGES = {
    "falkordb": """
MATCH (n:Memory) WHERE id(n) > $after AND n.claim_id IS NOT NULL
WITH n, id(n) AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, n {.*, name_embedding: null} AS n
""",
    "neo4j": """
MATCH (n:Entity) WHERE n.group_id = $group AND n.uuid > $after AND n.claim_id IS NOT NULL
WITH n, n.uuid AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, n {.*, name_embedding: null} AS n
""",
}
START = {"falkordb": -1, "neo4j": ""}
KEYS = ("claim_id", "subject_key", "slot_id", "pattern_id")
LEAVE = "UNWIND $rows AS row MATCH (s:Slot {uuid: row.left}) WHERE s.holder = row.uuid SET s.holder = null"
TAKE = """
UNWIND $rows AS row MERGE (s:Slot {uuid: row.slot_id})
SET s.group_id = $group, s.holder = coalesce(s.holder, row.uuid)
"""
KEEP = "UNWIND $rows AS row MATCH (n:Entity {uuid: row.uuid}) SET n += row.keys"


async def _apply(database: Database, group_id: str, ontology: Ontology) -> None:
    after: int | str | None = START[database.dialect]
    while after is not None:
        given = {"group": group_id, "after": after, "limit": PAGE}
        rows = await database.read(group_id, PAGES[database.dialect], given)
        after = rows[-1]["cursor"] if len(rows) == PAGE else None
        steps = [_steps(row["n"], ontology) for row in rows]
        # The keys come last: killed before, the migration finds again what has to move.
        for statement in (LEAVE, TAKE, KEEP):
            if wanted := [step[statement] for step in steps if statement in step]:
                await database.write(group_id, statement, {"group": group_id, "rows": wanted})


def _steps(node: dict[str, Any], ontology: Ontology) -> dict[str, dict[str, Any]]:
    """What one memory needs: a row for some of the statements."""
    memory = from_properties(node)
    keys = {key: value for key, value in derived_of(memory, ontology).items() if key in KEYS}
    contested = memory.status is Status.CONTESTED
    moved = node.get("slot_id") != keys["slot_id"]
    steps: dict[str, dict[str, Any]] = {}
    if moved or contested:
        steps[LEAVE] = {"uuid": memory.id, "left": node.get("slot_id")}
    if moved and memory.status.live and not contested:
        steps[TAKE] = {"uuid": memory.id, "slot_id": keys["slot_id"]}
    if any(node.get(key) != value for key, value in keys.items()):
        steps[KEEP] = {"uuid": memory.id, "keys": keys}
    return steps


KEYS_ANEW = Migration(4, "claims, habits and slots meet under the keys of today", data=_apply)
