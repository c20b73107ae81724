"""The statements that erase, of which the dialects differ in a few words."""

from memorist.memory_store.statements.log import APPEND, AT_HEAD, LINK, SEQUENCE
from memorist.memory_store.statements.scope import Ours, Steps

_NOTE = f"""SET log.forgotten = $version,
       log.forget_key = coalesce(log.forget_key, $key), log.forgetting = $pending
       {APPEND}"""
_TOMBSTONES = """UNWIND $tombstones AS t MERGE (s:Tombstone {uuid: t.uuid})
       SET s.stone = t.stone, s.group_id = $group"""
_ERASURE = (
    "UNWIND $facts AS id MATCH ()-[r:RELATES_TO {uuid: id}]->() DELETE r",
    "UNWIND $gone AS id MATCH (n:Entity {uuid: id}) DETACH DELETE n",
    "UNWIND $erased AS id MATCH (e:Episodic {uuid: id}) DETACH DELETE e",
    """UNWIND $emptied AS id MATCH (e:Episodic {uuid: id})
       SET e.content = $withheld, e.name = $withheld, e.files = null, e.digests = null,
           e.unit_embedding = null, e.token_vectors = null, e.token_ranker = null, e.token_dimension = null,
           e.unread = null, e.unread_count = 0, e.is_unread = false,
           e.read_by = coalesce(e.read_by, $withheld)""",
    """UNWIND $updates AS u MATCH (n:Entity {uuid: u.uuid})
       SET n.valid_until_prior = CASE WHEN u.expires THEN n.valid_until ELSE n.valid_until_prior END,
           n.status_prior = CASE WHEN u.expires THEN n.status ELSE n.status_prior END
       SET n += u.props, n.revision = n.revision + 1""",
    "UNWIND $retired AS id MATCH (n:Entity {uuid: id}) REMOVE n:Live",
    """UNWIND $trimmed AS t MATCH ()-[r:RELATES_TO {uuid: t.uuid}]->()
       SET r.episodes = t.episodes""",
    "UNWIND $freed AS id MATCH (s:Slot {uuid: id}) DELETE s",
    """UNWIND $holds AS h MERGE (s:Slot {uuid: h.slot})
       SET s.holder = h.holder, s.group_id = $group""",
    """UNWIND $entries AS x MATCH (c:Change {uuid: x.uuid})
       SET c.payload = x.payload, c.reason = x.reason, c.salt = x.salt""",
)
_ANSWER = f"RETURN size(go) AS done, planned, {SEQUENCE} AS seq, {LINK} AS head\n"


def erase(steps: Steps, ours: Ours, *, lock: str, at: str, remark: str) -> str:
    """Everything at once, unless the log says one of $marks after $read, or ends elsewhere than at $seq.

    Args:
        steps: subqueries of the dialect.
        ours: condition of the dialect.
        lock: takes the lock on the group's log, as every writer does.
        at: the time of erasure as fact edges keep it.
        remark: matches every edge ``r`` of the group, of any type.
    """
    ends = (
        f"UNWIND $ended AS id MATCH ()-[r:RELATES_TO {{uuid: id}}]->() SET r.expired_at = {at}",
        # No index holds the reasons of edges: they are looked through once, and only where there is one to take out.
        f"UNWIND $remarks[0..1] AS one MATCH {remark} WHERE r.uuid IN $remarks SET r.reason = $withheld",
    )
    return (
        f"""
MATCH (log:ChangeLog {{uuid: $group}}){lock}
WITH log
OPTIONAL MATCH (c:Change) WHERE {ours("c")}c.seq > $read AND any(x IN $marks WHERE toLower(c.payload) CONTAINS x)
WITH log, count(c) AS since
WITH log, since = 0 AND coalesce(log.forgotten, 0) = $version - 1 AS planned
WITH log, planned, CASE WHEN planned AND {AT_HEAD} THEN [1] ELSE [] END AS go
"""
        + steps(_NOTE, also="log, ")
        + steps(_TOMBSTONES, *_ERASURE, *ends)
        + _ANSWER
    )


def add_tombstones(steps: Steps, *, lock: str) -> str:
    """Only the tombstones, so that nobody writes more of it meanwhile."""
    note = "SET log.forgotten = $version, log.forget_key = coalesce(log.forget_key, $key)"
    return (
        f"""
MATCH (log:ChangeLog {{uuid: $group}}){lock}
WITH log, CASE WHEN coalesce(log.forgotten, 0) = $version - 1 THEN [1] ELSE [] END AS go
"""
        + steps(note, also="log, ")
        + steps(_TOMBSTONES)
        + "RETURN size(go) AS done\n"
    )
