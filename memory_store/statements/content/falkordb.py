"""Statements about content files for FalkorDB."""

from memorist.memory_store.statements.content import ContentStatements

STATEMENTS = ContentStatements(
    home="MATCH (g:ChangeLog {uuid: $group}) RETURN g.content_home AS home",
    make_home="""
MERGE (g:ChangeLog {uuid: $group}) SET g.content_home = coalesce(g.content_home, $home)
RETURN g.content_home AS home
""",
    referenced="""
MATCH (n) WHERE id(n) > $after AND n.digests IS NOT NULL
WITH n, id(n) AS cursor ORDER BY cursor LIMIT $limit
RETURN cursor, n.uuid AS id, n.digests AS digests
""",
    page_start=-1,
)
