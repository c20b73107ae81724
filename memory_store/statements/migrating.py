"""The statement that ends a migration, the same in both dialects."""

from memorist.memory_store.statements.log import APPEND, AT_HEAD

# The first SET takes the lock on the group's note: of two processes that took the same step, one notes it.
STEP = f"""
MATCH (log:ChangeLog {{uuid: $group}}) SET log.migrated = $to
WITH log WHERE log.schema = $from AND {AT_HEAD}
SET log.schema = $to
{APPEND}
RETURN log.schema AS schema
"""
"""→ schema; no row where another took the step, or the log has moved."""
