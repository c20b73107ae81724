"""The statement that ends a migration, the same in both dialects."""

# The first SET takes the lock on the group's note: of two processes that took the same step, one notes it.
STEP = """
MATCH (log:ChangeLog {uuid: $group}) SET log.migrated = $to
WITH log WHERE log.schema = $from
SET log.schema = $to, log.seq = coalesce(log.seq, 0) + 1
CREATE (c:Change) SET c = $change, c.seq = log.seq
RETURN log.schema AS schema
"""
