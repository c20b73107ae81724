"""Numbered steps from one version of what stands in the database to the next. Append only.

A shipped step never changes. It is harmless when it runs again (a process may be killed in it). A new group is
given the indexes of all steps, and no step runs on it.
"""

from memorist.memory_store.migrations.migration import Migration
from memorist.memory_store.migrations.v2_pages_in_order import PAGES_IN_ORDER
from memorist.memory_store.migrations.v3_turns_searchable import TURNS_SEARCHABLE
from memorist.memory_store.migrations.v4_keys_anew import KEYS_ANEW
from memorist.memory_store.migrations.v5_group_indexes import GROUP_INDEXES
from memorist.memory_store.migrations.v6_things import THINGS
from memorist.memory_store.migrations.v7_own_things import OWN_THINGS
from memorist.memory_store.migrations.v8_reading_marks import READING_MARKS
from memorist.memory_store.migrations.v9_chained_log import CHAINED_LOG
from memorist.memory_store.migrations.v10_newest_and_used import NEWEST_AND_USED
from memorist.memory_store.migrations.v11_standing import STANDING

__all__ = ["MIGRATIONS", "Migration"]

MIGRATIONS: tuple[Migration, ...] = (
    PAGES_IN_ORDER,
    TURNS_SEARCHABLE,
    KEYS_ANEW,
    GROUP_INDEXES,
    THINGS,
    OWN_THINGS,
    READING_MARKS,
    CHAINED_LOG,
    NEWEST_AND_USED,
    STANDING,
)
"""In order; the first leads from version 1 to version 2."""
