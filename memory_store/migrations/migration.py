"""What a migration is."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from memorist.memory_store.database import Database
from memorist.memory_store.ontology.ontology import Ontology


@dataclass(frozen=True)
class Migration:
    """A step to ``version``, which sends statements of its own: those of the store are of the newest version only.

    Args:
        version: it leads to.
        reason: as the change log tells it.
        room: makes what an empty group needs, too: indexes.
        data: brings up to date what a group holds, in pages; it is given the ontology of whoever opens the group.
    """

    version: int
    reason: str
    room: Callable[[Database, str], Awaitable[None]] | None = None
    data: Callable[[Database, str, Ontology], Awaitable[None]] | None = None
