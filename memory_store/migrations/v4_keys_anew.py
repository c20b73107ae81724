"""Version 4: the keys by which claims meet are computed anew.

What is one claim, one habit and one slot was refined since; what stands under an older key would never meet what is
learned now. And a contested memory holds no slot any more: a person decides which of two takes it.
"""

from typing import Any

from memorist.memory_store.database import Database
from memorist.memory_store.domain.status import Status
from memorist.memory_store.graphiti.mapping import derived_of, from_properties
from memorist.memory_store.migrations.claims import KEEP, pages_of_claims
from memorist.memory_store.migrations.migration import Migration
from memorist.memory_store.ontology.ontology import Ontology

KEYS = ("claim_id", "subject_key", "slot_id", "pattern_id")
LEAVE = "UNWIND $rows AS row MATCH (s:Slot {uuid: row.left}) WHERE s.holder = row.uuid SET s.holder = null"
TAKE = """
UNWIND $rows AS row MERGE (s:Slot {uuid: row.slot_id})
SET s.group_id = $group, s.holder = coalesce(s.holder, row.uuid)
"""


async def compute_keys_anew(database: Database, group_id: str, ontology: Ontology) -> None:
    """Move every claim whose keys are other ones today, with the slot that it holds."""
    async for nodes in pages_of_claims(database, group_id):
        steps = [_steps(node, ontology) for node in nodes]
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


KEYS_ANEW = Migration(4, "claims, habits and slots meet under the keys of today", data=compute_keys_anew)
