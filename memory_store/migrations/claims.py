"""The memories of a group, page by page, for the steps that compute keys of theirs anew."""

from collections.abc import AsyncGenerator

from memorist.memory_store.database import Database, Row

PAGE = 500
PAGES = {
    "falkordb": """
MATCH (n:Memory) WHERE id(n) > $after AND {condition}
WITH n, id(n) AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, n {{.*, name_embedding: null}} AS n
""",
    "neo4j": """
MATCH (n:Entity) WHERE n.group_id = $group AND n.uuid > $after AND {condition}
WITH n, n.uuid AS cursor ORDER BY cursor LIMIT $limit RETURN cursor, n {{.*, name_embedding: null}} AS n
""",
}
START = {"falkordb": -1, "neo4j": ""}
KEEP = "UNWIND $rows AS row MATCH (n:Entity {uuid: row.uuid}) SET n += row.keys"


def pages_of_claims(database: Database, group_id: str) -> AsyncGenerator[list[Row]]:
    """The properties of the memories that claim something."""
    return pages_where(database, group_id, "n.claim_id IS NOT NULL")


async def pages_where(database: Database, group_id: str, condition: str) -> AsyncGenerator[list[Row]]:
    """The properties of the memories ``n`` for which a condition in Cypher holds."""
    statement = PAGES[database.dialect].format(condition=condition)
    after: int | str | None = START[database.dialect]
    while after is not None:
        rows = await database.read(group_id, statement, {"group": group_id, "after": after, "limit": PAGE})
        after = rows[-1]["cursor"] if len(rows) == PAGE else None
        yield [row["n"] for row in rows]
