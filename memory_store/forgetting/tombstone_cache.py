"""The tombstones of groups, as far as this process knows them."""

from memorist.memory_store.database import Database, Row
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.errors import Forgotten
from memorist.memory_store.forgetting.tombstone import Tombstone
from memorist.memory_store.forgetting.tombstone_lookup import Tombstones
from memorist.memory_store.statements import dialects


class TombstoneCache:
    """Tombstones of each group that was read. An erased group has no entry."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._tombstones: dict[str, Tombstones] = {}

    async def refresh(self, group_id: str) -> Row:
        """Read what was forgotten in a group anew; return the row that says so."""
        statement = dialects.FORGETTING[self._database.dialect].tombstones
        row = (await self._database.read(group_id, statement, {"group": group_id}))[0]
        if row["erased"] is None:
            self._tombstones[group_id] = tombstones_from(row)
        else:
            self.drop(group_id)
        return row

    def get(self, group_id: str) -> Tombstones | None:
        """Return the tombstones of a group; null when it was not read yet, or the group was erased."""
        return self._tombstones.get(group_id)

    def drop(self, group_id: str) -> None:
        """Read it anew the next time."""
        self._tombstones.pop(group_id, None)

    def check(self, changes: ChangeSet, embedder: str) -> None:
        """Raise :class:`Forgotten` for a change set that brings back what was forgotten."""
        tombstones = self.get(changes.group_id)
        if tombstones is None or not tombstones.entries:
            return
        found = {m.id: tombstones.refuses_memory(m, changes.vectors.get(m.id), embedder) for m in changes.memories}
        found |= {e.id: tombstones.refuses(ids=(e.id,), text=e.content, scope=e.scope) for e in changes.episodes}
        refused = {i: refusal for i, refusal in found.items() if refusal is not None}
        if refused:
            reasons = ", ".join(dict.fromkeys(refusal.reason for refusal in refused.values()))
            raise Forgotten(f"the change set brings back what was forgotten ({reasons})", ids=list(refused))


def tombstones_from(row: Row) -> Tombstones:
    """The tombstones that the statement of forgetting returned."""
    key = bytes.fromhex(row["key"]) if row["key"] else b""
    return Tombstones.of(int(row["version"]), key, [Tombstone.model_validate_json(stone) for stone in row["stones"]])
