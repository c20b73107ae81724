"""A step from one version of the schema to the next."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from memorist.memory_store.database import Database
from memorist.memory_store.ontology.ontology import Ontology

FIRST_VERSION = 1
"""The schema that a database is given without any step."""


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


def newest_version(migrations: Sequence[Migration]) -> int:
    """Return the version that the last step leads to."""
    return migrations[-1].version if migrations else FIRST_VERSION
