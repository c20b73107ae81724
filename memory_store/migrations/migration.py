"""What a migration is."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from hypomnema.memory_store.backends.database import Database


@dataclass(frozen=True)
class Migration:
    """A step to ``version``.

    ``apply`` takes the database and the group. It sends statements of its own, because those of the store are of the
    newest version only, and reads in pages.
    """

    version: int
    reason: str
    apply: Callable[[Database, str], Awaitable[None]]
