"""Statements about content files for Neo4j."""

from memorist.memory_store.statements.content import ContentStatements

STATEMENTS = ContentStatements(
    home="MATCH (g:ChangeLog {uuid: $group}) RETURN g.content_home AS home",
    make_home="""
MERGE (g:ChangeLog {uuid: $group}) SET g.content_home = coalesce(g.content_home, $home)
RETURN g.content_home AS home
""",
    referenced="""
MATCH (n:Entity|Episodic) WHERE n.group_id = $group AND n.digests IS NOT NULL AND n.uuid > $after
WITH n, n.uuid AS cursor ORDER BY cursor LIMIT $limit
RETURN cursor, n.uuid AS id, n.digests AS digests
""",
    page_start="",
)
