"""Numbered steps from one version of the stored schema to the next. Append only.

A shipped step never changes. It is harmless when it runs again (a process may be killed in it). A new group is
given the indexes of all steps, and no step runs on it.
"""

from memorist.memory_store.migrations.migration import Migration

__all__ = ["MIGRATIONS", "Migration"]

MIGRATIONS: tuple[Migration, ...] = ()
"""In order; the first will lead from version 1 to version 2."""
