"""The pieces of a statement that write an entry of the change log, the same in both dialects.

Whoever writes has read the end of the log and chained the entry to it; if somebody else was faster, nothing is written,
and the answer brings the new end. ``log`` is the group's ``ChangeLog`` node, locked by the statement around.
"""

from memorist.memory_store.domain.log_chain import GENESIS

SEQUENCE = "coalesce(log.seq, 0)"
LINK = f"coalesce(log.head, '{GENESIS}')"
AT_HEAD = f"{SEQUENCE} = $seq AND {LINK} = $head"
"""Condition that the log ends where the writer believes: $seq, $head."""
APPEND = """SET log.seq = $seq + 1, log.head = $change.link
       CREATE (c:Change) SET c = $change, c.seq = log.seq"""
"""Write the entry $change."""
HEAD = f"""
MATCH (log:ChangeLog {{uuid: $group}}) RETURN {SEQUENCE} AS seq, {LINK} AS head, log.schema AS schema
"""
"""→ seq, head, schema."""


def logged(mend: str) -> str:
    """The statement ``mend`` with its entry in the log, in one transaction; no row comes back where the log has moved.

    → mended.
    """
    return f"""
MATCH (log:ChangeLog {{uuid: $group}}) SET log.uuid = $group
WITH log WHERE {AT_HEAD}
{mend}
WITH count(*) AS mended
MATCH (log:ChangeLog {{uuid: $group}}) WHERE {AT_HEAD}
{APPEND}
RETURN mended
"""


# The first SET takes the lock on the group's note: of two processes that took the same step, one notes it.
STEP = f"""
MATCH (log:ChangeLog {{uuid: $group}}) SET log.migrated = $to
WITH log WHERE log.schema = $from AND {AT_HEAD}
SET log.schema = $to
{APPEND}
RETURN log.schema AS schema
"""
"""The end of a step of migration → schema; no row where another took the step, or the log has moved."""
