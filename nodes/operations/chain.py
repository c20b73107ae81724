"""Chain: an operation, the undo that took it back, the undo of that, and so on.

The id of an undo follows from the id of what it undoes, so that two who undo the same write it once.
"""

from collections.abc import Collection
from dataclasses import dataclass

from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.reading import ChangeEntry
from memorist.memory_store.store import Store

MAX_TIMES = 20
"""Number of links of a chain (an undo, the undo of that, …) that are looked for."""
UNDO = "undo"
"""The run of an undo in the change log."""


def undo_id(group_id: str, operation: str) -> str:
    """The id of the undo of an operation."""
    return stable_id(group_id, UNDO, operation)


def undo_ids(group_id: str, operation: str) -> list[str]:
    """The ids of its undo, of the undo of that, and so on."""
    found = [operation]
    while len(found) <= MAX_TIMES:
        found.append(undo_id(group_id, found[-1]))
    return found[1:]


def times_undone(group_id: str, operation: str, there: Collection[str]) -> int:
    """Return the number of undos of the chain among the ids; an operation is in effect when the number is even."""
    ids = undo_ids(group_id, operation)
    return next((times for times, id_ in enumerate(ids) if id_ not in there), MAX_TIMES)


@dataclass(frozen=True)
class Chain:
    """An operation as it stands: its entries, and those of the undos of it that were written."""

    group_id: str
    id: str
    entries: tuple[ChangeEntry, ...]
    undos: tuple[ChangeEntry, ...]

    @property
    def undone_by(self) -> str | None:
        """The undo by which it is out of effect; null: it is in effect."""
        return self.undos[-1].id if len(self.undos) % 2 else None

    @property
    def target(self) -> tuple[ChangeEntry, ...]:
        """The entries to take back: the operation, or the undo by which it came into effect again."""
        return self.undos[-1:] or self.entries

    @property
    def next_id(self) -> str:
        """The id that the next undo has."""
        return undo_id(self.group_id, self.undos[-1].id if self.undos else self.id)


async def read_chain(store: Store, group_id: str, operation: str) -> Chain:
    """The chain of an operation as it stands; no entries where there is no such operation. One statement."""
    undos = undo_ids(group_id, operation)
    found = await store.operations.entries(group_id, [operation, *undos])
    own = tuple(entry for entry in found if operation in (entry.id, entry.operation))
    by_id = {entry.id: entry for entry in found}
    written = undos[: times_undone(group_id, operation, by_id)]
    return Chain(group_id, operation, own, tuple(by_id[id_] for id_ in written))


async def undone_by(store: Store, group_id: str, operation: str) -> str | None:
    """The undo by which an operation is out of effect; null: it is in effect. One statement."""
    return (await read_chain(store, group_id, operation)).undone_by
