"""``store.rules``: all live hard rules of a group, and their snapshot on disk."""

import asyncio
from collections import defaultdict

from memorist.memory_store.connection import StoreConnection
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.types import HARD_RULE
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.rule_snapshot import RuleSnapshots
from memorist.memory_store.threads import in_thread


class Rules:
    """Keeps the snapshot of the rules up to date, in the background."""

    def __init__(self, connection: StoreConnection) -> None:
        self._connection = connection
        self._rule_ids: dict[str, frozenset[str]] = {}
        self._writing: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    @property
    def snapshots(self) -> RuleSnapshots:
        """The files of this store."""
        return RuleSnapshots.of(self._connection.settings, self._connection.database.url)

    async def of_all_agents(self, group_id: str) -> list[Memory]:
        """Every live hard rule of the group, whoever may see it: for the snapshot, never for a prompt."""
        rows = await self._connection.read(group_id, self._connection.database.statements.rules)
        return [from_properties(row["n"]) for row in rows]

    def note(self, changes: ChangeSet) -> None:
        """Have the snapshot written anew when a change set touches a hard rule, or may do so."""
        added = [memory.id for memory in changes.memories if memory.type == HARD_RULE]
        known = self._rule_ids.get(changes.group_id)
        touched = [u.memory_id for u in changes.updates if known is None or u.memory_id in known]
        if added or touched:
            work = self.write_snapshot(changes.group_id)
            self._connection.background.start(work, what="the snapshot of hard rules could not be written")

    async def write_snapshot(self, group_id: str) -> None:
        """Write the snapshot of a group; one at a time, so that who read the rules last also writes last."""
        async with self._writing[group_id]:
            at = self._connection.clock.now()
            rules = await self.of_all_agents(group_id)
            self._rule_ids[group_id] = frozenset(rule.id for rule in rules)
            await in_thread(self.snapshots.write, group_id, rules, at)
