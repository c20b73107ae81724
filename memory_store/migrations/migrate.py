"""Bringing a group from the version it was written in to the present one."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from memorist.memory_store.database import Database
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.log_chain import Head
from memorist.memory_store.log_ends import MAX_TRIES, placed
from memorist.memory_store.migrations.migration import Migration
from memorist.memory_store.ontology.ontology import Ontology
from memorist.memory_store.statements.log import HEAD, STEP


async def migrate(
    database: Database,
    group_id: str,
    *,
    schema: int,
    at: datetime,
    migrations: Sequence[Migration],
    ontology: Ontology,
) -> None:
    """Take all steps that lead on from ``schema``, each noted in the group and in its change log when it is done.

    Two processes may do it at once, and one may be killed at any moment: the step is then taken again.
    """
    for step in migrations:
        if step.version <= schema:
            continue
        if step.room:
            await step.room(database, group_id)
        if step.data:
            await step.data(database, group_id, ontology)
        moved = {"migration": {"from": step.version - 1, "to": step.version}}
        change = {
            "uuid": stable_id(group_id, "migration", str(step.version)),
            "group_id": group_id,
            "at": time_text(at),
            "run": "migration",
            "reason": f"schema {step.version}: {step.reason}",
            "payload": json.dumps(moved),
        }
        await _note(database, group_id, step.version, change)


async def _note(database: Database, group_id: str, version: int, change: Mapping[str, Any]) -> None:
    """Note that a step was taken, unless another process has noted it."""
    for _ in range(MAX_TRIES):
        [end] = await database.read(group_id, HEAD, {"group": group_id})
        if end["schema"] != version - 1:
            return
        chain = placed(change, Head(int(end["seq"]), str(end["head"])))
        given = {"group": group_id, "from": version - 1, "to": version, **chain}
        if await database.write(group_id, STEP, given):
            return


async def make_room(database: Database, group_id: str, *, schema: int, migrations: Sequence[Migration]) -> None:
    """Give a group that holds nothing yet what the steps up to ``schema`` would have given it; nothing is noted."""
    for step in migrations:
        if step.version <= schema and step.room:
            await step.room(database, group_id)
