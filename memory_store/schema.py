"""Version of the stored schema, kept by each group in its ``ChangeLog`` node."""

from collections.abc import Mapping
from typing import Any

from memorist.memory_store.migrations import MIGRATIONS
from memorist.memory_store.migrations.migration import FIRST_VERSION, newest_version

SCHEMA_VERSION = newest_version(MIGRATIONS)
"""Version that this release writes. It rises with each migration."""
UNFINISHED = 0
"""The version of a group that is being loaded: nobody reads or writes it until it is whole."""
EXCHANGING = -1
"""The version of a group whose vectors are being exchanged for those of another embedder."""
LAST_DEVELOPMENT = 11
"""Number that schema 1 had before the first release. A dump or copy of such a group is loaded as schema 1."""


def schema_of(log: Mapping[str, Any]) -> int:
    """Return the version that a group notes in the properties of its ``ChangeLog`` node."""
    schema = int(log.get("schema") or 0)
    return FIRST_VERSION if schema == LAST_DEVELOPMENT else schema


def is_unchained(seq: int, head: str | None) -> bool:
    """Return true for a change log with entries and no links: only early development versions wrote such logs."""
    return bool(seq) and not head
