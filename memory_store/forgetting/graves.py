"""The tombstones of groups, as far as this process knows them."""

from memorist.memory_store.database import Database, Row
from memorist.memory_store.domain.change_set import ChangeSet
from memorist.memory_store.domain.errors import Forgotten
from memorist.memory_store.forgetting.tombstone import Graves, Tombstone
from memorist.memory_store.statements import dialects


class GraveCache:
    """What was forgotten in each group that was read. An erased group has no entry."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._graves: dict[str, Graves] = {}

    async def refresh(self, group_id: str) -> Row:
        """Read what was forgotten in a group anew; return the row that says so."""
        statement = dialects.FORGETTING[self._database.dialect].graves
        row = (await self._database.read(group_id, statement, {"group": group_id}))[0]
        if row["erased"] is None:
            self._graves[group_id] = graves_from(row)
        else:
            self.drop(group_id)
        return row

    def get(self, group_id: str) -> Graves | None:
        """What was forgotten in a group; null when it was not read yet, or the group was erased."""
        return self._graves.get(group_id)

    def drop(self, group_id: str) -> None:
        """Read it anew the next time."""
        self._graves.pop(group_id, None)

    def check(self, changes: ChangeSet, embedder: str) -> None:
        """Raise :class:`Forgotten` for a change set that brings back what was forgotten."""
        graves = self.get(changes.group_id)
        if graves is None or not graves.tombstones:
            return
        found = {m.id: graves.refuses_memory(m, changes.vectors.get(m.id), embedder) for m in changes.memories}
        found |= {e.id: graves.refuses(ids=(e.id,), text=e.content, scope=e.scope) for e in changes.episodes}
        refused = {i: refusal for i, refusal in found.items() if refusal is not None}
        if refused:
            reasons = ", ".join(dict.fromkeys(refusal.reason for refusal in refused.values()))
            raise Forgotten(f"the change set brings back what was forgotten ({reasons})", ids=list(refused))


def graves_from(row: Row) -> Graves:
    """The tombstones that the statement of forgetting returned."""
    key = bytes.fromhex(row["key"]) if row["key"] else b""
    return Graves.of(int(row["version"]), key, [Tombstone.model_validate_json(stone) for stone in row["stones"]])
