"""Statements about content files."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ContentStatements:
    """One dialect's statements: what the graph knows of its files."""

    home: str
    """→ home: the name of the group's folder of files, or null."""
    make_home: str
    """$home → home: the same, noted now if it was not."""
    referenced: str
    """$after, $limit → cursor, id, digests: what refers to files, a page at a time."""
    page_start: int | str
    """The first page's $after."""


def _statements(match: str, cursor: str, page_start: int | str) -> ContentStatements:
    return ContentStatements(
        home="MATCH (g:ChangeLog {uuid: $group}) RETURN g.content_home AS home",
        make_home="""
MERGE (g:ChangeLog {uuid: $group}) SET g.content_home = coalesce(g.content_home, $home)
RETURN g.content_home AS home
""",
        referenced=f"""
{match} AND n.digests IS NOT NULL AND {cursor} > $after
WITH n, {cursor} AS cursor ORDER BY cursor LIMIT $limit
RETURN cursor, n.uuid AS id, n.digests AS digests
""",
        page_start=page_start,
    )


FALKORDB = _statements("MATCH (n) WHERE true", "id(n)", -1)
NEO4J = _statements("MATCH (n:Entity|Episodic) WHERE n.group_id = $group", "n.uuid", "")
