"""Version 3: raw episodes are searchable. Those from before are found by their words, the next ones by vectors, too."""

from memorist.memory_store.database import Database
from memorist.memory_store.migrations.indexes import create_indexes
from memorist.memory_store.migrations.migration import Migration

DIMENSION = "MATCH (g:ChangeLog {uuid: $group}) RETURN g.dimension AS dimension"
FALKORDB = (
    "CREATE INDEX FOR (n:Session) ON (n.uuid)",
    "CREATE VECTOR INDEX FOR (n:Episodic) ON (n.unit_embedding) "
    "OPTIONS {{dimension: {dimension:d}, similarityFunction: 'cosine'}}",
    "CREATE (n:Entity {{unit_embedding: 0, speaker: 0, last: 0}}) DELETE n",
)
NEO4J = (
    "CREATE CONSTRAINT session_unique IF NOT EXISTS FOR (n:Session) REQUIRE n.uuid IS UNIQUE",
    "CREATE VECTOR INDEX unit_vector IF NOT EXISTS FOR (n:Episodic) ON n.unit_embedding "
    "OPTIONS {{indexConfig: {{`vector.dimensions`: {dimension:d}, `vector.similarity_function`: 'cosine'}}}}",
    "CREATE FULLTEXT INDEX episode_words IF NOT EXISTS FOR (n:Episodic) ON EACH [n.content, n.group_id] "
    "OPTIONS {{indexConfig: {{`fulltext.analyzer`: 'english'}}}}",
)
NEO4J_FILTERED = (
    NEO4J[0],
    "CYPHER 25 CREATE VECTOR INDEX unit_vector IF NOT EXISTS FOR (n:Episodic) ON n.unit_embedding WITH [n.group_id] "
    "OPTIONS {{indexConfig: {{`vector.dimensions`: {dimension:d}, `vector.similarity_function`: 'cosine'}}}}",
    NEO4J[2],
)


async def _apply(database: Database, group_id: str) -> None:
    rows = await database.read(group_id, DIMENSION, {"group": group_id})
    dimension = rows[0]["dimension"] if rows else None
    if dimension is None:
        return  # a group that holds nothing: it is made with these indexes
    statements = FALKORDB
    if database.dialect == "neo4j":
        statements = NEO4J_FILTERED if getattr(database, "filters_in_index", False) else NEO4J
    await create_indexes(database, group_id, [statement.format(dimension=int(dimension)) for statement in statements])


TURNS_SEARCHABLE = Migration(3, "raw episodes are searchable by vector and by words", room=_apply)
