"""All live hard rules of a group, and their snapshot."""

import asyncio

from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.graphiti.mapping import from_properties
from memorist.memory_store.later import Later
from memorist.memory_store.rule_snapshot import RuleSnapshots

HARD_RULE = "semantic:hard_rule"


class Rules(Later):
    """Keeps the snapshot of the rules up to date, in the background."""

    @property
    def snapshots(self) -> RuleSnapshots:
        """The files of this store."""
        return RuleSnapshots.of(self.settings, self.database.url)

    async def rules_of_all_agents(self, group_id: str) -> list[Memory]:
        """Every live hard rule of the group, whoever may see it: for the snapshot, never for a prompt."""
        rows = await self._read(group_id, self.database.statements.rules)
        return [from_properties(row["n"]) for row in rows]

    def note_rules(self, changes: ChangeSet) -> None:
        """Have the snapshot written anew when a change set touches a hard rule, or may do so."""
        added = [memory.id for memory in changes.memories if memory.type == HARD_RULE]
        known = self._rule_ids.get(changes.group_id)
        touched = [u.memory_id for u in changes.updates if known is None or u.memory_id in known]
        if added or touched:
            self.do_later(self.write_rules(changes.group_id), what="the snapshot of hard rules could not be written")

    async def write_rules(self, group_id: str) -> None:
        """Write the snapshot of a group."""
        rules = await self.rules_of_all_agents(group_id)
        self._rule_ids[group_id] = frozenset(rule.id for rule in rules)
        await asyncio.to_thread(self.snapshots.write, group_id, rules, self.clock.now())
