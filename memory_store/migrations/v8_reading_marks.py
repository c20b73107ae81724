"""Version 8: raw episodes are found by their time and by whether they were read.

Episodes from before count as not read. Those whose words were erased on request have nothing to read.
"""

from memorist.memory_store.database import Database
from memorist.memory_store.domain.clock import moment_number
from memorist.memory_store.domain.episode import WITHHELD
from memorist.memory_store.graphiti.episodes import moment_from
from memorist.memory_store.migrations.indexes import in_each
from memorist.memory_store.migrations.migration import Migration
from memorist.memory_store.ontology.ontology import Ontology

PAGE = 1_000
INDEXES = {
    "falkordb": (
        "CREATE INDEX FOR (n:Episodic) ON (n.said, n.is_unread)",
        "CREATE (n:Entity {said: 0, is_unread: 0, read_by: 0, read_model: 0, read_version: 0, read_at: 0, unread: 0, "
        "unread_count: 0, quotes: 0}) DELETE n",
    ),
    "neo4j": (
        "CREATE INDEX episode_unread IF NOT EXISTS FOR (n:Episodic) ON (n.group_id, n.is_unread, n.said, n.uuid)",
        "CREATE INDEX episode_said IF NOT EXISTS FOR (n:Episodic) ON (n.group_id, n.said, n.uuid)",
    ),
}
_PLAIN = "n.uuid AS uuid, n.valid_at AS at, n.content = $withheld AS erased"
PAGES = {
    "falkordb": f"""
MATCH (n:Episodic) WHERE id(n) > $after WITH n ORDER BY id(n) LIMIT $limit RETURN id(n) AS cursor, {_PLAIN}
""",
    "neo4j": f"""
MATCH (n:Episodic) WHERE n.group_id = $group AND n.uuid > $after WITH n ORDER BY n.uuid LIMIT $limit
RETURN n.uuid AS cursor, {_PLAIN} ORDER BY cursor
""",
}
START: dict[str, int | str] = {"falkordb": -1, "neo4j": ""}
MARK = """
UNWIND $rows AS row MATCH (n:Episodic {uuid: row.uuid}) WHERE n.is_unread IS NULL
SET n.said = row.said, n.is_unread = NOT row.erased, n.read_by = CASE WHEN row.erased THEN $withheld ELSE null END
"""


async def _data(database: Database, group_id: str, ontology: Ontology) -> None:
    after = START[database.dialect]
    while True:
        given = {"group": group_id, "after": after, "limit": PAGE, "withheld": WITHHELD}
        page = await database.read(group_id, PAGES[database.dialect], given)
        rows = [
            {"uuid": row["uuid"], "said": moment_number(moment_from(row["at"])), "erased": bool(row["erased"])}
            for row in page
            if row["uuid"] is not None and row["at"] is not None
        ]
        if rows:
            await database.write(group_id, MARK, {"group": group_id, "rows": rows, "withheld": WITHHELD})
        if len(page) < PAGE:
            return
        after = page[-1]["cursor"]


READING_MARKS = Migration(
    8, "raw episodes are found by time, and by whether they were read", room=in_each(INDEXES), data=_data
)
